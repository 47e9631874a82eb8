"""The ground ball result charts (T15.0): the play of each reading for each set of runners.

Computed once, into a table of plays, from the codes of the charts and the meaning of each code.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BATTER_OUT,
    DOUBLE_PLAY,
    FIRST,
    FORCE_OUT,
    NOBODY,
    OUT,
    SCORED,
    play,
)

DECIDE: Final = -1
"""The managers decide; see ``advances.on_decide``."""

PITCHER: Final = 1
CATCHER: Final = 2
FIRST_BASE: Final = 3
SECOND_BASE: Final = 4
THIRD_BASE: Final = 5
SHORTSTOP: Final = 6

BACK: Final = 0
CORNERS: Final = 1
IN: Final = 2

_BASES: Final[tuple[int, ...]] = (1, 2, 4, 3, 5, 6, 7)
"""Rows of the charts: runners on 1, 2, 3, 12, 13, 23, 123 as bits."""

_CARD_BACK: Final = """
DP43 Force Runadv
RightC RightC Runadv
Deep Deep Runadv
DP43 Force Runadv
DP43 Force Runadv
Deep Deep Runadv
DP43 Force Runadv
"""
_CARD_IN: Final = """
DP43 Force Runadv
RightC RightC Runadv
Batter Leadr Batter
DP43 Force Runadv
Batter Leadr Batter
Batter Leadr Batter
DP23 Leadr Leadr
"""
_CHART_BACK: Final = """
DP43 Force Runadv
RightX RightX RightX
Runadv Runadv Runadv
DP54 Force Runadv
DP43 Force Runadv
Runadv Runadv Runadv
DP43 Force Runadv
"""
_CHART_IN: Final = """
DP43 Force Runadv
RightX RightX Runadv
Batter Leadr Decide
DP43 Leadr Runadv
Batter Batter Leadr
Batter Leadr Decide
DP23 Leadr Leadr
"""


def _codes(text: str) -> dict[int, tuple[str, ...]]:
    rows = text.strip().splitlines()
    return {bases: tuple(row.split()) for bases, row in zip(_BASES, rows, strict=True)}


CODES: Final = {
    (False, False): _codes(_CARD_BACK),
    (False, True): _codes(_CARD_IN),
    (True, False): _codes(_CHART_BACK),
    (True, True): _codes(_CHART_IN),
}
"""The printed charts: by whether the reading is from the fielding chart and whether the fielder
plays in, then by runners, the codes of A, B, C (G1, G2, G3)."""


def plays_in(position: i64, infield: i64, bases: i64) -> bool:
    """Tell whether the fielder of a ground ball plays in (S20.72, S20.73, T20.5).

    The pitcher and the catcher are in whenever there is a runner on third, except with first and
    third only, when they play as the middle infielders do.
    """
    if infield == IN:
        return True
    if position <= CATCHER:
        return bool(bases & 4) and bases != 5
    return infield == CORNERS and position in (FIRST_BASE, THIRD_BASE)


def code_of(chart: bool, infield_in: bool, grade: i64, bases: i64) -> str:
    """The printed code, with at least one runner; ``grade`` 1 to 3 for A, B, C or G1, G2, G3."""
    return CODES[chart, infield_in][bases][grade - 1]


def _moved(bases: i64, by: i64) -> list[int]:
    return [
        NOBODY,
        *(min(base + by, SCORED) if bases >> base - 1 & 1 else NOBODY for base in (1, 2, 3)),
    ]


def _lead(bases: i64) -> i64:
    return 3 if bases & 4 else 2 if bases & 2 else 1


def _forced(bases: i64) -> list[int]:
    """Runners advance only where forced."""
    goals = _moved(bases, 0)
    base = 1
    while base <= 3 and bases >> base - 1 & 1:
        goals[base] = min(base + 1, SCORED)
        base += 1
    return goals


def _play(kind: i64, batter: i64, to: list[int]) -> i64:
    return play(kind, batter, to[1], to[2], to[3])


def batter_only(bases: i64, outs: i64) -> i64:
    """The batter is out, runners advance only if forced (Batter; A-E4)."""
    if outs == 2:
        return _play(BATTER_OUT, OUT, _moved(bases, 0))
    return _play(BATTER_OUT, OUT, _forced(bases))


def _one_out(code: str, bases: i64) -> i64:
    """With two outs one runner or the batter makes the third out, and no run scores (A-E2)."""
    goals = _moved(bases, 0)
    if code == "Force" and bases & 1:
        goals[1] = OUT
        return _play(FORCE_OUT, FIRST, _safe_behind(goals, bases, 1))
    if code == "Leadr":
        lead = _lead(bases)
        goals[lead] = OUT
        return _play(FORCE_OUT, FIRST, _safe_behind(goals, bases, lead))
    return _play(BATTER_OUT, OUT, goals)


def _safe_behind(to: list[int], bases: i64, out: i64) -> list[int]:
    """Keep two runners from sharing a base at the end of the inning: forced runners move up, and
    the one who would have scored stays in place."""
    for base in (1, 2, 3):
        if bases >> base - 1 & 1 and base != out:
            to[base] = min(base + 1, 3)
    if bases & 4 and out != 3 and to[2] == 3:
        to[2] = 2
    return to


def _event(code: str, position: i64, bases: i64, outs: i64) -> i64:
    if code == "RightX":
        if position in (SHORTSTOP, PITCHER, CATCHER):
            code = "Decide"
        else:
            code = "Runadv" if position in (FIRST_BASE, SECOND_BASE) else "Hold"
    if outs == 2:
        return _one_out(code, bases)
    if code == "Decide":
        return DECIDE
    if code == "RightC":
        code = "Runadv" if position in (FIRST_BASE, SECOND_BASE) else "Hold"
    elif code == "Deep":
        code = "Runadv" if position in (SECOND_BASE, SHORTSTOP) else "Hold"
    elif code == "DP54" and position not in (CATCHER, THIRD_BASE):
        code = "DP43"
    if code == "Batter":
        return batter_only(bases, outs)
    if code == "Hold":
        return _play(BATTER_OUT, OUT, _moved(bases, 0))
    goals = _moved(bases, 1)
    if code == "Runadv":
        return _play(BATTER_OUT, OUT, goals)
    if code == "Force":
        goals[1] = OUT
        return _play(FORCE_OUT, FIRST, goals)
    if code == "Leadr":
        goals[_lead(bases)] = OUT
        return _play(FORCE_OUT, FIRST, goals)
    if code == "DP23":
        goals[3] = OUT
        return _play(DOUBLE_PLAY, OUT, goals)
    if code == "DP54":
        goals[1] = goals[2] = OUT
        return _play(DOUBLE_PLAY, FIRST, goals)
    goals[1] = OUT
    if outs == 1 and bases & 4:
        goals[3] = 3  # A-E3: the third out is made before the batter reaches first.
        if bases & 2:
            goals[2] = 2
    return _play(DOUBLE_PLAY, OUT, goals)


def _index(chart: bool, infield_in: bool, grade: i64, position: i64, bases: i64, outs: i64) -> i64:
    return ((((chart * 2 + infield_in) * 4 + grade) * 8 + position) * 8 + bases) * 3 + outs


def _all_events() -> list[int]:
    events = [0] * _index(True, True, 3, 7, 7, 3)
    for chart in (False, True):
        for infield_in in (False, True):
            for grade in (1, 2, 3):
                for bases in _BASES:
                    code = code_of(chart, infield_in, grade, bases)
                    for position in range(1, 7):
                        for outs in range(3):
                            index = _index(chart, infield_in, grade, position, bases, outs)
                            events[index] = _event(code, position, bases, outs)
    return events


_EVENTS: Final = _all_events()


def result(chart: bool, infield_in: bool, grade: i64, position: i64, bases: i64, outs: i64) -> i64:
    """The play of a ground ball with a runner on base, or ``DECIDE``.

    ``chart``: from the fielding chart; ``grade`` 1 to 3; ``position`` 1 to 6; ``bases`` as bits;
    ``outs`` before the play.
    """
    return _EVENTS[_index(chart, infield_in, grade, position, bases, outs)]
