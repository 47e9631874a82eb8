"""Events: what happened, one integer each, in the order it happened.

A game system writes *plays*; the common law writes the few structural events (a half-inning
begins, a man is placed on second, runs are awarded, the end). Nothing is looked up or formatted
while a game is played: words, lines and tables are folds over these integers, made on demand.

A play says where everybody went. From the lowest bit:

    kind 6 · batter 3 · man on first 3 · man on second 3 · man on third 3 · runs batted in 3

and, above bit 32, how many transcript entries had been used when it happened. A destination is
``OUT``, a base 1-3, ``SCORED``, ``NOBODY`` (nobody was there; for the batter: still at bat) or
``REMOVED`` (taken off the base without an out, which only a rival reading of one game knows).
"""

from __future__ import annotations

from typing import Final

OUT: Final = 0
FIRST: Final = 1
SECOND: Final = 2
THIRD: Final = 3
SCORED: Final = 4
NOBODY: Final = 5
REMOVED: Final = 6

KIND_MASK: Final = 0x3F
TO_SHIFT: Final = 6
TO_MASK: Final = 0xFFF
RBI_SHIFT: Final = 18
MARK_SHIFT: Final = 32
PLAY_MASK: Final = (1 << MARK_SHIFT) - 1

# Structural events; their value stands from bit 6 up.
HALF: Final = 0
PLACED: Final = 1
AWARDED: Final = 2
END: Final = 3

# A game without bases: runs of a throw, and the throw that ends the turn.
TALLY: Final = 4
TURN_OVER: Final = 5

# The batter's turn is over.
SINGLE: Final = 10
DOUBLE: Final = 11
TRIPLE: Final = 12
HOME_RUN: Final = 13
WALK: Final = 14
BATTER_OUT: Final = 15
SACRIFICE_FLY: Final = 16
SACRIFICE: Final = 17
DOUBLE_PLAY: Final = 18
FORCE_OUT: Final = 19
SACRIFICE_ERROR: Final = 20
POP_UP: Final = 21
THROWN_OUT: Final = 22

# The batter is still at bat.
STEAL: Final = 30
STEAL_ERROR: Final = 31
CAUGHT_STEALING: Final = 32
PICKED_OFF_STEALING: Final = 33
BAD_JUMP: Final = 34
BALK: Final = 35
PICKOFF_ERROR: Final = 36
SAFE_BACK: Final = 37
PICKED_OFF: Final = 38

HITS: Final = frozenset({SINGLE, DOUBLE, TRIPLE, HOME_RUN})
NOT_AT_BATS: Final = frozenset({WALK, SACRIFICE_FLY, SACRIFICE, SACRIFICE_ERROR})
NO_RBI: Final = frozenset(
    {DOUBLE_PLAY, SACRIFICE_ERROR, STEAL_ERROR, BALK, PICKOFF_ERROR, STEAL, SAFE_BACK}
)
ERRORS: Final = frozenset({SACRIFICE_ERROR, STEAL_ERROR, PICKOFF_ERROR})

NAMES: Final = {
    SINGLE: "single",
    DOUBLE: "double",
    TRIPLE: "triple",
    HOME_RUN: "home run",
    WALK: "walk",
    BATTER_OUT: "out",
    SACRIFICE_FLY: "sacrifice fly",
    SACRIFICE: "sacrifice",
    DOUBLE_PLAY: "double play",
    FORCE_OUT: "force out",
    SACRIFICE_ERROR: "sacrifice and error",
    POP_UP: "pop-up",
    THROWN_OUT: "runner thrown out",
    STEAL: "stolen base",
    STEAL_ERROR: "stolen base and error",
    CAUGHT_STEALING: "caught stealing",
    PICKED_OFF_STEALING: "picked off stealing",
    BAD_JUMP: "bad jump",
    BALK: "balk",
    PICKOFF_ERROR: "bad pickoff throw",
    SAFE_BACK: "pickoff attempt",
    PICKED_OFF: "picked off",
    TALLY: "runs",
    TURN_OVER: "turn over",
}


def play(
    kind: int, batter: int, first: int = NOBODY, second: int = NOBODY, third: int = NOBODY
) -> int:
    """A play as one integer; runs batted in are the runs it scores where the kind gives any."""
    to = batter | first << 3 | second << 6 | third << 9
    batted_in = 0 if kind in NO_RBI else RUNS[to]
    return kind | to << TO_SHIFT | batted_in << RBI_SHIFT


def destinations(event: int) -> tuple[int, int, int, int]:
    """Where the batter and the men on first, second and third went."""
    to = event >> TO_SHIFT
    return to & 7, to >> 3 & 7, to >> 6 & 7, to >> 9 & 7


def kind_of(event: int) -> int:
    """The kind of an event."""
    return event & KIND_MASK


def value_of(event: int) -> int:
    """The value of a structural event."""
    return (event & PLAY_MASK) >> TO_SHIFT


def mark_of(event: int) -> int:
    """How many transcript entries had been used when the event happened."""
    return event >> MARK_SHIFT


def batted_in(event: int) -> int:
    """Runs batted in on a play."""
    return event >> RBI_SHIFT & 7


def _count(wanted: int) -> bytes:
    return bytes(
        sum(1 for at in (0, 3, 6, 9) if to >> at & 7 == wanted) for to in range(TO_MASK + 1)
    )


RUNS: Final = _count(SCORED)
"""Runs of a play, by its packed destinations."""

OUTS: Final = _count(OUT)
"""Outs of a play, by its packed destinations."""


def _bases_after(to: int) -> int:
    bases = 0
    for at in (0, 3, 6, 9):
        where = to >> at & 7
        if FIRST <= where <= THIRD:
            bases |= 1 << where - 1
    return bases


BASES: Final = bytes(_bases_after(to) for to in range(TO_MASK + 1))
"""Occupied bases after a play (bits), by its packed destinations."""
