"""T33.0h: a suspended game goes on, and its pitchers are allowed what their sheets say by now, with
the games before it and those that were played since.

What a game allows is stored with it, so that it replays to itself whatever becomes of the sheets:
at first as it was drawn up, and behind every suspension as the sheets stood when it really went on.
"""

from __future__ import annotations

from games.card_games.base import Stored
from games.clubs import Squads
from games.models import Game
from games.records import entries_before_suspension
from games.sheets import Sheets, keeps_sheets


def resumed_clubs(game: Game) -> list[Stored] | None:
    """The clubs of a game as it would go on now; ``None`` where it is not suspended, or nobody
    keeps sheets of it."""
    if (
        game.status != Game.Status.SUSPENDED
        or not game.has_plays
        or game.clubs is None
        or not keeps_sheets(game.series)
        or any("pitchers" not in stored for stored in game.clubs)
    ):
        return None
    entries = len(entries_before_suspension(game.entries))
    managed = (game.away_managed, game.home_managed)
    return Squads().resumed(game, Sheets([game.series]), entries, managed)


def allow_anew(game: Game) -> None:
    """Let a suspended game in hand stand as it would go on now; nothing is saved."""
    clubs = resumed_clubs(game)
    if clubs is not None:
        game.clubs = clubs
