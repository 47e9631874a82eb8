"""Whom a squad still needs so that T31.10 can hold: a covering problem over sets of positions.

By Hall's theorem players cover the field when every set of positions has as many players who play
one of them; and an injury can be covered when it still holds without the player hurt. So every set
``S`` wants ``len(S)`` players, and one more as soon as one of them can be injured. What is short of
that is the set's deficit; a newcomer lowers the deficit of every set that he plays a position of.

Sets of positions are numbered by their bits, and sets of such sets are whole numbers again, so
that a newcomer's work is a few operations on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rosters.rules.coverage import EVERY_POSITION, FIELD

Candidate = tuple[int, bool]
"""A position player: his positions as bits over ``FIELD``, and whether he can be injured."""

_SETS: Final = range(1, EVERY_POSITION + 1)
_ALL: Final = sum(1 << each for each in _SETS)
_DEEPEST: Final = 1500
"""Steps of the search after which the answer is left open."""


_NOBODY: Final = tuple(
    sum(1 << each for each in _SETS if each.bit_count() > level) for level in range(len(FIELD) + 1)
)
"""The deficits of a squad without position players."""


@lru_cache(maxsize=256)
def _touched(positions: int) -> int:
    """The sets with one of these positions in them."""
    return sum(1 << each for each in _SETS if each & positions)


@dataclass(frozen=True)
class Hole:
    """What cannot be filled: positions of which ``wanted`` more players are needed, and why not:
    only so many ``picks`` are left, only so many ``players`` of these positions."""

    positions: tuple[str, ...]
    wanted: int
    picks: int
    players: int


class _Deficits:
    """How many players every set of positions is short of.

    ``levels[k]`` are the sets that are short of more than ``k`` players. ``exposed`` are those in
    which somebody can be injured; elsewhere the back-up is not yet wanted.
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
        found = cls(levels, exposed)
        for player in players:
            found = found.with_player(player)
        return found.expose(_ALL) if all_exposed else found

    def expose(self, sets: int) -> _Deficits:
        """The deficits when a back-up is asked for in these sets too."""
        fresh = sets & ~self.exposed
        below = [_ALL, *self.levels[:-1]]
        levels = [
            level & ~fresh | lower & fresh for level, lower in zip(self.levels, below, strict=True)
        ]
        return _Deficits(levels, self.exposed | sets)

    def relief(self, positions: int) -> int:
        """By how much a player of these positions lowers the deficits together."""
        touched = _touched(positions)
        total = 0
        for level in self.levels:
            if not level:
                break
            total += (level & touched).bit_count()
        return total

    def with_player(self, player: Candidate) -> _Deficits:
        """The deficits once he has come."""
        positions, injurable = player
        touched = _touched(positions)
        # Where no player could be injured so far, he brings the need of a back-up along.
        lowered = touched & self.exposed if injurable else touched
        above = [*self.levels[1:], 0]
        levels = [
            level & ~lowered | higher & lowered
            for level, higher in zip(self.levels, above, strict=True)
        ]
        return _Deficits(levels, self.exposed | touched if injurable else self.exposed)

    @property
    def most(self) -> int:
        """The largest deficit: that many players must come at least."""
        return next((k for k, level in enumerate(self.levels) if not level), len(self.levels))

    def short(self) -> list[int]:
        """The sets with the largest deficit, the smallest first."""
        worst = self.levels[self.most - 1]
        return sorted((each for each in _SETS if worst >> each & 1), key=int.bit_count)


def deficit(players: Sequence[Candidate]) -> int:
    """How many more position players a squad needs at the very least, however versatile they are;
    every one of them may be injured."""
    return _Deficits.of(players, all_exposed=True).most


def hole(players: Sequence[Candidate], pool: Iterable[Candidate], most: int) -> Hole | None:
    """Why no ``most`` players of a pool make T31.10 hold, or ``None`` where they can.

    What is called a hole is one: the answer is exact, except that a search that grows beyond all
    measure is given up and counts as possible.
    """
    there = Counter(player for player in pool if player[0])
    if _greedy(players, there, most):
        return None
    true = _Deficits.of(players, all_exposed=False)
    hale = 0
    for positions, injurable in there:
        if not injurable:
            hale |= _touched(positions)
    # Who comes there can be injured, so his back-up has to come as well.
    true = true.expose(true.levels[0] & ~hale)
    found = _too_much(true, there, most)
    if found is not None or _search(true, there, most, [_DEEPEST]):
        return found
    return _nearest(true, there, most)


def _too_much(deficits: _Deficits, there: Counter[Candidate], most: int) -> Hole | None:
    """A set of positions that is short of more players than can come."""
    for short in range(deficits.most, 0, -1):
        at_least = deficits.levels[short - 1]
        for each in sorted((s for s in _SETS if at_least >> s & 1), key=int.bit_count):
            players = sum(count for (positions, _), count in there.items() if positions & each)
            if short > most or short > players:
                return Hole(_names(each), short, most, players)
    return None


def _greedy(players: Sequence[Candidate], there: Counter[Candidate], most: int) -> bool:
    """Whether it is enough to take the player who helps most, again and again."""
    deficits, left = _Deficits.of(players, all_exposed=True), Counter(there)
    for _ in range(most):
        if not deficits.most:
            return True
        best = max(
            left, key=lambda player: (deficits.relief(player[0]), not player[1]), default=None
        )
        if best is None or not deficits.relief(best[0]):
            return False
        deficits = deficits.with_player(best)
        left[best] -= 1
        if not left[best]:
            del left[best]
    return not deficits.most


def _search(deficits: _Deficits, left: Counter[Candidate], most: int, steps: list[int]) -> bool:
    """Whether some players are enough: for the set that is shortest of players somebody has to
    come."""
    if not deficits.most:
        return True
    steps[0] -= 1
    if steps[0] < 0:
        return True
    if most < deficits.most:
        return False
    wanted = min(
        deficits.short(),
        key=lambda each: sum(1 for positions, _ in left if positions & each),
    )
    helpful = sorted(
        (player for player in left if left[player] and player[0] & wanted),
        key=lambda player: -deficits.relief(player[0]),
    )
    rest = Counter(left)
    for player in helpful:
        rest[player] -= 1
        if _search(deficits.with_player(player), rest, most - 1, steps):
            return True
        # The player who has been tried for this set does not come at all in what is tried next.
        rest[player] = 0
    return False


def _nearest(deficits: _Deficits, there: Counter[Candidate], most: int) -> Hole:
    """No set of positions alone is short of too many: name the one that is shortest."""
    each = deficits.short()[0]
    players = sum(count for (positions, _), count in there.items() if positions & each)
    return Hole(_names(each), deficits.most, most, players)


def _names(positions: int) -> tuple[str, ...]:
    return tuple(name for at, name in enumerate(FIELD) if positions >> at & 1)
