"""Which rule edition a draft follows: that of the event it belongs to.

What lies above tells it by scope; practice, and whatever nobody told, follows the usual one.
"""

from collections.abc import Callable

from rosters.drafts.models import Draft
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.presets import DEFAULT

LawOf = Callable[[str], RuleEdition]

_laws: dict[str, LawOf] = {}


def register(kind: str, law_of: LawOf) -> None:
    """Let ``law_of`` answer for scopes that begin with ``kind:``, by what follows the colon."""
    _laws[kind] = law_of


def edition_of(draft: Draft) -> RuleEdition:
    """The edition that a draft follows."""
    kind, _, key = draft.scope.partition(":")
    law_of = _laws.get(kind)
    return DEFAULT if law_of is None else law_of(key)
