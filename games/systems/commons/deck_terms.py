"""The law of decks of an event: the printed law and the event's stricter settings."""

from __future__ import annotations

from dataclasses import replace

from games.engine.options import Settings
from games.systems.commons.play.deck_law import PRINTED, DeckLaw
from games.systems.commons.play.law import EVENTS_SET


def deck_law(settings: Settings, card_set: int = 0) -> DeckLaw:
    """The law of decks under the settings of an event that is played with a card set."""
    return replace(
        PRINTED,
        # Settings frozen before these options existed lack them.
        least_at_bats=int(settings.get("least_at_bats", 0)),
        least_outs=3 * int(settings.get("least_innings", 0)),
        card_set=card_set if settings.get("deck_cards") == EVENTS_SET else 0,
    )
