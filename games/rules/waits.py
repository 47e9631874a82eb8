"""How long one side of an online game waits for the other before something can be done about it.

A wait is derived from a stored moment; time in which the site could not be reached does not count.
"""

from __future__ import annotations

from datetime import timedelta
from enum import IntEnum
from typing import Final

HINT: Final = timedelta(minutes=10)
"""After it the page says so, and the side that is to move is reminded."""

ALONE: Final = timedelta(minutes=30)
"""After it the side that waits may suspend the game by itself."""

LONG: Final = timedelta(days=1)
"""After it the director sees it, though nobody has asked."""


class Patience(IntEnum):
    """How long a side has been waited for."""

    SHORT = 0
    HINT = 1
    ALONE = 2
    LONG = 3


WORDS: Final = {
    Patience.SHORT: "",
    Patience.HINT: "10 minutes",
    Patience.ALONE: "30 minutes",
    Patience.LONG: "a day",
}


def patience(waited: timedelta, allowed: timedelta | None) -> Patience:
    """How long ``waited`` is. Where a clock ends the wait (``allowed``: what it gave in all), it is
    long enough for a hint after half of that, and never longer."""
    if allowed is not None:
        return Patience.HINT if waited >= max(HINT, allowed / 2) else Patience.SHORT
    for least, found in ((LONG, Patience.LONG), (ALONE, Patience.ALONE), (HINT, Patience.HINT)):
        if waited >= least:
            return found
    return Patience.SHORT
