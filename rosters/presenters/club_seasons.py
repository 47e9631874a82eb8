"""A real club in a year: its leaders, its regulars by position, and all players' lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse

from config.ui.numbers import pct
from rosters.models import ClubSeason, PlayerSeason
from rosters.presenters.figures import earned, whole
from rosters.presenters.seasons import BATTING, FIELDING, PITCHING, Column, Line, Row, Table
from rosters.presenters.seasons import cells as cells_of
from rosters.presenters.seasons import heads as heads_of
from rosters.selectors.clubs import KnownClub
from rosters.stats.lines import POSITIONS, BattingLine, PitchingLine
from rosters.stats.plain import batting_line, fielding_line, pitching_line
from rosters.stats.qualifying import enough_outs, enough_turns

Names = Mapping[str, KnownClub]
"""The clubs of a year by key."""

SHOWN: Final = 3
"""How many leaders of a category are shown, besides those tied with the last of them."""

LONGEST: Final = 6
"""The most leaders of a category, however many are tied."""

REGULARS: Final = 3
"""How many players are shown at a position."""


@dataclass(frozen=True)
class Led:
    """A category and its leaders: each player's number, name, the figure as written and its
    value."""

    key: str
    title: str
    players: Sequence[tuple[int, str, str, float]]


@dataclass(frozen=True)
class _Category:
    key: str
    title: str
    read: Callable[[Any], float | None]
    write: Callable[[Any], str] = whole
    rate: bool = False
    least: bool = False


def _count(name: str) -> Callable[[Any], float | None]:
    def read(line: Any) -> float | None:
        value: float | None = getattr(line, name)
        return value or None

    return read


def _rate(name: str) -> Callable[[Any], float | None]:
    def read(line: Any) -> float | None:
        value: float | None = getattr(line, name)
        return value

    return read


AT_BAT: Final = (
    _Category("average", "Batting average", _rate("average"), pct, rate=True),
    _Category("home_runs", "Home runs", _count("home_runs")),
    _Category("runs_batted_in", "Runs batted in", _count("runs_batted_in")),
    _Category("runs", "Runs", _count("runs")),
    _Category("stolen_bases", "Stolen bases", _count("stolen_bases")),
)
ON_THE_MOUND: Final = (
    _Category(
        "earned_run_average",
        "Earned-run average",
        _rate("earned_run_average"),
        earned,
        rate=True,
        least=True,
    ),
    _Category("wins", "Wins", _count("wins")),
    _Category("strikeouts", "Strikeouts", _count("strikeouts")),
    _Category("saves", "Saves", _count("saves")),
)


def games_of(club: ClubSeason, seasons: Sequence[PlayerSeason]) -> int:
    """The games of a club's year: as its source says, else as many as its busiest player played."""
    recorded: int = club.totals.get("G") or 0
    lines = [line for season in seasons if (line := batting_line(season.batting)) is not None]
    return recorded or max((line.games for line in lines), default=0)


def leaders(club: ClubSeason, seasons: Sequence[PlayerSeason]) -> list[Led]:
    """The club's leaders by category; rates among qualified players (OBR 9.22)."""
    games = games_of(club, seasons)
    batted = [(season, batting_line(season.batting)) for season in seasons]
    pitched = [(season, pitching_line(season.pitching)) for season in seasons]

    def able_bat(line: BattingLine) -> bool:
        return enough_turns(line, games)

    def able_pitch(line: PitchingLine) -> bool:
        return enough_outs(line, games)

    categories = [_led(category, batted, able_bat) for category in AT_BAT]
    categories += [_led(category, pitched, able_pitch) for category in ON_THE_MOUND]
    return [category for category in categories if category.players]


def _led(
    category: _Category,
    lines: Sequence[tuple[PlayerSeason, Any]],
    able: Callable[[Any], bool],
) -> Led:
    ranked = [
        (value, season)
        for season, line in lines
        if line is not None
        and (value := category.read(line)) is not None
        and (not category.rate or able(line))
    ]
    ranked.sort(key=lambda pair: (pair[0] if category.least else -pair[0], str(pair[1].player)))
    last = ranked[:SHOWN][-1][0] if ranked else None
    level = [pair for index, pair in enumerate(ranked) if index < SHOWN or pair[0] == last][
        :LONGEST
    ]
    return Led(
        category.key,
        category.title,
        [
            (season.player_id, str(season.player), category.write(value), value)
            for value, season in level
        ],
    )


