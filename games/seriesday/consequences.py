"""What depends on the results of a scope: places in the standings, and what was drawn upon them, as
the app that made the scope tells it.

``games`` does not know what a series belongs to; the app that does registers how to look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from config.kinds import Kinds


@dataclass(frozen=True)
class Consequences:
    """What follows from results, by the key of the event."""

    standing: Callable[[str], Mapping[str, str]]
    """The facts as they stand, in words, by what each is about."""
    warnings: Callable[[str], list[str]]
    """What does not follow from the results any more."""


CONSEQUENCES: Final[Kinds[Consequences]] = Kinds()
"""Who tells them, by the kind of event."""


def standing(scope: str) -> Mapping[str, str]:
    """How things stand there now; nothing where nobody knows."""
    found = CONSEQUENCES.of(scope)
    return found[0].standing(found[1]) if found else {}


def warnings(scope: str) -> list[str]:
    """Sentences about what was done in a scope upon results that have changed since."""
    found = CONSEQUENCES.of(scope)
    return found[0].warnings(found[1]) if found else []
