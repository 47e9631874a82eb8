"""The rule edition under which an event is played.

This floor does not know what drafts, squads and series belong to; the app that made them says which
edition holds there. Where nobody says, as in practice, it is the document's.
"""

from __future__ import annotations

from collections.abc import Callable

from games.systems.registry import GAME_SYSTEMS
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.presets import DEFAULT, PRESETS, USUAL, Preset

Source = Callable[[str], RuleEdition]
"""The edition of an event, by what follows the colon of its scope."""

_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Let ``source`` answer for scopes that begin with ``kind:``."""
    _sources[kind] = source


def usual_preset(system_key: str) -> Preset:
    """The preset with which an event of a game system begins where nobody chose another."""
    face = GAME_SYSTEMS.get(system_key)
    return PRESETS[face.usual_edition] if face is not None and face.usual_edition else USUAL


def edition_of(scope: str) -> RuleEdition:
    """The edition of what a scope names."""
    kind, _, key = scope.partition(":")
    source = _sources.get(kind)
    return DEFAULT if source is None else source(key)
