"""Clubs of Purestrat, built from its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.card_games.nine.building import Begun, NineClubs
from games.engine.options import Settings
from games.systems.purestrat.cards.era import NO_ERA, mean_era
from games.systems.purestrat.cards.maker import card_of
from games.systems.purestrat.play.cards import Hitter, Pitcher
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.squad import (
    FOUR_INNINGS,
    PurestratClub,
    PurestratPlayer,
    Resumed,
    Tendencies,
    hitting_player,
    pitching_player,
    with_allowance,
)
from games.systems.purestrat.play.system import Purestrat
from rosters.makers.base import CardRow
from rosters.models import Card
from rosters.rules.tendencies import Tendency

TENDENCIES: Final = (
    Tendency("stealing", "Stealing", "How good a thief's chances have to be."),
    Tendency("bunting", "Bunting", "Sacrifices and squeezes."),
    Tendency("hit_and_run", "Hit and run", "How often the runner goes with the pitch."),
    Tendency(
        "running", "Taking the extra base", "How long the odds may be that a runner is sent on."
    ),
    Tendency("pinch_hitting", "Pinch hitting", "How early the bench comes to bat."),
    Tendency("quick_hook", "Quick hook", "How soon a pitcher in trouble comes out."),
    Tendency("infield_in", "Infield in", "How early the infield plays in to cut off a run."),
    Tendency("intentional_walks", "Intentional walks", "How readily first base is given away."),
    Tendency("holding", "Holding runners", "From nobody at all to everybody on first."),
)
"""The tendencies that managers set for their clubs (``play.squad.Tendencies``)."""

ROLLS_OF_A_START: Final = 12.5
"""Rolls on a starter's own card, about: he faces 25, and every other roll is on the batter's."""


class PurestratClubs(NineClubs[PurestratPlayer]):
    system_key = Purestrat.key
    likes = frozenset(tendency.key for tendency in TENDENCIES)
    relief_outs = FOUR_INNINGS
    reads_of_parks = "numbers"
    at_bat_share = 0.5
    # By both hands together.
    runs_of_a_start = ROLLS_OF_A_START / 2

    def anybody_starts(self, settings: Settings) -> bool:
        """True only in a shoot-out (A-O7)."""
        return bool(settings.get("shootout"))

    def era(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The mean of the era values on the cards, where any card has one."""
        mean = mean_era(str(card.cells.get("era", "")) for card in cards)
        return {} if mean == NO_ERA else mean.tendencies()

    def made(self, card: Card, number: int) -> PurestratPlayer:
        """A hitter, or a pitcher with the hitting card that his own names."""
        printed = (card.kind, card.name, card.bats, card.throws, tuple(card.cells.items()))
        return _player_of(number, *printed)

    def allowed(
        self, player: PurestratPlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
    ) -> PurestratPlayer:
        return with_allowance(
            player, may_start=may_start, may_relieve=may_relieve, relief_outs=relief_outs
        )

    def built(
        self,
        begun: Begun,
        players: tuple[PurestratPlayer, ...],
        later: Sequence[tuple[int, tuple[PurestratPlayer, ...], bool]],
    ) -> PurestratClub:
        return PurestratClub(
            begun.name,
            players,
            begun.order,
            begun.positions,
            tendencies=Tendencies(**dict(begun.tendencies)),
            park=None if begun.park is None else Park(*(int(item) for item in begun.park)),
            roles=begun.roles,
            pitcher=begun.pitcher,
            resumed=tuple(Resumed(*item) for item in later),
        )


@lru_cache(maxsize=4096)
def _player_of(
    number: int, kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> PurestratPlayer:
    """A player, built once per process: he never changes, and his worth is slow to compute."""
    parsed = _parsed(kind, name, bats, throws, cells)
    if isinstance(parsed, Hitter):
        return hitting_player(number, name, parsed)
    return pitching_player(number, name, parsed)


@lru_cache(maxsize=4096)
def _parsed(
    kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> Hitter | Pitcher:
    """A card parsed from its cells, once per process: the same cells are the same card."""
    return card_of(CardRow("", name, 0, (), kind, bats, throws, (), dict(cells)))
