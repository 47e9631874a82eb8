"""Archives of an event: all its statistics in one zip, and its season as event files."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from io import TextIOWrapper
from itertools import count
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from config.refusals import Refusal, Refused
from config.spreadsheets import write_rows
from games.models import Game, PlayersLines
from games.players_lines import BATTED, FIELDED, PITCHED
from games.presenters.retrosheet import IN_MEMORY, Scheduled, season_archive
from games.selectors import has_event_file
from tournaments.book.selectors import open_book, table_data, table_of
from tournaments.models import Tournament
from tournaments.rules.asking import EVERYTHING, SEASON, Asked
from tournaments.rules.measures import TABLES
from tournaments.rules.metrics import METRICS
from tournaments.selectors.league import League, load_league
from tournaments.selectors.odds import odds_by_round
from tournaments.selectors.tables import table as standings

FORM: Final = "horsehide-book/1"

CHUNK: Final = 200
"""Games whose lines are read at a time."""

TOLD: Final = 100
"""Number of games between two progress reports."""

DAYS: Final = 280
"""Days of a season, from March 1: its games lie within one year."""

Rows = Iterable[Sequence[Any]]


def book_archive(tournament: Tournament) -> IO[bytes]:
    """Return an open zip, positioned at its start: every statistics table as CSV and JSON, of the
    season and of all games; every player's line of every game; standings, games and odds; and a
    manifest with the contents of each file and the coverage of the statistics."""
    league = load_league(tournament)
    temp = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the caller closes it
    files: list[dict[str, Any]] = []
    with zipfile.ZipFile(temp, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, told: str, rows: Rows) -> None:
            lines = 0
            with (
                archive.open(_named(name), "w") as raw,
                TextIOWrapper(raw, "utf-8", newline="") as to,
            ):
                for row in rows:
                    to.write(write_rows([row]))
                    lines += 1
            files.append({"name": name, "holds": told, "lines": max(lines - 1, 0)})

        extent = None
        if tournament.card_set_id is not None:
            for stage, label in ((SEASON, "the season"), (EVERYTHING, "all games")):
                for table in TABLES:
                    data = table_data(
                        table_of(
                            open_book(tournament, Asked(stage=stage)),
                            Asked(table=table, stage=stage),
                        )
                    )
                    extent = {"games": data["games"], "covered": data["covered"]}
                    add(f"{table}-{stage}.csv", f"{table}, {label}", _flat(data))
                    _write_json(archive, f"{table}-{stage}.json", data)
                    files.append(
                        {
                            "name": f"{table}-{stage}.json",
                            "holds": f"{table}, {label}",
                            "lines": len(data["lines"]),
                        }
                    )
            for column, names in (
                ("batting", (*BATTED,)),
                ("pitching", (*PITCHED, "decision")),
                ("fielding", ("position", *FIELDED)),
            ):
                header = ("game", "team", "card", *names)
                add(
                    f"{column}-by-game.csv", f"{column}, line by line", _log(league, column, header)
                )
        add("standings.csv", "the standings as they are", _standings(league))
        add("games.csv", "every game that counts", _games(league))
        add("odds.csv", "the odds that were found, round by round", _odds(tournament))
        manifest = {
            "form": FORM,
            "event": tournament.name,
            "slug": tournament.slug,
            "system": tournament.system_key,
            "attribution": _attribution(tournament),
            "book": extent,
            "clubs": [
                {"number": club.number, "team": club.team_id, "name": club.team.name}
                for club in league.entrants
            ],
            "files": files,
        }
        _write_json(archive, "manifest.json", manifest)
    temp.seek(0)
    return temp


def _attribution(tournament: Tournament) -> str:
    """Return the credit that the publisher of the cards' seasons requires."""
    cards = tournament.card_set
    return cards.source.attribution if cards and cards.source else ""


def event_files(tournament: Tournament, told: Callable[[int, int], None]) -> IO[bytes]:
    """Return the whole event as Retrosheet event files. Refused: ``no-event-files`` where none of
    its games has one. ``told`` is called with the number of games done and the total after every
    hundred."""
    league = load_league(tournament)
    days = _days(league)
    teams = [club.team for club in league.entrants]
    codes = season_codes({team.pk: team.abbreviation for team in teams})
    rows = (
        Game.objects.filter(pk__in=days)
        .exclude(clubs=None)
        .select_related("series__home", "series__away", "home", "away")
    )
    known = rows.filter(known=Game.Known.TRANSCRIPT)
    if not known.exists():
        raise Refused(
            Refusal(
                "no-event-files",
                "Event files are made of games of cards that were recorded play by play and are "
                "over; there is none.",
            )
        )
    note = (
        f"Of {len(days)} games that count {known.count()} are known play by play; those that were "
        "begun in the middle are not in the files either."
    )
    clubs = [_of_club(known, team.pk, days) for team in teams]
    return season_archive(_telling(clubs, known.count(), told), codes, note)


