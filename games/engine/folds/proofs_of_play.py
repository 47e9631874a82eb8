"""Proofs of single plays: constraints that every play of any game satisfies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from config.refusals import Refusal
from games.engine.events import (
    ACT,
    AWARDED,
    BATTER_OUT,
    CAUGHT_STEALING,
    CHANGE,
    DOUBLE,
    DOUBLE_PLAY,
    END,
    FIELDERS_CHOICE,
    FIRST,
    FORCE_OUT,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INJURY,
    INTENTIONAL_WALK,
    INTERFERENCE,
    NAMES,
    NO_RBI,
    NOBODY,
    OUT,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PLACED,
    POP_UP,
    REACHED_ON_ERROR,
    REMOVED,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    STRIKEOUT,
    TALLY,
    THIRD,
    THROWN_OUT,
    TIRED,
    TRIPLE,
    TRIPLE_PLAY,
    TURN_OVER,
    WALK,
    fielder_of,
    mark_of,
)
from games.engine.folds.moments import Moment
from games.engine.folds.proof_case import Case, Problems

_BATTER_TO: Final = {
    SINGLE: FIRST,
    DOUBLE: SECOND,
    TRIPLE: THIRD,
    HOME_RUN: SCORED,
    WALK: FIRST,
    INTENTIONAL_WALK: FIRST,
    HIT_BY_PITCH: FIRST,
    INTERFERENCE: FIRST,
    BATTER_OUT: OUT,
    STRIKEOUT: OUT,
    SACRIFICE_FLY: OUT,
    SACRIFICE: OUT,
    DOUBLE_PLAY: OUT,
    TRIPLE_PLAY: OUT,
    FORCE_OUT: FIRST,
    FIELDERS_CHOICE: FIRST,
    REACHED_ON_ERROR: FIRST,
    SACRIFICE_ERROR: FIRST,
    POP_UP: OUT,
    THROWN_OUT: OUT,
}
_OUTS_OF: Final = {
    BATTER_OUT: 1,
    STRIKEOUT: 1,
    SACRIFICE_FLY: 1,
    SACRIFICE: 1,
    DOUBLE_PLAY: 2,
    TRIPLE_PLAY: 3,
    FORCE_OUT: 1,
    POP_UP: 1,
    THROWN_OUT: 1,
    CAUGHT_STEALING: 1,
    PICKED_OFF_STEALING: 1,
    PICKED_OFF: 1,
}
_MAY_RUN_ON: Final = HITS | {FIELDERS_CHOICE}
"""Plays on which a throw may put a runner out, or let the batter take another base, in games that
record the fielder."""
NOTES: Final = frozenset({ACT, CHANGE, INJURY, TIRED})
"""Events between plays, and after the last one: substitutions, injuries, tiring pitchers, and acts
of managers that move no runner."""

_BETWEEN_HALVES: Final = frozenset({HALF, END})
_WITHOUT_BATTERS: Final = frozenset({HALF, AWARDED, END, TALLY, TURN_OVER})
_WITH_BATTERS: Final = frozenset({HALF, PLACED, AWARDED, END, *NOTES, *NAMES}) - {TALLY, TURN_OVER}


def kinds_are_known(case: Case) -> Problems:
    """A game with batters has plays, one without has rolls that count runs; neither has both."""
    known = _WITH_BATTERS if case.record.system.batters else _WITHOUT_BATTERS
    for moment in case.moments:
        if moment.kind not in known:
            yield _wrong("event-unknown", moment, "This game knows no such event.")


def everybody_comes_from_somewhere(case: Case) -> Problems:
    """A play moves exactly the runners who are on base, and none disappears."""
    for moment in _plays(case):
        for base in (1, 2, 3):
            reached = moment.to[base]
            if (reached == NOBODY) != (not moment.runner(base)) or reached > REMOVED:
                yield _wrong("man-nowhere", moment, f"Nobody, or a ghost, was on base {base}.")


def the_batter_goes_where_the_play_says(case: Case) -> Problems:
    """A single puts the batter on first, an out puts him out; until then he is at bat (9.06)."""
    for moment in _plays(case):
        expected, reached = _BATTER_TO.get(moment.kind, NOBODY), moment.to[0]
        if reached == expected:
            continue
        ran_on = _runs_on(moment) and reached in (OUT, expected + 1)
        # The throw goes to a base ahead of him instead: T15.0, out at third and second.
        out_ahead = moment.kind == DOUBLE_PLAY and reached == FIRST and fielder_of(moment.event) > 0
        further = moment.errs and FIRST <= expected < reached <= SCORED
        if not (ran_on or out_ahead or further):
            yield _wrong(
                "batter-misplaced", moment, "The batter went elsewhere than the play says."
            )


def nobody_goes_back_or_passes(case: Case) -> Problems:
    """Runners go forward in order (5.06(b)(1), 5.09(b)(9)) and no base holds two (5.06(a)(2))."""
    for moment in _plays(case):
        safe = [
            (base, reached)
            for base, reached in enumerate(moment.to)
            if FIRST <= reached <= SCORED and (base == 0 or moment.runner(base))
        ]
        if any(reached < base for base, reached in safe):
            yield _wrong("man-moved-back", moment, "A runner moved back.")
        if any(ahead < behind for (_, behind), (_, ahead) in pairwise(safe)):
            yield _wrong("man-passed", moment, "A runner passed the one before him.")
        bases = [reached for _, reached in safe if reached != SCORED]
        if len(bases) > len(set(bases)):
            yield _wrong("two-men-on-a-base", moment, "Two runners are on one base.")


def outs_are_those_of_the_play(case: Case) -> Problems:
    """A double play is two outs, an out one, a safe play none; a half has three (5.09(e))."""
    for moment in case.moments:
        if moment.before.outs >= 3 and moment.kind not in _BETWEEN_HALVES | NOTES:
            yield _wrong("play-after-third-out", moment, "The half-inning was over.")
        if not moment.is_play:
            continue
        # On a sacrifice fly the throw may get a runner behind the one who scores (S14).
        may_get_runner = moment.kind == SACRIFICE_FLY and fielder_of(moment.event) > 0
        outs, extra = _OUTS_OF.get(moment.kind, 0), 1 if may_get_runner or _runs_on(moment) else 0
        if not outs <= len(moment.out) <= outs + extra:
            yield _wrong("wrong-number-of-outs", moment, "The play makes another number of outs.")
        if moment.before.outs < 3 < moment.after.outs:
            yield _wrong("too-many-outs", moment, "A half-inning has three outs.")


def runs_batted_in_are_those_of_the_play(case: Case) -> Problems:
    """A batter bats in the runs of his play, none on a double play or an error (9.04(a), (b))."""
    for moment in _plays(case):
        if moment.batted_in != (0 if moment.kind in NO_RBI else moment.runs):
            yield _wrong("wrong-runs-batted-in", moment, "The runs batted in are not the play's.")
        if moment.kind == SACRIFICE_FLY and not moment.runs:
            yield _wrong("nobody-scored", moment, "A sacrifice fly brings a runner home (9.08(d)).")


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


def _runs_on(moment: Moment) -> bool:
    return moment.kind in _MAY_RUN_ON and fielder_of(moment.event) > 0


def _plays(case: Case) -> tuple[Moment, ...]:
    return tuple(moment for moment in case.moments if moment.is_play)


def _wrong(code: str, moment: Moment, message: str) -> Refusal:
    return Refusal(
        code,
        message,
        f"event {moment.number + 1}",
        {"kind": moment.kind, "before": str(moment.before)},
    )
