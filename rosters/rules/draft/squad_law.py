"""What a squad must be in the end, asked while it is being drafted.

Every game system that drafts registers a ``SquadLaw``; the draft itself knows none of its rules.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from config.refusals import Refusal, Refused
from games.systems.registry import GAME_SYSTEMS
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.imputed import Prospect


@dataclass(frozen=True)
class Need:
    """Something a squad is to have: ``has`` of ``wants``. What is ``advised`` only, the law does
    not ask for; what there may be at ``most`` is no need but a limit."""

    key: str
    label: str
    has: int
    wants: int
    advised: bool = False
    most: int | None = None

    @property
    def short(self) -> int:
        """How many are missing."""
        return max(0, self.wants - self.has)

    @property
    def is_met(self) -> bool:
        """Whether nothing is missing."""
        return not self.short


class SquadLaw(Protocol):
    """The squad law of one game system."""

    system: str
    parks: int
    """Ballparks a squad takes."""

    def players(self, settings: DraftSettings) -> int:
        """Players of a whole squad."""
        ...

    def needs(self, players: Sequence[Prospect], left: int, settings: DraftSettings) -> list[Need]:
        """How far a squad is, with so many players still to come."""
        ...

    def holes(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        """Why ``left`` more players of a pool cannot make a legal squad of these players; empty
        where they can. With none left to come: what is wrong with the squad."""
        ...

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """What the house looks for when it drafts: a need for every player, by the words that
        ``fills`` understands."""
        ...

    def fills(self, player: Prospect, need: str) -> bool:
        """Whether a player answers to a need of ``plan``."""
        ...

    def playing_time(self, need: str, nth: int) -> float:
        """How much the player who fills a need as number ``nth``, from 0, will play; 1 is
        always."""
        ...


def rounds(law: SquadLaw, settings: DraftSettings) -> int:
    """Rounds of a draft: every player and every park is a pick (T0.02a, T0.02d)."""
    return law.players(settings) + law.parks


def squad_laws() -> dict[str, SquadLaw]:
    """The squad laws that game systems bring along, by their keys."""
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
