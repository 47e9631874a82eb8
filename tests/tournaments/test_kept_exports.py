"""The file of an event is made once for each state of it, and is never an older one."""

import gzip
import json
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.people.models import User
from games.models import Game, Series
from games.services.rewinding import void_game
from games.services.scoring import record_game
from rosters.models import Team, TeamMember
from rosters.services.people import appoint, dismiss
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.games.seriesday.builders import Day, claim
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.drops import drop, play_rounds
from tests.tournaments.test_drop_plan import drawn, play_clean
from tests.tournaments.test_stages import event, play_to_the_end
from tournaments import kept_exports
from tournaments.exporting import whole_event
from tournaments.kept_exports import state_of, tables_of
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.services.drops import undo_drop

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty():
    cache.clear()
    yield
    cache.clear()


def address(made: Tournament) -> str:
    return f"/t/{made.slug}/export.json"


def made_anew(made: Tournament) -> object:
    return json.loads("".join(whole_event(Tournament.objects.get(pk=made.pk))))


def test_the_second_who_asks_has_it_for_a_handful_of_queries_and_the_third_not_at_all():
    made = league(8, visibility="public")
    play_rounds(made, 1, 2, 3)
    with CaptureQueriesContext(connection) as first:
        answer = browser().get(address(made))
    with CaptureQueriesContext(connection) as second:
        again = browser().get(address(made))
    assert answer.json() == again.json() == made_anew(made)
    assert answer["ETag"] == again["ETag"]
    assert len(second) < 24 < len(first)
    packed = browser().get(address(made), headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == answer.content
    known = browser().get(address(made), headers={"If-None-Match": answer["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    play_rounds(made, 4)
    fresh = browser().get(address(made), headers={"If-None-Match": answer["ETag"]})
    assert fresh.status_code == 200
    assert fresh.json() == made_anew(made) != answer.json()


@pytest.mark.parametrize(
    "make",
    [
        lambda: play_to_the_end(event("netplay-10", 10)),
        lambda: play_to_the_end(event("double-elimination", 8)),
        lambda: league(4, system_key="purestrat", card_set=a_purestrat_set().slug),
    ],
)
def test_whatever_the_file_reads_the_state_knows(make):
    """A table that the file comes to read, and the state does not, fails here."""
    made = make()
    shared = entrant(made, 1)
    for name in ("One", "Two"):
        appoint(
            team=shared.team,
            user=person(name),
            role=TeamMember.Role.MANAGER,
            scope=made.scope,
            acting_user=None,
        )
    with CaptureQueriesContext(connection) as queries:
        "".join(whole_event(made))
    read = {
        table for each in queries for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', each["sql"])
    }
    # Names and earlier seasons of people are in the state by value.
    by_value = {
        *(User._meta.db_table, "tournaments_eventrecord"),
        *("tournaments_managerfinish", "tournaments_finish"),
    }
    assert read - tables_of(made) - by_value == set()


@pytest.mark.long
def test_it_is_fresh_after_every_kind_of_change():
    made = league(6, visibility="public")
    director = director_of(made)
    people = [manager(made, number, f"Manager {number}") for number in (1, 2)]
    play_rounds(made, 1)
    left = Series.objects.filter(event__key=made.scope, completed_at=None).order_by("pk")
    one = left.select_related("home", "away")[0]
    home, away = (
        manager(made, made.entrants.get(team=club).number, f"Of {club}")
        for club in (one.home_id, one.away_id)
    )
    day = Day(made, one, home, away, director)
    seen = []

    def stored(**changes):
        def act():
            Team.objects.filter(pk=entrant(made, 4).team_id).update(**changes)

        return act

    def taken_out():
        seen.append(drop(made, 6))

    def renamed():
        User.objects.filter(pk=people[0].pk).update(name="Another Name")

    acts = {
        "a game is begun": lambda: record_game(
            series_id=left[1].pk, number=1, transcript=(), acting_user=director
        ),
        "a report": lambda: day.report(home, claim(4, 2)),
        "its answer": lambda: day.report(away, claim(4, 2)),
        "a correction": lambda: void_game(
            game_id=day.game().pk, reason="Typed wrong", acting_user=director
        ),
        "a club's name": stored(name="Elsewhere Eagles"),
        "a club's colour": stored(colour="#123456"),
        "a person's name": renamed,
        "a manager goes": lambda: dismiss(
            member=TeamMember.objects.get(user=people[1]), scope=made.scope, acting_user=director
        ),
        "a drop": taken_out,
        "its undoing": lambda: undo_drop(drop=seen[0], acting_user=director),
        "a round": lambda: play_clean(made, 2),
        "the next": lambda: play_clean(made, 3),
        "the event's name": lambda: Tournament.objects.filter(pk=made.pk).update(name="Renamed"),
        "who may see it": lambda: Tournament.objects.filter(pk=made.pk).update(
            visibility="unlisted"
        ),
    }
    told = [browser(director).get(address(made))]
    for act in acts.values():
        act()
        told.append(browser(director).get(address(made)))
        assert told[-1].json() == made_anew(made)
    stale = [
        name
        for name, before, after in zip(acts, told, told[1:], strict=False)
        if before["ETag"] == after["ETag"]
    ]
    assert stale == []


def test_it_is_fresh_when_something_is_drawn_and_when_a_row_is_changed_behind_the_services():
    made = event("simple-knockout", 8)
    Tournament.objects.filter(pk=made.pk).update(visibility="public")
    play_rounds(made, 1)
    first = browser().get(address(made)).json()
    assert drawn(made)
    assert load_league(made).rounds[-1].number == 2
    assert browser().get(address(made)).json() == made_anew(made)
    Game.objects.filter(series__event__key=made.scope, number=1).update(home_runs=99)
    changed = browser().get(address(made)).json()
    assert changed == made_anew(made) != first


def test_what_is_kept_is_given_to_those_alone_who_may_see_it():
    made = league(4, visibility="private")
    play_rounds(made, 1)
    assert browser(director_of(made)).get(address(made)).status_code == 200
    for stranger in (None, person("Stranger")):
        asked = {"If-None-Match": browser(director_of(made)).get(address(made))["ETag"]}
        assert browser(stranger).get(address(made)).status_code == 404
        assert browser(stranger).get(address(made), headers=asked).status_code == 404
    Tournament.objects.filter(pk=made.pk).update(visibility="public")
    answer = browser().get(address(made))
    assert answer.json() == made_anew(made)
    assert answer["Cache-Control"] == "private, no-cache"


def test_what_changes_while_it_is_made_is_not_kept(monkeypatch):
    made = league(4, visibility="public")

    def between(tournament):
        Team.objects.filter(pk=entrant(made, 1).team_id).update(name="Somebody Else")
        yield from whole_event(tournament)

    monkeypatch.setattr(kept_exports, "whole_event", between)
    was = state_of(made)
    browser().get(address(made))
    monkeypatch.undo()
    Team.objects.filter(pk=entrant(made, 1).team_id).update(name="Ashford Aces")
    assert state_of(made) == was
    assert browser().get(address(made)).json() == made_anew(made)


def test_the_seeds_of_what_is_still_to_come_are_not_in_what_is_published():
    made = league(4)
    was = state_of(made)
    Tournament.objects.filter(pk=made.pk).update(seed="another")
    Series.objects.filter(event__key=made.scope).update(seed="another")
    assert state_of(made) == was
