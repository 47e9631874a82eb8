"""Standings, race and cross-table of a league, recomputed from the games that count."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tournaments.models import Entrant, Stage
from tournaments.rules import results as law
from tournaments.rules.clinching import Outlook, outlooks
from tournaments.rules.criterion import Field
from tournaments.rules.results import Tally
from tournaments.rules.standings import Row, Table, table_of
from tournaments.rules.ties import Tie, TieOrder
from tournaments.selectors.league import KEPT_FIELDS, League

KEPT_TABLES = 4 * KEPT_FIELDS
"""Size of the cache: a field has a table for each division."""


@dataclass(frozen=True)
class StandingsLine:
    entrant: Entrant
    row: Row

    @property
    def form(self) -> str:
        """The last ten games, oldest first: ``WWLW``."""
        return self.row.record.marks[-10:]


@dataclass(frozen=True)
class Course:
    """An entrant's games above .500 at the start and after each round, up to the last one that has
    begun."""

    entrant: Entrant
    values: tuple[int, ...]


@dataclass(frozen=True)
class CrossLine:
    """An entrant's tallies against every entrant, None against itself, in the order of the
    lines."""

    entrant: Entrant
    tallies: tuple[Tally | None, ...]


@dataclass(frozen=True)
class DivisionTable:
    """A division's lines, best first, and its ties with how they were broken."""

    number: int
    lines: tuple[StandingsLine, ...]
    ties: tuple[Tie, ...]


def division_tables(league: League) -> list[DivisionTable]:
    """Return the standings by division, by the event's tie order."""
    entrants = {entrant.number: entrant for entrant in league.entrants}
    field, order = league.field, league.tournament.ties
    cuts = cuts_of(league)
    tables = []
    for number in field.division_numbers:
        table = _table(field, order, number, cuts)
        lines = tuple(StandingsLine(entrants[row.place.entrant], row) for row in table.rows)
        tables.append(DivisionTable(number, lines, table.ranking.ties))
    return tables


def following_of(league: League) -> list[Stage]:
    """Return the stages that clubs of the season's present stage can enter."""
    stages = league.format
    counting = [stage for stage in stages if stage.counts]
    drawn = [stage for stage in counting if league.of_stage(stage)] or counting[:1]
    stages_after = []
    for stage in stages[stages.index(drawn[-1]) + 1 :] if drawn else ():
        if stage.spec.entry is not None:
            stages_after.append(stage)
        if stage.counts:
            break
    return stages_after


def cuts_of(league: League) -> frozenset[int]:
    """Return the numbers of places in a division after which a club is in and the next is not; 1
    where no stage follows, because the first club has won."""
    rules = [stage.spec.entry for stage in following_of(league)]
    if not rules:
        return frozenset((1,))
    return frozenset(
        cut
        for rule in rules
        if rule is not None
        for cut in (rule.first - 1, rule.first - 1 + rule.per_division)
        if cut
    )


@lru_cache(maxsize=KEPT_TABLES)
def _table(field: Field, order: TieOrder, division: int, cuts: frozenset[int]) -> Table:
    return table_of(field, order, field.inside(division), cuts)


def table(league: League) -> list[StandingsLine]:
    """Return the lines of the standings, best first, division by division."""
    return [line for division in division_tables(league) for line in division.lines]


@dataclass(frozen=True)
class Prospects:
    """The number of places in a division, the prize, and every club's outlook."""

    division: int
    places: int
    prize: str
    outlooks: Mapping[int, Outlook]


def prospects(league: League) -> list[Prospects]:
    """Return who has clinched and who is out, by division: the places in the next stage that are
    given by division, or first place where no stage follows. Empty before the first game; once
    everything is played the table decides, with its tie-breaks."""
    season = league.season
    stages = league.format
    drawn = [stage for stage in stages if league.of_stage(stage)]
    if not season.finals or drawn[-1].kind != Stage.Kind.ROUND_ROBIN:
        return []
    later_stages = stages[stages.index(drawn[-1]) + 1 :]
    rule = later_stages[0].spec.entry if later_stages else None
    if rule is not None and (rule.first > 1 or not rule.per_division):
        return []
    places = rule.per_division if rule else 1
    prize = f"a place in {later_stages[0]}" if rule else "first place"
    field = league.field
    out_counts = rule is None or not rule.others
    if not season.unplayed:
        return [
            Prospects(division.number, places, prize, _decided(division, places, out_counts))
            for division in division_tables(league)
        ]
    by_pct = league.tournament.ties.steps[0].criterion == "pct"
    return [
        Prospects(
            number,
            places,
            prize,
            _outlooks(field, number, places, by_pct, out_counts),
        )
        for number in field.division_numbers
    ]


def _decided(table: DivisionTable, places: int, out_counts: bool) -> dict[int, Outlook]:
    """Return the outlooks when everything is played; clubs in a tie across the cut stay open."""
    clubs_at_rank = Counter(line.row.place.rank for line in table.lines)
    outlook_of = {}
    for line in table.lines:
        place, number = line.row.place, line.entrant.number
        reason = ": ".join(filter(None, (f"place {place.label}", place.evidence)))
        if place.rank - 1 + clubs_at_rank[place.rank] <= places:
            outlook_of[number] = Outlook(number, 0, False, reason)
        else:
            outlook_of[number] = Outlook(number, None, place.rank > places and out_counts, reason)
    return outlook_of


@lru_cache(maxsize=KEPT_TABLES)
def _outlooks(
    field: Field, division: int, places: int, by_pct: bool, out_counts: bool
) -> Mapping[int, Outlook]:
    return outlooks(field, field.inside(division), places, by_pct=by_pct, out_counts=out_counts)


def race(league: League, lines: list[StandingsLine]) -> list[Course]:
    last = league.season.last_round
    numbers = tuple(entrant.number for entrant in league.entrants)
    courses = _courses(numbers, league.results, last.number if last else 0)
    return [Course(line.entrant, (0, *courses[line.entrant.number])) for line in lines]


_courses = lru_cache(maxsize=KEPT_FIELDS)(law.race)


def cross_table(league: League, lines: list[StandingsLine]) -> list[CrossLine]:
    """Return the games won and lost by pair, in the order of the standings."""
    cells = league.field.cells
    return [
        CrossLine(
            line.entrant,
            tuple(
                None
                if other is line
                else cells.get((line.entrant.number, other.entrant.number), Tally())
                for other in lines
            ),
        )
        for line in lines
    ]
