"""Squads that managers make themselves and bring to an event, where a game system has such."""

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
    """What an event asks of squads: its settings, and the number of its card set; 0 where it has
    none, as for a practice game."""

    settings: Settings = field(default_factory=dict)
    card_set: int = 0


ANY_SQUAD: Final = SquadTerms()
"""What is asked of squads that play in no event."""


@dataclass(frozen=True)
class OfferedSquad:
    """A squad that a user has made, and why it may not play yet."""

    key: int
    name: str
    url: str
    problems: Sequence[Refusal]


class OwnSquads(ABC):
    """What people have made in one game system. ``word`` says what such a thing is called, and
    ``rule`` is the one by which it is the manager's to make."""

    word: str
    rule: str

    @abstractmethod
    def offered(self, user: User, terms: SquadTerms = ANY_SQUAD) -> Sequence[OfferedSquad]:
        """Everything that somebody has made, judged by the terms; a page offers it."""

    @abstractmethod
    def cards(self, user: User, key: int, terms: SquadTerms = ANY_SQUAD) -> tuple[str, list[int]]:
        """The name of one of somebody's and its cards in their order. Refused where it is not his,
        and with everything that is wrong with it."""

    @abstractmethod
    def problems(self, cards: Sequence[int], terms: SquadTerms = ANY_SQUAD) -> list[Refusal]:
        """What is wrong with cards that are to play together, wherever they are from."""

    @abstractmethod
    def builder_url(self) -> str:
        """The page where they are made."""


def own_squads(system: System) -> OwnSquads | None:
    """How users make squads in a game system; ``None`` where squads are only drafted, dealt or
    replayed."""
    face = GAME_SYSTEMS.get(system.key)
    return None if face is None else face.own_squads


def required(system: System) -> OwnSquads:
    """The same; refused where there are none: ``no-own-squads``."""
    found = own_squads(system)
    if found is None:
        raise Refused(
            Refusal("no-own-squads", f"Nobody builds squads of his own in {system.name}.", "squad")
        )
    return found