def _telling(
    clubs: Sequence[Iterator[Scheduled]], total: int, told: Callable[[int, int], None]
) -> list[Iterator[Scheduled]]:
    """Wrap the games of each club so that ``told`` reports progress."""
    counter = count(1)

    def games(of_club: Iterator[Scheduled]) -> Iterator[Scheduled]:
        for scheduled in of_club:
            yield scheduled
            if (done := next(counter)) % TOLD == 0:
                told(done, total)

    return [games(scheduled) for scheduled in clubs]


def season_codes(names: Mapping[int, str]) -> dict[int, str]:
    """Return a unique code of three letters for each club, from its abbreviation."""
    code_of: dict[int, str] = {}
    for key, name in names.items():
        ascii_name = "".join(
            character if character.isascii() and character.isalnum() else "X" for character in name
        )
        code = ascii_name.upper()[:3].ljust(3, "X")
        number = 1
        while code in code_of.values():
            number += 1
            code = f"{code[:2]}{number}" if number < 10 else f"{code[0]}{number}"
        code_of[key] = code
    return code_of


def _days(league: League) -> dict[int, tuple[str, int]]:
    """Return the day of the schedule and the number on that day of every game that counts. Each
    game of a round has a day of its own; games share days where the season would not fit into a
    year."""
    slots = [
        (meeting.round_number, game.number, game.pk)
        for meeting in league.meetings
        for game in meeting.counted
    ]
    order = {
        slot: index
        for index, slot in enumerate(
            sorted({(round_no, game_no) for round_no, game_no, _ in slots})
        )
    }
    per_day = -(-len(order) // DAYS) or 1
    years = [moment.year for moment in _first_finished(league)]
    first_day = date(years[0] if years else 2000, 3, 1)
    day_of = {}
    for round_number, number, pk in slots:
        index = order[round_number, number]
        day = first_day + timedelta(days=index // per_day)
        day_of[pk] = (f"{day:%Y/%m/%d}", index % per_day + 1 if per_day > 1 else 0)
    return day_of


def _first_finished(league: League) -> list[Any]:
    rows = Game.objects.filter(
        series__event__key=league.tournament.scope, finished_at__isnull=False
    )
    return list(rows.order_by("finished_at").values_list("finished_at", flat=True)[:1])


def _of_club(
    rows: QuerySet[Game], team: int, days: Mapping[int, tuple[str, int]]
) -> Iterator[Scheduled]:
    games = rows.filter(home=team)
    keys = sorted(games.values_list("pk", flat=True), key=lambda pk: (days[pk], pk))
    for chunk in (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)):
        games_by_key = games.in_bulk(chunk)
        for pk in chunk:
            if has_event_file(games_by_key[pk]):
                yield Scheduled(games_by_key[pk], *days[pk])


def _named(name: str) -> zipfile.ZipInfo:
    # A fixed date: the same statistics give the same bytes.
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _write_json(into: zipfile.ZipFile, name: str, data: object) -> None:
    into.writestr(_named(name), json.dumps(data, cls=DjangoJSONEncoder, indent=1) + "\n")


def _flat(data: Mapping[str, Any]) -> Rows:
    keys = [column["key"] for column in data["columns"]]
    yield ("rank", "card", "player", "positions", "age", "club", "qualified", *keys)
    for line in data["lines"]:
        yield (
            *(line["rank"] or "", line["card"], line["player"], " ".join(line["positions"])),
            "" if line["age"] is None else line["age"],
            *(line["club"], line["qualified"]),
            *("" if line["values"][key] is None else line["values"][key] for key in keys),
        )


def _log(league: League, column: str, head: Sequence[str]) -> Rows:
    yield head
    rows = PlayersLines.objects.filter(game__booked__stage__in=league.stages).order_by("game")
    line_rows = rows.values_list("game", "game__away", "game__home", column)
    for game, away, home, lines in line_rows.iterator(chunk_size=CHUNK):
        for side, card, *counts in lines:
            yield (game, (away, home)[side], card, *counts)


def _standings(league: League) -> Rows:
    yield ("division", "rank", "club", "name", *(metric.key for metric in METRICS))
    for line in standings(league) if league.has_table else ():
        club = line.entrant
        yield (
            *(club.division, line.row.place.label, club.number, club.team.name),
            *(metric.show(line.row) for metric in METRICS),
        )


def _games(league: League) -> Rows:
    yield ("game", "series", "round", "number", "away", "home", "away_runs", "home_runs", "innings")
    for meeting in league.meetings:
        for game in meeting.counted:
            yield (
                *(game.pk, game.series_id, meeting.round_number, game.number),
                *(game.away, game.home, game.away_runs, game.home_runs, game.inning),
            )


def _odds(tournament: Tournament) -> Rows:
    yield ("round", "club", "completions", "advance", "division", "event")
    stages = [stage for stage in tournament.stages.order_by("number") if stage.spec.entry]
    for round_odds in odds_by_round(tournament, stages[0].number if stages else None):
        for number, odds in sorted(round_odds.clubs.items()):
            advance = odds.advance.share if odds.advance else ""
            yield (
                *(round_odds.round, number, round_odds.completions),
                *(advance, odds.division.share, odds.event.share),
            )
