"""Batted balls in words, with the fielder who got them, for games that record him."""

from __future__ import annotations

from games.engine.events import (
    BATTER_OUT,
    BUNT,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FLY,
    FORCE_OUT,
    FOUL,
    GROUND,
    HOME_RUN,
    LINE,
    POP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SACRIFICE_FLY,
    SINGLE,
    TRIPLE,
    TRIPLE_PLAY,
    ball_of,
    error_of,
    fielder_of,
)
from games.engine.folds.moments import Moment

TO = (
    "",
    "the pitcher",
    "the catcher",
    "first",
    "second",
    "third",
    "short",
    "left",
    "center",
    "right",
)
"""Directions of batted balls, by position."""
OF = (
    "",
    "the pitcher",
    "the catcher",
    "the first baseman",
    "the second baseman",
    "the third baseman",
    "the shortstop",
    "the left fielder",
    "the center fielder",
    "the right fielder",
)

OUTFIELD = 7

_CAUGHT = {FLY: "flies out to", LINE: "lines out to", POP: "pops out to", FOUL: "fouls out to"}


def fielded_in_words(moment: Moment) -> str:
    """The batter's result and the fielder who handled the ball; "" where it was not recorded."""
    position, ball, kind = fielder_of(moment.event), ball_of(moment.event), moment.kind
    if not position or not ball:
        return ""
    return _batter_in_words(kind, position, ball, moment) + _error(moment)


def _batter_in_words(kind: int, at: int, ball: int, moment: Moment) -> str:
    if kind in (SINGLE, DOUBLE, TRIPLE):
        return _hit(kind, at, ball)
    if kind == HOME_RUN:
        runs = moment.runs
        phrase = {1: "homers", 4: "hits a grand slam"}.get(runs, f"hits a {runs}-run home run")
        return f"{phrase} to {TO[at]}" if at >= OUTFIELD else phrase
    if kind == SACRIFICE_FLY:
        return f"hits a sacrifice fly to {TO[at]}"
    if kind == SACRIFICE:
        return f"bunts to {TO[at]} and is out, a sacrifice"
    if kind == REACHED_ON_ERROR:
        return f"hits it to {TO[at]} and is safe"
    if kind == FORCE_OUT:
        return f"{_grounds(ball)} to {TO[at]}, who gets the runner"
    if kind == FIELDERS_CHOICE:
        return f"{_grounds(ball)} to {TO[at]} and is safe, as the throw goes after the runner"
    if kind in (DOUBLE_PLAY, TRIPLE_PLAY):
        phrase = "a double play" if kind == DOUBLE_PLAY else "a triple play"
        if ball in (GROUND, BUNT):
            return f"{_grounds(ball)} to {TO[at]}, into {phrase}"
        return f"{_CAUGHT.get(ball, 'is out to')} {TO[at]}, who starts {phrase}"
    if kind == BATTER_OUT and ball in (GROUND, BUNT):
        return f"{_grounds(ball)} out to {TO[at]}"
    if kind == BATTER_OUT:
        return f"{_CAUGHT.get(ball, 'is out to')} {TO[at]}"
    return f"pops up the bunt to {TO[at]}" if ball == BUNT else f"is out, {OF[at]} handling it"


def _grounds(ball: int) -> str:
    return "bunts" if ball == BUNT else "grounds"


def _hit(kind: int, at: int, ball: int) -> str:
    verb = {SINGLE: "singles", DOUBLE: "doubles", TRIPLE: "triples"}[kind]
    if ball == BUNT:
        return f"beats out a bunt to {TO[at]}"
    if at >= OUTFIELD:
        return f"{verb} to {TO[at]}"
    return f"{verb} past {OF[at]}" if ball != GROUND else f"{verb} through to {TO[at]}"


def _error(moment: Moment) -> str:
    erred = error_of(moment.event)
    return f" on an error by {OF[erred]}" if erred else ""
