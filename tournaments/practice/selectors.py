"""Practice games and their state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.people.models import User
from games.clocks import allowance_in
from games.models import Game
from games.rules.game_clocks import Allowance
from tournaments.practice.access import practice_games_of
from tournaments.practice.models import PracticeGame

GOES_ON = (Game.Status.IN_PROGRESS, Game.Status.SUSPENDED)


@dataclass(frozen=True)
class PracticeLine:
    """A practice game with the game that has begun; ``mine``: the user created it."""

    made: PracticeGame
    game: Game | None
    mine: bool

    @property
    def goes_on(self) -> bool:
        """Whether it can be played on."""
        return self.game is not None and self.game.status in GOES_ON


def practice_lines(user: User) -> Sequence[PracticeLine]:
    """Return a user's practice games, the latest first; two queries."""
    rows_ = list(
        practice_games_of(user).select_related("series__home", "series__away", "owner", "guest")
    )
    rows = Game.objects.filter(series__in=[row.series_id for row in rows_]).exclude(
        status=Game.Status.VOID
    )
    games = {game.series_id: game for game in rows}
    for row in rows_:
        if row.series_id in games:
            games[row.series_id].stands_in(row.series)
    return [PracticeLine(row, games.get(row.series_id), row.owner_id == user.pk) for row in rows_]


def terms_of(made: PracticeGame) -> Allowance:
    return allowance_in(made.scope)
