"""A squad prepared for lineups: its best eights, its starters and its manager's own lineups."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.bitsets import set_of
from games.engine.events import DESIGNATED
from games.engine.folds.people import POSITION_NAMES
from games.engine.game_state import SIDE_NAMES
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.lineups import best_eight
from games.engine.nine.player import SquadPlayer
from pitching.rules.sheet import Pitcher as StaffPitcher
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import LineUp

Nine = tuple[tuple[int, ...], tuple[int, ...]]
"""Player numbers in batting order, and the position of each."""

NOBODY_AT_ALL: Final[frozenset[int]] = frozenset()

PITCHER_BATS: Final = set(range(PITCHER, LAST_POSITION + 1))
WITH_DESIGNATED: Final = {*range(PITCHER + 1, LAST_POSITION + 1), DESIGNATED}
"""The positions of a complete lineup."""


@contextmanager
def at_side(side: int) -> Iterator[None]:
    """Prefix the place of every refusal raised inside with the name of the side."""
    try:
        yield
    except Refused as refused:
        raise Refused(
            *(
                replace(refusal, place=f"{SIDE_NAMES[side]}.{refusal.place}")
                for refusal in refused.refusals
            )
        ) from None


@dataclass
class Roster:
    """A squad prepared for lineups: its players by number, from 1."""

    cards: tuple[int, ...]
    players: Sequence[SquadPlayer]
    eights: dict[tuple[str, frozenset[int], bool], dict[int, SquadPlayer]] = field(
        default_factory=dict
    )
    """Cache of the best eights by the opposing starter's hand, the players left out, and whether
    there is a designated hitter."""

    @cached_property
    def starters(self) -> list[SquadPlayer]:
        """The players who may start, best first. Refused: ``no-starter``."""
        starters_ = [player for player in self.players if player.may_start]
        if not starters_:
            raise Refused(Refusal("no-starter", "The squad has no pitcher who may start.", "squad"))
        return sorted(starters_, key=lambda player: (player.allows(), player.number))

    @cached_property
    def staff(self) -> dict[int, StaffPitcher]:
        return {
            key: StaffPitcher(key, player.name, player.may_start, player.may_relieve)
            for key, player in zip(self.cards, self.players, strict=True)
            if player.is_pitcher
        }

    @cached_property
    def worth(self) -> dict[int, float]:
        """The worth of each starter's start: the runs he allows less than the worst of them."""
        worst = self.starters[-1].allows()
        return {self.key(player): worst - player.allows() for player in self.starters}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each player by the key of his card."""
        return {key: number for number, key in enumerate(self.cards, start=1)}

    def key(self, player: SquadPlayer) -> int:
        return self.cards[player.number - 1]

    def mask(self, keys: Collection[int]) -> int:
        """The players of these cards who are in the squad, as bits by number."""
        return set_of(self.numbers[key] for key in keys if key in self.numbers) if keys else 0

    def eight(
        self, hand: str, without: Collection[int] = (), *, designated: bool = False
    ) -> dict[int, SquadPlayer]:
        """The best eight against a hand, without some players if the others cover the field;
        ``designated``: with a ninth, who bats for the pitcher."""
        left_out = frozenset(self.numbers.keys() & set(without)) if without else NOBODY_AT_ALL
        known = (hand, left_out, designated)
        if known not in self.eights:
            players = [player for player in self.players if self.key(player) not in left_out]
            try:
                self.eights[known] = best_eight(players, hand, designated=designated)
            except Refused as refused:
                if not left_out:
                    raise self._uncovered(refused) from None
                self.eights[known] = self.eight(hand, designated=designated)
        return self.eights[known]

    def _uncovered(self, refused: Refused) -> Refused:
        """Add to the refusals the positions that no player has, where there are some."""
        empty = [
            POSITION_NAMES[position]
            for position in range(PITCHER + 1, LAST_POSITION + 1)
            if not any(player.plays(position) for player in self.players if not player.is_pitcher)
        ]
        if not empty:
            return refused
        return Refused(
            *(
                replace(
                    refusal,
                    message=f"The squad has nobody who plays {', '.join(empty)}.",
                    facts={**refusal.facts, "positions": empty},
                )
                for refusal in refused.refusals
            )
        )

    def laid_down(
        self,
        line_up: LineUp | None,
        pitcher: SquadPlayer,
        *,
        designated: bool = False,
        pitchers_bat: bool = True,
    ) -> Nine | None:
        """Turn a manager's lineup into numbers and positions with this pitcher; None where these
        players cannot form it, where it has a designated hitter and ``designated`` does not allow
        one, or where it has none and pitchers do not bat."""
        if line_up is None:
            return None
        order, positions = [], []
        for spot in line_up:
            number = pitcher.number if spot.player == WHO_PITCHES else self.numbers.get(spot.player)
            if number is None:
                return None
            order.append(number)
            positions.append(POSITION_NAMES.index(spot.position))
        filled = {*positions}
        whole = (pitchers_bat and filled == PITCHER_BATS) or (
            designated and filled == WITH_DESIGNATED
        )
        fits = (
            whole
            and len({*order}) == len(order) == len(positions) == len(PITCHER_BATS)
            and all(
                self._may_stand(self.players[number - 1], position)
                and (position == PITCHER) == (number == pitcher.number)
                for number, position in zip(order, positions, strict=True)
            )
        )
        return (tuple(order), tuple(positions)) if fits else None

    def _may_stand(self, player: SquadPlayer, position: int) -> bool:
        return not player.is_pitcher if position == DESIGNATED else player.plays(position)
