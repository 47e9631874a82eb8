"""Proofs of single plays: what no play of any game may do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from games.engine.events import (
    AWARDED,
    BATTER_OUT,
    CAUGHT_STEALING,
    DOUBLE,
    DOUBLE_PLAY,
    END,
    FIRST,
    FORCE_OUT,
    HALF,
    HOME_RUN,
    NAMES,
    NO_RBI,
    NOBODY,
    OUT,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PLACED,
    POP_UP,
    REMOVED,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    TALLY,
    THIRD,
    THROWN_OUT,
    TRIPLE,
    TURN_OVER,
    WALK,
    mark_of,
)
from games.engine.folds.proof_case import Case, Problems
from games.engine.folds.walk import Moment
from games.engine.refusals import Refusal

_BATTER_TO: Final = {
    SINGLE: FIRST,
    DOUBLE: SECOND,
    TRIPLE: THIRD,
    HOME_RUN: SCORED,
    WALK: FIRST,
    BATTER_OUT: OUT,
    SACRIFICE_FLY: OUT,
    SACRIFICE: OUT,
    DOUBLE_PLAY: OUT,
    FORCE_OUT: FIRST,
    SACRIFICE_ERROR: FIRST,
    POP_UP: OUT,
    THROWN_OUT: OUT,
}
_OUTS_OF: Final = {
    BATTER_OUT: 1,
    SACRIFICE_FLY: 1,
    SACRIFICE: 1,
    DOUBLE_PLAY: 2,
    FORCE_OUT: 1,
    POP_UP: 1,
    THROWN_OUT: 1,
    CAUGHT_STEALING: 1,
    PICKED_OFF_STEALING: 1,
    PICKED_OFF: 1,
}
_BETWEEN_HALVES: Final = frozenset({HALF, END})
_WITHOUT_BATTERS: Final = frozenset({HALF, AWARDED, END, TALLY, TURN_OVER})
_WITH_BATTERS: Final = frozenset({HALF, PLACED, AWARDED, END, *NAMES}) - {TALLY, TURN_OVER}


def kinds_are_known(case: Case) -> Problems:
    """A game with batters has plays, one without has throws that count runs; neither has both."""
    known = _WITH_BATTERS if case.record.system.batters else _WITHOUT_BATTERS
    for moment in case.moments:
        if moment.kind not in known:
            yield _wrong("event-unknown", moment, "This game knows no such event.")


def everybody_comes_from_somewhere(case: Case) -> Problems:
    """A man goes on from a base exactly when he stood there, and nobody vanishes without a word."""
    for moment in _plays(case):
        for base in (1, 2, 3):
            if (moment.to[base] == NOBODY) != (not moment.man(base)) or moment.to[base] > REMOVED:
                yield _wrong("man-nowhere", moment, f"Nobody, or a ghost, was on base {base}.")


def the_batter_goes_where_the_play_says(case: Case) -> Problems:
    """A single puts the batter on first, an out puts him out; till then he is at bat (9.06)."""
    for moment in _plays(case):
        if moment.to[0] != _BATTER_TO.get(moment.kind, NOBODY):
            yield _wrong(
                "batter-misplaced", moment, "The batter went elsewhere than the play says."
            )


def nobody_goes_back_or_passes(case: Case) -> Problems:
    """Runners go forward in order (5.06(b)(1), 5.09(b)(9)) and no base holds two (5.06(a)(2))."""
    for moment in _plays(case):
        safe = [
            (base, to)
            for base, to in enumerate(moment.to)
            if FIRST <= to <= SCORED and (base == 0 or moment.man(base))
        ]
        if any(to < base for base, to in safe):
            yield _wrong("man-moved-back", moment, "A man moved back.")
        if any(ahead < behind for (_, behind), (_, ahead) in pairwise(safe)):
            yield _wrong("man-passed", moment, "A man passed the one before him.")
        bases = [to for _, to in safe if to != SCORED]
        if len(bases) > len(set(bases)):
            yield _wrong("two-men-on-a-base", moment, "Two men are on one base.")


def outs_are_those_of_the_play(case: Case) -> Problems:
    """A double play is two outs, an out one, a safe play none; a half has three (5.09(e))."""
    for moment in case.moments:
        if moment.before.outs >= 3 and moment.kind not in _BETWEEN_HALVES:
            yield _wrong("play-after-third-out", moment, "The half-inning was over.")
        if not moment.is_play:
            continue
        if len(moment.out) != _OUTS_OF.get(moment.kind, 0):
            yield _wrong("wrong-number-of-outs", moment, "The play makes another number of outs.")
        if moment.before.outs < 3 < moment.after.outs:
            yield _wrong("too-many-outs", moment, "A half-inning has three outs.")


def runs_batted_in_are_those_of_the_play(case: Case) -> Problems:
    """A batter bats in the runs of his play, none on a double play or an error (9.04(a), (b))."""
    for moment in _plays(case):
        if moment.batted_in != (0 if moment.kind in NO_RBI else moment.runs):
            yield _wrong("wrong-runs-batted-in", moment, "The runs batted in are not the play's.")
        if moment.kind == SACRIFICE_FLY and not moment.runs:
            yield _wrong("nobody-scored", moment, "A sacrifice fly brings a man home (9.08(d)).")


def marks_follow_the_transcript(case: Case) -> Problems:
    """Events follow the transcript in its order and within its length."""
    used = 0
    for moment in case.moments:
        mark = mark_of(moment.event)
        if not used <= mark <= len(case.record.transcript):
            yield _wrong("mark-out-of-order", moment, "It points nowhere in the transcript.")
        used = max(used, mark)


LAWS_OF_PLAY: Final[tuple[Callable[[Case], Problems], ...]] = (
    kinds_are_known,
    everybody_comes_from_somewhere,
    the_batter_goes_where_the_play_says,
    nobody_goes_back_or_passes,
    outs_are_those_of_the_play,
    runs_batted_in_are_those_of_the_play,
    marks_follow_the_transcript,
)


def _plays(case: Case) -> tuple[Moment, ...]:
    return tuple(moment for moment in case.moments if moment.is_play)


def _wrong(code: str, moment: Moment, message: str) -> Refusal:
    return Refusal(
        code,
        message,
        f"event {moment.number + 1}",
        {"kind": moment.kind, "before": str(moment.before)},
    )
