"""Clocks of games that two people play online: whose runs, and what happens when it is up."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from config.jobs import uptime
from config.journal.models import Action
from games.access import own_clubs, speaks_for
from games.models import ClockTerms, Game, GameClock
from games.open_decisions import all_open_decisions
from games.rules.game_clocks import Allowance, span
from games.services.going_on import give_standing_orders, go_on
from games.services.scoring import throw_dice
from games.services.time_up import looked_at
from games.standing_orders import topics_in, word_in
from games.tasks import settle_game_clocks
from games.verifying import verify
from tests.at_once import at_once
from tests.builders import browser, director_of, fixture_of, manager
from tests.games.builders import ADVANCED, league_series, started
from tournaments.services.cloning import clone_tournament

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock_of_day(monkeypatch):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "clocks")
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def say(tournament, **terms):
    """The director says what managers may take, by API."""
    answer = browser(director_of(tournament)).put(
        f"/api/v1/tournaments/{tournament.slug}/clock/",
        {"decision_seconds": 0, "game_seconds": 0} | terms,
        content_type="application/json",
    )
    assert answer.status_code == 200


def a_game(**law):
    """A game of two people online, their browsers by side, its scoring page."""
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    say(tournament, **law)
    people = [manager(tournament, number, f"Manager {number}") for number in (1, 2)]
    game = started(series, dice="server")
    sides = {next(iter(speaks_for(user, game))): user for user in people}
    return game, sides, f"/series/{series.pk}/games/1/score/"


def asked(game):
    """The game, thrown on until somebody is asked, and the side that is."""
    while (waits := word_in(game, ()).waits) is None:
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    return game, waits.side


def post(client, url, game, act, **fields):
    return client.post(url, {"act": act, "after": len(game.entries), **fields})


def now(game):
    return Game.objects.get(pk=game.pk)


def test_the_time_of_a_decision_runs_out_and_the_house_decides(clock_of_day):
    game, sides, url = a_game(decision_seconds=60)
    assert GameClock.objects.get(game=game).side is None
    game, side = asked(game)
    mine, theirs = browser(sides[side]), browser(sides[1 - side])
    usual = all_open_decisions(game).questions[0].usual
    html = theirs.get(url).content.decode()
    assert "1 minute</time>" in html
    assert "until 12:01:00" in html
    clock_of_day.shift(59)
    assert "1 second</time>" in mine.get(url).content.decode()
    # What was on its way counts a moment longer, what comes after that does not.
    clock_of_day.shift(2)
    assert settle_game_clocks() == 0
    assert now(game).entries == game.entries
    clock_of_day.shift(1)
    late = post(mine, url, game, "enter", entry=usual)
    assert late.status_code == 422
    after = now(game)
    assert len(after.entries) > len(game.entries)
    assert word_in(after, ()).waits is None or word_in(after, ()).waits.side != side
    for client in (mine, theirs):
        html = client.get(url).content.decode()
        assert "ran out, and the house decided (entry" in html
    told = Action.objects.get(code="clock-ran-out")
    assert (told.actor, told.new["entry"]) == (None, len(game.entries) + 1)
    assert all(check.holds for check in verify(after)[:2])


def test_an_answer_in_time_counts_and_the_next_decision_has_its_own_time(clock_of_day):
    game, sides, url = a_game(decision_seconds=60)
    game, side = asked(game)
    clock_of_day.shift(50)
    assert post(browser(sides[side]), url, game, "on").status_code == 302
    game, side = asked(now(game))
    clock = GameClock.objects.get(game=game)
    assert (clock.side, clock.due_at - clock.since) == (side, timedelta(seconds=60))
    assert not clock.ran_out


def test_who_takes_his_answer_back_gains_no_time(clock_of_day):
    game, sides, url = a_game(decision_seconds=60)
    game, side = asked(game)
    mine = browser(sides[side])
    question = all_open_decisions(game).questions[0]
    clock_of_day.shift(40)
    post(mine, url, game, "enter", entry=question.entry(question.choices[1]))
    post(mine, url, now(game), "undo", reason="Slip")
    clock = GameClock.objects.get(game=game)
    assert (clock.side, clock.due_at) == (side, NOON + timedelta(seconds=60))
    # Nor who says that he is not to be asked, and then that he is.
    for when in ("never", "always"):
        give_standing_orders(
            game=now(game),
            side=side,
            orders={"when": {topic.key: when for topic in topics_in(game.series)}},
            acting_user=sides[side],
        )
    clock = GameClock.objects.get(game=game)
    assert (clock.side, clock.due_at) == (side, NOON + timedelta(seconds=60))


def test_whose_time_in_the_game_is_used_up_is_played_for_by_the_house(clock_of_day):
    game, sides, _ = a_game(game_seconds=60)
    game, side = asked(game)
    clock_of_day.shift(63)
    assert settle_game_clocks() == 1
    assert settle_game_clocks() == 0
    game = now(game)
    presses = 0
    while not game.is_final and game.inning < 4:
        game = looked_at(game)
        waits = word_in(game, ()).waits
        # He is never waited for again; the other has all of his time.
        assert waits is None or waits.side != side
        other = sides[1 - side]
        game = go_on(game_id=game.pk, after=len(game.entries), acting_user=other)
        presses += 1
    assert presses > 3
    assert len(GameClock.objects.get(game=game).ran_out) > 1
    api = browser(sides[side]).get(f"/api/v1/games/{game.pk}/").json()["clock"]
    assert (api["decision_seconds"], api["game_seconds"]) == (0, 60)
    assert api["sides"][side]["of_game"] == 0
    assert api["ran_out"][-1]["club"] == str((game.away, game.home)[side])


def test_time_in_which_the_house_was_down_counts_against_nobody(clock_of_day):
    game, sides, url = a_game(decision_seconds=60)
    uptime.note()
    game, side = asked(game)
    clock_of_day.shift(10)
    uptime.note()
    # Down for an hour.
    clock_of_day.shift(3600)
    assert settle_game_clocks() == 0
    uptime.note()
    assert "50 seconds</time>" in browser(sides[side]).get(url).content.decode()
    clock_of_day.shift(11)
    uptime.note()
    for _ in range(5):
        clock_of_day.shift(10)
        uptime.note()
    assert settle_game_clocks() == 1
    assert len(now(game).entries) > len(game.entries)


def test_a_clock_that_is_put_back_gives_nobody_more_time(clock_of_day):
    game, sides, url = a_game(decision_seconds=60)
    uptime.note()
    game, side = asked(game)
    clock_of_day.shift(10)
    uptime.note()
    clock_of_day.shift(-7200)
    uptime.note()
    assert "50 seconds</time>" in browser(sides[side]).get(url).content.decode()
    for _ in range(6):
        assert settle_game_clocks() == 0
        clock_of_day.shift(9)
        uptime.note()
    assert settle_game_clocks() == 1
    [line] = Action.objects.filter(code="clock-put-back")
    assert (line.scope, line.new) == (game.series.scope, {"seconds": 7200})


def test_nobody_is_on_a_clock_against_the_house_at_a_table_or_alone():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    say(tournament, decision_seconds=60)
    started(series, dice="server")
    for number in (1, 2):
        manager(tournament, number, f"Manager {number}")
    started(series, number=2)
    other = fixture_of(tournament, 1, 3).series
    started(other, dice="server", home_managed=True)
    assert not GameClock.objects.exists()
    url = f"/series/{series.pk}/games/1/score/"
    assert 'aria-label="Clock"' not in browser(director_of(tournament)).get(url).content.decode()


def test_a_suspended_game_is_on_no_clock_and_goes_on_with_what_was_left(clock_of_day):
    game, _, url = a_game(decision_seconds=60)
    game, _ = asked(game)
    clock_of_day.shift(20)
    director = browser(director_of(game.series.fixture.round.stage.tournament))
    post(director, url, game, "enter", entry="suspend")
    assert GameClock.objects.get(game=game).side is None
    clock_of_day.shift(600)
    assert settle_game_clocks() == 0
    assert now(game).status == Game.Status.SUSPENDED


@pytest.mark.django_db(transaction=True)
def test_an_answer_and_the_clock_at_the_same_moment_are_one_or_the_other(monkeypatch):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "clocks")
    with time_machine.travel(NOON, tick=False) as traveller:
        game, sides, url = a_game(decision_seconds=60)
        game, side = asked(game)
        traveller.shift(63)
        usual = all_open_decisions(game).questions[0].usual

        def act(number):
            if number == 0:
                return settle_game_clocks()
            if number == 1:
                return browser(sides[1 - side]).get(url).status_code
            return post(browser(sides[side]), url, game, "enter", entry=usual).status_code

        _, looked, answered = at_once(3, act)
        after = now(game)
        ran_out = GameClock.objects.get(game=game).ran_out
    assert (looked, answered) == (200, 422)
    # The house has spoken once, and the late answer is in no transcript.
    assert len(ran_out) == 1
    assert after.entries == [*game.entries, *ran_out[0]["said"].split()]


@pytest.mark.parametrize(
    ("allowance", "used", "left"),
    [
        (Allowance(60, 0), (10, 500), 50),
        (Allowance(0, 600), (10, 500), 100),
        (Allowance(60, 600), (10, 590), 10),
        (Allowance(60, 600), (70, 100), 0),
    ],
)
def test_what_is_left(allowance, used, left):
    assert allowance.left(*used) == left


def test_spans_are_told_in_words():
    assert [span(each) for each in (1, 45.4, 60, 90, 600)] == [
        "1 second",
        "45 seconds",
        "1 minute",
        "1:30 minutes",
        "10 minutes",
    ]


def test_a_director_sets_the_clock_on_its_page_and_it_stands_among_the_rules():
    tournament, _ = league_series(system_key="poker-dice")
    director = browser(director_of(tournament))
    url, rules = f"/t/{tournament.slug}/rules/clock/", f"/t/{tournament.slug}/rules/"
    assert "Change the clock" in director.get(rules).content.decode()
    assert "Clock online" not in browser().get(rules).content.decode()
    refused = director.post(url, {"decision_seconds": 5, "game_minutes": 20})
    assert (refused.status_code, b"10 to 604800 seconds" in refused.content) == (422, True)
    assert director.post(url, {"decision_seconds": 90, "game_minutes": 20}).status_code == 302
    html = browser().get(rules).content.decode()
    assert "1:30 minutes to decide before each throw, 20 minutes in the whole game" in html
    assert 'value="90"' in director.get(url).content.decode()
    refused = director.put(
        f"/api/v1/tournaments/{tournament.slug}/clock/",
        {"decision_seconds": 60, "game_seconds": 5},
        content_type="application/json",
    )
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "clock-impossible"
    # The next event has the same.
    clone_tournament(tournament=tournament, name="Next", acting_user=director_of(tournament))
    assert ClockTerms.objects.filter(decision_seconds=90, game_seconds=1200).count() == 2
    log = Action.objects.filter(code="clock-set").order_by("pk")
    assert [line.new["decision_seconds"] for line in log] == [90, 90]


def test_a_club_lets_the_house_manage_by_the_api():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    own, other = (manager(tournament, number, f"Manager {number}") for number in (1, 2))
    url = f"/api/v1/series/{series.pk}/house/"
    team = next(iter(own_clubs(own, series)))

    def put(user, **values):
        return browser(user).put(url, values, content_type="application/json")

    refused = put(other, team=team, allowed=True)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-your-side")
    assert put(own, team=team, allowed=True).json() == {"allowed": [team]}
    assert browser().get(url).json() == {"allowed": [team]}
    start = {"series": series.pk, "number": 1, "dice": "server"}
    side = ("away", "home")[series.sides(1).index(team)]
    begun = browser(other).post(
        "/api/v1/games/", start | {f"{side}_managed": True}, content_type="application/json"
    )
    assert begun.status_code == 201
    assert put(own, team=team, allowed=False).json() == {"allowed": []}
    unknown = put(own, team=2**40, allowed=True)
    assert unknown.json()["error"]["code"] == "no-such-club"


def test_who_watches_sees_when_it_is_up_and_anew_when_nobody_could_act_meanwhile(clock_of_day):
    game, _, _ = a_game(decision_seconds=60, game_seconds=600)
    uptime.note()
    game, _ = asked(game)
    watcher, address = browser(), game.get_absolute_url()
    part = watcher.get(address, headers={"HX-Request": "true"})
    html = part.content.decode()
    assert 'aria-label="Clock"' in html
    assert ">12:01:00</time>" in html
    # It is made once for all: only the other's time, which stands, is told.
    assert html.count("10 minutes left in the game") == 1
    assert "data-now" not in html
    assert "data-now" in watcher.get(address).content.decode()
    headers = {"HX-Request": "true", "If-None-Match": part["ETag"]}
    clock_of_day.shift(10)
    uptime.note()
    assert watcher.get(address, headers=headers).status_code == 304
    clock_of_day.shift(3600)
    uptime.note()
    moved = watcher.get(address, headers=headers)
    assert moved.status_code == 200
    assert ">13:01:00</time>" in moved.content.decode()


def test_the_file_of_an_event_has_its_clock_and_that_of_every_game(clock_of_day):
    game, _, _ = a_game(decision_seconds=60, game_seconds=600)
    game, side = asked(game)
    clock_of_day.shift(63)
    assert settle_game_clocks() == 1
    tournament = game.series.fixture.round.stage.tournament
    address = f"/t/{tournament.slug}/export.json"
    told = browser(director_of(tournament)).get(address).json()
    assert told["clock"] == {"decision_seconds": 60, "game_seconds": 600}
    (of_game,) = (each["clock"] for each in told["games"])
    assert (of_game["decision_seconds"], of_game["game_seconds"]) == (60, 600)
    assert of_game["used_seconds"][side] == 63
    (ran_out,) = of_game["ran_out"]
    assert (ran_out["side"], ran_out["entry"]) == (side, len(game.entries) + 1)
    assert now(game).entries[len(game.entries) :][0] == ran_out["said"].split()[0]
    # What it says is what an event takes.
    other = clone_tournament(
        tournament=tournament, name="Other", acting_user=director_of(tournament)
    )
    say(other)
    say(other, **told["clock"])
    assert ClockTerms.objects.get(event__key=other.scope).decision_seconds == 60
    changed = browser(director_of(tournament))
    say(tournament, decision_seconds=90)
    assert changed.get(address).json()["clock"] == {"decision_seconds": 90, "game_seconds": 0}


def test_a_game_without_a_clock_says_so_in_the_file():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    started(series)
    told = browser(director_of(tournament)).get(f"/t/{tournament.slug}/export.json").json()
    assert told["clock"] == {"decision_seconds": 0, "game_seconds": 0}
    assert [each["clock"] for each in told["games"]] == [None]
