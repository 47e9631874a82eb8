"""What a complete squad must be, checked while it is being drafted.

Every game system with drafts registers a ``SquadLaw``; the draft itself knows none of its rules.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from config.refusals import Refusal, Refused
from games.systems.registry import GAME_SYSTEMS
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.imputed import Prospect


@dataclass(frozen=True)
class Need:
    """A need of a squad: ``has`` of ``wants``. The law does not require what is only ``advised``;
    ``most`` makes it a limit instead of a need."""

    key: str
    label: str
    has: int
    wants: int
    advised: bool = False
    most: int | None = None

    @property
    def short(self) -> int:
        return max(0, self.wants - self.has)

    @property
    def is_met(self) -> bool:
        return not self.short


class SquadLaw(Protocol):
    system: str
    parks: int
    """Ballparks in a squad."""

    def players(self, settings: DraftSettings) -> int:
        """How many players a complete squad has."""
        ...

    def needs(self, players: Sequence[Prospect], left: int, settings: DraftSettings) -> list[Need]:
        """How complete a squad is, with so many players still to come."""
        ...

    def holes(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        """Why ``left`` more players of a pool cannot make a legal squad of these players; empty if
        they can. With none left to come: what is wrong with the squad."""
        ...

    def share(
        self,
        squads: Sequence[Sequence[Prospect]],
        pool: Collection[Prospect],
        settings: DraftSettings,
        chance: Random,
    ) -> list[list[Prospect]] | None:
        """For each of these squads the players of a pool with whom all of them become legal, for
        none more than it has places for; the places that are then left take anybody. ``None`` where
        no such division comes to hand, which another ``chance`` may find."""
        ...

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """The needs for which the computer manager drafts, one for every player, in the words that
        ``fills`` knows."""
        ...

    def fills(self, player: Prospect, need: str) -> bool:
        """Whether a player meets a need of ``plan``."""
        ...

    def playing_time(self, need: str, nth: int) -> float:
        """The share of the time that the player who fills a need as number ``nth``, from 0, will
        play; 1 is always."""
        ...


def rounds(law: SquadLaw, settings: DraftSettings) -> int:
    """Rounds of a draft: every player and every park is a pick (T0.02a, T0.02d)."""
    return law.players(settings) + law.parks


def squad_laws() -> dict[str, SquadLaw]:
    return {
        key: game_system.squad_law
        for key, game_system in GAME_SYSTEMS.items()
        if game_system.squad_law is not None
    }


def law_of(system_key: str) -> SquadLaw:
    """The squad law of a game system. Refused: ``no-squad-law`` if the system has no drafts."""
    laws = squad_laws()
    law = laws.get(system_key)
    if law is None:
        raise Refused(
            Refusal(
                "no-squad-law",
                f"Nobody drafts for {system_key!r}; there are drafts for {', '.join(laws)}.",
                "system",
                {"known": list(laws)},
            )
        )
    return law
