"""The rest of a season, drawn at random many times, and the standings of each completion. Pure.

The wins of all clubs are packed into one integer with ``BITS`` bits for each club, so that a
completion is a sum. The first step of the tie order is read from these numbers, and only clubs that
it leaves tied go through the criteria themselves. Dice are rolled and tie-break games are played
where a step calls for them.
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
"""Criteria that use wins and losses by pair, not the scores of single games."""


def _last_place_that_matters(state: State) -> int:
    """Return the last place in any ranking that gets a club into a stage; ties below it may
    stand."""
    divisions = len(state.field.division_numbers)
    last_place = 1
    for stage in state.stages:
        rule = stage.spec.entry
        if rule is not None:
            last_of_division = rule.first - 1 + rule.per_division
            last_place = max(
                last_place, last_of_division, rule.per_division * divisions + rule.others
            )
    return last_place


class Season:
    """What all completions share, and the drawn series of a batch."""

    def __init__(self, state: State, strengths: Strengths, dice: Random) -> None:
        self.state, self.strengths, self.dice = state, strengths, dice
        self.law = state.order.with_dice()
        self.entrants = list(state.field.entrants)
        self.shift = {entrant: BITS * index for index, entrant in enumerate(self.entrants)}
        self.order = QuickOrder(self.law, _last_place_that_matters(state))
        self.so_far = {entrant: record.overall for entrant, record in state.field.standing.items()}
        self.to_come = dict.fromkeys(self.entrants, 0)
        self.by_pair: dict[frozenset[int], list[int]] = {}
        for index, series in enumerate(state.to_play):
            self.by_pair.setdefault(frozenset((series.home, series.away)), []).append(index)
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
        """Draw every series that is left, ``size`` times."""
        self.drawn = [
            self.dice.choices(deltas, cum_weights=weights, k=size)
            for deltas, weights in self.rivals
        ]
        totals = [0] * size
        for deltas_drawn in self.drawn:
            totals = list(map(add, totals, deltas_drawn))
        self.totals = totals

    def outcomes(self, series: ToPlay) -> tuple[list[int], list[float]]:
        """Return the ways a series can end, as packed wins of both clubs, with their cumulative
        chances."""
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
        """Return the chance that the better seed wins a best-of from this score on."""
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
    """A field in which every game is played, read from the draws of one completion."""

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
        set_field = object.__setattr__
        set_field(self, "season", season)
        set_field(self, "at", at)
        set_field(self, "more", more)
        set_field(self, "entrants", season.entrants if entrants is None else entrants)
        set_field(self, "divisions", start.divisions)
        set_field(self, "scheduled", None)
        set_field(self, "runs", {})
        set_field(self, "seeds", start.seeds)
        set_field(self, "outside", start.outside if outside is None else outside)
        set_field(self, "rulings", Acts(season, start) if acts is None else acts)

    season: Season
    at: int
    more: tuple[tuple[int, int, int], ...]
    rulings: Acts

    @cached_property
    def ranked_before(self) -> dict[_Asked, Ranking]:
        return {}

    def without(self, barred: Sequence[int], among: Sequence[int]) -> Completed:
        """Return the same outcome with the ``barred`` clubs unranked, and only ``among`` ranked if
        it names any; games against the others count."""
        if not barred and not among:
            return self
        others = [entrant for entrant in self.entrants if entrant not in among] if among else []
        outside = (*self.outside, *barred, *others)
        return Completed(self.season, self.at, self.more, self.entrants, outside, self.rulings)

    def with_series(self, series: Sequence[tuple[int, int, int]]) -> Completed:
        return Completed(
            self.season, self.at, (*self.more, *series), self.entrants, list(self.outside)
        )

    @cached_property
    def total(self) -> int:
        """The packed wins of all clubs in the drawn games."""
        packed_wins = self.season.totals[self.at]
        for _, _, delta in self.more:
            packed_wins += delta
        return packed_wins

    def tally(self, entrant: int) -> Tally:
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
        """Every game, with scores drawn from the games that were simulated to estimate the
        strengths."""
        season = self.season
        results = list(season.state.field.results)
        order = len(results)
        scores, dice = season.strengths.scores, season.dice
        series = [
            (to_play.home, to_play.away, season.drawn[number][self.at])
            for number, to_play in enumerate(season.state.to_play)
        ]
        for home, away, delta in (*series, *self.more):
            for winner, loser in ((home, away), (away, home)):
                for _ in range((delta >> season.shift[winner]) & MASK):
                    winner_runs, loser_runs = dice.choice(scores)
                    order += 1
                    # The home side does not bat in the ninth inning when it leads.
                    results.append(
                        GameResult(winner, loser, winner_runs, loser_runs, order, 0, 27, 24)
                    )
        return results

    @cached_property
    def standing(self) -> dict[int, EntrantRecord]:
        """Each club's record; without runs where no criterion needs them."""
        if self.season.needs_results:
            return Field(self.entrants, self.results).standing
        return {entrant: EntrantRecord(entrant, self.tally(entrant)) for entrant in self.entrants}

    @cached_property
    def cells(self) -> Mapping[tuple[int, int], Tally]:
        return Cells(self)

    @cached_property
    def left(self) -> dict[frozenset[int], int]:
        """Empty: no game is left."""
        return {}

    @cached_property
    def worth(self) -> dict[int, float]:
        """Each club's value by the first step; equal shares are equal numbers."""
        criterion = self.season.law.steps[0].criterion
        values = {}
        for entrant in self.entrants:
            tally = self.tally(entrant)
            if criterion == "above-even":
                values[entrant] = float(tally.won - tally.lost)
            elif criterion == "wins":
                values[entrant] = float(tally.won)
            else:
                games = 2 * tally.played
                values[entrant] = (2 * tally.won + tally.tied) / games if games else 0.5
        return values


