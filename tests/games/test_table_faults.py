"""Faults at a table over the wire: everybody at once, two tabs, a house that dies between an entry
and its answer, watchers who try to act. The transcript stays right, and everybody sees the same."""

import pytest

from games.access import speaks_for
from games.models import Game
from games.open_decisions import all_open_decisions
from games.scorer import mark_of
from games.services import changes, scoring
from games.services.scoring import throw_dice
from games.standing_orders import word_in
from games.verifying import verify
from games.views import score
from tests.at_once import at_once
from tests.builders import browser, manager, person
from tests.games.builders import ADVANCED, league_series, started

HTMX = {"HX-Request": "true"}


class DiedError(Exception):
    """The process was killed here."""


@pytest.fixture
def table(monkeypatch):
    """A game of two people that waits for one of them: the game, the browsers of who is asked and
    of the other, and its scoring page."""
    monkeypatch.setattr(scoring, "fresh_seed", lambda: "faults")
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    people = [manager(tournament, number, f"Manager {number}") for number in (1, 2)]
    game = started(series, dice="server")
    while word_in(game, ()).waits is None:
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    side = word_in(game, ()).waits.side
    people.sort(key=lambda user: side not in speaks_for(user, game))
    return game, *map(browser, people), f"/series/{series.pk}/games/1/score/"


def now(game):
    return Game.objects.select_related("series").get(pk=game.pk)


def answer_to(game):
    question = all_open_decisions(game).questions[0]
    return question.entry(question.choices[1])


def sent(client, url, game, act, **fields):
    return client.post(url, {"act": act, "after": len(game.entries), **fields}, headers=HTMX)


@pytest.mark.django_db(transaction=True)
def test_both_sides_two_tabs_and_a_watcher_act_at_the_same_moment(table):
    game, asked, other, url = table
    watcher = browser(person("Watcher"))
    for _ in range(3):
        before = now(game)
        entry = answer_to(before) if word_in(before, ()).waits else None
        acts = [
            lambda: sent(asked, url, before, "enter", entry=entry or "steal=none"),  # noqa: B023
            lambda: sent(asked, url, before, "on"),  # noqa: B023
            lambda: sent(other, url, before, "on"),  # noqa: B023
            lambda: sent(watcher, url, before, "on"),  # noqa: B023
        ]
        answers = [one.status_code for one in at_once(len(acts), lambda at: acts[at]())]  # noqa: B023
        after = now(game)
        # Of all who knew the same entries one was taken; who only watches has no such page.
        assert sorted(answers[:3]) == [200, 422, 422], answers
        assert answers[3] == 404
        assert after.entries[: len(before.entries)] == before.entries
        assert len(after.entries) > len(before.entries)
        # Whoever looks now sees the same.
        for client in (asked, other):
            assert mark_of(after) in client.get(url).content.decode()
    assert all(check.holds for check in verify(now(game))[:2])


@pytest.mark.django_db
def test_a_house_that_dies_after_an_entry_or_before_it_has_it_once(table, monkeypatch):
    game, asked, _, url = table
    asked.raise_request_exception = False
    entry = answer_to(game)

    def dies(*given, **named):
        raise DiedError

    # Before it is stored: nothing of it is there.
    with monkeypatch.context() as killed:
        killed.setattr(changes, "complete_series", dies)
        assert sent(asked, url, game, "enter", entry=entry).status_code == 500
    assert now(game).entries == game.entries
    # After it is stored, before the answer: the page sends it again, and it counts once.
    with monkeypatch.context() as killed:
        killed.setattr(score, "_page", dies)
        assert sent(asked, url, game, "enter", entry=entry, again="1").status_code == 500
    stored = now(game).entries
    assert stored[: len(game.entries) + 1] == [*game.entries, *entry.split()]
    for _ in range(2):
        answer = sent(asked, url, game, "enter", entry=entry, again="1")
        assert answer.status_code == 200
    assert now(game).entries == stored
    # What comes out of its order changes nothing either.
    late = sent(asked, url, game, "enter", entry="steal=1", again="1")
    assert late.status_code == 422
    assert now(game).entries == stored
