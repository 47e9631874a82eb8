"""What the book says: tables of all players, and of one."""

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
"""Fielders."""


@dataclass(frozen=True)
class BookPlayer:
    """A player of a club: his card, what he plays there, and his age in the year of the card where
    that is known. In a table of clubs one without a card stands for all players of a club."""

    card: int
    name: str
    positions: str
    kind: str
    card_set: str
    key: str
    age: int | None = None


@dataclass(frozen=True)
class TableLine:
    """A line of a table: who, for which club, his counts, and the values of all columns; ``rank``
    in the order of the table, the same for those who are level, 0 for who is not ranked."""

    player: BookPlayer
    club: Entrant
    counts: Mapping[str, int]
    values: tuple[float | None, ...]
    qualified: bool
    rank: int = 0


@dataclass(frozen=True)
class Book:
    """What tables of an event need to know besides the sums: its clubs, its stages, the games that
    are in the sums, by club, and how many count (``over``); of the stages that are meant the number
    of the last round; by club its ``places``, games at home and away."""

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
        """The clubs by their numbers."""
        return {club.number: club for club in self.clubs.values()}

    def enough(
        self, asked: Asked, counts: Mapping[str, int], club: Entrant, position: int = 0
    ) -> bool:
        """OBR 9.22, of the games of his club that are in the sums: 3.1 turns a game (a), an inning
        (b); in the field two thirds of the games at a position, of catchers half, of pitchers an
        inning a game (c). Against one hand a turn a game."""
        games, table = self.games.get(club.team_id, 0), asked.table
        if asked.hand:
            return counts["plate_appearances"] >= games > 0
        if table == "fielding" and position != PITCHER:
            parts, of = (1, 2) if position == CATCHER else (2, 3)
            return counts["games"] * of >= parts * games > 0
        if table == "batting":
            turns, a_game = TURNS_A_GAME
            return counts["plate_appearances"] * a_game >= turns * games > 0
        return counts["outs"] >= OUTS_A_GAME * games > 0


@dataclass(frozen=True)
class Table:
    """A table: its columns, its lines in order, and the sum of them; ``ages``: whether those of
    some players are known."""

    asked: Asked
    columns: tuple[Column, ...]
    lines: Sequence[TableLine]
    total: tuple[float | None, ...]
    book: Book
    ages: bool = False


def stages_with_games(tournament: Tournament) -> list[Stage]:
    """The stages of an event whose games are counted, in order."""
    return [stage for stage in tournament.stages.order_by("number") if stage.has_games]


def stages_asked(stages: Sequence[Stage], asked: Asked) -> list[Stage]:
    """The stages whose games are meant, of those that have games."""
    if asked.stage == EVERYTHING:
        return list(stages)
    if asked.stage == SEASON:
        return [stage for stage in stages if stage.counts] or list(stages)
    return [stage for stage in stages if str(stage.number) == asked.stage]


def open_book(tournament: Tournament, asked: Asked) -> Book:
    """What is known besides the sums, of the stages that are meant."""
    stages = stages_with_games(tournament)
    meant = stages_asked(stages, asked)
    entrants = tournament.entrants.select_related("team", "tournament").order_by("number")
    booked = BookedGame.objects.filter(stage__in=meant).order_by()
    if asked.hand:
        booked = booked.filter(game__known=Game.Known.TRANSCRIPT)
    # Games and runs of every pair of clubs, by who was at home.
    met = list(
        booked.values_list("game__home", "game__away").annotate(
            count=Count("pk"), scored=Sum(F("game__home_runs") + F("game__away_runs"))
        )
    )
    played: dict[int, list[int]] = {}
    for home, away, count, scored in met:
        for team, at in ((home, 0), (away, 2)):
            of_team = played.setdefault(team, [0, 0, 0, 0])
            of_team[at] += count
            of_team[at + 1] += scored or 0
    parks = measures.park_factors(
        {team: (each[0], each[1], each[2], each[3]) for team, each in played.items()}
    )
    rounds = Round.objects.filter(stage__in=meant).order_by().values_list("stage")
    return Book(
        tournament,
        {entrant.team_id: entrant for entrant in entrants},
        stages,
        {team: each[0] + each[2] for team, each in played.items()},
        sum(count for _, _, count, _ in met),
        len(load_league(tournament).games_in(meant)),
        League(_everybody(BattingSum, meant), _everybody(PitchingSum, meant), parks),
        dict(rounds.annotate(last=Max("number"))),
        {team: (each[0], each[2]) for team, each in played.items()},
    )


def asked_table(
    tournament: Tournament, given: Mapping[str, str]
) -> tuple[Table, list[Refusal], list[str]]:
    """The table that a query asks for, what of the query makes no sense and was left out
    (``read_asked``), and the positions that it could name."""
    stages = [stage.number for stage in stages_with_games(tournament)]
    clubs = list(tournament.entrants.order_by("number").values_list("number", flat=True))
    position = given.get("position", "")
    asked, _ = read_asked(given, stages=stages, clubs=clubs, positions=[position])
    book = open_book(tournament, asked)
    positions = positions_in(book, asked)
    asked, refusals = read_asked(given, stages=stages, clubs=clubs, positions=positions)
    return table_of(book, asked), refusals, positions


