"""What one player did in an event: his lines, everything they can be split by, and every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from django.db.models import F, Q

from games.models import Game, PlayersLines
from games.players_lines import FACED
from rosters.models import Card
from tournaments.book.models import HandSum
from tournaments.book.reading import batting_of, counts_of, pitching_of
from tournaments.book.selectors import HALVES, MODELS, Book
from tournaments.models import Entrant
from tournaments.rules import measures
from tournaments.rules.measures import Column, Counts, columns_of

WITH_LOG: Final = ("batting", "pitching")

SPANS: Final = 8
"""Parts into which the rounds of a stage are divided at the most."""


@dataclass(frozen=True)
class Logged:
    """A player's line in one game: the game, its stage and round, his club and the other, whether
    at home, the runs of both, his counts and those of all games up to then; ``met`` by card, what
    came of it, and ``balls`` by position, hits and others, where the plays are known."""

    game: Game
    stage: int
    round: int
    club: Entrant
    against: Entrant
    at_home: bool
    runs: tuple[int, int]
    counts: Counts
    so_far: Counts
    met: Mapping[int, Counts]
    balls: Mapping[int, tuple[int, int]]

    @property
    def outcome(self) -> str:
        """W, L or T, of his club."""
        mine, theirs = self.runs
        return "W" if mine > theirs else "L" if mine < theirs else "T"


@dataclass(frozen=True)
class Row:
    """A line of his page: what of, and his counts; for which club, where it is of one; the card of
    whom he met."""

    words: str
    counts: Counts
    team: int = 0
    card: int | None = None


@dataclass(frozen=True)
class Group:
    """Lines that belong together, as ``by month``; ``met``: their columns are those of meetings."""

    key: str
    title: str
    rows: Sequence[Row]
    met: bool = False


@dataclass(frozen=True)
class Half:
    """A player at bat or on the mound."""

    table: str
    groups: Sequence[Group]
    log: Sequence[Logged]

    def columns(self, group: Group) -> tuple[Column, ...]:
        """The columns of a group of its lines."""
        return columns_of(self.table, met=group.met)


def halves_of(book: Book, card: Card, club: Entrant | None = None) -> list[Half]:
    """What he did at bat and on the mound, as far as he did, for all clubs or for one. Five
    queries."""
    sums = {table: rows for table in WITH_LOG if (rows := sums_of(book, table, card, club))}
    if not sums:
        return []
    logs = logs_of(book, card, {table: _teams(rows) for table, rows in sums.items()})
    met = {other for log in logs.values() for each in log for other in each.met}
    names = dict(Card.objects.filter(pk__in=met).order_by().values_list("pk", "name"))
    hands = list(_for_club(HandSum, book, card, club).order_by("hand"))
    return [_half(book, table, rows, logs[table], hands, names) for table, rows in sums.items()]


def _teams(rows: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    """For whom he played."""
    return frozenset(row["team"] for row in rows)


def _for_club(model: type[Any], book: Book, card: Card, club: Entrant | None) -> Any:
    rows = model._default_manager.filter(stage__in=book.stages, card=card)
    return rows if club is None else rows.filter(team=club.team_id)


def sums_of(
    book: Book, table: str, card: Card, club: Entrant | None = None
) -> list[dict[str, Any]]:
    """What a player did in an event, by stage, club and place; for one club where that is asked."""
    model = MODELS[table]
    names = counts_of(model)
    rows = _for_club(model, book, card, club)
    return [
        {
            "stage": row.stage_id,
            "team": row.team_id,
            "split": row.split,
            "position": getattr(row, "position", 0),
            "counts": {name: getattr(row, name) for name in names},
        }
        for row in rows.order_by("stage__number", "team", "split")
    ]


def _half(
    book: Book,
    table: str,
    rows: Sequence[Mapping[str, Any]],
    log: Sequence[Logged],
    hands: Sequence[HandSum],
    names: Mapping[int, str],
) -> Half:
    team = rows[-1]["team"]
    groups = [
        Group("lines", "In all", _lines(book, rows)),
        Group("places", "Home and away", _by(rows, team, lambda row: PLACES[row["split"]])),
        Group("rounds", "By rounds", _by(log, team, _spans(book, log))),
        Group("months", "By month", _by(log, team, _month)),
        Group("opponents", "By opponent", _by(log, team, lambda each: each.against.team.name)),
        Group("hands", _against(table), _hands(table, hands), met=True),
        Group("met", "Whom he met", _met(log, names), met=True),
    ]
    alone = {"rounds", "months"}
    return Half(
        table,
        [each for each in groups if each.rows and (each.key not in alone or len(each.rows) > 1)],
        log,
    )


PLACES: Final = {"H": "At home", "A": "Away"}


def _against(table: str) -> str:
    return "Against pitchers" if table == "batting" else "Against batters"


def _lines(book: Book, rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """By stage and club, and the sum of several."""
    names = {stage.pk: str(stage) for stage in book.stages}
    found = []
    for stage, team in dict.fromkeys((row["stage"], row["team"]) for row in rows):
        counts = (row["counts"] for row in rows if (row["stage"], row["team"]) == (stage, team))
        club = book.clubs[team].team.name
        words = f"{names[stage]}, {club}" if len(names) > 1 else club
        found.append(Row(words, _full(counts), team))
    if len(found) > 1:
        found.append(Row("In all", _full(row.counts for row in found), found[-1].team))
    return found


def _by(rows: Iterable[Any], team: int, words: Callable[[Any], str]) -> list[Row]:
    """Sums by what rows are called; the clubs by name, all else as it came."""
    found: dict[str, list[Counts]] = {}
    for row in rows:
        counts = row.counts if isinstance(row, Logged) else row["counts"]
        found.setdefault(words(row), []).append(counts)
    return [Row(each, _full(counts), team) for each, counts in found.items()]


def _full(counts: Iterable[Counts]) -> Counts:
    return measures.added(counts)


def _month(each: Logged) -> str:
    when = each.game.finished_at
    assert when is not None  # noqa: S101 - what is booked has ended
    return f"{each.club.tournament.day_of(when):%B %Y}"


def _spans(book: Book, log: Sequence[Logged]) -> Callable[[Logged], str]:
    """A function that names the span of its stage's rounds in which a game was."""
    names = {stage.pk: str(stage) for stage in book.stages}

    def words(each: Logged) -> str:
        rounds = book.last_rounds[each.stage]
        step = ceil(rounds / SPANS)
        first = (each.round - 1) // step * step + 1
        end = min(first + step - 1, rounds)
        told = f"ound {first}" if first == end else f"ounds {first}–{end}"
        return f"R{told}" if len(names) == 1 else f"{names[each.stage]}, r{told}"

    return words


