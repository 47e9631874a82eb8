"""The card games there are."""

from __future__ import annotations

from collections.abc import Mapping

from games.card_games.base import CardGame
from games.card_games.purestrat.game import PurestratCards
from games.engine.options import Value
from games.engine.system import CARDS, System
from rosters.rules.editions.edition import RuleEdition

CARD_GAMES: dict[str, CardGame] = {game.system_key: game for game in (PurestratCards(),)}


def card_game(system: System) -> CardGame | None:
    """What a system that is played with cards brings along; ``None`` for one that needs none."""
    return CARD_GAMES[system.key] if system.need.kind == CARDS else None


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
