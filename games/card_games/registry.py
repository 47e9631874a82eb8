"""The card games of all systems, and other properties of game systems: pitching law, box score
shape, charts.

Each system declares them in its ``GameSystem``. The pitching laws themselves are in
``pitching.rules``, under no system's name: another game may share one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.refusals import Refused
from games.card_games.base import CardGame
from games.engine.options import Settings, Value
from games.engine.system import System
from games.rules.box_shapes import ERRORS, HITS, NINE, BoxShape
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from pitching.rules.laws import LawOfPitching
from rosters.editions import edition_of
from rosters.rules.editions.edition import RuleEdition


def card_games() -> dict[str, CardGame]:
    """The card games by the key of the system."""
    return {key: face.card_game for key, face in GAME_SYSTEMS.items() if face.card_game is not None}


def card_game(system: System) -> CardGame | None:
    face = GAME_SYSTEMS.get(system.key)
    return None if face is None else face.card_game


def has_parks(system: System) -> bool:
    game = card_game(system)
    return game is not None and game.has_parks


def edition_settings(system: System, edition: RuleEdition) -> Mapping[str, Value]:
    """The options of a system that a rule edition sets; empty where it follows no edition."""
    game = card_game(system)
    return {} if game is None else game.edition_settings(edition)


def follows_editions(system: System) -> bool:
    game = card_game(system)
    return game is not None and game.follows_editions


def law_of_pitching(system_key: str, scope: str) -> LawOfPitching | None:
    """The pitching law of an event; None where no sheets are kept. Sheets keep the law of the day
    they were opened. No other code chooses the law."""
    face = GAME_SYSTEMS.get(system_key)
    if face is None or face.pitching_law is None:
        return None
    return face.pitching_law(edition_of(scope))


def box_shape(system: System, settings: Settings) -> BoxShape | None:
    """The shape of reported box scores: the system's own, or else nine places where its games use
    pitching sheets or lineups. None: reports name no players."""
    face = GAME_SYSTEMS.get(system.key)
    if face is None:
        return None
    if face.box is not None:
        return face.box(settings)
    game = face.card_game
    return NINE if game is not None and (game.keeps_sheets(settings) or game.has_line_ups) else None


def result_shape(system: System, settings: Settings) -> BoxShape:
    """The shape in which a result is reported: that of the box score, or of the line score alone
    with what the system knows of it."""
    shape = box_shape(system, settings)
    if shape is not None:
        return shape
    unknown = ((HITS, system.batters), (ERRORS, system.errors))
    never = frozenset(name for name, is_known in unknown if not is_known)
    return BoxShape(never=never, reaches_by_hits=system.reaches_by_hits)


def use_charts(system_key: str, folder: str) -> None:
    """Play a game system by the charts that the site's operator owns (``OWNED_CHARTS``): those in a
    folder, the built-in ones where it is empty.

    Raise ``ImproperlyConfigured`` with everything that is wrong with them, by file, row and column:
    a site does not start with an incomplete chart.
    """
    game = card_games().get(system_key)
    if game is None:
        raise ImproperlyConfigured(f"{system_key} has no charts of an owner.")
    try:
        game.use_charts(Path(folder) if folder else None)
    except Refused as refused:
        faults = "\n".join(f"  {refusal.place}: {refusal.message}" for refusal in refused.refusals)
        name = SYSTEMS[system_key].name
        raise ImproperlyConfigured(f"The charts of {name} are refused:\n{faults}") from refused
