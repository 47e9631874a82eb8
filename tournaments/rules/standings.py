"""Standings, recomputed from confirmed results each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.criterion import Field
from tournaments.rules.results import EntrantRecord, GameResult, Tally
from tournaments.rules.ties import SIMPLE, Place, Ranking, TieOrder


@dataclass(frozen=True)
class Row:
    """A line of the standings. ``games_behind`` the leader count in halves and are never negative;
    ``remaining`` games are given where the schedule is known; ``against_upper`` are games against
    clubs at .500 or above, ``against_lower`` against the others."""

    place: Place
    record: EntrantRecord
    games_behind: Fraction
    against_upper: Tally
    against_lower: Tally
    remaining: int | None = None


@dataclass(frozen=True)
class Table:
    """The lines of the standings, best first, and how ties were broken."""

    rows: tuple[Row, ...]
    ranking: Ranking


def table_of(
    field: Field,
    order: TieOrder = SIMPLE,
    only: Sequence[int] | None = None,
    cuts: Collection[int] | None = None,
) -> Table:
    """Return the table, or that of some entrants (a division). ``cuts`` are the numbers of places
    after which a club is in and the next is not. Games behind are counted from the club that is
    most games above .500, which with unequal games played need not be the leader by percentage."""
    standing = field.standing
    ranked = field.ranked if only is None else only
    most_above_even = max((standing[club].overall.above_even for club in ranked), default=0)
    has_schedule = field.scheduled is not None
    ranking = order.rank(field, only, cuts)
    return Table(
        tuple(
            Row(
                place,
                standing[place.entrant],
                Fraction(most_above_even - standing[place.entrant].overall.above_even, 2),
                *_against(field, place.entrant),
                field.left_of(place.entrant) if has_schedule else None,
            )
            for place in ranking.places
        ),
        ranking,
    )


def _against(field: Field, entrant: int) -> tuple[Tally, Tally]:
    """Return an entrant's tally against clubs at or above .500 now, and against clubs below; a club
    without a record counts in neither."""
    upper, lower = Tally(), Tally()
    for other, record in field.standing.items():
        meetings = field.cells.get((entrant, other))
        if meetings is None:
            continue
        if record.overall.above_even >= 0:
            upper += meetings
        else:
            lower += meetings
    return upper, lower


def standings(
    entrants: Iterable[int],
    results: Iterable[GameResult],
    order: TieOrder = SIMPLE,
    scheduled: Mapping[frozenset[int], int] | None = None,
) -> list[Row]:
    """Return the lines of the table of these entrants. ``scheduled`` gives the total games of each
    pair; games against a club that dropped out are not left to play."""
    return list(table_of(Field(list(entrants), list(results), scheduled=scheduled), order).rows)


def show_share(share: Fraction | None) -> str:
    """Format a percentage as in baseball: ``.667``, ``1.000``, a dash before the first game."""
    if share is None:
        return "-"
    # Round halves up, as in print: 9-7 is .563, where float formatting gives .562.
    whole, thousandths = divmod(int(share * 1000 + Fraction(1, 2)), 1000)
    return f"{whole or ''}.{thousandths:03}"


def show_games_behind(games: Fraction) -> str:
    """Format games behind: ``-`` for the leader, ``2``, ``2½``."""
    if not games:
        return "-"
    whole, half = divmod(games, 1)
    return f"{whole or ''}{'½' if half else ''}"
