"""The throws of a Purestrat game, and where three dice point on the cards.

A d20 is asked for by what it decides, so that a transcript can be read and a wrong throw is
refused where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.dice import Dice

WHITE_DIE: Final = "white"
COLORED_DIE: Final = "colored"
TWENTY: Final = "d20"
"""The dice by their roles (S1.0a)."""

THREE: Final = (WHITE_DIE, COLORED_DIE, COLORED_DIE)


def _dice(code: int, name: str, roles: Sequence[str]) -> Dice:
    return Dice(code, name, [20 if role == TWENTY else 6 for role in roles], roles=roles)


PLATE: Final = _dice(0, "plate", THREE)
"""The white die and the two coloured ones (S1.0)."""

CHECK: Final = _dice(1, "check", (TWENTY,))
"""Before a batter with runners on: wild pitch, balk or passed ball? (T29.1)."""

CHECK_RATING: Final = _dice(2, "rating", (TWENTY,))
"""Whether the wild pitch, balk or passed ball that may be happens (T29.1, S29.3)."""

CHECK_WHITE: Final = _dice(3, "white", (WHITE_DIE,))
"""A balk (1-3) or a passed ball (4-6) (T29.1)."""

SPLIT: Final = _dice(4, "split", (TWENTY,))
"""A reading with ranges (S1.0)."""

PARK: Final = _dice(5, "park", (TWENTY,))
"""A ballpark home run or single (S30.3, S30.4)."""

CHANCE: Final = _dice(6, "chance", (TWENTY, *THREE))
"""A fielding chance: d20 for the range, three dice for the error (S16.42)."""

ADVANCE: Final = _dice(7, "advance", (TWENTY,))
"""A runner who tries for a further base (S13, S14, S16.7, T15.0)."""

PLATE_BLOCK: Final = _dice(8, "block", (TWENTY,))
"""The catcher blocks the plate (S13.63)."""

LEAD: Final = _dice(9, "lead", (TWENTY, COLORED_DIE, COLORED_DIE))
"""A runner tries for his good lead; the d20 may pick him off (S29.2)."""

LEAD_RATING: Final = _dice(10, "pickoff", (TWENTY,))
"""Whether the pick-off or balk that may be happens (S29.2)."""

STEAL: Final = _dice(11, "steal", (TWENTY,))
"""A steal (S23.3)."""

STEAL_ERROR: Final = _dice(12, "throw", (TWENTY,))
"""The catcher's throw after a steal (S23.31)."""

LINE_DRIVE: Final = _dice(13, "lomax", (TWENTY,))
"""Two or three outs on a lomax (S17.22)."""

BUNT: Final = _dice(14, "bunt", THREE)
"""A sacrifice or a squeeze: white and two coloured dice (S18.5, T29.12)."""

HIT_AND_RUN: Final = _dice(15, "hit and run", THREE)
"""The hit and run (S19.5)."""

BUNT_FIELDER: Final = _dice(16, "bunt twenty", (TWENTY,))
"""The twenty-sided die where a chart asks for it."""

DICE: Final[tuple[Dice, ...]] = (
    PLATE,
    CHECK,
    CHECK_RATING,
    CHECK_WHITE,
    SPLIT,
    PARK,
    CHANCE,
    ADVANCE,
    PLATE_BLOCK,
    LEAD,
    LEAD_RATING,
    STEAL,
    STEAL_ERROR,
    LINE_DRIVE,
    BUNT,
    HIT_AND_RUN,
    BUNT_FIELDER,
)

WHITE: Final = [index // 36 + 1 for index in range(216)]
"""The white die of a plate throw."""

COLOURED: Final = [index % 36 // 6 + index % 6 + 2 for index in range(216)]
"""The sum of the coloured dice of a plate throw."""

CELL: Final = [index // 36 % 3 * 11 + COLOURED[index] - 2 for index in range(216)]
"""The cell, column by column, that a plate throw points at, on the batter's card (white 1-3) or
on the pitcher's (4-6) (S1.0c)."""

SUM_OF_THREE: Final = [sum(PLATE.pips(index)) + 3 for index in range(216)]
"""The sum of all three dice."""
