"""The throws of Deep Drive: three ten-sided dice, and each further throw by what it decides.

Dice show 0 to 9, and 0 counts nothing (DD-005, DD-006). A percentile is two dice, tens and ones;
they and the modifier die have colors of their own.
"""

from __future__ import annotations

from typing import Final

from games.engine.dice import Dice

FACES: Final = tuple(str(face) for face in range(10))
TENS: Final = "tens"
ONES: Final = "ones"
MODIFIER_DIE: Final = "modifier"
ANY: Final = ""
"""A die without a role."""
THREE: Final = (TENS, ONES, MODIFIER_DIE)
PERCENTILE: Final = (TENS, ONES)
ONE: Final = (ANY,)


def _dice(code: int, name: str, roles: tuple[str, ...], rule: str = "") -> Dice:
    named = roles if any(roles) else ()
    return Dice(code, name, (10,) * len(roles), FACES, rule=rule, roles=named)


PLATE: Final = _dice(0, "plate", THREE, "DD-005, DD-009")
"""Tens, ones and modifier of a plate appearance (DD-009)."""
DEEP_DRIVE: Final = _dice(1, "deep drive", THREE, "DD-005, DD-021")
"""All three again (DD-021)."""
ON_BASE_EVENT: Final = _dice(2, "on-base event", PERCENTILE, "DD-106")
"""The separate throw of the extra rule (DD-106)."""
SYMBOL: Final = _dice(3, "symbol", ONE, "DD-077")
"""Whether an event with a symbol happens, where that is thrown for (DD-077, DD-078)."""
DOUBLED_UP: Final = _dice(4, "doubled up", PERCENTILE, "DD-045")
TRIPLE_PLAY: Final = _dice(5, "triple play", PERCENTILE, "DD-052")
CHOICE: Final = _dice(6, "choice", PERCENTILE, "DD-188")
"""The Choice Chart."""
RUNDOWN: Final = _dice(7, "rundown", PERCENTILE, "DD-213")
COLLISION: Final = _dice(8, "collision", ONE, "DD-220")
CUT_OFF: Final = _dice(9, "cut-off", PERCENTILE, "DD-212")
"""The Cut-Off Chart."""
OUTFIELD_THROW: Final = _dice(10, "outfielder", ONE, "DD-238")
"""An outfielder's throw that may go wild (DD-238, DD-239)."""
CUT_OFF_PICK: Final = _dice(11, "who is caught", ONE, "DD-244")
CUT_OFF_MAN: Final = _dice(12, "cut-off man", ONE, "DD-247")
STEAL: Final = _dice(13, "steal", (ANY, ANY), "DD-067")
"""Two dice, added (DD-067)."""
JUMP: Final = _dice(14, "jump", ONE, "DD-055")
"""A fresh die for JUMP, where the modifier does not count as it lies."""
LETTER_M: Final = _dice(15, "letter m", (TENS,), "DD-277")
"""A fresh tens die for ground code M, where it does not count as it lies."""
BUNT_SINGLE: Final = _dice(16, "bunt single", ONE, "DD-131")
BUNT_DEFENSE: Final = _dice(17, "bunt defense", ONE, "DD-141")
BUNT_OUT: Final = _dice(18, "bunt out", ONE, "DD-143")
BUNT_LEAD: Final = _dice(19, "bunt lead", ONE, "DD-147")
MODIFIER: Final = _dice(20, "modifier", (MODIFIER_DIE,), "DD-163")
"""The modifier die again, for a runner on a hit and run (DD-163)."""
FIELDER: Final = _dice(21, "fielder", PERCENTILE, "DD-018")
"""Who gets the chance of a DEF reading."""
CHANCE: Final = _dice(22, "defense", PERCENTILE, "DD-018")
"""What he makes of it."""
INJURY: Final = _dice(23, "injury", PERCENTILE, "DD-221")
INJURY_GAMES: Final = _dice(24, "injury games", ONE)
ODD_PLAY: Final = _dice(25, "odd play", ONE)

DICE: Final[tuple[Dice, ...]] = (
    PLATE,
    DEEP_DRIVE,
    ON_BASE_EVENT,
    SYMBOL,
    DOUBLED_UP,
    TRIPLE_PLAY,
    CHOICE,
    RUNDOWN,
    COLLISION,
    CUT_OFF,
    OUTFIELD_THROW,
    CUT_OFF_PICK,
    CUT_OFF_MAN,
    STEAL,
    JUMP,
    LETTER_M,
    BUNT_SINGLE,
    BUNT_DEFENSE,
    BUNT_OUT,
    BUNT_LEAD,
    MODIFIER,
    FIELDER,
    CHANCE,
    INJURY,
    INJURY_GAMES,
    ODD_PLAY,
)
