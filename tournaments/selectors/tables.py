"""Standings, race and cross-table of a league, computed anew from the games that count."""

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
"""A field's tables are those of its divisions."""


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings with the entrant it is about."""

    entrant: Entrant
    row: Row

    @property
    def form(self) -> str:
        """The last ten games, oldest first: ``WWLW``."""
        return self.row.record.marks[-10:]


@dataclass(frozen=True)
class Course:
    """An entrant's games above .500: at the start, and after each round of which something counts.

    The values end with the last such round.
    """

    entrant: Entrant
    values: tuple[int, ...]


@dataclass(frozen=True)
class CrossLine:
    """An entrant's tallies against everybody, None against itself, in the order of the lines."""

    entrant: Entrant
    tallies: tuple[Tally | None, ...]


@dataclass(frozen=True)
class DivisionTable:
    """A division's lines, best first, and its ties with how they were broken."""

    number: int
    lines: tuple[StandingsLine, ...]
    ties: tuple[Tie, ...]


def division_tables(league: League) -> list[DivisionTable]:
    """The standings by division, each by the event's order of tie-breaks."""
    entrants = {entrant.number: entrant for entrant in league.entrants}
    field, order = league.field, league.tournament.ties
    cuts = cuts_of(league)
    found = []
    for number in field.division_numbers:
        table = _table(field, order, number, cuts)
        lines = tuple(StandingsLine(entrants[row.place.entrant], row) for row in table.rows)
        found.append(DivisionTable(number, lines, table.ranking.ties))
    return found


def following_of(league: League) -> list[Stage]:
    """The stages into which clubs get from the one of the season that is being played."""
    stages = league.format
    counting = [stage for stage in stages if stage.counts]
    drawn = [stage for stage in counting if league.of_stage(stage)] or counting[:1]
    found = []
    for stage in stages[stages.index(drawn[-1]) + 1 :] if drawn else ():
        if stage.spec.entry is not None:
            found.append(stage)
        if stage.counts:
            break
    return found


def cuts_of(league: League) -> frozenset[int]:
    """After how many places of a division a club is in and the next is not; behind the first
    where no stage follows, for that one has won."""
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
    """The lines of the standings, best first, division by division."""
    return [line for division in division_tables(league) for line in division.lines]


@dataclass(frozen=True)
class Prospects:
    """How many places of a division are played for, of what, and every club's outlook."""

    division: int
    places: int
    prize: str
    outlooks: Mapping[int, Outlook]


def prospects(league: League) -> list[Prospects]:
    """Who has clinched and who is out, by division: of the places in the next stage that are given
    by division, or of the first place where no stage follows. Nothing before the first game; once
    nothing is left to play, as the table says, tie-breaks and all."""
    season = league.season
    stages = league.format
    drawn = [stage for stage in stages if league.of_stage(stage)]
    if not season.finals or drawn[-1].kind != Stage.Kind.ROUND_ROBIN:
        return []
    following = stages[stages.index(drawn[-1]) + 1 :]
    rule = following[0].spec.entry if following else None
    if rule is not None and (rule.first > 1 or not rule.per_division):
        return []
    places = rule.per_division if rule else 1
    prize = f"a place in {following[0]}" if rule else "first place"
    field = league.field
    out_counts = rule is None or not rule.others
    if not season.unplayed:
        return [
            Prospects(each.number, places, prize, _decided(each, places, out_counts))
            for each in division_tables(league)
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
    """The outlooks when everything is played; a tie across the cut leaves those in it open."""
    shared = Counter(line.row.place.rank for line in table.lines)
    found = {}
    for line in table.lines:
        place, number = line.row.place, line.entrant.number
        reason = ": ".join(filter(None, (f"place {place.label}", place.evidence)))
        if place.rank - 1 + shared[place.rank] <= places:
            found[number] = Outlook(number, 0, False, reason)
        else:
            found[number] = Outlook(number, None, place.rank > places and out_counts, reason)
    return found


@lru_cache(maxsize=KEPT_TABLES)
def _outlooks(
    field: Field, division: int, places: int, by_pct: bool, out_counts: bool
) -> Mapping[int, Outlook]:
    return outlooks(field, field.inside(division), places, by_pct=by_pct, out_counts=out_counts)


def race(league: League, lines: list[StandingsLine]) -> list[Course]:
    """Everybody's course, in the order of the standings."""
    last = league.season.last_round
    numbers = tuple(entrant.number for entrant in league.entrants)
    courses = _courses(numbers, league.results, last.number if last else 0)
    return [Course(line.entrant, (0, *courses[line.entrant.number])) for line in lines]


_courses = lru_cache(maxsize=KEPT_FIELDS)(law.race)


def cross_table(league: League, lines: list[StandingsLine]) -> list[CrossLine]:
    """Games won and lost by each against each, in the order of the standings."""
    cells = league.field.cells
    return [
        CrossLine(
            mine.entrant,
            tuple(
                None
                if other is mine
                else cells.get((mine.entrant.number, other.entrant.number), Tally())
                for other in lines
            ),
        )
        for mine in lines
    ]
