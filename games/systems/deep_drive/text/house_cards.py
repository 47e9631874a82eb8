"""Built-in cards: for pitchers at bat, and for position players who pitch.

The document announces cards for pitchers at bat but prints none. Ours come from how pitchers batted
in the 2010s (.128 / .160 / .163), with one class 40 points of average better and one worse, by the
card maker's own way of taking half of everything from each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.systems.deep_drive.play.cards import (
    SLOW_RUNNER,
    Batter,
    Column,
    Pitcher,
)
from games.systems.deep_drive.play.readings import OUT_CODES, parse_reading

_OUTS: Final = Column(
    [OUT_CODES[code] for code in "G6 G4 G5 G3 G1 G4h F8 F9s Pf L4".split()]  # noqa: SIM905
)

Counts = Sequence[tuple[str, int]]
"""Readings, each with its count of numbers, in the order of the card."""

_RIGHT: Final = (("HR", 6), ("TR", 2), ("DO", 30), ("F7d", 19), ("F8d", 24), ("F9d", 19))

_LEFT: Final = (
    # POOR, USUAL, GOOD
    (("SO", 29), ("DEF", 4), ("OUT", 17)),
    (("SI", 2), ("SO", 27), ("DEF", 4), ("OUT", 17)),
    (("DD", 1), ("SI+", 1), ("SI", 4), ("SO", 23), ("DEF", 4), ("OUT", 17)),
)

_NO_PITCHER: Final = (
    ("DD", 9),
    ("SI+", 4),
    ("SI", 7),
    ("BB", 9),
    ("HBP", 1),
    ("SO", 3),
    ("DEF", 4),
    ("OUT", 13),
)
A_FEW_BATTERS: Final = 9
"""Batters that a position player faces on the mound before he gets even worse."""


def _column(counts: Counts) -> Column:
    return Column(parse_reading(word) for word, count in counts for _ in range(count))


def hitting_card(card: Pitcher, as_one: int | None = None) -> Batter:
    """A pitcher's hitting card: the built-in one that his card names, or that of another class;
    speed and steals are from his own card (E2.41)."""
    return Batter(
        name=card.name,
        bats=card.throws,
        left=_column(_LEFT[card.hitting if as_one is None else as_one]),
        outs=_OUTS,
        right=_column(_RIGHT),
        run=card.run,
        stealing=card.stealing,
    )


@lru_cache(maxsize=2)
def hitters_pitching_card(throws: str) -> Pitcher:
    """The pitching card of a position player."""
    return Pitcher(
        name="no pitcher",
        throws=throws,
        numbers=_column(_NO_PITCHER),
        outs=_OUTS,
        rating=0,
        relief=A_FEW_BATTERS,
        run=SLOW_RUNNER,
    )
