"""The worked examples of shoot-outs, by the game that plays them."""

from typing import Any

from games.engine.events import SINGLE
from games.engine.situation import START
from games.engine.table import TranscriptTable
from games.systems.purestrat.play.park import Park, shootout_park
from tests.engine.purestrat.stage import SYSTEM, Stage, pitcher

Given = dict[str, Any]


def shootout_park_of(given: Given) -> Given:
    one, other = (Park(number, number, number, number) for number in given["parks"])
    found = shootout_park(one, other)
    assert len({found.singles_left, found.home_runs_right}) == 1
    return {"value": found.singles_left}


def shootout_winner(given: Given) -> Given:
    """The innings as the common law of a shoot-out closes them."""
    game = _shootout()
    for inning, (away, home) in enumerate(zip(given["visitor"], given["home"], strict=True), 1):
        assert not game.is_over()
        game.inning, game.half = inning, 0
        game.away_runs += away
        game._close_half()
        if not game.is_over():
            game.home_runs += home
            game._close_half()
    if not game.is_over():
        return {"winner": None}
    ending = game.result()
    return {"winner": ("visitor", "home")[ending.winner], "inning": ending.inning}


def shootout_pitcher(given: Given) -> Given:
    """Whether the second pitcher of the squad may be named for an inning."""
    who, he = given["pitcher"], 1 << 10
    game = _shootout(starter=5 if who["role"] == "starter" else 0)
    for inning in range(1, given["inning"] + 1):
        game.inning = inning
        game.free_pitchers()
        if inning == given["inning"]:
            break
        if inning in who["used_in"] or (inning == 1 and who["pinch_hit"]):
            game.worked[0] |= he
    return {"allowed": bool(game.may_pitch(0) & he)}


def shootout_lookahead(given: Given) -> Given:
    """Whether one more starter may hit for the pitcher."""
    game = _shootout(starter=5, arms=given["starters_total"] - 1)
    game.inning = given["inning"]
    hit = given["starters_pinch_hit"]
    for number in range(10, 10 + hit):
        game.worked[0] |= 1 << number
    candidate = 10 + hit
    game.nines[0].up = 9
    return {"allowed": bool(game.hitters_for(0) >> candidate & 1)}


def shootout_fatigue(given: Given) -> Given:
    game = _shootout()
    for _ in range(given["runs_in_inning"]):
        game.count(SINGLE, 0, 1)
    return {"fatigued": game.nines[1].endurance.tired}


def _shootout(starter: int = 5, arms: int = 1) -> Any:
    """The visitors have so many pitchers beside their first."""
    bullpen = [pitcher(starter=starter, relief=2)] * arms
    clubs = Stage(bullpen=bullpen).clubs()
    settings = SYSTEM.settings({"shootout": True})
    return SYSTEM.game(TranscriptTable([]), settings, START, clubs)


SHOOTOUTS = {
    "shootout_park": shootout_park_of,
    "shootout_winner": shootout_winner,
    "shootout_pitcher": shootout_pitcher,
    "shootout_lookahead": shootout_lookahead,
    "shootout_fatigue": shootout_fatigue,
}
