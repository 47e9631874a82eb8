"""One player's statistics in an event: totals, splits and the game log."""

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
"""Maximum number of spans that the rounds of a stage are divided into."""


@dataclass(frozen=True)
class Logged:
    """A player's line in one game. ``counts`` are those of the game, ``so_far`` those of all games
    up to it; where the plays are known, ``met`` has the results by the card of the opposing batter
    or pitcher, and ``balls`` the hits and other balls in play by position."""

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
        own_runs, other_runs = self.runs
        return "W" if own_runs > other_runs else "L" if own_runs < other_runs else "T"


@dataclass(frozen=True)
class Row:
    """A line of the page: its label and counts; the club, where it is of one; the card of the
    opposing batter or pitcher."""

    words: str
    counts: Counts
    team: int = 0
    card: int | None = None


@dataclass(frozen=True)
class Group:
    """Lines that belong together, such as those by month; ``met``: the columns are those of
    matchups."""

    key: str
    title: str
    rows: Sequence[Row]
    met: bool = False


@dataclass(frozen=True)
class Half:
    table: str
    groups: Sequence[Group]
    log: Sequence[Logged]

    def columns(self, group: Group) -> tuple[Column, ...]:
        return columns_of(self.table, met=group.met)


def halves_of(book: Book, card: Card, club: Entrant | None = None) -> list[Half]:
    """Return the player's batting and pitching, if any, for all clubs or for one. Five queries."""
    sums = {table: rows for table in WITH_LOG if (rows := sums_of(book, table, card, club))}
    if not sums:
        return []
    logs = logs_of(book, card, {table: _teams(rows) for table, rows in sums.items()})
    opponents = {other for log in logs.values() for logged in log for other in logged.met}
    names = dict(Card.objects.filter(pk__in=opponents).order_by().values_list("pk", "name"))
    hands = list(_for_club(HandSum, book, card, club).order_by("hand"))
    return [_half(book, table, rows, logs[table], hands, names) for table, rows in sums.items()]


def _teams(rows: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    return frozenset(row["team"] for row in rows)


def _for_club(model: type[Any], book: Book, card: Card, club: Entrant | None) -> Any:
    rows = model._default_manager.filter(stage__in=book.stages, card=card)
    return rows if club is None else rows.filter(team=club.team_id)


def sums_of(
    book: Book, table: str, card: Card, club: Entrant | None = None
) -> list[dict[str, Any]]:
    """Return a player's sums in an event by stage, club and home or away; for one club where it is
    given."""
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
        Group("opponents", "By opponent", _by(log, team, lambda group: group.against.team.name)),
        Group("hands", _against(table), _hands(table, hands), met=True),
        Group("met", "Whom he met", _met(log, names), met=True),
    ]
    several = {"rounds", "months"}
    return Half(
        table,
        [
            group
            for group in groups
            if group.rows and (group.key not in several or len(group.rows) > 1)
        ],
        log,
    )


PLACES: Final = {"H": "At home", "A": "Away"}


def _against(table: str) -> str:
    return "Against pitchers" if table == "batting" else "Against batters"


