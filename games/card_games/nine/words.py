"""What the choices of a game of nine players mean to people: names for numbers."""

from __future__ import annotations

from typing import Final

from games.engine.decisions import Choice, Decision
from games.engine.folds.people import PITCHER, POSITION_NAMES, People
from games.engine.nine.decisions import (
    ENTER,
    FOR,
    MOVE,
    PINCH_HIT,
    PINCH_RUN,
    PITCH,
    REPLACE,
    SPOT,
    TENTH,
)

PLAYER_DECISIONS: Final = frozenset(
    decision.name for decision in (PINCH_HIT, *PINCH_RUN, PITCH, ENTER, REPLACE)
)
"""Decisions whose choices are players of the squad by number."""

SLOTS: Final = frozenset(decision.name for decision in (SPOT, FOR, MOVE))
"""Decisions whose choices are places in the batting order."""


def choice_in_words(decision: Decision, choice: Choice, side: int, people: People) -> str | None:
    """A player's name for his number; for a place in the order who has it and where he plays."""
    if decision.name == MOVE.name and choice == MOVE.choices[TENTH]:
        return f"{people.name(side, people.at(side, PITCHER))}, {POSITION_NAMES[PITCHER]}"
    if not choice.key.isdigit():
        return None
    number = int(choice.key)
    if decision.name in PLAYER_DECISIONS:
        return people.name(side, number)
    if decision.name in SLOTS:
        name = people.name(side, people.player(side, number))
        return f"{name}, {POSITION_NAMES[people.position(side, number)]}"
    return None
