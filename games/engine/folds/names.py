"""Names of sides and players in the words about a game."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.situation import AWAY, SLOTS

BASE_NAMES = ("", "first", "second", "third", "home")


@dataclass(frozen=True, slots=True)
class Names:
    """Names of both clubs and, if any, of the nine batters of each in order."""

    away: str = "Visitors"
    home: str = "Home side"
    away_batters: tuple[str, ...] = ()
    home_batters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for batters in (self.away_batters, self.home_batters):
            if len(batters) not in (0, SLOTS):
                raise ValueError(f"a batting order has {SLOTS} names or none, not {len(batters)}")

    def club(self, side: int) -> str:
        return self.away if side == AWAY else self.home

    def player(self, side: int, slot: int, base: int = 0) -> str:
        """The name of a slot; a player of unknown place is the runner on ``base``."""
        if not 1 <= slot <= SLOTS:
            return f"the runner on {BASE_NAMES[base]}" if base else "the batter"
        batters = self.away_batters if side == AWAY else self.home_batters
        return batters[slot - 1] if batters else f"Batter {slot}"

    def score(self, runs: tuple[int, int]) -> str:
        """The score with names, visitors first."""
        return f"{self.away} {runs[0]}, {self.home} {runs[1]}"


NO_NAMES = Names()
"""Names for a game without named clubs."""