def _lines(book: Book, rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return a row for each stage and club, and the total of several."""
    names = {stage.pk: str(stage) for stage in book.stages}
    result = []
    for stage, team in dict.fromkeys((row["stage"], row["team"]) for row in rows):
        counts = (row["counts"] for row in rows if (row["stage"], row["team"]) == (stage, team))
        club = book.clubs[team].team.name
        words = f"{names[stage]}, {club}" if len(names) > 1 else club
        result.append(Row(words, _full(counts), team))
    if len(result) > 1:
        result.append(Row("In all", _full(row.counts for row in result), result[-1].team))
    return result


def _by(rows: Iterable[Any], team: int, words: Callable[[Any], str]) -> list[Row]:
    """Sum rows by their labels, in the order of first appearance."""
    counts_by_label: dict[str, list[Counts]] = {}
    for row in rows:
        counts = row.counts if isinstance(row, Logged) else row["counts"]
        counts_by_label.setdefault(words(row), []).append(counts)
    return [Row(label, _full(counts), team) for label, counts in counts_by_label.items()]


def _full(counts: Iterable[Counts]) -> Counts:
    return measures.added(counts)


def _month(each: Logged) -> str:
    when = each.game.finished_at
    assert when is not None  # noqa: S101 - a counted game has ended
    return f"{each.club.tournament.day_of(when):%B %Y}"


def _spans(book: Book, log: Sequence[Logged]) -> Callable[[Logged], str]:
    """Return a function that names the span of rounds that a game was in."""
    names = {stage.pk: str(stage) for stage in book.stages}

    def words(each: Logged) -> str:
        rounds = book.last_rounds[each.stage]
        step = ceil(rounds / SPANS)
        first = (each.round - 1) // step * step + 1
        end = min(first + step - 1, rounds)
        span = f"ound {first}" if first == end else f"ounds {first}–{end}"
        return f"R{span}" if len(names) == 1 else f"{names[each.stage]}, r{span}"

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
    """Return the opposing players by plate appearances, most first; ``names`` has the cards that
    still exist."""
    met: dict[int, Counter[str]] = {}
    for game in log:
        for card, counts in game.met.items():
            met.setdefault(card, Counter()).update({**counts, "games": 1})
    rows = [Row(names[card], counts, card=card) for card, counts in met.items() if card in names]
    return sorted(rows, key=lambda row: (-row.counts["plate_appearances"], row.words))


def logs_of(book: Book, card: Card, teams: Mapping[str, frozenset[int]]) -> dict[str, list[Logged]]:
    """Return the games in which a player batted or pitched, by table, in the order played. Reads
    only games of the clubs in ``teams`` (by table). One query."""
    all_teams = frozenset[int]().union(*teams.values())
    unread = set.intersection(*(set(_UNREAD[table]) for table in teams))
    rows = list(_games_of(book, all_teams).defer(*sorted(unread)))
    return {
        table: _log(book, table, card, rows, table_teams & book.clubs.keys())
        for table, table_teams in teams.items()
    }


def _log(
    book: Book, table: str, card: Card, rows: Sequence[PlayersLines], teams: Set[int]
) -> list[Logged]:
    names = counts_of(MODELS[table])
    reader = batting_of if table == "batting" else pitching_of
    log: list[Logged] = []
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
            all_counts = {name: counts[name] for name in names}
            so_far = measures.added([so_far, all_counts])
            runs = (game.away_runs, game.home_runs)
            log.append(
                Logged(
                    game,
                    row.of_stage,
                    row.of_round,
                    book.clubs[sides[side]],
                    book.clubs[sides[1 - side]],
                    bool(side),
                    (runs[side], runs[1 - side]),
                    all_counts,
                    so_far,
                    _met_in(row.duels, table, side, card.pk),
                    _balls_in(row.balls, side, card.pk) if table == "batting" else {},
                )
            )
    return log


_WIDE: Final = tuple(
    f"game__{name}" for name in ("events", "transcript", "clubs", "summary", "beginning")
)
_UNREAD: Final = {
    "batting": (*_WIDE, "pitching", "fielding", "stretches"),
    "pitching": (*_WIDE, "batting", "fielding", "stretches", "balls"),
}
"""Columns that a log does not read."""


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
    """Return this player's results in a game by the card of the opposing player."""
    counts_by_card: dict[int, Counts] = {}
    for at_bat, batter, pitcher, _, _, *counts in duels:
        own_card, other, own_side = (
            (batter, pitcher, at_bat) if table == "batting" else (pitcher, batter, 1 - at_bat)
        )
        if own_card == card and own_side == side and other:
            counts_by_card[other] = dict(zip(FACED, counts, strict=True))
    return counts_by_card


def _balls_in(balls: Sequence[Sequence[int]], side: int, card: int) -> dict[int, tuple[int, int]]:
    return {
        position: (hits, others)
        for batting_side, batter, position, hits, others in balls
        if batting_side == side and batter == card
    }


def player_data(book: Book, card: Card, club: Entrant | None = None) -> dict[str, Any]:
    """Convert to plain data: rates with all their digits, null where there is none."""
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
                        "game": logged.game.pk,
                        "finished_at": logged.game.finished_at,
                        "round": logged.round,
                        "club": logged.club.number,
                        "against": logged.against.number,
                        "at_home": logged.at_home,
                        "runs": logged.runs[0],
                        "their_runs": logged.runs[1],
                        "counts": dict(logged.counts),
                    }
                    for logged in half.log
                ],
            }
            for half in halves_of(book, card, club)
        ],
    }


def values_of(columns: Sequence[Column], row: Row, book: Book) -> dict[str, float | None]:
    return {column.key: column.value(row.counts, book.league, row.team) for column in columns}
