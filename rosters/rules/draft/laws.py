"""The squad laws there are: what the game systems bring along."""

from __future__ import annotations

from config.refusals import Refusal, Refused
from games.systems.registry import GAME_SYSTEMS
from rosters.rules.draft.squad_law import SquadLaw


def squad_laws() -> dict[str, SquadLaw]:
    """By the key of the game system."""
    return {key: face.squad_law for key, face in GAME_SYSTEMS.items() if face.squad_law is not None}


def law_of(system_key: str) -> SquadLaw:
    """The squad law of a game system; ``no-squad-law`` where nobody drafts."""
    known = squad_laws()
    found = known.get(system_key)
    if found is None:
        raise Refused(
            Refusal(
                "no-squad-law",
                f"Nobody drafts for {system_key!r}; there are drafts for {', '.join(known)}.",
                "system",
                {"known": list(known)},
            )
        )
    return found
