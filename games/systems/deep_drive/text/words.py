"""The readings of cards in words."""

from __future__ import annotations

from typing import Final

from games.engine.folds.changes import FIELD
from games.systems.deep_drive.play.readings import (
    DEEP,
    FLY,
    FOUL_POP,
    GROUNDER,
    HARD,
    LINER,
    MIDDLE_POP,
    OUT_CODES,
    POP,
    SLOW,
    fielder_of,
    how_of,
    kind_of,
)
from games.systems.deep_drive.text.card_layout import LONG

KINDS: Final = {GROUNDER: "ground ball", FLY: "fly", LINER: "line drive", POP: "pop"}


def reading_in_words(reading: str) -> str:
    """The meaning of a reading: ``F8d`` is a deep fly to center field."""
    code = OUT_CODES.get(reading)
    if code is None:
        return LONG[reading].lower()
    if code in (FOUL_POP, MIDDLE_POP):
        return "foul pop" if code == FOUL_POP else "pop to the middle of the infield"
    kind, how = kind_of(code), how_of(code)
    slow = "shallow " if kind == FLY else "slow "
    hit = {HARD: "hard ", SLOW: slow, DEEP: "deep "}.get(how, "")
    return f"{hit}{KINDS[kind]} to {_FIELDERS.get(fielder_of(code)) or FIELD[fielder_of(code)]}"


_FIELDERS: Final = {1: "the pitcher", 2: "the catcher"}