def table_of(book: Book, asked: Asked) -> Table:
    """The table that is asked for. Who has not played enough for the rate by which it is sorted
    follows those who have, without a rank."""
    columns = asked.columns
    rows = _clubs(book, asked) if asked.of == CLUBS else _players(book, asked)
    lines = [_line(book, asked, columns, row) for row in rows]
    ages = any(line.player.age is not None for line in lines)
    lines = [line for line in lines if line.qualified or not asked.qualified]
    lines = [line for line in lines if _of_age(line.player.age, asked)]
    at = columns.index(asked.column)

    def place(line: TableLine) -> tuple[bool, bool, float, str]:
        value = line.values[at]
        behind = asked.ranks_rates and not line.qualified
        worth = 0.0 if value is None else -value if asked.falls else value
        return behind, value is None, worth, line.player.name

    lines.sort(key=place)
    counts = measures.added(line.counts for line in lines)
    total = (
        tuple(None if each.key == "games" else _plain(each, counts, book) for each in columns)
        if counts
        else ()
    )
    return Table(asked, columns, _ranked(lines, at, asked), total, book, ages)


def _of_age(age: int | None, asked: Asked) -> bool:
    if asked.youngest is None and asked.oldest is None:
        return True
    youngest, oldest = asked.youngest or 0, asked.oldest or AGES[1]
    return age is not None and youngest <= age <= oldest


def _plain(column: Column, counts: Mapping[str, int], book: Book) -> float | None:
    """The value for all players together, without those that compare with the league."""
    held = column.key in ("ops_plus", "era_plus", "runs_above", "runs_saved", "wins_above")
    return None if held else column.value(counts, book.league, 0)


def positions_in(book: Book, asked: Asked) -> list[str]:
    """The positions of the players in the sums of a table."""
    rows = MODELS[asked.table]._default_manager.filter(stage__in=book.stages)
    if asked.table == "fielding":
        fielded = FieldingSum.objects.filter(stage__in=book.stages).order_by()
        there = set(fielded.values_list("position", flat=True).distinct())
        return [POSITION_NAMES[position].upper() for position in sorted(there)]
    kept = rows.order_by().values_list("card__positions", flat=True).distinct()
    return sorted({word for each in kept for word in positions_of(each)})


def positions_of(text: str) -> list[str]:
    """The positions that a card names, without ratings."""
    return [word.partition("-")[0].partition(":")[0] for word in text.replace(",", " ").split()]


def _sums(book: Book, asked: Asked) -> tuple[type[Sums], QuerySet[Sums]]:
    """The sums of the games that are meant."""
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
    """By player and club, in the field by position."""
    model, rows = _sums(book, asked)
    names = counts_of(model)
    fields = asked.table == "fielding"
    found = rows.values(
        *("team", "card", "card__name", "card__positions", "card__kind", "card__key"),
        *("card__card_set__slug", "card__season__year", "card__season__player__birth_year"),
        *(("position",) if fields else ()),
    )
    summed = list(found.annotate(**{f"of_{name}": Sum(name) for name in names}))
    for row in summed:
        row["played"] = (
            [POSITION_NAMES[row["position"]].upper()]
            if fields
            else positions_of(row["card__positions"])
        )
    if asked.position:
        summed = [row for row in summed if asked.position in row["played"]]
    return [{**row, "counts": {name: row[f"of_{name}"] for name in names}} for row in summed]


def _clubs(book: Book, asked: Asked) -> list[dict[str, Any]]:
    """By club: its games, and what all its players did in them. Where nine stand in the field an
    out is one of each."""
    model, rows = _sums(book, asked)
    names = counts_of(model)
    found = []
    for row in rows.values("team").annotate(**{f"of_{name}": Sum(name) for name in names}):
        counts = {name: row[f"of_{name}"] for name in names}
        home, away = book.places.get(row["team"], (0, 0))
        counts["games"] = {"home": home, "away": away}.get(asked.where, home + away)
        if asked.table == "fielding":
            counts["outs"] //= NINE
        found.append({"team": row["team"], "counts": counts})
    return found


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
    enough = book.enough(asked, counts, club, row.get("position", 0))
    return TableLine(player, club, counts, values, enough)


def _ranked(lines: Sequence[TableLine], at: int, asked: Asked) -> list[TableLine]:
    found: list[TableLine] = []
    for number, line in enumerate(lines, start=1):
        value = line.values[at]
        if value is None or (asked.ranks_rates and not line.qualified):
            found.append(line)
            continue
        before = found[-1] if found else None
        level = before is not None and before.values[at] == value
        rank = before.rank if before is not None and level else number
        found.append(
            TableLine(line.player, line.club, line.counts, line.values, line.qualified, rank)
        )
    return found


def _everybody(model: type[Sums], stages: Sequence[Stage]) -> dict[str, int]:
    names = counts_of(model)
    rows = model._default_manager.filter(stage__in=stages)
    found = rows.aggregate(**{f"of_{name}": Sum(name) for name in names})
    return {name: found[f"of_{name}"] or 0 for name in names}


def players_of_several(lines: Sequence[TableLine]) -> set[int]:
    """The cards that have lines for more than one club."""
    clubs: dict[int, set[int]] = {}
    for line in lines:
        clubs.setdefault(line.player.card, set()).add(line.club.team_id)
    return {card for card, of in clubs.items() if len(of) > 1}


def table_data(table: Table) -> dict[str, Any]:
    """A table as plain data: counts as they are, rates with all their digits, null for none."""
    asked, book = table.asked, table.book
    return {
        "table": asked.table,
        "stage": asked.stage,
        "where": asked.where,
        "hand": asked.hand,
        "of": asked.of or "men",
        "sort": asked.column.key,
        "order": "down" if asked.falls else "up",
        "games": book.over,
        "covered": book.booked,
        "columns": [
            {"key": column.key, "head": column.head, "title": column.title}
            for column in table.columns
        ],
        "lines": [line_data(line, table.columns) for line in table.lines],
    }


def line_data(line: TableLine, columns: Sequence[Column]) -> dict[str, Any]:
    """A line of it."""
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
