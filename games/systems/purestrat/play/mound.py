"""Outings of relievers and the closer rule (S27, S28)."""

from __future__ import annotations

from mypy_extensions import i64

from games.systems.purestrat.play.diamond import Diamond
from games.systems.purestrat.play.fatigue import CLOSING_INNING, RELIEVER, closer_situation


def begin_outing(game: Diamond, side: i64) -> None:
    """Begin a reliever's endurance, with the closer's in a closer situation (S28.32)."""
    nine = game.nines[side]
    card = nine.mound
    nine.endurance.start(RELIEVER, card.relief, card.closer, game.inning)
    look_for_closer(game)


def look_for_closer(game: Diamond) -> None:
    """Apply the closer rule as soon as the situation is there (S28.2, S28.33)."""
    nine = game.defence
    if game.inning < CLOSING_INNING or nine.mound_started or not game.tires:
        return
    lead = -game.lead
    if lead > 0:
        runners = (game.bases & 1) + (game.bases >> 1 & 1) + (game.bases >> 2 & 1)
        if closer_situation(game.inning, lead, runners):
            was_tired = nine.endurance.tired
            nine.endurance.close()
            if nine.endurance.tired and not was_tired:
                game.note_tired()
