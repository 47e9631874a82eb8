"""What managers decide in a Purestrat game, in the order in which the rules ask.

A man is named by his number in the squad, a place in the order by its number, a position by its
word. The first choice of each decision is what a manager who says nothing has said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bitsets import bit
from games.engine.decisions import BATTING, FIELDING, Choice, Decision

POSITION_WORDS: Final[tuple[str, ...]] = ("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def _choices(*pairs: tuple[str, str]) -> Sequence[Choice]:
    return [Choice(key, label) for key, label in pairs]


MOST_MEN: Final = 40
"""No squad has more men than a decision can name."""


def _men(nobody: str) -> Sequence[Choice]:
    return [
        Choice("none", nobody),
        *(Choice(str(man), f"No. {man}") for man in range(1, MOST_MEN + 1)),
    ]


def _slots(nobody: str) -> Sequence[Choice]:
    return [
        Choice("none", nobody),
        *(Choice(str(slot), f"the man batting {slot}") for slot in range(1, 10)),
    ]


TENTH: Final = 10
"""The pitcher who does not bat, among the places in the order."""


def _positions(first: str) -> Sequence[Choice]:
    return [
        Choice("same", first),
        *(Choice(word, word) for word in POSITION_WORDS[1:]),
    ]


_TRY: Final = (("no", "Hold him"), ("yes", "Send him"))

PINCH_HIT: Final = Decision(0, "hit", BATTING, "Who bats?", _men("the man whose turn it is"))
PINCH_RUN: Final[tuple[Decision, ...]] = (
    Decision(1, "run1", BATTING, "Who runs on first?", _men("the man who is there")),
    Decision(2, "run2", BATTING, "Who runs on second?", _men("the man who is there")),
    Decision(3, "run3", BATTING, "Who runs on third?", _men("the man who is there")),
)
PITCH: Final = Decision(4, "pitch", FIELDING, "Who pitches?", _men("the man on the mound"))
SPOT: Final = Decision(
    5, "spot", FIELDING, "Where does the new pitcher bat?", _slots("where the last one did")
)
ENTER: Final = Decision(6, "enter", FIELDING, "Who else comes in?", _men("nobody"))
FOR: Final = Decision(7, "for", FIELDING, "For whom?", _slots("for the man without a position"))
AT: Final = Decision(8, "at", FIELDING, "Where does he play?", _positions("where that man did"))
MOVE: Final = Decision(
    9,
    "move",
    FIELDING,
    "Who changes position?",
    [*_slots("nobody"), Choice("p", "the pitcher, who does not bat")],
)
TO: Final = Decision(10, "to", FIELDING, "To where?", _positions("where he is"))
WALK: Final = Decision(
    11,
    "walk",
    FIELDING,
    "Walk the batter on purpose?",
    _choices(("no", "Pitch to him"), ("yes", "Walk him")),
)
INFIELD: Final = Decision(
    12,
    "infield",
    FIELDING,
    "Where does the infield play?",
    _choices(("back", "Back"), ("corners", "Corners in"), ("in", "In")),
)
HOLD: Final = Decision(
    13,
    "hold",
    FIELDING,
    "Which runners are held?",
    _choices(
        ("usual", "A runner with an asterisk on first, second base open"),
        ("none", "Nobody"),
        ("1", "The man on first"),
        ("2", "The man on second"),
        ("3", "The man on third"),
        ("12", "First and second"),
        ("13", "First and third"),
        ("23", "Second and third"),
        ("123", "All three"),
    ),
)
OUTFIELD: Final = Decision(
    14,
    "outfield",
    FIELDING,
    "Where does the outfield play?",
    _choices(("back", "Back"), ("in", "In")),
)
STEAL: Final = Decision(
    15,
    "steal",
    BATTING,
    "Does anybody steal?",
    _choices(
        ("no", "Nobody"),
        ("second", "The man on first tries for a lead, to steal second"),
        ("second-now", "The man on first steals second without a lead"),
        ("third", "The man on second tries for a lead, to steal third"),
        ("third-double", "The same, and the man on first follows"),
        ("home", "The man on third tries for a lead, to steal home"),
        ("home-double", "The same, and the others follow"),
    ),
)
THROW: Final = Decision(
    16,
    "throw",
    FIELDING,
    "Does the catcher throw?",
    _choices(("yes", "Throw"), ("no", "Hold the ball")),
)
SWING: Final = Decision(
    17,
    "swing",
    BATTING,
    "What does the batter do?",
    _choices(
        ("away", "Swing away"),
        ("sacrifice", "Bunt to sacrifice"),
        ("squeeze", "Squeeze"),
        ("hit-and-run", "Hit and run"),
    ),
)
FORFEIT_CHECK: Final = Decision(
    18,
    "check",
    BATTING,
    "Is the check for a wild pitch, balk or passed ball thrown first?",
    _choices(("thrown", "Yes"), ("forfeited", "No: it is lost for this batter")),
)
SEND: Final = Decision(
    19, "send", BATTING, "Does the lead runner go on?", _choices(*_TRY), written=True
)
CONCEDE_BASE: Final = Decision(
    20,
    "cut",
    FIELDING,
    "Throw for the lead runner, or give him the base and keep the others where they are?",
    _choices(("throw", "Throw"), ("give", "Give him the base")),
)
TRAIL: Final = Decision(21, "trail", BATTING, "Do the trail runners go on?", _choices(*_TRY))
TARGET: Final = Decision(
    22,
    "target",
    FIELDING,
    "Who is thrown at?",
    _choices(("lead", "The lead runner"), ("trail", "Cut it off for the lead trail runner")),
)
SURE_OUT: Final = Decision(
    23,
    "field",
    FIELDING,
    "Take the sure out at first, or throw at the lead runner?",
    _choices(("first", "The sure out"), ("lead", "The lead runner")),
    written=True,
)

REPLACE: Final = Decision(
    24,
    "replace",
    BATTING,
    "Who comes in for the man who is hurt?",
    _men("whoever fits best"),
    written=True,
)

DECISIONS: Final[tuple[Decision, ...]] = (
    PINCH_HIT,
    *PINCH_RUN,
    PITCH,
    SPOT,
    ENTER,
    FOR,
    AT,
    MOVE,
    TO,
    WALK,
    INFIELD,
    HOLD,
    OUTFIELD,
    STEAL,
    THROW,
    SWING,
    FORFEIT_CHECK,
    SEND,
    CONCEDE_BASE,
    TRAIL,
    TARGET,
    SURE_OUT,
    REPLACE,
)

HELD_BY_CHOICE: Final[tuple[int, ...]] = (-1, 0, 1, 2, 4, 3, 5, 6, 7)
"""Bases held, as bits, by the choice of ``HOLD``; -1 is what is usual (T23.01)."""

HOLDS: Final[tuple[int, ...]] = tuple(
    sum(bit(at) for at, held in enumerate(HELD_BY_CHOICE) if at < 2 or not held & ~bases)
    for bases in range(8)
)
"""The choices of ``HOLD`` that are open, as a mask, by occupied bases."""
