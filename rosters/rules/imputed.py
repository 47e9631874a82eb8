"""An imputed draft: squads that a house picks for clubs whose managers do not (T0.12).

In turn, forward and back (T0.02h's snake), each club takes the card that is worth most to it among
those that fill one of its open needs: by how many runs it is better than what will be left at that
need when everybody has drafted, a man who plays less counting less. So the scarce positions go
early. What is picked is a legal roster: four who may start at least, two men for every position,
relievers. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.refusals import Refusal, Refused

STARTER, RELIEVER = "starter", "reliever"

NEEDS = (
    *(STARTER, "ss", "cf", "c", STARTER, "2b", "3b", "rf", "lf", "1b"),
    *(STARTER, RELIEVER, STARTER, RELIEVER, "c", "cf", "ss", "2b", "3b", "lf"),
    *(RELIEVER, STARTER, RELIEVER, RELIEVER, RELIEVER),
)
"""What a roster needs, in the order of its rounds (T0.02d: 25 players): fourteen hitters, five
starting pitchers and six relievers."""


@dataclass(frozen=True)
class Prospect:
    """A card that may be drafted: its positions, whether he may start or relieve, its value in
    runs."""

    key: int
    positions: frozenset[str]
    value: float
    starts: bool = False
    relieves: bool = False

    def fills(self, need: str) -> bool:
        """Whether the card is what a round is for; whoever may start is no reliever here, since
        his rest would be spoiled."""
        if need == STARTER:
            return self.starts
        if need == RELIEVER:
            return self.relieves and not self.starts
        return need in self.positions


PLAYING_TIME = (1.0, 0.25)
"""Of the first man at a position, and of the second."""
STARTERS_TIME = (1.0, 1.0, 1.0, 1.0, 0.8)
RELIEVERS_TIME = (1.0, 1.0, 0.7, 0.7, 0.4, 0.4)

LARGEST_DIVISION = 14
"""Clubs of a division at most (T0.02c): those by whose draft replacement is measured."""


def replacement(prospects: Sequence[Prospect], clubs: int) -> dict[str, float]:
    """By need, the value of the best card that is left when so many clubs have drafted by rounds,
    or of the last that was taken where none is left. ``pool-too-small`` as ``by_rounds``."""
    squads = by_rounds(prospects, clubs)
    taken = {key for squad in squads for key in squad}
    levels = {}
    for need in dict.fromkeys(NEEDS):
        fitting = [each for each in prospects if each.fills(need)]
        left = [each.value for each in fitting if each.key not in taken]
        levels[need] = max(left) if left else min(each.value for each in fitting)
    return levels


def over_replacement(prospect: Prospect, levels: Mapping[str, float]) -> float | None:
    """Runs by which a card is better than replacement where it is scarcest; ``None`` for a card
    that fills no need."""
    return max(
        (prospect.value - level for need, level in levels.items() if prospect.fills(need)),
        default=None,
    )


def supported(prospects: Sequence[Prospect]) -> int:
    """How many clubs, at most a division's, can draft from a pool; 0 where not even one can."""
    most = min(
        (
            sum(each.fills(need) for each in prospects) // count
            for need, count in Counter(NEEDS).items()
        ),
        default=0,
    )
    for clubs in range(min(most, LARGEST_DIVISION), 0, -1):
        try:
            by_rounds(prospects, clubs)
        except Refused:
            continue
        return clubs
    return 0


def impute(prospects: Sequence[Prospect], clubs: int) -> list[list[int]]:
    """The keys of each club's cards in the order they were picked: by worth, or, from a pool so
    small that some club would be left without, by rounds.

    ``pool-too-small`` names the need that nobody left can fill.
    """
    return _by_worth(prospects, clubs) or by_rounds(prospects, clubs)


def _by_worth(prospects: Sequence[Prospect], clubs: int) -> list[list[int]] | None:
    levels = replacement(prospects, clubs)
    pools = {
        need: sorted(
            (each for each in prospects if each.fills(need)),
            key=lambda each: (-each.value, each.key),
        )
        for need in levels
    }
    taken: set[int] = set()
    squads: list[list[int]] = [[] for _ in range(clubs)]
    filled: list[Counter[str]] = [Counter() for _ in range(clubs)]
    wanted = Counter(NEEDS)
    for number in range(len(NEEDS)):
        order = range(clubs) if number % 2 == 0 else range(clubs - 1, -1, -1)
        for club in order:
            best: tuple[float, int, str] | None = None
            for need, count in wanted.items():
                has = filled[club][need]
                if has == count:
                    continue
                pool = pools[need]
                while pool and pool[0].key in taken:
                    pool.pop(0)
                if not pool:
                    return None
                worth = (pool[0].value - levels[need]) * _time(need)[has]
                if best is None or (worth, -pool[0].key) > best[:2]:
                    best = (worth, -pool[0].key, need)
            if best is None:
                return None
            taken.add(-best[1])
            squads[club].append(-best[1])
            filled[club][best[2]] += 1
    return squads


def _time(need: str) -> Sequence[float]:
    return {STARTER: STARTERS_TIME, RELIEVER: RELIEVERS_TIME}.get(need, PLAYING_TIME)


def by_rounds(
    prospects: Sequence[Prospect], clubs: int, needs: Sequence[str] = NEEDS
) -> list[list[int]]:
    """The same by rounds: every round has a need, the same for all, and each club takes the best
    card left that fills it.

    ``pool-too-small`` names the need that nobody left can fill.
    """
    pool = sorted(prospects, key=lambda each: (-each.value, each.key))
    taken: set[int] = set()
    squads: list[list[int]] = [[] for _ in range(clubs)]
    for number, need in enumerate(needs):
        order = range(clubs) if number % 2 == 0 else range(clubs - 1, -1, -1)
        candidates = iter([each for each in pool if each.key not in taken and each.fills(need)])
        for club in order:
            pick = next(candidates, None)
            if pick is None:
                raise Refused(
                    Refusal(
                        "pool-too-small",
                        f"The card set has not enough men for {clubs} clubs: round {number + 1} "
                        f"needs {clubs} more who can play {need}.",
                        "card_set",
                        {"need": need, "clubs": clubs},
                    )
                )
            taken.add(pick.key)
            squads[club].append(pick.key)
    return squads
