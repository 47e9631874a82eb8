"""The rest of a season as it was drawn many times, and each of these completions as the law sees
it. Pure.

The wins of all clubs are one whole number with some bits a club, so that a completion is a sum. The
declared law's first step is read off these numbers, and only those it leaves level are put to the
criteria themselves. Dice are rolled and tie-break games played where they are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, permutations
from operator import add
from random import Random
from typing import Final

from tournaments.rules.criterion import ALL, Field
from tournaments.rules.odds_state import State, ToPlay
from tournaments.rules.results import EntrantRecord, GameResult, Tally
from tournaments.rules.ruled_criteria import D20, larger_roll
from tournaments.rules.strengths import Strengths
from tournaments.rules.ties import Place, Ranking, RestOfOrder, TieOrder

BITS: Final = 10
MASK: Final = (1 << BITS) - 1
_READ_OFF: Final = ("pct", "above-even", "wins")
"""First steps that wins alone decide."""

_WITHOUT_RESULTS: Final = (
    *_READ_OFF,
    "head-to-head",
    "strength-of-schedule",
    "sonneborn-berger",
    "playoff",
    "shoot-out",
    "d20",
)
"""Criteria that ask for wins and losses by pair, and for nothing of single games."""


def _last_place_that_matters(state: State) -> int:
    """The last place in any ranking that gets a club into a stage: ties beyond it may stand."""
    divisions = len(state.field.division_numbers)
    most = 1
    for stage in state.stages:
        rule = stage.spec.entry
        if rule is not None:
            taken = rule.first - 1 + rule.per_division
            most = max(most, taken, rule.per_division * divisions + rule.others)
    return most


class Season:
    """What all completions have in common, and the series of a batch as they were drawn."""

    def __init__(self, state: State, strengths: Strengths, dice: Random) -> None:
        self.state, self.strengths, self.dice = state, strengths, dice
        self.law = state.order.with_dice()
        self.entrants = list(state.field.entrants)
        self.shift = {entrant: BITS * at for at, entrant in enumerate(self.entrants)}
        self.order = QuickOrder(self.law, _last_place_that_matters(state))
        self.so_far = {entrant: record.overall for entrant, record in state.field.standing.items()}
        self.to_come = dict.fromkeys(self.entrants, 0)
        self.by_pair: dict[frozenset[int], list[int]] = {}
        for at, series in enumerate(state.to_play):
            self.by_pair.setdefault(frozenset((series.home, series.away)), []).append(at)
            for side in (series.home, series.away):
                self.to_come[side] += len(series.hosts)
        self.rivals = [self.outcomes(series) for series in state.to_play]
        self.drawn: list[list[int]] = []
        self.totals: list[int] = []
        self.needs_results = any(
            step.criterion not in _WITHOUT_RESULTS or step.asked.scope not in (ALL, "tied")
            for step in self.law.steps
        ) or any(
            step.asked.scope == "tied" and step.criterion in _READ_OFF for step in self.law.steps
        )
        self._best_of: dict[tuple[int, int, int, int, str], float] = {}

    def draw(self, size: int) -> None:
        """Draw every series that is left, so many times."""
        self.drawn = [
            self.dice.choices(deltas, cum_weights=weights, k=size)
            for deltas, weights in self.rivals
        ]
        totals = [0] * size
        for picks in self.drawn:
            totals = list(map(add, totals, picks))
        self.totals = totals

    def outcomes(self, series: ToPlay) -> tuple[list[int], list[float]]:
        """The ways a series can end, both clubs' wins in one number, with their summed chances."""
        chances = [1.0]
        for letter in series.hosts:
            chance = self.strengths.chance(series.home, series.away, at_home=letter == "H")
            chances = [
                (chances[won] if won < len(chances) else 0.0) * (1 - chance)
                + (chances[won - 1] * chance if won else 0.0)
                for won in range(len(chances) + 1)
            ]
        games = len(series.hosts)
        deltas = [
            (won << self.shift[series.home]) | ((games - won) << self.shift[series.away])
            for won in range(games + 1)
        ]
        return deltas, list(accumulate(chances))

    def best_of(self, better: int, worse: int, won: int, lost: int, hosts: str) -> float:
        """The chance of the better seed to win a best-of from here."""
        games = won + lost + len(hosts)
        if 2 * won > games:
            return 1.0
        if 2 * lost > games:
            return 0.0
        if not hosts:
            return 0.5
        key = (better, worse, won, lost, hosts)
        if key not in self._best_of:
            chance = self.strengths.chance(better, worse, at_home=hosts[0] == "H")
            self._best_of[key] = chance * self.best_of(better, worse, won + 1, lost, hosts[1:]) + (
                1 - chance
            ) * self.best_of(better, worse, won, lost + 1, hosts[1:])
        return self._best_of[key]


