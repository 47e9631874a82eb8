"""The throws of a Purestrat game, and where three dice point on the cards.

A d20 is asked for by what it decides, so that a transcript can be read and a wrong throw is
refused where it stands.
"""

from __future__ import annotations

from typing import Final

from games.engine.dice import Dice

PLATE: Final = Dice(0, "plate", (6, 6, 6))
"""The white die and the two coloured ones (S1.0)."""

CHECK: Final = Dice(1, "check", (20,))
"""Before a batter with runners on: wild pitch, balk or passed ball? (T29.1)."""

CHECK_RATING: Final = Dice(2, "rating", (20,))
"""Whether the wild pitch, balk or passed ball that may be happens (T29.1, S29.3)."""

CHECK_WHITE: Final = Dice(3, "white", (6,))
"""A balk (1-3) or a passed ball (4-6) (T29.1)."""

SPLIT: Final = Dice(4, "split", (20,))
"""A reading with ranges (S1.0)."""

PARK: Final = Dice(5, "park", (20,))
"""A ballpark home run or single (S30.3, S30.4)."""

CHANCE: Final = Dice(6, "chance", (20, 6, 6, 6))
"""A fielding chance: d20 for the range, three dice for the error (S16.42)."""

ADVANCE: Final = Dice(7, "advance", (20,))
"""A runner who tries for a further base (S13, S14, S16.7, T15.0)."""

PLATE_BLOCK: Final = Dice(8, "block", (20,))
"""The catcher blocks the plate (S13.63)."""

LEAD: Final = Dice(9, "lead", (20, 6, 6))
"""A runner tries for his good lead; the d20 may pick him off (S29.2)."""

LEAD_RATING: Final = Dice(10, "pickoff", (20,))
"""Whether the pick-off or balk that may be happens (S29.2)."""

STEAL: Final = Dice(11, "steal", (20,))
"""A steal (S23.3)."""

STEAL_ERROR: Final = Dice(12, "throw", (20,))
"""The catcher's throw after a steal (S23.31)."""

LINE_DRIVE: Final = Dice(13, "lomax", (20,))
"""Two or three outs on a lomax (S17.22)."""

BUNT: Final = Dice(14, "bunt", (6, 6, 6))
"""A sacrifice or a squeeze: white and two coloured dice (S18.5, T29.12)."""

HIT_AND_RUN: Final = Dice(15, "hit and run", (6, 6, 6))
"""The hit and run (S19.5)."""

BUNT_FIELDER: Final = Dice(16, "bunt twenty", (20,))
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
