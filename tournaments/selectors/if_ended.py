"""If the season ended today: who would be in what follows, and whom they would meet."""

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
    """A stage that follows: who would get in by its law, seed by seed with the reason, and who
    would meet whom first, the better seed first; or the ties that would have to be broken. Of an
    event that its table decides there is no ``stage``, and who would have won is in ``first``."""

    stage: Stage | None
    qualifiers: tuple[Qualifier, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    open: tuple[OpenTie, ...] = ()
    first: tuple[Entrant, ...] = ()


def if_ended(league: League) -> list[Ended]:
    """What would follow from the games that count now. Nothing before the first of them, and
    nothing once all of the season is played: then it is so."""
    season = league.season
    if not season.finals or not any(each.stage.counts for each in league.rounds if each.unplayed):
        return []
    found = []
    for stage in following_of(league):
        rule = stage.spec.entry
        if rule is not None:
            entry = standing_of(league, rule, stage)
            pairs = _first_pairs(league, stage, entry.qualifiers)
            found.append(Ended(stage, entry.qualifiers, pairs, entry.open))
    if not found and not any(stage.kind == Stage.Kind.KNOCKOUT for stage in league.stages):
        lines = [line for table in division_tables(league) for line in table.lines]
        leaders = tuple(line.entrant for line in lines if line.row.place.rank == 1)
        found.append(Ended(None, first=leaders))
    return found


def _first_pairs(
    league: League, stage: Stage, qualifiers: Sequence[Qualifier]
) -> tuple[tuple[int, int], ...]:
    """Numbers of the clubs, 0 for a bye."""
    by_seed = {each.seed: each.entrant for each in qualifiers}
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
    return tuple((by_seed[each.better], by_seed.get(each.worse, 0)) for each in matches)