class Completed(Field):
    """A field whose every game is played, read off what was drawn for one completion."""

    def __init__(
        self,
        season: Season,
        at: int,
        more: tuple[tuple[int, int, int], ...] = (),
        entrants: Sequence[int] | None = None,
        outside: Sequence[int] | None = None,
        acts: Acts | None = None,
    ) -> None:
        start = season.state.field
        put = object.__setattr__
        put(self, "season", season)
        put(self, "at", at)
        put(self, "more", more)
        put(self, "entrants", season.entrants if entrants is None else entrants)
        put(self, "divisions", start.divisions)
        put(self, "scheduled", None)
        put(self, "runs", {})
        put(self, "seeds", start.seeds)
        put(self, "outside", start.outside if outside is None else outside)
        put(self, "rulings", Acts(season, start) if acts is None else acts)

    season: Season
    at: int
    more: tuple[tuple[int, int, int], ...]
    rulings: Acts

    @cached_property
    def ranked_before(self) -> dict[_Asked, Ranking]:
        """Rankings that were asked for."""
        return {}

    def without(self, barred: Sequence[int], among: Sequence[int]) -> Completed:
        """The same outcome in which those ``barred`` get nowhere, and only some where they are
        named; games against the others count."""
        if not barred and not among:
            return self
        others = [each for each in self.entrants if each not in among] if among else []
        outside = (*self.outside, *barred, *others)
        return Completed(self.season, self.at, self.more, self.entrants, outside, self.rulings)

    def with_series(self, series: Sequence[tuple[int, int, int]]) -> Completed:
        """The same outcome with more series played."""
        return Completed(
            self.season, self.at, (*self.more, *series), self.entrants, list(self.outside)
        )

    @cached_property
    def total(self) -> int:
        """Everybody's wins in the games drawn."""
        found = self.season.totals[self.at]
        for _, _, delta in self.more:
            found += delta
        return found

    def tally(self, entrant: int) -> Tally:
        """All games of an entrant."""
        season = self.season
        before = season.so_far[entrant]
        won = (self.total >> season.shift[entrant]) & MASK
        games = season.to_come[entrant]
        for home, away, delta in self.more:
            if entrant in (home, away):
                games += ((delta >> season.shift[home]) & MASK) + (
                    (delta >> season.shift[away]) & MASK
                )
        return Tally(before.won + won, before.lost + games - won, before.tied)

    @cached_property
    def results(self) -> list[GameResult]:
        """Every game, with scores like those that were played to find the strengths."""
        season = self.season
        found = list(season.state.field.results)
        order = len(found)
        scores, dice = season.strengths.scores, season.dice
        series = [
            (each.home, each.away, season.drawn[number][self.at])
            for number, each in enumerate(season.state.to_play)
        ]
        for home, away, delta in (*series, *self.more):
            for winner, loser in ((home, away), (away, home)):
                for _ in range((delta >> season.shift[winner]) & MASK):
                    most, least = dice.choice(scores)
                    order += 1
                    # The visitors need not defend a ninth inning that the home side leads.
                    found.append(GameResult(winner, loser, most, least, order, 0, 27, 24))
        return found

    @cached_property
    def standing(self) -> dict[int, EntrantRecord]:
        """Everybody's record; without runs where no criterion asks for them."""
        if self.season.needs_results:
            return Field(self.entrants, self.results).standing
        return {each: EntrantRecord(each, self.tally(each)) for each in self.entrants}

    @cached_property
    def cells(self) -> Mapping[tuple[int, int], Tally]:
        """The cross-table, a pair at a time."""
        return Cells(self)

    @cached_property
    def left(self) -> dict[frozenset[int], int]:
        """Nothing is left."""
        return {}

    @cached_property
    def worth(self) -> dict[int, float]:
        """What every club is worth by the first step; equal shares are equal numbers."""
        first = self.season.law.steps[0].criterion
        found = {}
        for entrant in self.entrants:
            tally = self.tally(entrant)
            if first == "above-even":
                found[entrant] = float(tally.won - tally.lost)
            elif first == "wins":
                found[entrant] = float(tally.won)
            else:
                games = 2 * tally.played
                found[entrant] = (2 * tally.won + tally.tied) / games if games else 0.5
        return found


