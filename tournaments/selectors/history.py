"""A replay of a real season, compared with the real season."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from config.journal.models import Action
from rosters.models import Card, CardSet, ClubSeason, RosterSpot
from rosters.selectors.clubs import club_url
from rosters.stats.plain import batting_line, pitching_line
from rosters.stats.qualifying import enough_outs, enough_turns
from tournaments.book.selectors import Table, TableLine, open_book, table_of
from tournaments.models import Entrant, Tournament
from tournaments.rules.asking import Asked
from tournaments.selectors.league import League
from tournaments.selectors.tables import table

SHOWN: Final = 3
DIVISIONS: Final = {"E": "East", "C": "Central", "W": "West"}
"""Names of divisions by their code in the source."""


@dataclass(frozen=True)
class Replayed:
    """The real league and year that an event replays, and its real clubs by name."""

    year: int
    league: str
    clubs: Mapping[str, ClubSeason]


@dataclass(frozen=True)
class Beside:
    """A club's record here and in the real season; ``None`` where the source has no figure,
    ``division`` empty where there was none."""

    entrant: Entrant
    won: int
    lost: int
    share: Fraction | None
    real_won: int | None
    real_lost: int | None
    runs_a_game: Fraction | None
    real_runs_a_game: Fraction | None
    real_url: str
    division: str = ""

    @property
    def real_share(self) -> Fraction | None:
        if self.real_won is None or self.real_lost is None or not self.real_won + self.real_lost:
            return None
        return Fraction(self.real_won, self.real_won + self.real_lost)


@dataclass(frozen=True)
class Leading:
    """The leaders of a category here, and in reality among the players of these squads, with card,
    name and value."""

    title: str
    here: Sequence[tuple[int, str, str]]
    real: Sequence[tuple[int, str, str]]


def replayed(tournament: Tournament) -> Replayed | None:
    """Return the real league of an event; ``None`` where there is none. At most two queries."""
    if tournament.card_set_id is None:
        return None
    act = Action.objects.filter(scope=tournament.scope, code="league-replayed").order_by("-pk")
    league_facts: Mapping[str, Any] | None = act.values_list("new", flat=True).first()
    if not league_facts:
        return None
    rows = ClubSeason.objects.select_related("source").filter(
        source__in=CardSet.objects.filter(pk=tournament.card_set_id).values("source"),
        year=league_facts["year"],
        league=league_facts["league"],
    )
    return Replayed(
        league_facts["year"], league_facts["league"], {club.name: club for club in rows}
    )


def clubs_beside(league: League, found: Replayed) -> list[Beside]:
    """Return the clubs by real division, in the order of the standings."""
    lines = []
    for line in table(league):
        record = line.row.record
        club = found.clubs.get(line.entrant.team.name)
        totals: Mapping[str, int | None] = club.totals if club else {}
        games, runs = totals.get("G"), totals.get("R")
        lines.append(
            Beside(
                line.entrant,
                record.overall.won,
                record.overall.lost,
                record.overall.pct,
                totals.get("W"),
                totals.get("L"),
                Fraction(record.runs_for, record.overall.played) if record.overall.played else None,
                Fraction(runs, games) if games and runs is not None else None,
                club_url(club.source.key, club.year, club.key) if club else "",
                DIVISIONS.get(club.division, club.division) if club else "",
            )
        )
    return sorted(lines, key=lambda line: line.division)


def leaders_beside(tournament: Tournament, found: Replayed) -> list[Leading]:
    """Return the batting and pitching leaders, here and in the real season."""
    cards = list(
        Card.objects.filter(
            pk__in=RosterSpot.objects.filter(squad__event__key=tournament.scope).values("card")
        ).select_related("season")
    )
    book = open_book(tournament, Asked())
    games = max((club.totals.get("G") or 0 for club in found.clubs.values()), default=0)
    categories: list[tuple[str, str, str, Callable[[Card], float | None], bool, int]] = [
        ("Batting average", "batting", "average", lambda card: _average(card, games), False, 3),
        ("Home runs", "batting", "home_runs", _counted("batting", "home_runs"), False, 0),
        ("Runs batted in", "batting", "runs_batted_in", _batted_in, False, 0),
        ("Earned-run average", "pitching", "era", lambda card: _era(card, games), True, 2),
        ("Wins", "pitching", "wins", _counted("pitching", "wins"), False, 0),
        ("Strikeouts", "pitching", "strikeouts", _counted("pitching", "strikeouts"), False, 0),
    ]
    leading = []
    for title, kind, key, real, least, places in categories:
        shown = table_of(book, Asked(table=kind, sort=key))
        index = [column.key for column in shown.columns].index(key)
        here = [
            (line.player.card, line.player.name, shown.columns[index].shown(line.values[index]))
            for line in shown.lines
            if line.rank
        ][:SHOWN]
        values = [(value, card) for card in cards if (value := real(card)) is not None]
        values.sort(key=lambda pair: (pair[0] if least else -pair[0], pair[1].name))
        leading.append(
            Leading(
                title,
                here,
                [(card.pk, card.name, _shown(value, places)) for value, card in values[:SHOWN]],
            )
        )
    return leading


def _shown(value: float, places: int) -> str:
    words = f"{value:.{places}f}"
    return words.removeprefix("0") if places == 3 else words


def _line(card: Card, kind: str) -> Mapping[str, Any] | None:
    line: Mapping[str, Any] | None = getattr(card.season, kind) if card.season else None
    return line


def _counted(kind: str, key: str) -> Callable[[Card], float | None]:
    def count(card: Card) -> float | None:
        line = _line(card, kind)
        return None if line is None else line.get(key)

    return count


_batted_in = _counted("batting", "runs_batted_in")


def _average(card: Card, games: int) -> float | None:
    line = batting_line(card.season.batting) if card.season else None
    return line.average if line is not None and enough_turns(line, games) else None


def _era(card: Card, games: int) -> float | None:
    line = pitching_line(card.season.pitching) if card.season else None
    return line.earned_run_average if line is not None and enough_outs(line, games) else None


@dataclass(frozen=True)
class PlayerBeside:
    """A player's statistics here and in the real season, by the same keys; ``None`` where the
    source has no figure."""

    card: int
    name: str
    club: Entrant
    here: Mapping[str, float | None]
    real: Mapping[str, float | None]


MOST_PLAYERS: Final = 25
"""Batters, and pitchers, with the most playing time here."""

AT_BAT: Final = ("plate_appearances", "average", "home_runs", "runs_batted_in", "on_base")
ON_MOUND: Final = ("outs", "era", "wins", "losses", "strikeouts")
IN_SOURCE: Final = {"era": "earned_run_average"}
"""Names that differ in the source."""


def players_beside(tournament: Tournament) -> dict[str, list[PlayerBeside]]:
    """Return by table (batting, pitching) the players with the most playing time here, and their
    real season."""
    book = open_book(tournament, Asked())
    players_by_table: dict[str, list[PlayerBeside]] = {}
    for kind, keys in (("batting", AT_BAT), ("pitching", ON_MOUND)):
        table_data = table_of(book, Asked(table=kind, sort=keys[0]))
        lines = table_data.lines[:MOST_PLAYERS]
        cards = Card.objects.select_related("season").in_bulk([line.player.card for line in lines])
        players_by_table[kind] = [
            PlayerBeside(
                line.player.card,
                line.player.name,
                line.club,
                _values(table_data, line, keys),
                _real_values(cards[line.player.card], kind, keys),
            )
            for line in lines
        ]
    return players_by_table


def _values(told: Table, line: TableLine, keys: Sequence[str]) -> dict[str, float | None]:
    index_of = {column.key: place for place, column in enumerate(told.columns)}
    return {key: line.values[index_of[key]] for key in keys}


def _real_values(card: Card, kind: str, keys: Sequence[str]) -> dict[str, float | None]:
    season = card.season
    if season is None:
        return dict.fromkeys(keys)
    line = batting_line(season.batting) if kind == "batting" else pitching_line(season.pitching)
    return {key: getattr(line, IN_SOURCE.get(key, key), None) for key in keys}


def history_data(
    found: Replayed,
    clubs: Sequence[Beside],
    leading: Sequence[Leading],
    players: Mapping[str, Sequence[PlayerBeside]],
) -> dict[str, Any]:
    def share(value: Fraction | None) -> float | None:
        return None if value is None else float(value)

    def led(lines: Sequence[tuple[int, str, str]]) -> list[dict[str, Any]]:
        return [{"card": card, "name": name, "value": value} for card, name, value in lines]

    return {
        "year": found.year,
        "league": found.league,
        "clubs": [
            {
                "club": item.entrant.number,
                "won": item.won,
                "lost": item.lost,
                "share": share(item.share),
                "real_won": item.real_won,
                "division": item.division,
                "real_lost": item.real_lost,
                "real_share": share(item.real_share),
                "runs_a_game": share(item.runs_a_game),
                "real_runs_a_game": share(item.real_runs_a_game),
            }
            for item in clubs
        ],
        "leaders": [
            {"title": item.title, "here": led(item.here), "real": led(item.real)}
            for item in leading
        ],
        "men": [
            {
                "table": table,
                "card": item.card,
                "name": item.name,
                "club": item.club.number,
                "here": dict(item.here),
                "real": dict(item.real),
            }
            for table, lines in players.items()
            for item in lines
        ],
    }
