"""Two clubs to try a game of cards with."""

from __future__ import annotations

from games.card_games.registry import card_game
from games.engine.club import Clubs
from games.engine.system import System


def exhibition_clubs(system: System) -> Clubs | None:
    """Clubs for a sample game; ``None`` for systems that need none."""
    game = card_game(system)
    return None if game is None else game.exhibition()
