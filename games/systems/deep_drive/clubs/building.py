"""Clubs of Deep Drive, built from its cards. A club without a park of its own plays at home on the
built-in neutral park card, so that a Park reading always has a card to look up (DD-029)."""

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
"""The tendencies that managers set for their clubs (``play.squad.Tendencies``)."""

TURNS_OF_A_START = 25.0


class DeepDriveClubs(NineClubs[DeepDrivePlayer]):
    system_key = DeepDrive.key
    likes = frozenset(tendency.key for tendency in TENDENCIES)
    relief_outs = FULL_GAME
    reads_of_parks = "faces"
    runs_of_a_start = TURNS_OF_A_START

    def pitchers_bat(self, settings: Settings) -> bool:
        """True only without the designated hitter: their hitting cards are built-in (DD-001,
        DD-104)."""
        return not self.designates(settings)

    def era(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The mean of the era values on the cards, where any card has one."""
        mean = mean_era(str(card.cells.get(ERA, "")) for card in cards)
        return {} if mean == NO_ERA else mean.tendencies()

    def made(self, card: Card, number: int) -> DeepDrivePlayer:
        """A batter, or a pitcher with the built-in card with which he bats."""
        printed = (card.kind, card.name, card.bats, card.throws, tuple(card.cells.items()))
        return _player_of(number, *printed)

    def allowed(
        self, player: DeepDrivePlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
    ) -> DeepDrivePlayer:
        return with_allowance(
            player, may_start=may_start, may_relieve=may_relieve, relief_outs=relief_outs
        )

    def built(
        self,
        begun: Begun,
        players: tuple[DeepDrivePlayer, ...],
        later: Sequence[tuple[int, tuple[DeepDrivePlayer, ...], bool]],
    ) -> DeepDriveClub:
        return DeepDriveClub(
            begun.name,
            players,
            begun.order,
            begun.positions,
            tendencies=Tendencies(**dict(begun.tendencies)),
            park=_park(begun.park),
            roles=begun.roles,
            pitcher=begun.pitcher,
            resumed=tuple(Resumed(*item) for item in later),
        )


def _park(faces: tuple[int | str, ...] | None) -> Park:
    if faces is None:
        return NEUTRAL_PARK
    return Park(Column(parse_reading(str(face)) for face in faces))


@lru_cache(maxsize=4096)
def _player_of(
    number: int, kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> DeepDrivePlayer:
    """A player, built once per process: he never changes, and his worth is slow to compute."""
    parsed = _parsed(kind, name, bats, throws, cells)
    if isinstance(parsed, Batter):
        return batting_player(number, name, parsed)
    return pitching_player(number, name, parsed)


@lru_cache(maxsize=4096)
def _parsed(
    kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> Batter | Pitcher:
    """A card parsed from its cells, once per process: the same cells are the same card."""
    return card_of(CardRow("", name, 0, (), kind, bats, throws, (), dict(cells)))