def _hands(table: str, sums: Sequence[HandSum]) -> list[Row]:
    names = counts_of(HandSum)
    by_hand: dict[str, list[Counts]] = {}
    for row in sums:
        if row.half != HALVES[table]:
            continue
        counts = {name: getattr(row, name) for name in names}
        by_hand.setdefault(f"{row.get_hand_display()}-handed", []).append(counts)
    return [Row(words, _full(counts)) for words, counts in by_hand.items()]


def _met(log: Sequence[Logged], names: Mapping[int, str]) -> list[Row]:
    """Everybody whom he met, most often first; ``names`` by card, of those who are still there."""
    found: dict[int, Counter[str]] = {}
    for each in log:
        for card, counts in each.met.items():
            found.setdefault(card, Counter()).update({**counts, "games": 1})
    rows = [Row(names[card], counts, card=card) for card, counts in found.items() if card in names]
    return sorted(rows, key=lambda row: (-row.counts["plate_appearances"], row.words))


def logs_of(book: Book, card: Card, teams: Mapping[str, frozenset[int]]) -> dict[str, list[Logged]]:
    """By table the games in which a player came up or pitched, in the order in which they were
    played. Games of clubs that he played for (``teams``, by table) are read, and no others. A
    query."""
    both = frozenset[int]().union(*teams.values())
    unread = set.intersection(*(set(_UNREAD[table]) for table in teams))
    rows = list(_games_of(book, both).defer(*sorted(unread)))
    return {
        table: _log(book, table, card, rows, mine & book.clubs.keys())
        for table, mine in teams.items()
    }


