"""The rule edition under which an event is played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from config.events.models import Event
from games.systems.registry import GAME_SYSTEMS
from rosters.rules.editions.edition import RuleEdition, from_json
from rosters.rules.editions.presets import DEFAULT, PRESETS, USUAL, Preset


def presets_for(system_key: str) -> Mapping[str, Preset]:
    """The presets that an event of a game system may be played under, the usual one first."""
    face = GAME_SYSTEMS.get(system_key)
    keys = face.editions if face is not None and face.editions else PRESETS
    return {key: PRESETS[key] for key in keys}


def names_paragraphs(system_key: str) -> bool:
    """Whether events of a game system are played under a document whose paragraphs pages name."""
    face = GAME_SYSTEMS[system_key]
    follows = face.card_game is not None and face.card_game.follows_editions
    return follows and usual_preset(system_key).paragraphs


def usual_preset(system_key: str) -> Preset:
    """The preset with which an event of a game system begins where nobody chose another."""
    return next(iter(presets_for(system_key).values()))


def preset_of(event: Event) -> Preset:
    """The preset its edition was made of; the document's where that preset is gone."""
    return PRESETS.get(event.edition_preset, USUAL)


def edition_in(event: Event) -> RuleEdition:
    """The law an event is played under."""
    return _edition(event.edition_preset, json.dumps(event.edition_fields, sort_keys=True))


def edition_of(scope: str) -> RuleEdition:
    """The law of the event with that key; the document's where there is none."""
    rows = Event.objects.only("edition_preset", "edition_fields")
    event = rows.filter(key=scope).first()
    return DEFAULT if event is None else edition_in(event)


@lru_cache(maxsize=64)
def _edition(preset_key: str, fields: str) -> RuleEdition:
    """An edition, verified when it is read first: an event's acts ask for it several times."""
    return from_json(json.loads(fields), PRESETS.get(preset_key, USUAL).edition)
