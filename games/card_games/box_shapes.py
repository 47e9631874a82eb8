"""The shape in which the box scores of a game system are reported, where they can be."""

from __future__ import annotations

from games.engine.options import Settings
from games.engine.system import System
from games.rules.box_shapes import NINE, BoxShape
from games.systems.registry import GAME_SYSTEMS


def box_shape(system: System, settings: Settings) -> BoxShape | None:
    """What its face says; of one that says nothing nine places, where its games are on pitching
    sheets or its clubs put up line-ups. ``None``: nobody is known by name in its reports."""
    face = GAME_SYSTEMS.get(system.key)
    if face is None:
        return None
    if face.box is not None:
        return face.box(settings)
    game = face.card_game
    return NINE if game is not None and (game.keeps_sheets(settings) or game.has_line_ups) else None
