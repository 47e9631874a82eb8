"""Managers' decisions in a Purestrat game apart from substitutions, in the order of the rules.

The first choice of each decision is the default.
"""

from __future__ import annotations

from typing import Final

from games.engine.bitsets import bit
from games.engine.decisions import BATTING, FIELDING, Decision
from games.engine.nine.decisions import CHANGES, choices

_TRY: Final = (("no", "Hold him"), ("yes", "Send him"))

INFIELD: Final = Decision(
    14,
    "infield",
    FIELDING,
    "Where does the infield play?",
    choices(("back", "Back"), ("corners", "Corners in"), ("in", "In")),
)
HOLD: Final = Decision(
    15,
    "hold",
    FIELDING,
    "Which runners are held?",
    choices(
        ("usual", "A runner with an asterisk on first, second base open"),
        ("none", "Nobody"),
        ("1", "The runner on first"),
        ("2", "The runner on second"),
        ("3", "The runner on third"),
        ("12", "First and second"),
        ("13", "First and third"),
        ("23", "Second and third"),
        ("123", "All three"),
    ),
)
OUTFIELD: Final = Decision(
    16,
    "outfield",
    FIELDING,
    "Where does the outfield play?",
    choices(("back", "Back"), ("in", "In")),
)
STEAL: Final = Decision(
    17,
    "steal",
    BATTING,
    "Does anybody steal?",
    choices(
        ("no", "Nobody"),
        ("second", "The runner on first tries for a lead, to steal second"),
        ("second-now", "The runner on first steals second without a lead"),
        ("third", "The runner on second tries for a lead, to steal third"),
        ("third-double", "The same, and the runner on first follows"),
        ("home", "The runner on third tries for a lead, to steal home"),
        ("home-double", "The same, and the others follow"),
    ),
)
THROW: Final = Decision(
    18,
    "throw",
    FIELDING,
    "Does the catcher throw?",
    choices(("yes", "Throw"), ("no", "Hold the ball")),
)
SWING: Final = Decision(
    19,
    "swing",
    BATTING,
    "What does the batter do?",
    choices(
        ("away", "Swing away"),
        ("sacrifice", "Bunt to sacrifice"),
        ("squeeze", "Squeeze"),
        ("hit-and-run", "Hit and run"),
    ),
)
FORFEIT_CHECK: Final = Decision(
    20,
    "check",
    BATTING,
    "Is the check for a wild pitch, balk or passed ball thrown first?",
    choices(("thrown", "Yes"), ("forfeited", "No: it is lost for this batter")),
)
SEND: Final = Decision(
    21, "send", BATTING, "Does the lead runner go on?", choices(*_TRY), written=True
)
CONCEDE_BASE: Final = Decision(
    22,
    "cut",
    FIELDING,
    "Throw for the lead runner, or give him the base and keep the others where they are?",
    choices(("throw", "Throw"), ("give", "Give him the base")),
)
TRAIL: Final = Decision(23, "trail", BATTING, "Do the trail runners go on?", choices(*_TRY))
TARGET: Final = Decision(
    24,
    "target",
    FIELDING,
    "Who is thrown at?",
    choices(("lead", "The lead runner"), ("trail", "Cut it off for the lead trail runner")),
)
SURE_OUT: Final = Decision(
    25,
    "field",
    FIELDING,
    "Take the sure out at first, or throw at the lead runner?",
    choices(("first", "The sure out"), ("lead", "The lead runner")),
    written=True,
)

DECISIONS: Final[tuple[Decision, ...]] = (
    *CHANGES,
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
)

HELD_BY_CHOICE: Final[tuple[int, ...]] = (-1, 0, 1, 2, 4, 3, 5, 6, 7)
"""Bases held, as bits, by the choice of ``HOLD``; -1 is the default (T23.01)."""

HOLDS: Final[tuple[int, ...]] = tuple(
    sum(bit(at) for at, held in enumerate(HELD_BY_CHOICE) if at < 2 or not held & ~bases)
    for bases in range(8)
)
"""The available choices of ``HOLD``, as a mask, by occupied bases."""
