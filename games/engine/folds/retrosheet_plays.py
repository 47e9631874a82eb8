"""Plays in Retrosheet's notation ("Event descriptions").

What the events of a game do not record is written as is customary: who covers a base, and at which
base an advancing runner was put out. The error of a play is written at the advance that it allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.events import (
    BALK,
    BATTER_OUT,
    BUNT,
    CAUGHT_STEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FLY,
    FORCE_OUT,
    FOUL,
    GROUND,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    LINE,
    NOBODY,
    OUT,
    PASSED_BALL,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    POP,
    POP_UP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    THIRD,
    TRIPLE,
    TRIPLE_PLAY,
    WALK,
    WILD_PITCH,
    ball_of,
    error_of,
    fielder_of,
)
from games.engine.folds.earned_runs import stealers
from games.engine.folds.moments import Moment, forced_from
from games.engine.folds.people import PITCHER

CATCHER = 2
FIRST_BASEMAN = 3
BASE = {1: "1", 2: "2", 3: "3", SCORED: "H"}
COVERS = {1: 3, 2: 6, 3: 5, SCORED: 2}
"""The fielder who takes the throw at a base; the second baseman takes the shortstop's at second."""

HOW = {GROUND: "G", FLY: "F", LINE: "L", POP: "P", FOUL: "P", BUNT: "BG"}
_HIT_BASES = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOME_RUN: SCORED}
_LETTERS = {SINGLE: "S", DOUBLE: "D", TRIPLE: "T"}
_TO_FIRST = {
    WALK: "W",
    INTENTIONAL_WALK: "IW",
    HIT_BY_PITCH: "HP",
}
_ON_THE_BASES = {BALK: "BK", WILD_PITCH: "WP", PASSED_BALL: "PB"}


def event_text(moment: Moment, earned: Sequence[str] = ()) -> str:
    """A play in Retrosheet's notation; "" for one that moves no player. ``earned`` are the marks of
    the runs that score, the runner nearest home first (``retrosheet.mark_of_run``)."""
    kind = moment.kind
    if kind in HITS:
        basic = _hit(moment)
    elif kind in _TO_FIRST:
        basic = _TO_FIRST[kind]
    elif kind in _ON_THE_BASES:
        basic = _ON_THE_BASES[kind]
    elif kind == STRIKEOUT:
        basic = "K"
    elif kind == INTERFERENCE:
        basic = "C/E2"
    elif kind in (STEAL, STEAL_ERROR):
        basic = _steal(moment)
    elif kind in (CAUGHT_STEALING, PICKED_OFF, PICKED_OFF_STEALING, PICKOFF_ERROR):
        basic = _caught(moment)
    elif kind in (REACHED_ON_ERROR, SACRIFICE_ERROR):
        sacrifice = "/SH" if kind == SACRIFICE_ERROR else ""
        basic = f"E{error_of(moment.event) or _fielder(moment)}{sacrifice}/{_how(moment)}"
    elif kind in (FORCE_OUT, FIELDERS_CHOICE):
        basic = _choice(moment)
    elif kind in (BATTER_OUT, SACRIFICE, SACRIFICE_FLY, POP_UP):
        basic = _out(moment)
    elif kind in (DOUBLE_PLAY, TRIPLE_PLAY):
        basic = _several_out(moment)
    else:
        return ""
    if not basic:
        return ""
    moves = ";".join(_advances(moment, basic, earned))
    return f"{basic}.{moves}" if moves else basic


def _fielder(moment: Moment) -> int:
    return fielder_of(moment.event) or 6


def _how(moment: Moment) -> str:
    return HOW.get(ball_of(moment.event), "G")


def _cover(base: int, fielder: int) -> int:
    """The fielder who takes a throw to a base; at second, one who is not the thrower."""
    fielder_at_base = COVERS[base]
    if base == 2 and fielder == fielder_at_base:
        return 4
    return fielder_at_base


def _throw(fielder: int, base: int) -> str:
    """The fielders of an out at a base; the fielder of that base makes it alone."""
    receiver = _cover(base, fielder)
    return str(fielder) if receiver == fielder else f"{fielder}{receiver}"


def _hit(moment: Moment) -> str:
    kind, fielder = moment.kind, fielder_of(moment.event)
    if kind == HOME_RUN:
        return f"HR/{_how(moment)}{fielder or ''}"
    return f"{_LETTERS[kind]}{fielder or ''}/{_how(moment)}"


def _out(moment: Moment) -> str:
    fielder, ball = _fielder(moment), ball_of(moment.event)
    if moment.kind == SACRIFICE_FLY:
        return f"{fielder}/F/SF"
    if moment.kind == POP_UP:
        return f"{fielder}/P/BP"
    if ball in (GROUND, BUNT):
        to_first = _throw(fielder, 1)
        if moment.kind == SACRIFICE:
            return f"{'34' if fielder == FIRST_BASEMAN else to_first}/SH/BG"
        return f"{to_first}/{_how(moment)}"
    return f"{fielder}/{_how(moment)}" + ("/FL" if ball == FOUL else "")


def _outs(moment: Moment) -> list[int]:
    """Bases of the runners put out, the one nearest home first."""
    return [base for base in (3, 2, 1) if moment.to[base] == OUT]


