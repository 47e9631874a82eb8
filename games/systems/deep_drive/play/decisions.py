"""What managers decide in a game of Deep Drive beside who plays, in the order of the document.

The first choice of each decision is what a manager who says nothing has said. What is asked in the
middle of a play waits for its answer (``must``): the document names the side that decides, and
no other decides for it.
"""

from __future__ import annotations

from typing import Final

from games.engine.decisions import BATTING, FIELDING, Choice, Decision
from games.engine.nine.decisions import CHANGES, choices
from games.systems.deep_drive.play.charts import E1, E2, E3
from games.systems.deep_drive.play.readings import (
    DOUBLE,
    HOME_RUN,
    OUT_CODES,
    SINGLE,
    SINGLE_PLUS,
    TRIPLE,
)

INFIELD: Final = Decision(
    14,
    "infield",
    FIELDING,
    "Where does the infield play?",
    choices(("back", "Back"), ("corners", "In at the corners"), ("in", "In")),
)
OUTFIELD: Final = Decision(
    15,
    "outfield",
    FIELDING,
    "Where does the outfield play?",
    choices(("back", "Back"), ("in", "In")),
)
RUNNING: Final = Decision(
    16,
    "running",
    BATTING,
    "How do the runners play it?",
    choices(("usual", "As ever"), ("safe", "Safe: the least number of bases")),
)
SWING: Final = Decision(
    17,
    "swing",
    BATTING,
    "What does the batter do?",
    choices(("away", "Swing away"), ("bunt", "Bunt"), ("hit-and-run", "Hit and run")),
)
SEND: Final = Decision(
    18,
    "send",
    BATTING,
    "Does the runner try for an extra base?",
    choices(("no", "Hold him"), ("yes", "Send him")),
    must=True,
)
TAG: Final = Decision(
    19,
    "tag",
    BATTING,
    "Does the runner tag up?",
    choices(("no", "Hold him"), ("yes", "Send him")),
    must=True,
)
CUT: Final = Decision(
    20,
    "cut",
    FIELDING,
    "Throw home at the runner, or cut the ball off?",
    choices(("throw", "Throw home"), ("cut", "Cut it off")),
    must=True,
)
LETTER_F: Final = Decision(
    21,
    "f",
    FIELDING,
    "Which play off the pitcher?",
    choices(("1-6-3", "Second and first, 1-6-3"), ("1-5", "Third, 1-5")),
    must=True,
)
LETTER_G: Final = Decision(
    22,
    "g",
    FIELDING,
    "Hold the runner on third, or turn two?",
    choices(("double-play", "Turn two"), ("hold", "Hold him and take the batter")),
    must=True,
)
LETTER_J: Final = Decision(
    23,
    "j",
    FIELDING,
    "Turn two, or get the lead runner?",
    choices(("double-play", "Turn two"), ("lead", "The lead runner")),
    must=True,
)
LETTER_P: Final = Decision(
    24,
    "p",
    FIELDING,
    "Turn two, or get the lead runner at third?",
    choices(("double-play", "Turn two"), ("lead", "The lead runner")),
    must=True,
)
BUNT_PLAY: Final = Decision(
    25,
    "bunt-play",
    FIELDING,
    "A play on the lead runner, or on the batter?",
    choices(("batter", "The batter"), ("lead", "The lead runner")),
    must=True,
)
STEAL: Final = Decision(
    26,
    "steal",
    BATTING,
    "Does the runner go?",
    choices(("no", "He stays"), ("yes", "He goes")),
)

_BASES: Final = choices(
    ("none", "Nobody"),
    ("1", "The runner on first"),
    ("2", "The runner on second"),
    ("3", "The runner on third"),
)
PICKED_OFF: Final = Decision(27, "picked-off", FIELDING, "Who is picked off?", _BASES, written=True)
DOUBLED: Final = Decision(28, "doubled", FIELDING, "Who is doubled up?", _BASES, written=True)

RESULTS: Final[tuple[tuple[str, int], ...]] = (
    ("SI", SINGLE),
    ("SI+", SINGLE_PLUS),
    ("DO", DOUBLE),
    ("TR", TRIPLE),
    ("HR", HOME_RUN),
    ("E1", E1),
    ("E2", E2),
    ("E3", E3),
    *OUT_CODES.items(),
)
"""What people may read off their own Defense Chart."""

ANY_RESULT: Final = (1 << len(RESULTS)) - 1

DEFENSE: Final = Decision(
    29,
    "defense",
    FIELDING,
    "What does the Defense Chart say?",
    [Choice(word, word) for word, _ in RESULTS],
    must=True,
)

DECISIONS: Final[tuple[Decision, ...]] = (
    *CHANGES,
    INFIELD,
    OUTFIELD,
    RUNNING,
    SWING,
    SEND,
    TAG,
    CUT,
    LETTER_F,
    LETTER_G,
    LETTER_J,
    LETTER_P,
    BUNT_PLAY,
    STEAL,
    PICKED_OFF,
    DOUBLED,
    DEFENSE,
)

BOTH: Final = 0b11
"""Both choices of a decision between two."""
