"""Seasons that are not stored: squads play one another to show how good they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from games.card_games.base import ClubBuilder, Side, Squad
from games.card_games.registry import card_games
from games.engine.endings import TIED
from games.engine.record import simulate
from games.engine.situation import AWAY
from games.systems.registry import system
from rosters.models import Card


@dataclass
class Tally:
    """What a squad did."""

    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def played(self) -> int:
        """Its games."""
        return self.won + self.lost + self.tied

    @property
    def share(self) -> float:
        """The share of its games that it won, a tie counting half."""
        return (self.won + self.tied / 2) / self.played if self.played else 0.0

    @property
    def error(self) -> float:
        """The standard error of the share, games being throws of a coin that falls so."""
        share = self.share
        return sqrt(share * (1 - share) / self.played) if self.played else 0.0


def plays(system_key: str) -> bool:
    """Whether squads of a system can be let play."""
    return system_key in card_games()


class SquadLeague:
    """Squads of one game system that play one another, each with its starters in turn."""

    def __init__(self, system_key: str, squads: Sequence[Squad], cards: Mapping[int, Card]) -> None:
        self.system = system(system_key)
        self.settings = self.system.settings()
        self.squads = squads
        self.builder: ClubBuilder = card_games()[system_key].builder(cards)

    def season(
        self,
        seed: str,
        games: int,
        tallies: Sequence[Tally],
        advance: Callable[[], None] = lambda: None,
        pairs: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        """Let every pair (or those given) meet ``games`` times, turn and turn about at home, and
        count. Refused where a squad cannot play."""
        columns = [0] * len(self.squads)
        meetings = pairs or list(combinations(range(len(self.squads)), 2))
        for meeting in range(games):
            for pair in meetings:
                away, home = pair if meeting % 2 else pair[::-1]
                for club in (away, home):
                    columns[club] += 1
                self._game(f"{seed}/{meeting}/{away}-{home}", away, home, columns, tallies)
            advance()

    def _game(
        self, seed: str, away: int, home: int, columns: Sequence[int], tallies: Sequence[Tally]
    ) -> None:
        drawn = self.builder.draw_up(
            Side(self.squads[away], columns[away]),
            Side(self.squads[home], columns[home]),
            self.settings,
        )
        clubs = (
            self.builder.club(str(away), drawn[0], self.settings),
            self.builder.club(str(home), drawn[1], self.settings),
        )
        ending = simulate(self.system, self.settings, seed, clubs=clubs).ending
        if ending is None:
            return
        if ending.winner == TIED:
            tallies[away].tied += 1
            tallies[home].tied += 1
            return
        winner, loser = (away, home) if ending.winner == AWAY else (home, away)
        tallies[winner].won += 1
        tallies[loser].lost += 1
