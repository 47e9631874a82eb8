"""The squad laws there are."""

from __future__ import annotations

from config.refusals import Refusal, Refused
from rosters.rules.draft.commons import CommonsLaw
from rosters.rules.draft.purestrat import PurestratLaw
from rosters.rules.draft.squad_law import SquadLaw

LAWS: dict[str, SquadLaw] = {law.system: law for law in (PurestratLaw(), CommonsLaw())}


def law_of(system_key: str) -> SquadLaw:
    """The squad law of a game system; ``no-squad-law`` where nobody drafts."""
    found = LAWS.get(system_key)
    if found is None:
        raise Refused(
            Refusal(
                "no-squad-law",
                f"Nobody drafts for {system_key!r}; there are drafts for {', '.join(LAWS)}.",
                "system",
                {"known": list(LAWS)},
            )
        )
    return found
