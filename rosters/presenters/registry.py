"""The presenters there are."""

from __future__ import annotations

from rosters.presenters.commons import CommonsPresenter
from rosters.presenters.purestrat import PurestratPresenter
from rosters.presenters.systems import CardPresenter

PRESENTERS: dict[str, CardPresenter] = {
    presenter.system: presenter for presenter in (CommonsPresenter(), PurestratPresenter())
}
PLAIN = CardPresenter()


def presenter_of(system_key: str) -> CardPresenter:
    """How the cards of a game system are shown; by their columns where nobody said more."""
    return PRESENTERS.get(system_key, PLAIN)
