"""An imputed draft: squads that the computer manager picks for clubs whose managers do not (T0.12).

In turn, forward and back (T0.02b), each club takes the card that is worth most to it among those
that fill one of its open needs: by how many runs it is better than what will be left at that need
when every club has drafted, a player who plays less counting less. So the scarce positions go
early. The rule edition says what a squad is made of. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal, Refused
from rosters.rules.editions.law import ImputedLaw

STARTER, RELIEVER = "starter", "reliever"

ROUNDS = (
    *(STARTER, "ss", "cf", "c", STARTER, "2b", "3b", "rf", "lf", "1b"),
    *(STARTER, RELIEVER, STARTER, RELIEVER, "c", "cf", "ss", "2b", "3b", "lf"),
    *(RELIEVER, STARTER, RELIEVER, RELIEVER, RELIEVER),
)
"""The order in which needs are met, the scarcest first."""


def squad_needs(law: ImputedLaw) -> tuple[str, ...]:
    """The needs of an imputed squad, in the order of its rounds."""
    open_needs = Counter(
        {
            "c": law.catchers,
            "1b": law.first_basemen,
            "2b": law.second_basemen,
            "3b": law.third_basemen,
            "ss": law.shortstops,
            "lf": law.left_fielders,
            "cf": law.centre_fielders,
            "rf": law.right_fielders,
            STARTER: law.starters,
            RELIEVER: law.relievers,
        }
    )
    ordered = []
    for need in ROUNDS:
        if open_needs[need]:
            open_needs[need] -= 1
            ordered.append(need)
    return (*ordered, *open_needs.elements())


@dataclass(frozen=True)
class Prospect:
    """A card that may be drafted: the positions it plays (none: a pitcher's), whether the player
    may start or relieve, its value in runs, and for some laws its ``rank``, the ``person`` on it
    and ``playing``: at-bats or outs, ``None`` if unknown."""

    key: int
    positions: frozenset[str]
    value: float
    starts: bool = False
    relieves: bool = False
    name: str = ""
    injurable: bool = True
    rank: int = 0
    person: str = ""
    playing: int | None = None

    @property
    def pitches(self) -> bool:
        return not self.positions

    def fills(self, need: str) -> bool:
        """Whether the card meets the need of a round. A pitcher who may start is no reliever here:
        relief would cost him rest before his starts."""
        if need == STARTER:
            return self.starts
        if need == RELIEVER:
            return self.relieves and not self.starts
        return need in self.positions


PLAYING_TIME = (1.0, 0.1)
"""The playing time of the first player at a position, and of the second."""
STARTERS_TIME = (1.0, 1.0, 1.0, 1.0, 1.0)
RELIEVERS_TIME = (0.6, 0.6, 0.5, 0.4, 0.3, 0.2)
"""The playing time of starters and of relievers; any further one plays as the last.

Weighed by wins: ``run.py tool prove_imputed`` lets squads drafted so play squads drafted by value
alone.
"""


def replacement(
    prospects: Sequence[Prospect], clubs: int, needs: Sequence[str]
) -> dict[str, float]:
    """For each need, the value of the best card that is left when so many clubs have drafted by
    rounds, or of the last that was taken if none is left. ``pool-too-small`` as ``by_rounds``."""
    squads = by_rounds(prospects, clubs, needs)
    taken_keys = {key for squad in squads for key in squad}
    levels = {}
    for need in dict.fromkeys(needs):
        fitting = [prospect for prospect in prospects if prospect.fills(need)]
        values_left = [prospect.value for prospect in fitting if prospect.key not in taken_keys]
        levels[need] = (
            max(values_left) if values_left else min(prospect.value for prospect in fitting)
        )
    return levels


def over_replacement(prospect: Prospect, levels: Mapping[str, float]) -> float | None:
    """Runs by which a card is better than replacement where it is scarcest; ``None`` for a card
    that fills no need."""
    return max(
        (prospect.value - level for need, level in levels.items() if prospect.fills(need)),
        default=None,
    )


def supported(prospects: Sequence[Prospect], most_clubs: int, needs: Sequence[str]) -> int:
    """How many clubs, up to ``most_clubs``, can draft from a pool; 0 if not even one can."""
    most = min(
        (
            sum(prospect.fills(need) for prospect in prospects) // count
            for need, count in Counter(needs).items()
        ),
        default=0,
    )
    for clubs in range(min(most, most_clubs), 0, -1):
        try:
            by_rounds(prospects, clubs, needs)
        except Refused:
            continue
        return clubs
    return 0


def impute(prospects: Sequence[Prospect], clubs: int, needs: Sequence[str]) -> list[list[int]]:
    """The keys of each club's cards in the order they were picked: by worth, or by rounds from a
    pool so small that some club would get too few.

    ``pool-too-small`` names the need that no card left can fill.
    """
    return _by_worth(prospects, clubs, needs) or by_rounds(prospects, clubs, needs)


def _by_worth(
    prospects: Sequence[Prospect], clubs: int, needs: Sequence[str]
) -> list[list[int]] | None:
    levels = replacement(prospects, clubs, needs)
    pools = {
        need: sorted(
            (prospect for prospect in prospects if prospect.fills(need)),
            key=lambda prospect: (-prospect.value, prospect.key),
        )
        for need in levels
    }
    taken_keys: set[int] = set()
    squads: list[list[int]] = [[] for _ in range(clubs)]
    filled: list[Counter[str]] = [Counter() for _ in range(clubs)]
    need_counts = Counter(needs)
    for number in range(len(needs)):
        order = range(clubs) if number % 2 == 0 else range(clubs - 1, -1, -1)
        for club in order:
            best: tuple[float, int, str] | None = None
            for need, count in need_counts.items():
                has = filled[club][need]
                if has == count:
                    continue
                pool = pools[need]
                while pool and pool[0].key in taken_keys:
                    pool.pop(0)
                if not pool:
                    return None
                worth = (pool[0].value - levels[need]) * playing_time(need, has)
                if best is None or (worth, -pool[0].key) > best[:2]:
                    best = (worth, -pool[0].key, need)
            if best is None:
                return None
            taken_keys.add(-best[1])
            squads[club].append(-best[1])
            filled[club][best[2]] += 1
    return squads


def playing_time(need: str, has: int) -> float:
    """The share of the time that the player who fills a need plays when so many fill it already; 1
    is always."""
    shares = {STARTER: STARTERS_TIME, RELIEVER: RELIEVERS_TIME}.get(need, PLAYING_TIME)
    return shares[min(has, len(shares) - 1)]


def by_rounds(prospects: Sequence[Prospect], clubs: int, needs: Sequence[str]) -> list[list[int]]:
    """An imputed draft by rounds: every round has a need, the same for all, and each club takes the
    best card left that fills it.

    ``pool-too-small`` names the need that no card left can fill.
    """
    pool = sorted(prospects, key=lambda prospect: (-prospect.value, prospect.key))
    taken_keys: set[int] = set()
    squads: list[list[int]] = [[] for _ in range(clubs)]
    for number, need in enumerate(needs):
        order = range(clubs) if number % 2 == 0 else range(clubs - 1, -1, -1)
        candidates = iter(
            [
                prospect
                for prospect in pool
                if prospect.key not in taken_keys and prospect.fills(need)
            ]
        )
        for club in order:
            pick = next(candidates, None)
            if pick is None:
                raise Refused(
                    Refusal(
                        "pool-too-small",
                        f"The card set has not enough players for {clubs} clubs: round "
                        f"{number + 1} "
                        f"needs {clubs} more who can play {need}.",
                        "card_set",
                        {"need": need, "clubs": clubs},
                    )
                )
            taken_keys.add(pick.key)
            squads[club].append(pick.key)
    return squads
