"""Undo and redo at the table, and entries that are sent again because nobody answered."""

import pytest
from django.core.management import CommandError, call_command

from games.access import speaks_for
from games.models import Game
from games.open_decisions import all_open_decisions
from games.rules.taken_back import arrived, to_redo
from games.services.rewinding import rewind_game, undo_last
from games.services.scoring import throw_dice
from tests.builders import browser, director_of, manager
from tests.games.builders import ADVANCED, league_series, started
from tests.markup import even

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A game of poker dice with three throws in it, its scoring page and a manager at it."""
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    client = browser(manager(tournament, 1, "Own"))
    game = started(series, "J-J-J-9-Q", "9-9-10-10-A", "K-K-Q-9-A")
    return client, f"/series/{series.pk}/games/1/score/", game


def entries(game):
    return Game.objects.get(pk=game.pk).entries


def post(client, url, game, act, **fields):
    after = fields.pop("after", len(entries(game)))
    return client.post(
        url, {"act": act, "after": after, "reason": "Entered by mistake", **fields}, follow=True
    )


def test_redo_puts_back_what_undo_took_one_by_one(table):
    client, url, game = table
    written = entries(game)
    assert "Redo" not in client.get(url).content.decode()
    post(client, url, game, "undo")
    post(client, url, game, "undo")
    assert entries(game) == written[:1]
    assert "Redo" in client.get(url).content.decode()
    post(client, url, game, "redo")
    assert entries(game) == written[:2]
    answer = post(client, url, game, "redo")
    assert entries(game) == written
    assert "Redo" not in answer.content.decode()
    assert post(client, url, game, "redo").status_code == 422


def test_the_api_redoes_as_well(table):
    client, url, game = table
    written = entries(game)
    post(client, url, game, "undo")

    def redo(after):
        address = f"/api/v1/games/{game.pk}/redo/"
        return client.post(address, {"after": after}, content_type="application/json")

    answer = redo(2)
    assert (answer.status_code, answer.json()["transcript"]) == (200, written)
    refused = redo(3)
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "nothing-to-redo"


def test_who_has_gone_another_way_has_nothing_to_redo(table):
    client, url, game = table
    written = entries(game)
    post(client, url, game, "undo")
    post(client, url, game, "undo")
    post(client, url, game, "enter", entry="9-9-9-9-9")
    assert "Redo" not in client.get(url).content.decode()
    refused = post(client, url, game, "redo")
    assert (refused.status_code, b"Nothing was taken back" in refused.content) == (422, True)
    # Back on the old way, what was on it can be put back again.
    post(client, url, game, "undo")
    post(client, url, game, "enter", entry=written[1])
    post(client, url, game, "redo")
    assert entries(game) == written


def test_a_rewind_is_redone_whole_at_a_table(table):
    client, url, game = table
    written = entries(game)
    rewind_game(
        game_id=game.pk,
        entry=1,
        reason="Wrong",
        acting_user=director_of_game(game),
    )
    post(client, url, game, "redo")
    assert entries(game) == written


def test_online_a_decision_is_put_back_by_who_took_it_and_nobody_else():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    game = started(series, dice="server")
    people = [manager(tournament, number, f"Manager {number}") for number in (1, 2)]
    url = f"/series/{series.pk}/games/1/score/"
    game = with_a_question(game)
    question = all_open_decisions(game).questions[0]
    mine, theirs = map(
        browser, sorted(people, key=lambda user: question.side not in speaks_for(user, game))
    )
    post(mine, url, game, "enter", entry=question.entry(question.choices[1]))
    written = entries(game)
    post(mine, url, game, "undo")
    assert post(theirs, url, game, "redo").status_code == 422
    post(mine, url, game, "redo")
    assert entries(game) == written


def director_of_game(game):
    return director_of(game.series.fixture.round.stage.tournament)


def with_a_question(game):
    while not all_open_decisions(game).questions:
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    return game


def test_what_had_arrived_is_not_entered_again_and_what_had_not_is(table):
    client, url, game = table
    first = post(client, url, game, "enter", entry="9-9-9-9-9")
    assert first.status_code == 200
    written = entries(game)
    sent = {"entry": "9-9-9-9-9", "after": 3, "again": "1"}
    answer = post(client, url, game, "enter", **sent)
    assert (answer.status_code, entries(game)) == (200, written)
    assert "Not entered" not in answer.content.decode()
    # Another entry at the same place was never received, and somebody was quicker.
    refused = post(client, url, game, "enter", **{**sent, "entry": "A-A-A-A-A"})
    assert (refused.status_code, entries(game)) == (422, written)
    # Without the word that it is sent again it is refused as ever.
    assert post(client, url, game, "enter", entry="9-9-9-9-9", after=3).status_code == 422
    # One that never arrived counts, once.
    lost = {"entry": "A-A-A-A-K", "after": len(written), "again": "1"}
    assert post(client, url, game, "enter", **lost).status_code == 200
    assert post(client, url, game, "enter", **lost).status_code == 200
    assert entries(game) == [*written, "A-A-A-A-K"]


def test_an_undo_sent_again_takes_nothing_more_back(table):
    client, url, game = table
    written = entries(game)
    for _ in range(2):
        answer = post(client, url, game, "undo", after=3, again="1")
        assert answer.status_code == 200
    assert entries(game) == written[:2]


def test_a_start_and_a_play_on_sent_again_are_one():
    tournament, series = league_series(system_key="poker-dice")
    client, url = browser(manager(tournament, 1)), f"/series/{series.pk}/games/1/score/"
    for _ in range(2):
        client.post(url, {"act": "start", "dice": "server", "again": "1"})
    game = Game.objects.get()
    for _ in range(2):
        answer = post(client, url, game, "on", after=0, again="1")
        assert answer.status_code == 200
        written = entries(game)
    assert entries(game) == written
    assert written


@pytest.mark.parametrize(
    ("entries", "tails", "back"),
    [
        ("a b", [(3, ["c"])], ("c",)),
        ("a", [(2, ["b"]), (3, ["c"])], ("b",)),
        ("a b", [(2, ["b"]), (3, ["c"])], ("c",)),
        ("a x", [(2, ["b"]), (3, ["c"])], ()),
        ("a b", [(1, ["a", "b", "c"]), (3, ["d"])], ("d",)),
        ("a b", [(1, ["x"]), (3, ["d"])], ()),
        ("a b", [(2, ["b", "c"])], ()),
        ("", [], ()),
    ],
)
def test_what_redo_would_put_back(entries, tails, back):
    assert to_redo(entries.split(), tails) == back


def test_what_arrived_stands_behind_what_was_known_in_its_order():
    assert arrived(["a", "b", "house=x", "c"], 1, ["b", "c"])
    assert not arrived(["a", "b"], 1, ["c"])
    assert not arrived(["a", "b", "c"], 1, ["c", "b"])
    assert not arrived(["a"], 1, [])
    assert arrived(["a", "b"], 1, [])


def test_a_game_is_verified_from_the_command_line(table, capsys):
    _, _, game = table
    call_command("verify", str(game.pk))
    said = capsys.readouterr().out
    assert f"Game {game.pk}: " in said
    assert "right  The transcript of 3 entries, played again, gives the same" in said
    Game.objects.filter(pk=game.pk).update(transcript="9-9-10-10-A K-K-Q-9-A K-K-Q-9-A")
    with pytest.raises(CommandError, match="of the checks failed"):
        call_command("verify", str(game.pk))
    assert "WRONG" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no game 987654"):
        call_command("verify", "987654")


def test_home_begins_with_the_games_to_go_on_with(table):
    client, url, game = table
    html = even(client.get("/").content.decode())
    assert "Resume, top 1st, 0-0, 2 outs, one on" in html
    assert html.index(f'href="{url}"') < html.index("Your next series")
    undo_last(
        game_id=game.pk,
        after=3,
        reason="Wrong",
        acting_user=director_of_game(game),
    )
    assert "Resume, " not in even(browser().get("/").content.decode())
    suspended = post(client, url, game, "enter", entry="suspend")
    assert suspended.status_code == 200
    assert ", suspended</a>" in even(client.get("/").content.decode())
