"""The presenters there are: what the game systems bring along."""

from __future__ import annotations

from games.systems.registry import GAME_SYSTEMS
from rosters.presenters.systems import CardPresenter

PLAIN = CardPresenter()


def presenter_of(system_key: str) -> CardPresenter:
    """How the cards of a game system are shown; by their columns where nobody said more."""
    face = GAME_SYSTEMS.get(system_key)
    return PLAIN if face is None or face.presenter is None else face.presenter