def _log(
    book: Book, table: str, card: Card, rows: Sequence[PlayersLines], teams: Set[int]
) -> list[Logged]:
    names = counts_of(MODELS[table])
    reader = batting_of if table == "batting" else pitching_of
    found: list[Logged] = []
    so_far: dict[str, int] = {}
    row: Any
    for row in rows:
        lines = reader(row.batting if table == "batting" else row.pitching)
        game: Any = row.game
        sides = (game.away_id, game.home_id)
        for side in (0, 1):
            counts = lines.get((side, card.pk))
            if counts is None or sides[side] not in teams:
                continue
            full = {name: counts[name] for name in names}
            so_far = measures.added([so_far, full])
            runs = (game.away_runs, game.home_runs)
            found.append(
                Logged(
                    game,
                    row.of_stage,
                    row.of_round,
                    book.clubs[sides[side]],
                    book.clubs[sides[1 - side]],
                    bool(side),
                    (runs[side], runs[1 - side]),
                    full,
                    so_far,
                    _met_in(row.duels, table, side, card.pk),
                    _balls_in(row.balls, side, card.pk) if table == "batting" else {},
                )
            )
    return found


_WIDE: Final = tuple(
    f"game__{name}" for name in ("events", "transcript", "clubs", "summary", "beginning")
)
_UNREAD: Final = {
    "batting": (*_WIDE, "pitching", "fielding", "stretches"),
    "pitching": (*_WIDE, "batting", "fielding", "stretches", "balls"),
}
"""Columns of which a log has no use."""


def _games_of(book: Book, teams: frozenset[int]) -> Any:
    return (
        PlayersLines.objects.filter(game__booked__stage__in=book.stages)
        .filter(Q(game__away__in=teams) | Q(game__home__in=teams))
        .select_related("game")
        .annotate(
            of_stage=F("game__booked__stage"), of_round=F("game__series__fixture__round__number")
        )
        .order_by("game__finished_at", "game")
    )


def _met_in(duels: Sequence[Sequence[Any]], table: str, side: int, card: int) -> dict[int, Counts]:
    """By the card of the other, what came of it when this player met him in a game."""
    found: dict[int, Counts] = {}
    for at_bat, batter, pitcher, _, _, *counts in duels:
        his, other, his_side = (
            (batter, pitcher, at_bat) if table == "batting" else (pitcher, batter, 1 - at_bat)
        )
        if his == card and his_side == side and other:
            found[other] = dict(zip(FACED, counts, strict=True))
    return found


def _balls_in(balls: Sequence[Sequence[int]], side: int, card: int) -> dict[int, tuple[int, int]]:
    return {
        position: (hits, others)
        for at, batter, position, hits, others in balls
        if at == side and batter == card
    }


def player_data(book: Book, card: Card, club: Entrant | None = None) -> dict[str, Any]:
    """The same as plain data: rates with all their digits, null for none."""
    return {
        "card": card.pk,
        "player": card.name,
        "games": book.over,
        "covered": book.booked,
        "halves": [
            {
                "table": half.table,
                "groups": [
                    {
                        "key": group.key,
                        "title": group.title,
                        "lines": [
                            {
                                "of": row.words,
                                "card": row.card,
                                "values": values_of(half.columns(group), row, book),
                            }
                            for row in group.rows
                        ],
                    }
                    for group in half.groups
                ],
                "log": [
                    {
                        "game": each.game.pk,
                        "finished_at": each.game.finished_at,
                        "round": each.round,
                        "club": each.club.number,
                        "against": each.against.number,
                        "at_home": each.at_home,
                        "runs": each.runs[0],
                        "their_runs": each.runs[1],
                        "counts": dict(each.counts),
                    }
                    for each in half.log
                ],
            }
            for half in halves_of(book, card, club)
        ],
    }


def values_of(columns: Sequence[Column], row: Row, book: Book) -> dict[str, float | None]:
    """The values of a line by the keys of its columns."""
    return {column.key: column.value(row.counts, book.league, row.team) for column in columns}
