"""The card games there are: what the game systems bring along."""

from __future__ import annotations

from collections.abc import Mapping

from games.card_games.base import CardGame
from games.engine.options import Value
from games.engine.system import System
from games.systems.registry import GAME_SYSTEMS
from rosters.rules.editions.edition import RuleEdition


def card_games() -> dict[str, CardGame]:
    """By the key of the game system."""
    return {key: face.card_game for key, face in GAME_SYSTEMS.items() if face.card_game is not None}


def card_game(system: System) -> CardGame | None:
    """What a system that is played with cards brings along; ``None`` for one that brings none."""
    face = GAME_SYSTEMS.get(system.key)
    return None if face is None else face.card_game


def has_parks(system: System) -> bool:
    """Whether clubs that play a system have ballparks of their own that count."""
    game = card_game(system)
    return game is not None and game.has_parks


def edition_settings(system: System, edition: RuleEdition) -> Mapping[str, Value]:
    """The options of a system that a rule edition decides; none where it follows no edition."""
    game = card_game(system)
    return {} if game is None else game.edition_settings(edition)


def follows_editions(system: System) -> bool:
    """Whether events in a system are played under a rule edition."""
    game = card_game(system)
    return game is not None and game.follows_editions
