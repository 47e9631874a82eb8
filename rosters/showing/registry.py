"""The looks there are."""

from __future__ import annotations

from rosters.showing.commons import CommonsLook
from rosters.showing.purestrat import PurestratLook
from rosters.showing.systems import Look

LOOKS: dict[str, Look] = {look.system: look for look in (CommonsLook(), PurestratLook())}
PLAIN = Look()


def look_of(system_key: str) -> Look:
    """How the cards of a game system are shown; by their columns where nobody said more."""
    return LOOKS.get(system_key, PLAIN)