def _choice(moment: Moment) -> str:
    fielder = _fielder(moment)
    out = _outs(moment)
    if out and forced_from(moment, out[0]):
        base = out[0]
        return f"{_throw(fielder, base + 1)}({base})/FO/{_how(moment)}"
    return f"FC{fielder}/{_how(moment)}"


def _several_out(moment: Moment) -> str:
    fielder, ball = _fielder(moment), ball_of(moment.event)
    three = "TP" if moment.kind == TRIPLE_PLAY else "DP"
    if ball in (LINE, FLY, POP, FOUL):
        # Readers know modifiers of line drives and flies, and of others the number of outs.
        mark = "L" if ball == LINE else "F" if three == "DP" else ""
        return f"{fielder}/{_how(moment)}/{mark}{three}"
    if not all(forced_from(moment, base) for base in _outs(moment)):
        if moment.to[0] != OUT:
            return f"FC{fielder}/{three}"
        return f"{_throw(fielder, 1)}/{_how(moment)}/{three}"
    written, hands = "", fielder
    for base in _outs(moment):
        receiver = _cover(base + 1, hands)
        step = _throw(hands, base + 1)
        written += (step if not written else step[1:] or step) + f"({base})"
        hands = receiver
    if moment.to[0] == OUT:
        written += "3" if hands != FIRST_BASEMAN else "4"
    mark = f"{'B' if ball == BUNT else ''}G{three}"
    return f"{written}/{mark}"


def _steal(moment: Moment) -> str:
    return ";".join(f"SB{BASE[base + 1]}" for base in stealers(moment))


def _caught(moment: Moment) -> str:
    kind, fielder = moment.kind, fielder_of(moment.event) or CATCHER
    if kind == PICKOFF_ERROR:
        base = next((base for base in (1, 2, 3) if moment.to[base] != NOBODY), 1)
        return f"PO{base}(E{error_of(moment.event) or PITCHER}/TH)"
    out = _outs(moment)
    if not out:
        return ""
    base = out[0]
    if kind == CAUGHT_STEALING:
        thrower = PITCHER if base == THIRD else fielder
        return f"CS{BASE[base + 1]}({_throw(thrower, base + 1)})"
    if kind == PICKED_OFF_STEALING:
        return f"POCS{BASE[base + 1]}({fielder}{_throw(COVERS[base], base + 1)})"
    return f"PO{base}({_throw(fielder, base)})"


def _advances(moment: Moment, basic: str, earned: Sequence[str]) -> Iterator[str]:
    """The advances of all runners, the one nearest home first, the batter last."""
    runs = 0
    erred = error_of(moment.event) if moment.kind not in (PICKOFF_ERROR, REACHED_ON_ERROR) else 0
    if moment.kind in (SACRIFICE_ERROR, INTERFERENCE):
        erred = 0
    noted = not erred
    order = [base for base in (3, 2, 1) if moment.to[base] != NOBODY]
    further = _beyond(moment)
    for base in (*order, 0):
        reached = moment.to[base]
        start = "B" if base == 0 else str(base)
        mark = ""
        if erred and not noted and base == further:
            mark, noted = f"(E{erred})", True
        if reached == OUT:
            where = _out_where(moment, base, basic)
            if where:
                yield where
            continue
        if reached in (NOBODY, base):
            continue
        if reached == SCORED:
            unearned = earned[runs] if runs < len(earned) else ""
            runs += 1
            if moment.kind != HOME_RUN:
                mark += "(RBI)" if runs <= moment.batted_in else "(NR)"
            mark += unearned
        if _implied(moment, base, reached) and not mark:
            continue
        yield f"{start}-{BASE[reached]}{mark}"


def _beyond(moment: Moment) -> int:
    """The base of the runner whose advance the error of a play allowed (0: the batter, beyond his
    hit), else of the one who went furthest."""
    natural = _HIT_BASES.get(moment.kind, 0)
    if natural and natural < moment.to[0] <= SCORED:
        return 0
    went = {base: moment.to[base] - base for base in (1, 2, 3) if base < moment.to[base] <= SCORED}
    return max(went, key=lambda base: (went[base], base)) if went else 0


def _implied(moment: Moment, base: int, to: int) -> bool:
    """Tell whether the event implies the advance."""
    kind = moment.kind
    if base == 0:
        natural = _HIT_BASES.get(kind, FIRST)
        return to == natural and kind not in (FIELDERS_CHOICE, FORCE_OUT)
    if kind in (STEAL, STEAL_ERROR):
        return to == base + 1 and base in stealers(moment)
    return False


def _out_where(moment: Moment, base: int, basic: str) -> str:
    """The advance on which a runner was put out, where the event does not state it."""
    kind, ball, fielder = moment.kind, ball_of(moment.event), _fielder(moment)
    if kind in HITS:
        goal = min(SCORED, _HIT_BASES[kind] + 1) if base == 0 else min(SCORED, base + 2)
        goal = max(goal, base + 1)
        return f"{'B' if base == 0 else base}X{BASE[goal]}({_throw(fielder, goal)})"
    if base == 0 or f"({base})" in basic:
        return ""
    if kind in (CAUGHT_STEALING, PICKED_OFF, PICKED_OFF_STEALING):
        return ""
    if kind in (DOUBLE_PLAY, TRIPLE_PLAY) and ball in (LINE, POP, FOUL):
        return f"{base}X{base}({_throw(fielder, base)})"
    return f"{base}X{BASE[base + 1]}({_throw(fielder, base + 1)})"
