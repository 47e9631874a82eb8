"""Practice games with how they stand."""

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
    """A practice game with the game that was begun; ``mine`` is whether the reader made it."""

    made: PracticeGame
    game: Game | None
    mine: bool

    @property
    def goes_on(self) -> bool:
        """Whether it is being played."""
        return self.game is not None and self.game.status in GOES_ON


def practice_lines(user: User) -> Sequence[PracticeLine]:
    """A user's practice games, the latest first; two queries."""
    made = list(
        practice_games_of(user).select_related("series__home", "series__away", "owner", "guest")
    )
    rows = Game.objects.filter(series__in=[one.series_id for one in made]).exclude(
        status=Game.Status.VOID
    )
    games = {game.series_id: game for game in rows}
    for one in made:
        if one.series_id in games:
            games[one.series_id].stands_in(one.series)
    return [PracticeLine(one, games.get(one.series_id), one.owner_id == user.pk) for one in made]


def terms_of(made: PracticeGame) -> Allowance:
    """What its two people may take to decide."""
    return allowance_in(made.scope)
