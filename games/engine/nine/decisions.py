"""Managers' decisions in every game of nine players: substitutions and the intentional walk.

A choice names a player by his number in the squad, a place in the order by its number, a position
by its word. The first choice of each decision is the default.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.decisions import BATTING, FIELDING, Choice, Decision

POSITION_WORDS: Final[tuple[str, ...]] = ("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def choices(*pairs: tuple[str, str]) -> Sequence[Choice]:
    return [Choice(key, label) for key, label in pairs]


MOST_PLAYERS: Final = 40
"""Most players of a squad that a decision can name."""


def _players(nobody: str) -> Sequence[Choice]:
    return [
        Choice("none", nobody),
        *(Choice(str(player), f"No. {player}") for player in range(1, MOST_PLAYERS + 1)),
    ]


def _slots(nobody: str) -> Sequence[Choice]:
    return [
        Choice("none", nobody),
        *(Choice(str(slot), f"the player batting {slot}") for slot in range(1, 10)),
    ]


TENTH: Final = 10
"""The pitcher who does not bat, as a place in the order."""


def _positions(first: str) -> Sequence[Choice]:
    return [
        Choice("same", first),
        *(Choice(word, word) for word in POSITION_WORDS[1:]),
    ]


PINCH_HIT: Final = Decision(0, "hit", BATTING, "Who bats?", _players("the player whose turn it is"))
PINCH_RUN: Final[tuple[Decision, ...]] = (
    Decision(1, "run1", BATTING, "Who runs on first?", _players("the player who is there")),
    Decision(2, "run2", BATTING, "Who runs on second?", _players("the player who is there")),
    Decision(3, "run3", BATTING, "Who runs on third?", _players("the player who is there")),
)
PITCH: Final = Decision(4, "pitch", FIELDING, "Who pitches?", _players("the pitcher on the mound"))
SPOT: Final = Decision(
    5, "spot", FIELDING, "Where does the new pitcher bat?", _slots("where the last one did")
)
ENTER: Final = Decision(6, "enter", FIELDING, "Who else comes in?", _players("nobody"))
FOR: Final = Decision(7, "for", FIELDING, "For whom?", _slots("for the player without a position"))
AT: Final = Decision(8, "at", FIELDING, "Where does he play?", _positions("where that player did"))
MOVE: Final = Decision(
    9,
    "move",
    FIELDING,
    "Who changes position?",
    [*_slots("nobody"), Choice("p", "the pitcher, who does not bat")],
)
TO: Final = Decision(10, "to", FIELDING, "To where?", _positions("where he is"))
REPLACE: Final = Decision(
    11,
    "replace",
    BATTING,
    "Who comes in for the player who is hurt?",
    _players("whoever fits best"),
    written=True,
)
STAND_IN: Final = Decision(
    12,
    "stand-in",
    FIELDING,
    "Who comes in for the fielder who has to leave?",
    _players("whoever fits best"),
    written=True,
)
WALK: Final = Decision(
    13,
    "walk",
    FIELDING,
    "Walk the batter on purpose?",
    choices(("no", "Pitch to him"), ("yes", "Walk him")),
)

CHANGES: Final[tuple[Decision, ...]] = (
    PINCH_HIT,
    *PINCH_RUN,
    PITCH,
    SPOT,
    ENTER,
    FOR,
    AT,
    MOVE,
    TO,
    REPLACE,
    STAND_IN,
    WALK,
)
"""In the order of their codes, so that those of a system follow."""
