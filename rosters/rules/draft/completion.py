"""Which players a squad still needs so that T31.10 can hold: a covering problem over sets of
positions.

By Hall's theorem players cover the field when every set of positions has as many players who play
one of them; and an injury can be covered when this still holds without the hurt player. So every
set ``S`` needs ``len(S)`` players, and one more as soon as one of them can be injured. What a set
lacks is its deficit; a new player lowers the deficit of every set with one of his positions.

Sets of positions are numbered by their bits, and sets of such sets are whole numbers again, so that
adding a player is a few operations on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from rosters.rules.coverage import EVERY_POSITION, FIELD

Candidate = tuple[int, bool]
"""A position player: the positions as bits over ``FIELD``, and whether the card can injure the
player."""

_BITS: Final = range(len(FIELD))
_SETS: Final = range(1, EVERY_POSITION + 1)
_ALL: Final = sum(1 << each for each in _SETS)
_DEEPEST: Final = 1500
"""Steps after which the search gives up."""


_NOBODY: Final = tuple(
    sum(1 << each for each in _SETS if each.bit_count() > level) for level in range(len(FIELD) + 1)
)
"""The deficits of a squad without position players."""


@lru_cache(maxsize=256)
def _touched(positions: int) -> int:
    return sum(1 << position_set for position_set in _SETS if position_set & positions)


@dataclass(frozen=True)
class Hole:
    """A need that cannot be met: positions for which ``wanted`` more players are needed, while only
    so many ``picks``, or ``players`` of these positions, are left."""

    positions: tuple[str, ...]
    wanted: int
    picks: int
    players: int


class _Deficits:
    """How many players every set of positions lacks.

    ``levels[k]``: the sets that lack more than ``k`` players. ``exposed``: the sets in which a
    player can be injured; others need no back-up yet.
    """

    __slots__ = ("exposed", "levels")

    def __init__(self, levels: list[int], exposed: int) -> None:
        self.levels = levels
        self.exposed = exposed

    @classmethod
    def of(cls, players: Iterable[Candidate], *, all_exposed: bool) -> _Deficits:
        """The deficits of these players; ``all_exposed`` asks for every back-up from the start."""
        levels = list(_NOBODY)
        exposed = 0
        deficits = cls(levels, exposed)
        for player in players:
            deficits = deficits.with_player(player)
        return deficits.expose(_ALL) if all_exposed else deficits

    def expose(self, sets: int) -> _Deficits:
        newly_exposed = sets & ~self.exposed
        below = [_ALL, *self.levels[:-1]]
        levels = [
            level & ~newly_exposed | lower & newly_exposed
            for level, lower in zip(self.levels, below, strict=True)
        ]
        return _Deficits(levels, self.exposed | sets)

    def relief(self, positions: int) -> int:
        """By how much a player of these positions lowers the deficits, summed over the sets."""
        touched = _touched(positions)
        total = 0
        for level in self.levels:
            if not level:
                break
            total += (level & touched).bit_count()
        return total

    def with_player(self, player: Candidate) -> _Deficits:
        positions, injurable = player
        touched = _touched(positions)
        # In a set where no player could be injured, an injurable player adds the need of a back-up.
        lowered = touched & self.exposed if injurable else touched
        above = [*self.levels[1:], 0]
        levels = [
            level & ~lowered | higher & lowered
            for level, higher in zip(self.levels, above, strict=True)
        ]
        return _Deficits(levels, self.exposed | touched if injurable else self.exposed)

    @property
    def most(self) -> int:
        """The largest deficit: at least that many players must join."""
        return next((k for k, level in enumerate(self.levels) if not level), len(self.levels))

    def short_by_position(self) -> list[int]:
        """By position how many players of it are missing."""
        return [sum(level >> (1 << bit) & 1 for level in self.levels) for bit in _BITS]

    def short(self) -> list[int]:
        """The sets with the largest deficit, the smallest first."""
        worst = self.levels[self.most - 1]
        return sorted(
            (position_set for position_set in _SETS if worst >> position_set & 1), key=int.bit_count
        )


def deficit(players: Sequence[Candidate]) -> int:
    """How many more position players a squad needs at the very least, however versatile they are;
    all of them may be injured."""
    return _Deficits.of(players, all_exposed=True).most


def hole(players: Sequence[Candidate], pool: Iterable[Candidate], most: int) -> Hole | None:
    """Why no ``most`` players of a pool make T31.10 hold, or ``None`` if they can.

    A reported hole is real: the answer is exact, except that a search of more than ``_DEEPEST``
    steps is given up and counts as possible.
    """
    available = Counter(player for player in pool if player[0])
    if _greedy(players, available, most):
        return None
    deficits = _Deficits.of(players, all_exposed=False)
    safe_sets = 0
    for positions, injurable in available:
        if not injurable:
            safe_sets |= _touched(positions)
    # A new player in the other sets can be injured, so his back-up has to join as well.
    deficits = deficits.expose(deficits.levels[0] & ~safe_sets)
    shortage = _too_much(deficits, available, most)
    if shortage is not None or _search(deficits, available, most, [_DEEPEST]):
        return shortage
    return _nearest(deficits, available, most)


def _too_much(deficits: _Deficits, there: Counter[Candidate], most: int) -> Hole | None:
    """A set of positions that lacks more players than can join."""
    for short in range(deficits.most, 0, -1):
        at_least = deficits.levels[short - 1]
        for position_set in sorted(
            (candidate_set for candidate_set in _SETS if at_least >> candidate_set & 1),
            key=int.bit_count,
        ):
            players = sum(
                count for (positions, _), count in there.items() if positions & position_set
            )
            if short > most or short > players:
                return Hole(_names(position_set), short, most, players)
    return None


def _greedy(players: Sequence[Candidate], there: Counter[Candidate], most: int) -> bool:
    """Whether taking the most helpful player again and again is enough."""
    deficits, remaining = _Deficits.of(players, all_exposed=True), Counter(there)
    for _ in range(most):
        if not deficits.most:
            return True
        best = max(
            remaining, key=lambda player: (deficits.relief(player[0]), not player[1]), default=None
        )
        if best is None or not deficits.relief(best[0]):
            return False
        deficits = deficits.with_player(best)
        remaining[best] -= 1
        if not remaining[best]:
            del remaining[best]
    return not deficits.most


def _search(deficits: _Deficits, left: Counter[Candidate], most: int, steps: list[int]) -> bool:
    """Whether some players are enough: a player has to join for the set that lacks most."""
    if not deficits.most:
        return True
    steps[0] -= 1
    if steps[0] < 0:
        return True
    if most < deficits.most:
        return False
    shortest = min(
        deficits.short(),
        key=lambda position_set: sum(1 for positions, _ in left if positions & position_set),
    )
    helpful = sorted(
        (player for player in left if left[player] and player[0] & shortest),
        key=lambda player: -deficits.relief(player[0]),
    )
    rest = Counter(left)
    for player in helpful:
        rest[player] -= 1
        if _search(deficits.with_player(player), rest, most - 1, steps):
            return True
        # A player already tried for this set is left out of what is tried next.
        rest[player] = 0
    return False


def _nearest(deficits: _Deficits, there: Counter[Candidate], most: int) -> Hole:
    """No set of positions alone lacks too many: name the one that lacks most."""
    position_set = deficits.short()[0]
    players = sum(count for (positions, _), count in there.items() if positions & position_set)
    return Hole(_names(position_set), deficits.most, most, players)


def _names(positions: int) -> tuple[str, ...]:
    return tuple(name for at, name in enumerate(FIELD) if positions >> at & 1)


def shared(
    squads: Sequence[Sequence[Candidate]],
    pool: Sequence[Candidate],
    most: Sequence[int],
    chance: Random,
    *,
    all_exposed: bool,
) -> list[list[int]] | None:
    """Players of a pool, by their places in it, with whom T31.10 holds in all these squads, for
    each at ``most`` so many; ``None`` where no such division comes to hand. The one who helps most
    comes, and of those who help alike the one whom others need least; ``chance`` varies that."""
    deficits = [_Deficits.of(squad, all_exposed=all_exposed) for squad in squads]
    there: dict[Candidate, list[int]] = {}
    for at, player in enumerate(pool):
        if player[0]:
            there.setdefault(player, []).append(at)
    left = [sum(len(at) for (mask, _), at in there.items() if mask >> bit & 1) for bit in _BITS]
    short = [each.short_by_position() for each in deficits]
    shares: list[list[int]] = [[] for _ in squads]
    careful = chance.choice((0.0, 0.5, 1.0))
    while open_squads := [at for at, each in enumerate(deficits) if each.most]:
        slack = {at: most[at] - len(shares[at]) - deficits[at].most for at in open_squads}
        at = min(open_squads, key=lambda squad: (slack[squad], chance.random()))
        if slack[at] < 0:
            return None
        wanted = [sum(counts[bit] for counts in short) / max(left[bit], 1) for bit in _BITS]
        best, score = None, 0.0
        for player, places in there.items():
            relief = deficits[at].relief(player[0]) if places else 0
            if relief:
                missed = sum(wanted[bit] for bit in _BITS if player[0] >> bit & 1)
                worth = relief / (0.1 + missed) ** careful * chance.uniform(0.9, 1.1)
                if worth > score:
                    best, score = player, worth
        if best is None:
            return None
        shares[at].append(there[best].pop())
        deficits[at] = deficits[at].with_player(best)
        short[at] = deficits[at].short_by_position()
        for bit in _BITS:
            left[bit] -= best[0] >> bit & 1
    return shares