class Cells(Mapping[tuple[int, int], Tally]):
    """Tallies of pairs in one completion, made when they are asked for."""

    def __init__(self, of: Completed) -> None:
        self._of = of
        self._known: dict[tuple[int, int], Tally] = {}
        self._before = of.season.state.field.cells

    def __getitem__(self, key: tuple[int, int]) -> Tally:
        """The tally of the first against the second. ``KeyError`` where they have not met."""
        if key in self._known:
            return self._known[key]
        one, other = key
        season = self._of.season
        before = self._before.get(key, Tally())
        pair = frozenset(key)
        deltas = [season.drawn[at][self._of.at] for at in season.by_pair.get(pair, ())]
        deltas += [delta for home, away, delta in self._of.more if {home, away} == pair]
        found = Tally(
            before.won + sum((delta >> season.shift[one]) & MASK for delta in deltas),
            before.lost + sum((delta >> season.shift[other]) & MASK for delta in deltas),
            before.tied,
        )
        if not found.played:
            raise KeyError(key)
        self._known[key] = found
        return found

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (pair for pair in permutations(self._of.entrants, 2) if pair in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


_Asked = tuple[tuple[int, ...], frozenset[int] | None]
"""Who was ranked, and after how many places a club is in and the next is not."""


class Acts(Mapping[tuple[str, frozenset[int]], Mapping[int, int]]):
    """What people did about ties, and in a completion what dice and games come to."""

    def __init__(self, season: Season, start: Field) -> None:
        self._season, self._start = season, start
        self._thrown: dict[tuple[str, frozenset[int]], Mapping[int, int]] = {}

    def __getitem__(self, key: tuple[str, frozenset[int]]) -> Mapping[int, int]:
        """The ruling about a group: that which was made, or one that is thrown now and stays."""
        kind, group = key
        known = self._start.rulings.get(key) or self._thrown.get(key)
        if known is None and kind == D20.key:
            known = larger_roll({**self._start.rulings, **self._thrown}, group)
        if known is None:
            known = self._thrown[key] = self._throw(kind, group)
        return known

    def __iter__(self) -> Iterator[tuple[str, frozenset[int]]]:
        return iter({**self._start.rulings, **self._thrown})

    def __len__(self) -> int:
        return len({**self._start.rulings, **self._thrown})

    def _throw(self, kind: str, group: frozenset[int]) -> Mapping[int, int]:
        members, dice = sorted(group), self._season.dice
        if kind == D20.key:
            # Who rolls alike rolls again: in the end all differ.
            rolls = dice.sample(range(1, max(20, len(members)) + 1), len(members))
            return dict(zip(members, rolls, strict=True))
        home, away = members
        won = dice.random() < self._season.strengths.chance(home, away, at_home=True)
        return {home: int(won), away: int(not won)}


class QuickOrder(TieOrder):
    """The same order, its first step read off the wins; the others are asked of those level."""

    def __init__(self, law: TieOrder, matters: int) -> None:
        object.__setattr__(self, "steps", law.steps)
        object.__setattr__(self, "matters", matters)
        first = law.steps[0]
        quick = first.criterion in _READ_OFF and first.asked.scope == ALL
        object.__setattr__(self, "quick", quick and first.sizes == "any" and len(law.steps) > 1)
        if quick and len(law.steps) > 1:
            object.__setattr__(self, "rest", RestOfOrder(law.steps[1:]))
        object.__setattr__(self, "law", law)

    matters: int
    quick: bool
    rest: TieOrder
    law: TieOrder

    def with_dice(self) -> TieOrder:
        """The same: it has them already."""
        return self

    def rank(
        self,
        of: Field,
        only: Sequence[int] | None = None,
        cuts: Collection[int] | None = None,
    ) -> Ranking:
        """The ranking of the law, down to the last place that matters to a club; the answers on the
        way to it are not asked of a completion."""
        if not (self.quick and isinstance(of, Completed)):
            return self.law.rank(of, only, cuts)
        ranked_ones = tuple(of.ranked if only is None else only)
        asked = (ranked_ones, None if cuts is None else frozenset(cuts))
        known = of.ranked_before.get(asked)
        if known is not None:
            return known
        worth = of.worth
        ranked = sorted(ranked_ones, key=worth.__getitem__, reverse=True)
        places: list[Place] = []
        at, count = 0, len(ranked)
        while at < count:
            mine = worth[ranked[at]]
            end = at + 1
            while end < count and worth[ranked[end]] == mine:
                end += 1
            if end == at + 1 or at >= self.matters:
                places += [Place(each, at + 1, end > at + 1) for each in ranked[at:end]]
            else:
                behind = None if cuts is None else {cut - at for cut in cuts}
                places += [
                    Place(place.entrant, at + place.rank, place.shared)
                    for place in self.rest.rank(of, ranked[at:end], behind).places
                ]
            at = end
        found = Ranking(tuple(places), ())
        of.ranked_before[asked] = found
        return found
