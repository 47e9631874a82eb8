"""Standings: who stands where, recomputed from confirmed results each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.criterion import Field
from tournaments.rules.results import EntrantRecord, GameResult, Tally
from tournaments.rules.ties import SIMPLE, Place, Ranking, TieOrder


@dataclass(frozen=True)
class Row:
    """A line of the standings; ``games_behind`` the leader in halves, negative never;
    ``remaining`` games, where the schedule is known; the games against those who have won half of
    theirs or more, and against the others."""

    place: Place
    record: EntrantRecord
    games_behind: Fraction
    against_upper: Tally
    against_lower: Tally
    remaining: int | None = None


@dataclass(frozen=True)
class Table:
    """The lines of the standings, best first, and how their ties were broken."""

    rows: tuple[Row, ...]
    ranking: Ranking


def table_of(
    field: Field,
    order: TieOrder = SIMPLE,
    only: Sequence[int] | None = None,
    cuts: Collection[int] | None = None,
) -> Table:
    """The table, or that of some (a division); ``cuts``: after how many places a club is in and
    the next is not. Games behind are counted from the club that is most games
    above .500, which with unequal games played need not be who leads by percentage."""
    standing = field.standing
    ranked = field.ranked if only is None else only
    most = max((standing[each].overall.above_even for each in ranked), default=0)
    known = field.scheduled is not None
    ranking = order.rank(field, only, cuts)
    return Table(
        tuple(
            Row(
                place,
                standing[place.entrant],
                Fraction(most - standing[place.entrant].overall.above_even, 2),
                *_against(field, place.entrant),
                field.left_of(place.entrant) if known else None,
            )
            for place in ranking.places
        ),
        ranking,
    )


def _against(field: Field, entrant: int) -> tuple[Tally, Tally]:
    """An entrant's games against those who stand at .500 or above it now, and against those below;
    with a club that has no record they are in neither."""
    upper, lower = Tally(), Tally()
    for other, record in field.standing.items():
        met = field.cells.get((entrant, other))
        if met is None:
            continue
        if record.overall.above_even >= 0:
            upper += met
        else:
            lower += met
    return upper, lower


def standings(
    entrants: Iterable[int],
    results: Iterable[GameResult],
    order: TieOrder = SIMPLE,
    scheduled: Mapping[frozenset[int], int] | None = None,
) -> list[Row]:
    """The lines of the table of these entrants. ``scheduled`` says how many games each pair plays
    in all; games with a club that dropped out are not left to play."""
    return list(table_of(Field(list(entrants), list(results), scheduled=scheduled), order).rows)


def show_share(share: Fraction | None) -> str:
    """A percentage as baseball writes it: ``.667``, ``1.000``, a dash before the first game."""
    if share is None:
        return "-"
    # Halves go up, as in print: 9-7 is .563, where float formatting would make it .562.
    whole, thousandths = divmod(int(share * 1000 + Fraction(1, 2)), 1000)
    return f"{whole or ''}.{thousandths:03}"


def show_games_behind(games: Fraction) -> str:
    """Games behind as they are written: ``-`` for the leader, ``2``, ``2½``."""
    if not games:
        return "-"
    whole, half = divmod(games, 1)
    return f"{whole or ''}{'½' if half else ''}"
