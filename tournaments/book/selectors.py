"""Statistics tables of all players of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, F, Max, QuerySet, Sum

from config.refusals import Refusal
from games.engine.folds.people import POSITION_NAMES
from games.models import Game
from tournaments.book.models import (
    BattingSum,
    BookedGame,
    FieldingSum,
    Half,
    Hand,
    HandSum,
    PitchingSum,
    Split,
)
from tournaments.book.models import Sum as Sums
from tournaments.book.reading import counts_of
from tournaments.models import Entrant, Round, Stage, Tournament
from tournaments.rules import measures
from tournaments.rules.asking import AGES, CLUBS, EVERYTHING, SEASON, Asked, read_asked
from tournaments.rules.leaders import OUTS_A_GAME, TURNS_A_GAME
from tournaments.rules.measures import Column, League
from tournaments.selectors.league import League as TournamentLeague
from tournaments.selectors.league import load_league

MODELS: Final[Mapping[str, type[Sums]]] = {
    "batting": BattingSum,
    "pitching": PitchingSum,
    "fielding": FieldingSum,
}

PLACES: Final = {"home": Split.HOME, "away": Split.AWAY}

HANDS: Final = {"left": Hand.LEFT, "right": Hand.RIGHT}

HALVES: Final = {"batting": Half.BATTER, "pitching": Half.PITCHER}

A_PAGE: Final = 50

PITCHER: Final = 1
CATCHER: Final = 2

NINE: Final = 9
"""Number of fielders."""


@dataclass(frozen=True)
class BookPlayer:
    """A player of a club: the card, the positions played there, and the age in the year of the card
    where known. In a table of clubs the card is 0 and the player stands for the club."""

    card: int
    name: str
    positions: str
    kind: str
    card_set: str
    key: str
    age: int | None = None


@dataclass(frozen=True)
class TableLine:
    """A line of a table with the values of all columns; ``rank`` in the table's order, equal for
    tied players, 0 for players not ranked."""

    player: BookPlayer
    club: Entrant
    counts: Mapping[str, int]
    values: tuple[float | None, ...]
    qualified: bool
    rank: int = 0


@dataclass(frozen=True)
class Book:
    """What tables of an event need besides the sums: its clubs and stages; ``games``, the counted
    games by club; ``booked``, the number of these, of the ``over`` games that count; the last round
    of each selected stage; ``places``, games at home and away by club."""

    tournament: Tournament
    clubs: Mapping[int, Entrant]
    stages: Sequence[Stage]
    games: Mapping[int, int]
    booked: int
    over: int
    league: League
    last_rounds: Mapping[int, int]
    places: Mapping[int, tuple[int, int]]

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {club.number: club for club in self.clubs.values()}

    def enough(
        self, asked: Asked, counts: Mapping[str, int], club: Entrant, position: int = 0
    ) -> bool:
        """Whether a player qualifies by OBR 9.22, of the club's counted games: 3.1 plate
        appearances a game (a), an inning (b); for fielding two thirds of the games at a position,
        for catchers half, for pitchers an inning a game (c). Against one hand it is one plate
        appearance a game."""
        games, table = self.games.get(club.team_id, 0), asked.table
        if asked.hand:
            return counts["plate_appearances"] >= games > 0
        if table == "fielding" and position != PITCHER:
            needed, whole = (1, 2) if position == CATCHER else (2, 3)
            return counts["games"] * whole >= needed * games > 0
        if table == "batting":
            turns, a_game = TURNS_A_GAME
            return counts["plate_appearances"] * a_game >= turns * games > 0
        return counts["outs"] >= OUTS_A_GAME * games > 0


@dataclass(frozen=True)
class Table:
    """A table: its columns, its lines in order, and their total; ``ages``: whether the age of some
    player is known."""

    asked: Asked
    columns: tuple[Column, ...]
    lines: Sequence[TableLine]
    total: tuple[float | None, ...]
    book: Book
    ages: bool = False


def stages_with_games(tournament: Tournament) -> list[Stage]:
    """Return the stages of an event whose games count, in order."""
    return [stage for stage in tournament.stages.order_by("number") if stage.has_games]


def stages_asked(stages: Sequence[Stage], asked: Asked) -> list[Stage]:
    """Return the stages that the query selects, of those with games."""
    if asked.stage == EVERYTHING:
        return list(stages)
    if asked.stage == SEASON:
        return [stage for stage in stages if stage.counts] or list(stages)
    return [stage for stage in stages if str(stage.number) == asked.stage]


def open_book(
    tournament: Tournament, asked: Asked, schedule: TournamentLeague | None = None
) -> Book:
    """Load what tables need besides the sums, for the selected stages; not the ``schedule`` where
    the caller has it."""
    schedule = schedule or load_league(tournament)
    stages = stages_with_games(tournament)
    selected = stages_asked(stages, asked)
    booked = BookedGame.objects.filter(stage__in=selected).order_by()
    if asked.hand:
        booked = booked.filter(game__known=Game.Known.TRANSCRIPT)
    # Games and runs of every pair of clubs, by home team.
    pairs = list(
        booked.values_list("game__home", "game__away").annotate(
            count=Count("pk"), scored=Sum(F("game__home_runs") + F("game__away_runs"))
        )
    )
    played: dict[int, list[int]] = {}
    for home, away, count, scored in pairs:
        for team, offset in ((home, 0), (away, 2)):
            team_totals = played.setdefault(team, [0, 0, 0, 0])
            team_totals[offset] += count
            team_totals[offset + 1] += scored or 0
    parks = measures.park_factors(
        {team: (totals[0], totals[1], totals[2], totals[3]) for team, totals in played.items()}
    )
    rounds = Round.objects.filter(stage__in=selected).order_by().values_list("stage")
    return Book(
        tournament,
        dict(schedule.by_team),
        stages,
        {team: totals[0] + totals[2] for team, totals in played.items()},
        sum(count for _, _, count, _ in pairs),
        len(schedule.games_in(selected)),
        League(_everybody(BattingSum, selected), _everybody(PitchingSum, selected), parks),
        dict(rounds.annotate(last=Max("number"))),
        {team: (totals[0], totals[2]) for team, totals in played.items()},
    )


def asked_table(
    tournament: Tournament, given: Mapping[str, str]
) -> tuple[Table, list[Refusal], list[str]]:
    """Return the table of a query, what of the query was invalid and ignored (``read_asked``), and
    the positions that it can name."""
    stages = [stage.number for stage in stages_with_games(tournament)]
    clubs = list(tournament.entrants.order_by("number").values_list("number", flat=True))
    position = given.get("position", "")
    query, _ = read_asked(given, stages=stages, clubs=clubs, positions=[position])
    book = open_book(tournament, query)
    positions = positions_in(book, query)
    query, refusals = read_asked(given, stages=stages, clubs=clubs, positions=positions)
    return table_of(book, query), refusals, positions


def table_of(book: Book, asked: Asked) -> Table:
    """Return the table of a query. Players without enough playing time for the rate that sorts it
    come after the others, without a rank."""
    columns = asked.columns
    rows = _clubs(book, asked) if asked.of == CLUBS else _players(book, asked)
    lines = [_line(book, asked, columns, row) for row in rows]
    ages = any(line.player.age is not None for line in lines)
    lines = [line for line in lines if line.qualified or not asked.qualified]
    lines = [line for line in lines if _of_age(line.player.age, asked)]
    sort_index = columns.index(asked.column)

    def place(line: TableLine) -> tuple[bool, bool, float, str]:
        value = line.values[sort_index]
        is_unqualified = asked.ranks_rates and not line.qualified
        worth = 0.0 if value is None else -value if asked.falls else value
        return is_unqualified, value is None, worth, line.player.name

    lines.sort(key=place)
    counts = measures.added(line.counts for line in lines)
    total = (
        tuple(None if column.key == "games" else _plain(column, counts, book) for column in columns)
        if counts
        else ()
    )
    return Table(asked, columns, _ranked(lines, sort_index, asked), total, book, ages)


def _of_age(age: int | None, asked: Asked) -> bool:
    if asked.youngest is None and asked.oldest is None:
        return True
    youngest, oldest = asked.youngest or 0, asked.oldest or AGES[1]
    return age is not None and youngest <= age <= oldest


def _plain(column: Column, counts: Mapping[str, int], book: Book) -> float | None:
    """Return the value for all players together; ``None`` for columns that compare with the
    league."""
    is_relative = column.key in ("ops_plus", "era_plus", "runs_above", "runs_saved", "wins_above")
    return None if is_relative else column.value(counts, book.league, 0)


def positions_in(book: Book, asked: Asked) -> list[str]:
    rows = MODELS[asked.table]._default_manager.filter(stage__in=book.stages)
    if asked.table == "fielding":
        fielded = FieldingSum.objects.filter(stage__in=book.stages).order_by()
        positions = set(fielded.values_list("position", flat=True).distinct())
        return [POSITION_NAMES[position].upper() for position in sorted(positions)]
    card_positions = rows.order_by().values_list("card__positions", flat=True).distinct()
    return sorted({word for text in card_positions for word in positions_of(text)})


def positions_of(text: str) -> list[str]:
    """Return the positions on a card, without ratings."""
    return [word.partition("-")[0].partition(":")[0] for word in text.replace(",", " ").split()]


def _sums(book: Book, asked: Asked) -> tuple[type[Sums], QuerySet[Sums]]:
    model: type[Sums] = HandSum if asked.hand else MODELS[asked.table]
    rows: QuerySet[Sums] = model._default_manager.all()
    if asked.hand:
        rows = HandSum.objects.filter(half=HALVES[asked.table], hand=HANDS[asked.hand])
    rows = rows.filter(stage__in=stages_asked(book.stages, asked)).order_by()
    if asked.where:
        rows = rows.filter(split=PLACES[asked.where])
    if asked.club is not None:
        rows = rows.filter(team=book.by_number[asked.club].team_id)
    return model, rows


def _players(book: Book, asked: Asked) -> list[dict[str, Any]]:
    """Return rows by player and club, for fielding also by position."""
    model, rows = _sums(book, asked)
    names = counts_of(model)
    is_fielding = asked.table == "fielding"
    selected = rows.values(
        *("team", "card", "card__name", "card__positions", "card__kind", "card__key"),
        *("card__card_set__slug", "card__season__year", "card__season__player__birth_year"),
        *(("position",) if is_fielding else ()),
    )
    summed = list(selected.annotate(**{f"of_{name}": Sum(name) for name in names}))
    for row in summed:
        row["played"] = (
            [POSITION_NAMES[row["position"]].upper()]
            if is_fielding
            else positions_of(row["card__positions"])
        )
    if asked.position:
        summed = [row for row in summed if asked.position in row["played"]]
    return [{**row, "counts": {name: row[f"of_{name}"] for name in names}} for row in summed]


def _clubs(book: Book, asked: Asked) -> list[dict[str, Any]]:
    """Return rows by club: its games and its players' totals. A fielding out counts once, not for
    each of nine fielders."""
    model, rows = _sums(book, asked)
    names = counts_of(model)
    club_rows = []
    for row in rows.values("team").annotate(**{f"of_{name}": Sum(name) for name in names}):
        counts = {name: row[f"of_{name}"] for name in names}
        home, away = book.places.get(row["team"], (0, 0))
        counts["games"] = {"home": home, "away": away}.get(asked.where, home + away)
        if asked.table == "fielding":
            counts["outs"] //= NINE
        club_rows.append({"team": row["team"], "counts": counts})
    return club_rows


def _line(book: Book, asked: Asked, columns: Sequence[Column], row: Mapping[str, Any]) -> TableLine:
    counts, club = row["counts"], book.clubs[row["team"]]
    values = tuple(column.value(counts, book.league, club.team_id) for column in columns)
    if "card" not in row:
        return TableLine(
            BookPlayer(0, club.team.name, "", "", "", ""), club, counts, values, qualified=True
        )
    born, year = row["card__season__player__birth_year"], row["card__season__year"]
    player = BookPlayer(
        row["card"],
        row["card__name"],
        " ".join(row["played"]),
        row["card__kind"],
        row["card__card_set__slug"],
        row["card__key"],
        year - born if born and year else None,
    )
    qualified = book.enough(asked, counts, club, row.get("position", 0))
    return TableLine(player, club, counts, values, qualified)


def _ranked(lines: Sequence[TableLine], at: int, asked: Asked) -> list[TableLine]:
    ranked: list[TableLine] = []
    for number, line in enumerate(lines, start=1):
        value = line.values[at]
        if value is None or (asked.ranks_rates and not line.qualified):
            ranked.append(line)
            continue
        previous = ranked[-1] if ranked else None
        is_tied = previous is not None and previous.values[at] == value
        rank = previous.rank if previous is not None and is_tied else number
        ranked.append(
            TableLine(line.player, line.club, line.counts, line.values, line.qualified, rank)
        )
    return ranked


def _everybody(model: type[Sums], stages: Sequence[Stage]) -> dict[str, int]:
    names = counts_of(model)
    rows = model._default_manager.filter(stage__in=stages)
    totals = rows.aggregate(**{f"of_{name}": Sum(name) for name in names})
    return {name: totals[f"of_{name}"] or 0 for name in names}


def players_of_several(lines: Sequence[TableLine]) -> set[int]:
    """Return the cards with lines for more than one club."""
    clubs: dict[int, set[int]] = {}
    for line in lines:
        clubs.setdefault(line.player.card, set()).add(line.club.team_id)
    return {card for card, teams in clubs.items() if len(teams) > 1}


def table_data(table: Table) -> dict[str, Any]:
    """Convert a table to plain data: counts, rates with all their digits, null where there is
    none."""
    query, book = table.asked, table.book
    return {
        "table": query.table,
        "stage": query.stage,
        "where": query.where,
        "hand": query.hand,
        "of": query.of or "men",
        "sort": query.column.key,
        "order": "down" if query.falls else "up",
        "games": book.over,
        "covered": book.booked,
        "columns": [
            {"key": column.key, "head": column.head, "title": column.title}
            for column in table.columns
        ],
        "lines": [line_data(line, table.columns) for line in table.lines],
    }


def line_data(line: TableLine, columns: Sequence[Column]) -> dict[str, Any]:
    return {
        "rank": line.rank or None,
        "card": line.player.card or None,
        "player": line.player.name if line.player.card else "",
        "positions": line.player.positions.split(),
        "age": line.player.age,
        "club": line.club.number,
        "team": line.club.team_id,
        "qualified": line.qualified,
        "values": {column.key: value for column, value in zip(columns, line.values, strict=True)},
    }
