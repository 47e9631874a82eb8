"""Squads that managers build themselves and bring to an event, where a game system allows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from config.people.models import User
from config.refusals import Refusal, Refused
from games.engine.options import Settings
from games.engine.system import System
from games.systems.registry import GAME_SYSTEMS


@dataclass(frozen=True)
class SquadTerms:
    """The conditions for squads in an event: its settings, and the number of its card set; 0 where
    it has none, as for a practice game."""

    settings: Settings = field(default_factory=dict)
    card_set: int = 0


ANY_SQUAD: Final = SquadTerms()
"""The conditions for squads outside events."""


@dataclass(frozen=True)
class OfferedSquad:
    """A squad that a user has built, and the reasons why it may not play yet."""

    key: int
    name: str
    url: str
    problems: Sequence[Refusal]


class OwnSquads(ABC):
    """The squads that users have built in one game system. ``word``: its name for such a squad;
    ``rule``: the rule that lets managers build them."""

    word: str
    rule: str

    @abstractmethod
    def offered(self, user: User, terms: SquadTerms = ANY_SQUAD) -> Sequence[OfferedSquad]:
        """Every squad of a user, verified against the terms."""

    @abstractmethod
    def cards(self, user: User, key: int, terms: SquadTerms = ANY_SQUAD) -> tuple[str, list[int]]:
        """The name of one of a user's squads and its cards in order. Refused where it is another
        user's, and with everything that is wrong with it."""

    @abstractmethod
    def problems(self, cards: Sequence[int], terms: SquadTerms = ANY_SQUAD) -> list[Refusal]:
        """Verify cards that are to play together, wherever they come from."""

    @abstractmethod
    def builder_url(self) -> str:
        """The page that builds them."""


def own_squads(system: System) -> OwnSquads | None:
    """Return None where squads are only drafted, dealt or replayed."""
    face = GAME_SYSTEMS.get(system.key)
    return None if face is None else face.own_squads


def required(system: System) -> OwnSquads:
    """Refused: ``no-own-squads``."""
    squads = own_squads(system)
    if squads is None:
        raise Refused(
            Refusal("no-own-squads", f"Nobody builds squads of his own in {system.name}.", "squad")
        )
    return squads
