"""The dice of Commons Baseball and the decisions of its managers.

There is one die (CB-063). A roll of up to four of it is made die by die; the first die and the
further ones are two kinds of dice to the engine, so that no die is rolled after the result is
decided.
"""

from __future__ import annotations

from typing import Final

from games.engine.decisions import BATTING, FIELDING, Choice, Decision
from games.engine.dice import FIRST_DIE, FURTHER_DIE, Dice
from games.systems.commons.play.club import BATTERS, DECK_SIZE, PITCHERS

FACES: Final = 6

ONE_DIE: Final = "CB-063, CB-064"
"""Thrown until the result is certain, four times at most."""

PITCH: Final = Dice(0, "pitch", (FACES,), part=FIRST_DIE, rule=ONE_DIE)
PITCH_ON: Final = Dice(1, "pitch", (FACES,), part=FURTHER_DIE, rule=ONE_DIE)
STEAL_THROW: Final = Dice(2, "steal", (FACES,), part=FIRST_DIE, rule=ONE_DIE)
STEAL_ON: Final = Dice(3, "steal", (FACES,), part=FURTHER_DIE, rule=ONE_DIE)
SWING_THROW: Final = Dice(4, "swing", (FACES,), part=FIRST_DIE, rule=ONE_DIE)
SWING_ON: Final = Dice(5, "swing", (FACES,), part=FURTHER_DIE, rule=ONE_DIE)

DICE: Final = (PITCH, PITCH_ON, STEAL_THROW, STEAL_ON, SWING_THROW, SWING_ON)


def _yes_or_no(no: str, yes: str) -> tuple[Choice, ...]:
    return Choice("no", no), Choice("yes", yes)


def _players(most: int) -> tuple[Choice, ...]:
    named = (Choice(str(player), f"No. {player}") for player in range(1, most + 1))
    return Choice("none", "Nobody"), *named


_NEXT: Final = (
    Choice("next", "The next of the list"),
    Choice("discard-1", "Discard one and bring in the one after"),
    *(
        Choice(f"discard-{many}", f"Discard {many} and bring in the one after")
        for many in range(2, PITCHERS)
    ),
)

AWAY_PITCHER: Final = Decision(
    0, "away-pitcher", BATTING, "Who pitches this inning for the visitors?", _NEXT
)
HOME_PITCHER: Final = Decision(
    1, "home-pitcher", FIELDING, "Who pitches this inning for the home side?", _NEXT
)
LEND_PITCHER: Final = Decision(
    2,
    "lend-pitcher",
    BATTING,
    "The other side is out of pitchers: who pitches for it from now on?",
    _players(DECK_SIZE),
    written=True,
)
LEND_BATTER: Final = Decision(
    3,
    "lend-batter",
    FIELDING,
    "The side at bat is out of batters: who bats for it from now on?",
    _players(BATTERS),
    written=True,
)
OUT_GOD: Final = Decision(
    4,
    "out-god",
    FIELDING,
    "A god before the pitch?",
    (
        Choice("none", "No god"),
        Choice("out", "Out: the batter is out"),
        Choice("two-outs", "Super god: two outs"),
    ),
)
CHALLENGE: Final = Decision(
    5,
    "challenge",
    BATTING,
    "Challenge the out?",
    _yes_or_no("Accept the out", "Challenge it"),
    written=True,
)
WALK: Final = Decision(
    6, "walk", FIELDING, "Pitch to him?", _yes_or_no("Throw the pitch", "Walk him on purpose")
)
STEAL: Final = Decision(
    7,
    "steal",
    BATTING,
    "A steal?",
    (
        Choice("no", "Nobody runs"),
        Choice("first", "The runner on first steals second"),
        Choice("second", "The runner on second steals third"),
        Choice("third", "The runner on third steals home"),
    ),
)
PINCH_HIT: Final = Decision(
    8, "pinch-hit", BATTING, "A pinch hitter?", (Choice("none", "Nobody"), *_players(BATTERS)[1:])
)
HIT_GOD: Final = Decision(
    9,
    "hit-god",
    BATTING,
    "A god instead of the swing?",
    (
        Choice("none", "No god"),
        Choice("hit", "Hit: a single"),
        Choice("double", "Super god: a double"),
    ),
)
REPLAY: Final = Decision(
    10,
    "replay",
    FIELDING,
    "Ask for the video replay of the hit?",
    _yes_or_no("Accept the hit", "Challenge it"),
    written=True,
)
SWING: Final = Decision(
    11,
    "swing",
    BATTING,
    "How does he bat?",
    (
        Choice("away", "Swing"),
        Choice("fences", "Swing for the fences"),
        Choice("bunt", "Bunt"),
    ),
)
ADVANCE_FROM_THIRD: Final = Decision(
    12,
    "advance-third",
    BATTING,
    "An advance for the runner on third?",
    _yes_or_no("He stays on third", "Advance: he scores"),
    written=True,
)
ADVANCE_FROM_SECOND: Final = Decision(
    13,
    "advance-second",
    BATTING,
    "An advance for the runner on second?",
    _yes_or_no("He stays on second", "Advance: he goes to third"),
    written=True,
)

DECISIONS: Final = (
    AWAY_PITCHER,
    HOME_PITCHER,
    LEND_PITCHER,
    LEND_BATTER,
    OUT_GOD,
    CHALLENGE,
    WALK,
    STEAL,
    PINCH_HIT,
    HIT_GOD,
    REPLAY,
    SWING,
    ADVANCE_FROM_THIRD,
    ADVANCE_FROM_SECOND,
)

# Choices.
OUT_CARD: Final = 1
TWO_OUTS: Final = 2
HIT_CARD: Final = 1
DOUBLE_CARD: Final = 2
FENCES: Final = 1
BUNTS: Final = 2

# Acts of managers that move no runner, as indexes of ``ACTS``.
PLAYS_OUT: Final = 0
PLAYS_TWO_OUTS: Final = 1
CHALLENGES: Final = 2
PLAYS_HIT: Final = 3
PLAYS_DOUBLE: Final = 4
REPLAYS: Final = 5
GOES_FOR_THE_FENCES: Final = 6
PLAYS_ADVANCE: Final = 7
DISCARDS: Final = 8
LENT_ARM: Final = 9
LENT_BAT: Final = 10

ACTS: Final = (
    "{club}: an out god.",
    "{club}: the super god of two outs. That of a double is the opponent's.",
    "{club}: a challenge. The out god is gone.",
    "{club}: a hit god.",
    "{club}: the super god of a double. That of two outs is the opponent's.",
    "{club}: a video replay. The hit god is gone.",
    "{batter} swings for the fences.",
    "{club}: an advance.",
    "{club}: {player} is discarded.",
    "{club}: no pitcher is left. {player} pitches from now on.",
    "{club}: no batter is left. {player} bats from now on.",
)