def positions(seasons: Sequence[PlayerSeason]) -> list[tuple[str, list[tuple[PlayerSeason, int]]]]:
    by_position: dict[str, list[tuple[PlayerSeason, int]]] = {}
    for season in seasons:
        for line in season.fielding:
            if line.get("games"):
                by_position.setdefault(line["position"], []).append((season, line["games"]))
    order = [*POSITIONS[1:], "of", "p"]
    return [
        (
            position.upper(),
            sorted(by_position[position], key=lambda entry: (-entry[1], str(entry[0].player)))[
                :REGULARS
            ],
        )
        for position in order
        if position in by_position and position != "p"
    ]


def tables(
    club: ClubSeason, seasons: Sequence[PlayerSeason], clubs: Sequence[ClubSeason]
) -> list[Table]:
    """All players' lines: batting by plate appearances, pitching by innings, fielding by position
    and games; ``clubs`` are all of the year, to name other clubs of a player."""
    names = {
        other_club.key: KnownClub(
            other_club.name, other_club.source.key, other_club.year, other_club.key
        )
        for other_club in clubs
    }
    batted = [
        (season, line)
        for season in seasons
        if (line := batting_line(season.batting)) is not None
        # Leave out pitchers who never batted.
        and (line.plate_appearances or (line.games and not season.outs))
    ]
    batted.sort(key=lambda pair: (-pair[1].plate_appearances, -pair[1].games))
    pitched = [
        (season, pitched_line)
        for season in seasons
        if (pitched_line := pitching_line(season.pitching)) is not None and pitched_line.games
    ]
    pitched.sort(key=lambda pair: (-pair[1].outs, -pair[1].games))
    fielded = [
        (season, line)
        for season in seasons
        for line in map(fielding_line, season.fielding)
        if line.games
    ]
    position_order = {position: number for number, position in enumerate((*POSITIONS, "of"))}
    fielded.sort(
        key=lambda pair: (position_order.get(pair[1].position, len(position_order)), -pair[1].games)
    )
    all_tables = [
        Table("At bat", heads_of(BATTING), _rows(club, names, batted, BATTING)),
        Table("On the mound", heads_of(PITCHING), _rows(club, names, pitched, PITCHING)),
        Table(
            "In the field",
            heads_of(FIELDING),
            [
                _row(club, names, season, line, FIELDING, lead=line.position.upper())
                for season, line in fielded
            ],
        ),
    ]
    return [table for table in all_tables if table.rows]


def _rows(
    club: ClubSeason,
    names: Names,
    lines: Sequence[tuple[PlayerSeason, Line]],
    columns: Sequence[Column[Line]],
) -> list[Row]:
    return [_row(club, names, season, line, columns) for season, line in lines]


def _row(
    club: ClubSeason,
    names: Names,
    season: PlayerSeason,
    line: Line,
    columns: Sequence[Column[Line]],
    lead: str = "",
) -> Row:
    others = [key for key in season.teams if key != club.key]
    return Row(
        str(season.player),
        "",
        cells_of(columns, line),
        url=reverse("rosters:player", args=[season.player_id]),
        notes=[(names[key].name, names[key].url) if key in names else (key, "") for key in others],
        lead=lead,
    )


def facts(club: ClubSeason) -> dict[str, Any]:
    """The club's record and runs; ``None`` for what its source does not say."""
    totals = club.totals
    won, lost = totals.get("W"), totals.get("L")
    played = (won or 0) + (lost or 0)
    return {
        "games": totals.get("G"),
        "won": won,
        "lost": lost,
        "share": won / played if won is not None and lost is not None and played else None,
        "runs": totals.get("R"),
        "runs_against": totals.get("RA"),
    }
