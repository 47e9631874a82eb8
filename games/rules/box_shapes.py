"""What the players' lines of a game look like when they are reported: nine places with
positions, or a list that is used up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

ERRORS: Final = "errors"
"""What ``BoxShape.never`` calls the errors of a side."""
HITS: Final = "hits"
"""What it calls the hits of a side."""


def _nobody(cells: Mapping[str, str]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class BoxShape:
    """How the players' lines of a system's games are told.

    ``listed``: the order at bat is a list (``System.listed``). Everybody in it comes up once,
    nobody plays a position and pitchers do not bat; who has run out is lent a player, from the
    opponent's or, with ``lends_own``, from among his own. Otherwise nine places come round, and
    the player who comes in behind another stands behind him at the positions that he played.

    ``passed_over`` says of a card by what is printed on it whether a list may use it up without a
    turn, because somebody else hits for it.

    ``most_batters`` and ``most_pitchers`` are lines of one side. ``never`` are counts, by the names
    of their fields, which there are none of in these games, ``HITS`` and ``ERRORS``.
    ``reaches_by_hits``: nobody scores who has not come on base by a hit.
    """

    listed: bool = False
    most_batters: int = 40
    most_pitchers: int = 9
    lends_own: bool = False
    never: frozenset[str] = field(default_factory=frozenset)
    reaches_by_hits: bool = False
    passed_over: Callable[[Mapping[str, str]], bool] = _nobody


NINE: Final = BoxShape()
"""Nine places with positions."""
