"""The dice and the two-dice tables of Poker Dice Baseball's advanced rules.

Each table covers the 21 sorted throws of two poker dice. ``printed`` throws stand in the document's
lists, ``range`` throws only inside a printed band, ``filled`` ones nowhere: they take the result of
the nearest listed throw below (PD-8), which is also what the printed bands give where they speak.
"""

from __future__ import annotations

from typing import Final

from games.engine.decisions import BATTING, FIELDING, Choice, Decision
from games.engine.dice import Dice
from games.engine.events import (
    BAD_JUMP,
    BALK,
    BATTER_OUT,
    CAUGHT_STEALING,
    FIRST,
    FORCE_OUT,
    NOBODY,
    OUT,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    POP_UP,
    SACRIFICE,
    SACRIFICE_ERROR,
    SAFE_BACK,
    SINGLE,
    STEAL_ERROR,
)
from games.engine.events import (
    STEAL as STOLEN,
)
from games.engine.moves import all_move, forced, lead_runner_out, one_runner_moves, stay

FACES: Final = ("9", "10", "J", "Q", "K", "A")
ORDINARY: Final = ("1", "2", "3", "4", "5", "6")
"""Ordinary dice stand in for poker dice, 1 for 9 up to 6 for ace (PD-005 to PD-011)."""

PLATE: Final = Dice(0, "plate-appearance", (6,) * 5, FACES, (ORDINARY,))
STEAL_THROW: Final = Dice(1, "steal", (6, 6), FACES, (ORDINARY,))
BUNT_THROW: Final = Dice(2, "bunt", (6, 6), FACES, (ORDINARY,))
PICKOFF_THROW: Final = Dice(3, "pickoff", (6, 6), FACES, (ORDINARY,))

PICKOFF: Final = Decision(
    0,
    "pickoff",
    FIELDING,
    "Try a pickoff?",
    (
        Choice("none", "No pickoff"),
        Choice("1", "Throw to first"),
        Choice("2", "Throw to second"),
        Choice("3", "Throw to third"),
    ),
)
STEAL: Final = Decision(
    1,
    "steal",
    BATTING,
    "Try a steal?",
    (
        Choice("none", "Hold"),
        Choice("1", "Runner on first goes for second"),
        Choice("2", "Runner on second goes for third"),
    ),
)
BUNT: Final = Decision(
    2,
    "bunt",
    BATTING,
    "Bunt or swing?",
    (Choice("no", "Swing away"), Choice("yes", "Sacrifice bunt")),
)
BUNT_CHOICE: Final = 1

BAD_JUMP_GAPS: Final = "bad_jump"
SAFE_GAPS: Final = "safe"

PRINTED: Final = "printed"
RANGE: Final = "range"
FILLED: Final = "filled"

PICKED: Final = "picked-off"
CAUGHT: Final = "caught-stealing"
SAFE: Final = "safe"
JUMP: Final = "bad-jump"
SAFE_ERROR: Final = "safe-error"

POP: Final = "pop-up"
LEAD_OUT: Final = "lead-out"
SACRIFICED: Final = "sacrifice"
BUNT_SINGLE: Final = "bunt-single"
BUNT_ERROR: Final = "bunt-error"

BALKED: Final = "balk"
BAD_THROW: Final = "bad-throw"
BACK: Final = "safe-back"

Row = tuple[str, str, str]
"""Sorted throw, result, and where it comes from."""

STEAL_TABLE: Final[tuple[Row, ...]] = (
    ("9-9", PICKED, PRINTED),
    ("9-10", CAUGHT, PRINTED),
    ("9-J", CAUGHT, PRINTED),
    ("9-Q", SAFE, PRINTED),
    ("9-K", SAFE, PRINTED),
    ("9-A", SAFE, PRINTED),
    ("10-10", SAFE, PRINTED),
    ("10-J", SAFE, PRINTED),
    ("10-Q", SAFE, PRINTED),
    ("10-K", SAFE, PRINTED),
    ("10-A", SAFE, PRINTED),
    ("J-J", SAFE, PRINTED),
    ("J-Q", SAFE, PRINTED),
    ("J-K", SAFE, PRINTED),
    ("J-A", JUMP, PRINTED),
    ("Q-Q", JUMP, FILLED),
    ("Q-K", JUMP, FILLED),
    ("Q-A", JUMP, PRINTED),
    ("K-K", JUMP, FILLED),
    ("K-A", SAFE_ERROR, PRINTED),
    ("A-A", SAFE_ERROR, PRINTED),
)
BUNT_TABLE: Final[tuple[Row, ...]] = (
    ("9-9", POP, PRINTED),
    ("9-10", LEAD_OUT, PRINTED),
    ("9-J", LEAD_OUT, PRINTED),
    ("9-Q", SACRIFICED, PRINTED),
    ("9-K", SACRIFICED, PRINTED),
    ("9-A", SACRIFICED, PRINTED),
    ("10-10", SACRIFICED, PRINTED),
    ("10-J", SACRIFICED, PRINTED),
    ("10-Q", SACRIFICED, PRINTED),
    ("10-K", SACRIFICED, PRINTED),
    ("10-A", SACRIFICED, PRINTED),
    ("J-J", SACRIFICED, PRINTED),
    ("J-Q", SACRIFICED, PRINTED),
    ("J-K", SACRIFICED, PRINTED),
    ("J-A", SACRIFICED, PRINTED),
    ("Q-Q", SACRIFICED, PRINTED),
    ("Q-K", SACRIFICED, RANGE),
    ("Q-A", BUNT_SINGLE, PRINTED),
    ("K-K", BUNT_SINGLE, FILLED),
    ("K-A", BUNT_SINGLE, PRINTED),
    ("A-A", BUNT_ERROR, PRINTED),
)
PICKOFF_TABLE: Final[tuple[Row, ...]] = (
    ("9-9", BALKED, PRINTED),
    ("9-10", BAD_THROW, PRINTED),
    ("9-J", BAD_THROW, PRINTED),
    ("9-Q", BAD_THROW, PRINTED),
    ("9-K", BACK, PRINTED),
    ("9-A", BACK, PRINTED),
    ("10-10", BACK, PRINTED),
    ("10-J", BACK, PRINTED),
    ("10-Q", BACK, PRINTED),
    ("10-K", BACK, PRINTED),
    ("10-A", BACK, PRINTED),
    ("J-J", BACK, PRINTED),
    ("J-Q", BACK, PRINTED),
    ("J-K", BACK, PRINTED),
    ("J-A", BACK, PRINTED),
    ("Q-Q", BACK, PRINTED),
    ("Q-K", BACK, RANGE),
    ("Q-A", BACK, PRINTED),
    ("K-K", BACK, PRINTED),
    ("K-A", PICKED, PRINTED),
    ("A-A", PICKED, PRINTED),
)


