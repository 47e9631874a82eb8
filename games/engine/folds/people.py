"""The players in a game: the lineups, and how every change alters them.

Events know slots and positions; the clubs know the starting lineups. A fold that names players
steps through the events with a ``People`` beside it: it queries it before an event, and then lets
it see the event.
"""

from __future__ import annotations

from games.engine.club import Clubs
from games.engine.events import CHANGE, NO_BAT, changed, kind_of, value_of
from games.engine.folds.names import Names
from games.engine.situation import SLOTS

PITCHER = 1
POSITION_NAMES = (
    "",
    "p",
    "c",
    "1b",
    "2b",
    "3b",
    "ss",
    "lf",
    "cf",
    "rf",
    "ph",
    "pr",
    "dh",
    "",
)
"""Short names by scorer's number; beyond 9 a pinch hitter, a pinch runner and a designated
hitter, and empty for a player of a batting list."""


class People:
    """Both present lineups: by side, the player in each slot and his position."""

    def __init__(self, clubs: Clubs) -> None:
        self.clubs = clubs
        self.slots: list[list[int]] = [[0, *club.batting_order()] for club in clubs]
        self.positions: list[list[int]] = [
            [0, *(club.position_of(slot) for slot in range(1, SLOTS + 1))] for club in clubs
        ]
        for side, club in enumerate(clubs):
            pitcher = club.starting_pitcher()
            if pitcher and pitcher not in self.slots[side]:
                self.slots[side][NO_BAT], self.positions[side][NO_BAT] = pitcher, PITCHER

    def see(self, event: int) -> None:
        """Apply an event; only changes have an effect."""
        if kind_of(event) != CHANGE:
            return
        side, slot, position, player = changed(value_of(event))
        self.slots[side][slot] = player
        self.positions[side][slot] = position
        if position == PITCHER and slot != NO_BAT:
            # There is no designated hitter from now on.
            self.slots[side][NO_BAT] = self.positions[side][NO_BAT] = 0

    def player(self, side: int, slot: int) -> int:
        """The player in a slot, 0 if not known."""
        return self.slots[side][slot] if 1 <= slot <= SLOTS else 0

    def position(self, side: int, slot: int) -> int:
        """The position of the player in a slot."""
        return self.positions[side][slot] if 1 <= slot <= SLOTS else 0

    def at(self, side: int, position: int) -> int:
        """The player at a position, 0 for none."""
        for slot in range(NO_BAT, SLOTS + 1):
            if self.positions[side][slot] == position:
                return self.slots[side][slot]
        return 0

    def name(self, side: int, player: int) -> str:
        return self.clubs[side].name_of(player)

    def names(self, names: Names) -> Names:
        """The clubs' names with those of both sides' present batters in order."""
        batters = [
            tuple(self.name(side, player) for player in self.slots[side][1:]) for side in (0, 1)
        ]
        return Names(names.away, names.home, batters[0], batters[1])
