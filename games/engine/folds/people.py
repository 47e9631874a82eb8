"""Who is who while a game goes on: the line-ups, and how every change alters them.

Events know slots and positions; the clubs know who begins. A fold that speaks of players steps
through the events with a ``People`` beside it: it asks before an event, and then lets it be seen.
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
hitter, and nothing for a player whose turn it was in a list."""


class People:
    """Both line-ups as they stand: by side, the player in each slot and where he plays."""

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
        """Take notice of an event; only changes change anything."""
        if kind_of(event) != CHANGE:
            return
        side, slot, position, player = changed(value_of(event))
        self.slots[side][slot] = player
        self.positions[side][slot] = position
        if position == PITCHER and slot != NO_BAT:
            # Pitchers bat from now on.
            self.slots[side][NO_BAT] = self.positions[side][NO_BAT] = 0

    def player(self, side: int, slot: int) -> int:
        """The player in a slot, 0 where he is not known."""
        return self.slots[side][slot] if 1 <= slot <= SLOTS else 0

    def position(self, side: int, slot: int) -> int:
        """Where the player in a slot plays."""
        return self.positions[side][slot] if 1 <= slot <= SLOTS else 0

    def at(self, side: int, position: int) -> int:
        """The player at a position, 0 where there is none."""
        for slot in range(NO_BAT, SLOTS + 1):
            if self.positions[side][slot] == position:
                return self.slots[side][slot]
        return 0

    def name(self, side: int, player: int) -> str:
        """What a player is called."""
        return self.clubs[side].name_of(player)

    def names(self, names: Names) -> Names:
        """The names of both sides' batters now, in order, beside those of the clubs."""
        batters = [
            tuple(self.name(side, player) for player in self.slots[side][1:]) for side in (0, 1)
        ]
        return Names(names.away, names.home, batters[0], batters[1])
