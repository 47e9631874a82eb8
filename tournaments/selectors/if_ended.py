"""The next stage if the season ended today: the clubs in it and their opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entrant, Stage
from tournaments.rules.advancing import OpenTie, Qualifier
from tournaments.rules.knockout import Match, next_double, next_round, power_matchups
from tournaments.selectors.league import League
from tournaments.selectors.progress import standing_of
from tournaments.selectors.tables import division_tables, following_of


@dataclass(frozen=True)
class Ended:
    """A later stage as it would be: the qualifiers by seed with the reason, and the first pairs,
    the better seed first; or the ties that would have to be broken. Where the table decides the
    event there is no ``stage``, and ``first`` holds the winners."""

    stage: Stage | None
    qualifiers: tuple[Qualifier, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    open: tuple[OpenTie, ...] = ()
    first: tuple[Entrant, ...] = ()


def if_ended(league: League) -> list[Ended]:
    """Return what would follow from the games that count now; empty before the first of them and
    after the season."""
    season = league.season
    if not season.finals or not any(
        round_.stage.counts for round_ in league.rounds if round_.unplayed
    ):
        return []
    ended_stages = []
    for stage in following_of(league):
        rule = stage.spec.entry
        if rule is not None:
            entry = standing_of(league, rule, stage)
            pairs = _first_pairs(league, stage, entry.qualifiers)
            ended_stages.append(Ended(stage, entry.qualifiers, pairs, entry.open))
    if not ended_stages and not any(stage.kind == Stage.Kind.KNOCKOUT for stage in league.stages):
        lines = [line for table in division_tables(league) for line in table.lines]
        leaders = tuple(line.entrant for line in lines if line.row.place.rank == 1)
        ended_stages.append(Ended(None, first=leaders))
    return ended_stages


def _first_pairs(
    league: League, stage: Stage, qualifiers: Sequence[Qualifier]
) -> tuple[tuple[int, int], ...]:
    """Return the club numbers of the first pairs, 0 for a bye."""
    by_seed = {item.seed: item.entrant for item in qualifiers}
    if not by_seed:
        return ()
    matches: list[Match] = []
    if stage.kind == Stage.Kind.KNOCKOUT and stage.spec.losses == 2:
        matches = next_double(len(by_seed), [])
    elif stage.kind == Stage.Kind.KNOCKOUT:
        matches = next_round(len(by_seed), [])
    elif stage.kind == Stage.Kind.MATCHUPS:
        division = {club.number: club.division for club in league.entrants}
        for number in league.field.division_numbers:
            inside = [seed for seed, club in by_seed.items() if division[club] == number]
            matches += power_matchups(inside, set())
    return tuple((by_seed[item.better], by_seed.get(item.worse, 0)) for item in matches)
