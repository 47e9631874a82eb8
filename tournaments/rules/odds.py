"""The odds of an event: the rest of it is simulated many times from its current state. Pure; the
dice are an argument.

The season's remaining games are drawn for all completions of a batch at once (``completions``); the
later stages are played one completion at a time, as their rules let clubs in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from math import sqrt
from random import Random
from typing import Final

from tournaments.rules.advancing import advance
from tournaments.rules.completions import Completed, Season
from tournaments.rules.formats import KNOCKOUT, MATCHUPS
from tournaments.rules.knockout import Match, next_double, next_round, power_matchups
from tournaments.rules.odds_state import StageState, State, ToPlay
from tournaments.rules.strengths import Strengths

BATCH: Final = 1000


@dataclass
class Odds:
    """How often each club reached each stage (by number), first place in its division, and the
    title, in this many completions."""

    completions: int = 0
    reached: dict[int, Counter[int]] = field(default_factory=dict)
    division: Counter[int] = field(default_factory=Counter)
    event: Counter[int] = field(default_factory=Counter)


def error(share: float, completions: int) -> float:
    """Return the standard error of a share that comes from the number of completions alone."""
    return sqrt(max(share * (1 - share), 0.0) / completions) if completions else 0.0


def complete(
    state: State,
    strengths: Sequence[Strengths],
    completions: int,
    dice: Random,
    told: Callable[[int], None] = lambda done: None,
) -> Odds:
    """Simulate the rest of the event ``completions`` times, each batch with the next of the
    ``strengths``. ``told`` is called after each batch with the number done, and may raise to
    stop."""
    odds = Odds(reached={stage.number: Counter() for stage in state.stages})
    seasons = [Season(state, strength, dice) for strength in strengths]
    batch = min(BATCH, max(1, completions // len(seasons)))
    for season in cycle(seasons):
        if odds.completions >= completions:
            break
        size = min(batch, completions - odds.completions)
        season.draw(size)
        for index in range(size):
            _play_on(season, index, odds)
        odds.completions += size
        told(odds.completions)
    return odds


def _play_on(season: Season, at: int, found: Odds) -> None:
    """Count one completion: division winners, the clubs in each stage, and the champion."""
    state = season.state
    outcome = Completed(season, at)
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
                qualifier.entrant
                for qualifier in advance(stage.spec.entry, pool, season.order).qualifiers
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


def _knockout(stage: StageState, members: Sequence[int], season: Season) -> int:
    """Return the winner of a knockout; 0 where no club is in it."""
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
    match: Match, stage: StageState, members: Sequence[int], number: int, season: Season
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
    stage: StageState, members: Sequence[int], season: Season, outcome: Completed
) -> Completed:
    """Play the matchups not drawn yet, each paired by the ranking after the one before."""
    seed_of = {entrant: seed for seed, entrant in enumerate(members, start=1)}
    met = {frozenset((match.better, match.worse)) for round_ in stage.rounds for match in round_}
    hosts = stage.spec.hosts(stage.spec.series_length)
    for number in range(len(stage.rounds), stage.spec.rounds):
        series: list[tuple[int, int, int]] = []
        for division in sorted({outcome.divisions.get(item, 1) for item in members}):
            inside = [item for item in members if outcome.divisions.get(item, 1) == division]
            if number:
                inside = [item.entrant for item in season.law.rank(outcome, inside).places]
            for match in power_matchups([seed_of[item] for item in inside], met):
                if match.is_bye:
                    continue
                met.add(frozenset((match.better, match.worse)))
                home, away = members[match.better - 1], members[match.worse - 1]
                outcomes = season.outcomes(ToPlay(home, away, hosts))
                (delta,) = season.dice.choices(outcomes[0], cum_weights=outcomes[1])
                series.append((home, away, delta))
        outcome = outcome.with_series(series)
    return outcome
