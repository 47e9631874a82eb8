"""In which order clubs finish their suspended games (T33.0l), as the app that made the games tells.

``games`` knows neither byes nor who else waits; the app that does registers how to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from config.kinds import Kinds


@dataclass(frozen=True)
class Turn:
    """A suspended game among several of a club: its key, its series and its number there, what it
    is called, against which club it is, and when its turn comes. ``rank`` is its place, the same
    for games that are level, which ``place`` says as ``2=``; ``why`` it has that, ``rolled`` what
    was thrown for it, and whether a d20 is ``asked`` for now. ``ready``: nobody has said that the
    opponent is not there."""

    game: int
    series: int
    number: int
    name: str
    opponent: int
    rank: int
    place: str
    why: str
    rolled: tuple[int, ...]
    asked: bool
    ready: bool


@dataclass(frozen=True)
class ClubOrder:
    """The suspended games of a club that has some against several opponents, first to last."""

    team: int
    club: str
    turns: tuple[Turn, ...]

    def turn_of(self, game: int) -> Turn | None:
        """The turn of one of them; ``None`` for games that are not among them."""
        return next((turn for turn in self.turns if turn.game == game), None)

    def before(self, game: int) -> tuple[Turn, ...]:
        """The games against others who are there that come before one, or that only a d20 could
        put behind it, which has not been thrown."""
        mine = self.turn_of(game)
        if mine is None:
            return ()
        return tuple(
            turn
            for turn in self.turns
            if turn.opponent != mine.opponent and turn.rank <= mine.rank and turn.ready
        )


Ask = Callable[[str], Sequence[ClubOrder]]
"""Called with what follows the colon of the scope: the orders of all its clubs that have one."""

TURNS: Final[Kinds[Ask]] = Kinds()
"""Who tells in which order suspended games come, by the kind of event."""


def orders_in(scope: str) -> Sequence[ClubOrder]:
    """The orders there now; none where nobody knows."""
    found = TURNS.of(scope)
    return found[0](found[1]) if found else ()
