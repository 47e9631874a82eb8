"""Win probability: the home side's chance after every roll of a game.

Solved, not simulated: from the chances of 0, 1, 2... more runs in a half-inning
(``System.runs_to_come``) back from the last inning to the first. Walk-offs need no special case,
since runs are never lost: a side that goes ahead in the last half also ends it ahead. Nor do extra
innings: both sides then have the same dice and the same placed runner, so a game tied after the
last inning is even, however long it lasts. A tie counts as half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import mul

from games.engine.chain import State
from games.engine.events import END, SECOND, mark_of
from games.engine.folds.moments import moments_of
from games.engine.law import CommonLaw
from games.engine.options import Value
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, TOP, Situation
from games.engine.system import System

EVEN = 0.5
OUTS_A_TURN = 3
NO_MORE = (1.0,)
MOST = 150


@dataclass(frozen=True, slots=True)
class Chance:
    """The home side's chance ``home`` to win after event ``number`` and everything that followed
    from it without another roll; the first, before any roll, has number -1."""

    number: int
    home: float


@dataclass(frozen=True, slots=True)
class WinProbability:
    """The course of a game. Not ``exact`` where decisions shift the odds of the dice: the chances
    are then those of sides that make only default decisions from here on."""

    chances: tuple[Chance, ...]
    exact: bool


def win_probability(record: Record) -> WinProbability | None:
    """The course of a game as far as it has been played; None where the system has no odds."""
    odds = odds_of(record.system, tuple(sorted(record.settings.items())))
    if odds is None:
        return None
    chances = [Chance(-1, odds.home(record.situation))]
    for mark, group in groupby(moments_of(record), key=lambda moment: mark_of(moment.event)):
        moments = list(group)
        now = moments[-1].after
        over = moments[-1].kind == END
        chance = _decided(_lead(now)) if over else odds.home(now)
        if mark:
            chances.append(Chance(moments[0].number, chance))
        else:
            # Events without a roll: the effect of the law at the very beginning.
            chances = [Chance(-1, chance)]
    return WinProbability(
        tuple(chances), exact=not record.system.decisions_in_play(record.settings)
    )


@lru_cache(maxsize=64)
def odds_of(system: System, settings: tuple[tuple[str, Value], ...]) -> Odds | None:
    """The odds of a system under settings, cached."""
    to_come = system.runs_to_come(dict(settings))
    if to_come is None:
        return None
    # A game without bases has no runner to place, and no option for it.
    return Odds(CommonLaw({"extra_runner_from": 0, **dict(settings)}), to_come)


class Odds:
    """The home side's chance from any situation, under one law and one set of dice.

    Leads of more than ``MOST`` runs count as ``MOST``.
    """

    def __init__(self, law: CommonLaw, to_come: Mapping[State, Sequence[float]]) -> None:
        self.law = law
        self.to_come = to_come
        self.limit = min(MOST, law.innings * max(map(len, to_come.values())))
        self.tops: dict[int, list[float]] = {}
        self.bottoms: dict[int, list[float]] = {}
        for inning in range(law.innings, 0, -1):
            self._solve(inning)

    def home(self, situation: Situation) -> float:
        """The home side's chance to win, before a roll. A third out may be followed by rolls that
        still belong to its half-inning, as for an injury; they bring no runs."""
        lead, inning = _lead(situation), situation.inning
        state = situation.bases, situation.outs
        spread = self.to_come[state] if situation.outs < OUTS_A_TURN else NO_MORE
        if situation.half == TOP:
            return sum(
                chance * self._mid(inning, lead - runs) for runs, chance in enumerate(spread)
            )
        return sum(chance * self._over(inning, lead + runs) for runs, chance in enumerate(spread))

    def _solve(self, inning: int) -> None:
        """Solve both tables of an inning, given those of the next; by lead from the lowest."""
        leads = range(-self.limit, self.limit + 1)
        spread = self._fresh(inning)
        room = len(spread) - 1
        over = [self._over(inning, lead) for lead in leads]
        over += over[-1:] * room
        bottom = [
            sum(map(mul, spread, over[index : index + room + 1])) for index in range(len(leads))
        ]
        self.bottoms[inning] = bottom
        mid = bottom[:1] * room + bottom
        back = spread[::-1]
        self.tops[inning] = [
            sum(map(mul, back, mid[index : index + room + 1])) for index in range(len(leads))
        ]

    def _over(self, inning: int, lead: int) -> float:
        """The chance once both sides have batted."""
        law = self.law
        if inning >= law.innings:
            return _decided(lead)
        if 0 < law.mercy_margin <= abs(lead) and inning >= law.mercy_after:
            return _decided(lead)
        return self.tops[inning + 1][self._place(lead)]

    def _mid(self, inning: int, lead: int) -> float:
        """The chance before the home side bats; a mercy rule at mid-inning makes no difference, as
        it needs a lead that ends the game after the bottom too."""
        if inning not in self.bottoms:
            spread = self._fresh(inning)
            return sum(
                chance * self._over(inning, lead + runs) for runs, chance in enumerate(spread)
            )
        return self.bottoms[inning][self._place(lead)]

    def _fresh(self, inning: int) -> Sequence[float]:
        placed = 0 < self.law.extra_runner_from <= inning
        return self.to_come[1 << SECOND - 1 if placed else 0, 0]

    def _place(self, lead: int) -> int:
        return max(-self.limit, min(self.limit, lead)) + self.limit


def _lead(situation: Situation) -> int:
    return situation.runs[HOME] - situation.runs[AWAY]


def _decided(lead: int) -> float:
    return EVEN if not lead else float(lead > 0)
