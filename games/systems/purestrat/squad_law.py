"""The squad law of Purestrat: T0.02d, T10.2c, T10.11e and T31.10."""

from __future__ import annotations

from rosters.rules.draft.nine_law import NineLaw


class PurestratLaw(NineLaw):
    """25 players and a park; four who may start; a field that an injury does not open."""

    system = "purestrat"
    parks = 1
