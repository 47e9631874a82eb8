"""Whether the house can play what is left of series."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from config.refusals import Refusal
from games.models import Game
from games.services.rewinding import is_before_its_first_pitch


def why_not_house(series_ids: Collection[int]) -> Mapping[int, Refusal]:
    """Why the house cannot play on in series, by key, of those in which it cannot: a result waits
    to be confirmed, or of a suspended game only the result is known. One query."""
    found: dict[int, Refusal] = {}
    rows = Game.objects.filter(
        series__in=series_ids, status__in=(Game.Status.REPORTED, Game.Status.SUSPENDED)
    ).defer("transcript", "events", "clubs", "beginning")
    for game in rows.order_by("number"):
        if game.status == Game.Status.REPORTED:
            words = f"Game {game.number} waits to be confirmed."
            found.setdefault(game.series_id, Refusal("game-unconfirmed", words))
        elif not game.has_plays and not is_before_its_first_pitch(game):
            words = f"Of game {game.number} only the result is known: it is finished at the table."
            found.setdefault(game.series_id, Refusal("no-plays", words))
    return found