def _by_throw(table: tuple[Row, ...]) -> tuple[str, ...]:
    """Results by throw index, the dice in either order."""
    results = {throw: result for throw, result, _ in table}
    return tuple(
        results["-".join(FACES[pip] for pip in sorted(STEAL_THROW.pips(index)))]
        for index in range(STEAL_THROW.size)
    )


_STEALS: Final = _by_throw(STEAL_TABLE)
_BUNTS: Final = _by_throw(BUNT_TABLE)
_PICKOFFS: Final = _by_throw(PICKOFF_TABLE)
_GAPS: Final = frozenset(throw for throw, _, origin in STEAL_TABLE if origin == FILLED)
_STEALS_SAFE_GAPS: Final = _by_throw(
    tuple(
        (throw, SAFE if throw in _GAPS else result, origin) for throw, result, origin in STEAL_TABLE
    )
)


def steal_result(throw: int, gaps: str = BAD_JUMP_GAPS) -> str:
    """The steal table, read for a throw index (PD-085 to PD-094)."""
    return _STEALS_SAFE_GAPS[throw] if gaps == SAFE_GAPS else _STEALS[throw]


def bunt_result(throw: int) -> str:
    """The bunt table, read for a throw index (PD-103 to PD-112)."""
    return _BUNTS[throw]


def pickoff_result(throw: int) -> str:
    """The pickoff table, read for a throw index (PD-125 to PD-132)."""
    return _PICKOFFS[throw]


def steal_play(result: str, bases: int, runner: int) -> int:
    """What a steal by the runner on base ``runner`` comes to."""
    if result == PICKED:
        return stay(PICKED_OFF_STEALING, bases, NOBODY, runner)
    if result == CAUGHT:
        return stay(CAUGHT_STEALING, bases, NOBODY, runner)
    if result == SAFE:
        return one_runner_moves(STOLEN, bases, runner, 1)
    if result == SAFE_ERROR:
        return one_runner_moves(STEAL_ERROR, bases, runner, 2)
    return stay(BAD_JUMP, bases, NOBODY)


def bunt_play(result: str, bases: int, outs: int) -> int:
    """What a bunt comes to; a sacrifice for the third out moves nobody and is an at-bat (PD-10)."""
    if result == POP:
        return stay(POP_UP, bases, OUT)
    if result == LEAD_OUT:
        return lead_runner_out(FORCE_OUT, bases)
    if result == SACRIFICED:
        if outs == 2:
            return stay(BATTER_OUT, bases, OUT)
        return all_move(SACRIFICE, bases, OUT, 1)
    if result == BUNT_SINGLE:
        return forced(SINGLE, bases)
    return all_move(SACRIFICE_ERROR, bases, FIRST, 1)


def pickoff_play(result: str, bases: int, base: int) -> int:
    """What a pickoff throw at the runner on ``base`` comes to."""
    if result == BALKED:
        return all_move(BALK, bases, NOBODY, 1)
    if result == BAD_THROW:
        return one_runner_moves(PICKOFF_ERROR, bases, base, 1)
    if result == PICKED:
        return stay(PICKED_OFF, bases, NOBODY, base)
    return stay(SAFE_BACK, bases, NOBODY)


def steal_mask(bases: int) -> int:
    """The legal answers to a steal: hold, and each runner whose next base is empty; never home."""
    first = bases & 0b011 == 0b001
    second = bases & 0b110 == 0b010
    return 1 | first << 1 | second << 2