class Cells(Mapping[tuple[int, int], Tally]):
    def __init__(self, of: Completed) -> None:
        self._of = of
        self._known: dict[tuple[int, int], Tally] = {}
        self._before = of.season.state.field.cells

    def __getitem__(self, key: tuple[int, int]) -> Tally:
        """Return the first club's tally against the second. ``KeyError`` if they have not met."""
        if key in self._known:
            return self._known[key]
        first, other = key
        season = self._of.season
        before = self._before.get(key, Tally())
        pair = frozenset(key)
        deltas = [season.drawn[index][self._of.at] for index in season.by_pair.get(pair, ())]
        deltas += [delta for home, away, delta in self._of.more if {home, away} == pair]
        tally = Tally(
            before.won + sum((delta >> season.shift[first]) & MASK for delta in deltas),
            before.lost + sum((delta >> season.shift[other]) & MASK for delta in deltas),
            before.tied,
        )
        if not tally.played:
            raise KeyError(key)
        self._known[key] = tally
        return tally

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (pair for pair in permutations(self._of.entrants, 2) if pair in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


_Asked = tuple[tuple[int, ...], frozenset[int] | None]
"""The entrants to rank, and the cuts: the numbers of places after which a club is in and the next
is not."""


class Acts(Mapping[tuple[str, frozenset[int]], Mapping[int, int]]):
    """Recorded rulings about ties, and the dice and games that a completion adds."""

    def __init__(self, season: Season, start: Field) -> None:
        self._season, self._start = season, start
        self._thrown: dict[tuple[str, frozenset[int]], Mapping[int, int]] = {}

    def __getitem__(self, key: tuple[str, frozenset[int]]) -> Mapping[int, int]:
        """Return the ruling about a group: the recorded one, or one drawn now and kept."""
        kind, group = key
        ruling = self._start.rulings.get(key) or self._thrown.get(key)
        if ruling is None and kind == D20.key:
            ruling = larger_roll({**self._start.rulings, **self._thrown}, group)
        if ruling is None:
            ruling = self._thrown[key] = self._throw(kind, group)
        return ruling

    def __iter__(self) -> Iterator[tuple[str, frozenset[int]]]:
        return iter({**self._start.rulings, **self._thrown})

    def __len__(self) -> int:
        return len({**self._start.rulings, **self._thrown})

    def _throw(self, kind: str, group: frozenset[int]) -> Mapping[int, int]:
        members, dice = sorted(group), self._season.dice
        if kind == D20.key:
            # Clubs with equal rolls roll again, so all rolls differ in the end.
            rolls = dice.sample(range(1, max(20, len(members)) + 1), len(members))
            return dict(zip(members, rolls, strict=True))
        home, away = members
        won = dice.random() < self._season.strengths.chance(home, away, at_home=True)
        return {home: int(won), away: int(not won)}


class QuickOrder(TieOrder):
    """The same order with its first step read from the wins; the other steps apply to the clubs it
    leaves tied."""

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
        return self

    def rank(
        self,
        of: Field,
        only: Sequence[int] | None = None,
        cuts: Collection[int] | None = None,
    ) -> Ranking:
        """Rank down to the last place that matters to a club; a completion does not keep the
        answers of the steps."""
        if not (self.quick and isinstance(of, Completed)):
            return self.law.rank(of, only, cuts)
        members = tuple(of.ranked if only is None else only)
        key = (members, None if cuts is None else frozenset(cuts))
        cached = of.ranked_before.get(key)
        if cached is not None:
            return cached
        worth = of.worth
        ranked = sorted(members, key=worth.__getitem__, reverse=True)
        places: list[Place] = []
        start, count = 0, len(ranked)
        while start < count:
            value = worth[ranked[start]]
            end = start + 1
            while end < count and worth[ranked[end]] == value:
                end += 1
            if end == start + 1 or start >= self.matters:
                places += [
                    Place(entrant, start + 1, end > start + 1) for entrant in ranked[start:end]
                ]
            else:
                cuts_left = None if cuts is None else {cut - start for cut in cuts}
                places += [
                    Place(place.entrant, start + place.rank, place.shared)
                    for place in self.rest.rank(of, ranked[start:end], cuts_left).places
                ]
            start = end
        ranking = Ranking(tuple(places), ())
        of.ranked_before[key] = ranking
        return ranking
