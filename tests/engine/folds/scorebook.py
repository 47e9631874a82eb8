"""Short games written down by hand, and names for the dice that make each outcome."""

from games.engine.options import Value
from games.engine.record import Record, replay
from games.engine.situation import START, Situation
from games.systems.registry import SYSTEMS

ADVANCED: dict[str, Value] = {"stealing": True, "sacrifice_bunt": True, "pickoff": True}

# Poker dice by what the outcome table makes of them.
SINGLE = "J-J-9-9-A"
SINGLE_PLUS = "Q-Q-Q-9-10"
DOUBLE = "9-9-9-10-10"
TRIPLE = "A-A-A-A-9"
HOMER = "9-9-9-9-A"
WALK = "9-9-9-J-K"
OUT = "9-10-J-Q-A"
TWO_OUTS = "K-K-Q-Q-9"
"""A double play with a runner on first and fewer than two out, a Single+ otherwise."""
FLY = "A-A-K-Q-9"
"""A sacrifice fly with a runner on third and fewer than two out, an out otherwise."""


def played(system: str, transcript: str, start: str = "", **options: Value) -> Record:
    """A game as far as a transcript of words separated by spaces goes."""
    found = SYSTEMS[system]
    return replay(
        found,
        found.settings(options),
        transcript.split(),
        situation=Situation.read(start) if start else START,
    )


def poker(*words: str, start: str = "", **options: Value) -> Record:
    """Poker Dice with every advanced rule."""
    return played("poker-dice", " ".join(words), start, **{**ADVANCED, **options})
