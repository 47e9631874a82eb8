"""Clubs of Deep Drive, built of its cards. A club without a park of its own plays at home on the
house's neutral park card, so that a Park reading always has one to be looked up on (DD-029)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.card_games.nine.building import Begun, NineClubs
from games.engine.options import Settings
from games.systems.deep_drive.cards.era import NO_ERA, mean_era
from games.systems.deep_drive.cards.maker import ERA, card_of
from games.systems.deep_drive.play.cards import Batter, Column, Pitcher
from games.systems.deep_drive.play.park import NEUTRAL_PARK, Park
from games.systems.deep_drive.play.readings import parse_reading
from games.systems.deep_drive.play.squad import (
    FULL_GAME,
    DeepDriveClub,
    DeepDrivePlayer,
    Resumed,
    Tendencies,
    batting_player,
    pitching_player,
    with_allowance,
)
from games.systems.deep_drive.play.system import DeepDrive
from rosters.makers.base import CardRow
from rosters.models import Card
from rosters.rules.tendencies import Tendency

TENDENCIES: Final = (
    Tendency("stealing", "Stealing", "How good a thief's SAFE has to be."),
    Tendency("bunting", "Bunting", "How late and how close before somebody bunts."),
    Tendency("hit_and_run", "Hit and run", "How often the runner goes with the pitch."),
    Tendency(
        "running", "Taking the extra base", "How long the odds may be that a runner is sent on."
    ),
    Tendency("pinch_hitting", "Pinch hitting", "How early the bench comes to bat."),
    Tendency("quick_hook", "Quick hook", "How soon a pitcher in trouble comes out."),
    Tendency("infield_in", "Infield in", "How early the infield plays in to cut off a run."),
    Tendency("intentional_walks", "Intentional walks", "How readily first base is given away."),
)
"""What a manager can say of how the club plays (``play.squad.Tendencies``)."""

TURNS_OF_A_START = 25.0


class DeepDriveClubs(NineClubs[DeepDrivePlayer]):
    """Builds clubs of Deep Drive."""

    system_key = DeepDrive.key
    likes = frozenset(tendency.key for tendency in TENDENCIES)
    relief_outs = FULL_GAME
    reads_of_parks = "faces"
    runs_of_a_start = TURNS_OF_A_START

    def pitchers_bat(self, settings: Settings) -> bool:
        """Only where no hitter may be designated: their cards are the house's (DD-001, DD-104)."""
        return not self.designates(settings)

    def era(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The mean of what the cards say, where any says something."""
        found = mean_era(str(card.cells.get(ERA, "")) for card in cards)
        return {} if found == NO_ERA else found.tendencies()

    def made(self, card: Card, number: int) -> DeepDrivePlayer:
        """A batter, or a pitcher with the house's card with which he bats."""
        printed = (card.kind, card.name, card.bats, card.throws, tuple(card.cells.items()))
        return _player_of(number, *printed)

    def allowed(
        self, player: DeepDrivePlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
    ) -> DeepDrivePlayer:
        """The same player with what he may do today."""
        return with_allowance(
            player, may_start=may_start, may_relieve=may_relieve, relief_outs=relief_outs
        )

    def built(
        self,
        begun: Begun,
        players: tuple[DeepDrivePlayer, ...],
        later: Sequence[tuple[int, tuple[DeepDrivePlayer, ...], bool]],
    ) -> DeepDriveClub:
        """A club with its park's card."""
        return DeepDriveClub(
            begun.name,
            players,
            begun.order,
            begun.positions,
            tendencies=Tendencies(**dict(begun.tendencies)),
            park=_park(begun.park),
            roles=begun.roles,
            pitcher=begun.pitcher,
            resumed=tuple(Resumed(*each) for each in later),
        )


def _park(faces: tuple[int | str, ...] | None) -> Park:
    if faces is None:
        return NEUTRAL_PARK
    return Park(Column(parse_reading(str(face)) for face in faces))


@lru_cache(maxsize=4096)
def _player_of(
    number: int, kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> DeepDrivePlayer:
    """A player, whom nothing changes, once in a process: what he is worth takes a while to add
    up."""
    parsed = _parsed(kind, name, bats, throws, cells)
    if isinstance(parsed, Batter):
        return batting_player(number, name, parsed)
    return pitching_player(number, name, parsed)


@lru_cache(maxsize=4096)
def _parsed(
    kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> Batter | Pitcher:
    """A card read from its cells: once in a process, as the same cells are the same card."""
    return card_of(CardRow("", name, 0, (), kind, bats, throws, (), dict(cells)))
