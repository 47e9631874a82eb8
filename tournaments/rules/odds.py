"""The odds of an event: the rest of it is played out many times from where it stands. Pure; the
dice are an argument.

The games left are drawn a series at a time, for all completions of a batch at once: the wins of
all clubs are one whole number with some bits a club, so that a completion is a sum. The declared
law then says who gets in; its first step is read off these numbers, and only those it leaves level
are put to the criteria themselves. Dice are rolled and tie-break games played where they are asked
for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, cycle, permutations
from math import sqrt
from operator import add
from random import Random
from typing import Final

from tournaments.rules.advancing import advance
from tournaments.rules.criteria import ALL, Field
from tournaments.rules.formats import KNOCKOUT, MATCHUPS, StageSpec
from tournaments.rules.knockout import Match, next_double, next_round, power_matchups
from tournaments.rules.results import EntrantRecord, GameResult, Tally
from tournaments.rules.strengths import Strengths
from tournaments.rules.ties import Place, Ranking, TieOrder

BITS: Final = 10
MASK: Final = (1 << BITS) - 1
BATCH: Final = 1000

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


@dataclass(frozen=True)
class ToPlay:
    """What is left of a series: its two clubs, and for each game left ``H`` or ``A``, who hosts."""

    home: int
    away: int
    hosts: str


@dataclass(frozen=True)
class BestOf:
    """A best-of that has begun: the wins of the better and the worse seed, and who hosts the games
    left."""

    better_wins: int
    worse_wins: int
    hosts: str


@dataclass(frozen=True)
class StageState:
    """A stage as far as it has come: its clubs by seed (none: nobody was let in yet), its rounds by
    seed, and the best-ofs that have begun."""

    number: int
    spec: StageSpec
    members: tuple[int, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    begun: Mapping[tuple[int, int], BestOf] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """An event from where it stands: the results so far with everything ties are broken by, what
    is left of the rounds drawn, the stages after them in order, and the clubs that may not go on
    though they are ranked (``barred``)."""

    field: Field
    order: TieOrder
    to_play: tuple[ToPlay, ...]
    stages: tuple[StageState, ...]
    barred: tuple[int, ...] = ()


@dataclass
class Odds:
    """How often each club reached what, of so many completions: the stages by number, first place
    of its division, the event."""

    completions: int = 0
    reached: dict[int, Counter[int]] = field(default_factory=dict)
    division: Counter[int] = field(default_factory=Counter)
    event: Counter[int] = field(default_factory=Counter)


def error(share: float, completions: int) -> float:
    """The standard error of a share on account of the number of completions alone."""
    return sqrt(max(share * (1 - share), 0.0) / completions) if completions else 0.0


def complete(
    state: State,
    strengths: Sequence[Strengths],
    completions: int,
    dice: Random,
    told: Callable[[int], None] = lambda done: None,
) -> Odds:
    """Play the rest of the event out so often, each batch with the next of the ``strengths``.
    ``told`` hears after each batch how many are done, and may raise to stop."""
    found = Odds(reached={stage.number: Counter() for stage in state.stages})
    seasons = [_Season(state, each, dice) for each in strengths]
    batch = min(BATCH, max(1, completions // len(seasons)))
    for season in cycle(seasons):
        if found.completions >= completions:
            break
        size = min(batch, completions - found.completions)
        season.draw(size)
        for at in range(size):
            _play_on(season, at, found)
        found.completions += size
        told(found.completions)
    return found


def _play_on(season: _Season, at: int, found: Odds) -> None:
    """One completion: division winners, who gets into which stage, the champion."""
    state = season.state
    outcome = _Completed(season, at)
    first: list[int] = []
    for number in outcome.division_numbers:
        places = season.order.rank(outcome, outcome.inside(number)).places
        if places:
            first.append(places[0].entrant)
            found.division[places[0].entrant] += 1
    champion = first[0] if len(first) == 1 else 0
    crowned = False
    feeding: tuple[int, ...] = ()
    for stage in state.stages:
        members = stage.members
        if not members and stage.spec.entry is not None:
            pool = outcome.without(state.barred, feeding)
            members = tuple(
                each.entrant for each in advance(stage.spec.entry, pool, season.order).qualifiers
            )
        found.reached[stage.number].update(members)
        feeding = ()
        if stage.spec.kind == KNOCKOUT:
            winner = _knockout(stage, members, season)
            if not crowned:
                champion, crowned = winner, True
        elif stage.spec.kind == MATCHUPS:
            outcome = _matchups(stage, members, season, outcome)
            feeding = members
    if champion:
        found.event[champion] += 1


def _knockout(stage: StageState, members: Sequence[int], season: _Season) -> int:
    """Who wins it; 0 where nobody is in it."""
    if not members:
        return 0
    if len(members) == 1:
        return members[0]
    spec = stage.spec
    rounds = [
        [_decided(match, stage, members, number, season) for match in matches]
        for number, matches in enumerate(stage.rounds, start=1)
    ]
    while True:
        if spec.losses == 2:
            following = next_double(len(members), rounds)
        else:
            following = next_round(len(members), rounds, reseed=spec.reseed)
        if not following:
            return members[rounds[-1][-1].winner - 1]
        number = len(rounds) + 1
        rounds.append([_decided(match, stage, members, number, season) for match in following])


def _decided(
    match: Match, stage: StageState, members: Sequence[int], number: int, season: _Season
) -> Match:
    if match.winner:
        return match
    if match.is_bye:
        return Match(match.better, 0, match.better)
    begun = stage.begun.get((match.better, match.worse)) if number == len(stage.rounds) else None
    hosts = begun.hosts if begun else stage.spec.hosts(stage.spec.length(number))
    chance = season.best_of(
        members[match.better - 1],
        members[match.worse - 1],
        begun.better_wins if begun else 0,
        begun.worse_wins if begun else 0,
        hosts,
    )
    won = season.dice.random() < chance
    return Match(match.better, match.worse, match.better if won else match.worse)


def _matchups(
    stage: StageState, members: Sequence[int], season: _Season, outcome: _Completed
) -> _Completed:
    """The matchups that were not drawn yet, each by the ranking after the one before."""
    seed_of = {entrant: seed for seed, entrant in enumerate(members, start=1)}
    met = {frozenset((match.better, match.worse)) for round_ in stage.rounds for match in round_}
    hosts = stage.spec.hosts(stage.spec.series_length)
    for number in range(len(stage.rounds), stage.spec.rounds):
        series: list[tuple[int, int, int]] = []
        for division in sorted({outcome.divisions.get(each, 1) for each in members}):
            inside = [each for each in members if outcome.divisions.get(each, 1) == division]
            if number:
                inside = [each.entrant for each in season.law.rank(outcome, inside).places]
            for match in power_matchups([seed_of[each] for each in inside], met):
                if match.is_bye:
                    continue
                met.add(frozenset((match.better, match.worse)))
                home, away = members[match.better - 1], members[match.worse - 1]
                outcomes = season.outcomes(ToPlay(home, away, hosts))
                (delta,) = season.dice.choices(outcomes[0], cum_weights=outcomes[1])
                series.append((home, away, delta))
        outcome = outcome.with_series(series)
    return outcome


def _last_place_that_matters(state: State) -> int:
    """Beyond it, in any ranking, nobody gets anywhere: ties there need not be broken."""
    divisions = len(state.field.division_numbers)
    most = 1
    for stage in state.stages:
        rule = stage.spec.entry
        if rule is not None:
            taken = rule.first - 1 + rule.per_division
            most = max(most, taken, rule.per_division * divisions + rule.others)
    return most


class _Season:
    """What all completions have in common, and the series of a batch as they were drawn."""

    def __init__(self, state: State, strengths: Strengths, dice: Random) -> None:
        self.state, self.strengths, self.dice = state, strengths, dice
        self.law = state.order.with_dice()
        self.entrants = list(state.field.entrants)
        self.shift = {entrant: BITS * at for at, entrant in enumerate(self.entrants)}
        self.order = _Quick(self.law, _last_place_that_matters(state))
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


class _Completed(Field):
    """A field whose every game is played, read off what was drawn for one completion."""

    def __init__(
        self,
        season: _Season,
        at: int,
        more: tuple[tuple[int, int, int], ...] = (),
        entrants: Sequence[int] | None = None,
        outside: Sequence[int] | None = None,
        acts: _Acts | None = None,
    ) -> None:
        start = season.state.field
        put = object.__setattr__
        put(self, "season", season)
        put(self, "at", at)
        put(self, "more", more)
        put(self, "entrants", season.entrants if entrants is None else entrants)
        put(self, "divisions", start.divisions)
        put(self, "scheduled", None)
        put(self, "outside", start.outside if outside is None else outside)
        put(self, "rulings", _Acts(season, start) if acts is None else acts)

    season: _Season
    at: int
    more: tuple[tuple[int, int, int], ...]
    rulings: _Acts

    @cached_property
    def ranked_before(self) -> dict[tuple[int, ...], Ranking]:
        """Rankings that were asked for."""
        return {}

    def without(self, barred: Sequence[int], among: Sequence[int]) -> _Completed:
        """The same outcome without those ``barred``, and of some only where they are named."""
        if not barred and not among:
            return self
        entrants = [each for each in self.entrants if not among or each in among]
        return _Completed(
            self.season, self.at, self.more, entrants, (*self.outside, *barred), self.rulings
        )

    def with_series(self, series: Sequence[tuple[int, int, int]]) -> _Completed:
        """The same outcome with more series played."""
        return _Completed(
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
        return _Cells(self)

    @cached_property
    def left(self) -> dict[frozenset[int], int]:
        """Nothing is left."""
        return {}

    @cached_property
    def worth(self) -> dict[int, float]:
        """What everybody is worth by the first step; equal shares are equal numbers."""
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


class _Cells(Mapping[tuple[int, int], Tally]):
    """Tallies of pairs in one completion, made when they are asked for."""

    def __init__(self, of: _Completed) -> None:
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


class _Acts(Mapping[tuple[str, frozenset[int]], Mapping[int, int]]):
    """What people did about ties, and in a completion what dice and games come to."""

    def __init__(self, season: _Season, start: Field) -> None:
        self._season, self._start = season, start
        self._thrown: dict[tuple[str, frozenset[int]], Mapping[int, int]] = {}

    def __getitem__(self, key: tuple[str, frozenset[int]]) -> Mapping[int, int]:
        """The ruling about a group: that which was made, or one that is thrown now and stays."""
        known = self._start.rulings.get(key) or self._thrown.get(key)
        if known is None:
            known = self._thrown[key] = self._throw(*key)
        return known

    def __iter__(self) -> Iterator[tuple[str, frozenset[int]]]:
        return iter({**self._start.rulings, **self._thrown})

    def __len__(self) -> int:
        return len({**self._start.rulings, **self._thrown})

    def _throw(self, kind: str, group: frozenset[int]) -> Mapping[int, int]:
        members, dice = sorted(group), self._season.dice
        if kind == "d20":
            # Who rolls alike rolls again: in the end all differ.
            rolls = dice.sample(range(1, max(20, len(members)) + 1), len(members))
            return dict(zip(members, rolls, strict=True))
        home, away = members
        won = dice.random() < self._season.strengths.chance(home, away, at_home=True)
        return {home: int(won), away: int(not won)}


class _Quick(TieOrder):
    """The same order, its first step read off the wins; the others are asked of those level."""

    def __init__(self, law: TieOrder, matters: int) -> None:
        object.__setattr__(self, "steps", law.steps)
        object.__setattr__(self, "matters", matters)
        first = law.steps[0]
        quick = first.criterion in _READ_OFF and first.asked.scope == ALL
        object.__setattr__(self, "quick", quick and first.sizes == "any" and len(law.steps) > 1)
        if quick and len(law.steps) > 1:
            object.__setattr__(self, "rest", TieOrder(law.steps[1:]))
        object.__setattr__(self, "law", law)

    matters: int
    quick: bool
    rest: TieOrder
    law: TieOrder

    def with_dice(self) -> TieOrder:
        """It has them already."""
        return self

    def rank(self, of: Field, only: Sequence[int] | None = None) -> Ranking:
        """As the law ranks, down to the last place that matters to anybody; nobody asks a
        completion for the answers on the way."""
        if not (self.quick and isinstance(of, _Completed)):
            return self.law.rank(of, only)
        asked = tuple(of.ranked if only is None else only)
        known = of.ranked_before.get(asked)
        if known is not None:
            return known
        worth = of.worth
        ranked = sorted(asked, key=worth.__getitem__, reverse=True)
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
                places += [
                    Place(place.entrant, at + place.rank, place.shared)
                    for place in self.rest.rank(of, ranked[at:end]).places
                ]
            at = end
        found = Ranking(tuple(places), ())
        of.ranked_before[asked] = found
        return found
