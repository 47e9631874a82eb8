"""Finished games as an archive of Retrosheet files: events by home club, clubs, rosters."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from config.spreadsheets import write_rows
from games.engine.folds.people import People
from games.engine.folds.retrosheet import (
    Facts,
    codes_of,
    event_file,
    person_id,
    roster_file,
    team_file,
)
from games.engine.record import Record
from games.models import Game, Series
from games.records import record_of

NOTE = """Event files of games played at Horsehide, in the form that Retrosheet has published.

They hold simulated or tabletop games and no data of Retrosheet's. Chadwick reads them:
cwbox -y YEAR YEARCLB.EVN
"""


def archive(series: Series, games: Sequence[Game]) -> bytes:
    """A zip of the files of these games of a series; ``not-exportable`` for one that has none."""
    codes = dict(
        zip(
            (series.away_id, series.home_id),
            codes_of(series.away.abbreviation, series.home.abbreviation),
            strict=True,
        )
    )
    counts_from = {series.away_id: 0, series.home_id: 500}
    events: dict[str, list[str]] = defaultdict(list)
    rosters: dict[str, set[str]] = defaultdict(set)
    files: dict[str, str] = {"README.txt": NOTE}
    for game in games:
        facts = _facts(game, codes, counts_from)
        record = record_of(game)
        events[f"{facts.year}{codes[game.home_id]}.EVN"].append(event_file(record, facts))
        files[f"TEAM{facts.year}"] = team_file(facts)
        for side, code in enumerate(facts.codes):
            lines = roster_file(record, facts, side).splitlines(keepends=True)
            rosters[f"{code}{facts.year}.ROS"].update(lines)
    files |= {name: "".join(texts) for name, texts in events.items()}
    files |= {name: "".join(sorted(lines)) for name, lines in rosters.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in sorted(files.items()):
            # The same games give the same bytes.
            into.writestr(zipfile.ZipInfo(name), text)
    return packed.getvalue()


def _facts(game: Game, codes: dict[int, str], counts_from: dict[int, int]) -> Facts:
    day = game.finished_at or game.started_at
    return Facts(
        codes=(codes[game.away_id], codes[game.home_id]),
        names=(game.away.name, game.home.name),
        date=f"{day:%Y/%m/%d}",
        number=game.number % 10,
        site=game.park,
        counts_from=(counts_from[game.away_id], counts_from[game.home_id]),
    )


IN_MEMORY: Final = 8_000_000
"""Bytes of an archive; of a larger one the rest lies in a file."""

OF_A_SEASON: Final = """Event files of a season played at Horsehide, a file for each home club,
in the form that Retrosheet has published. They hold simulated or tabletop games and no data of
Retrosheet's. Chadwick reads them: cwbox -y YEAR YEARCLB.EVN

The days are those of the schedule, counted on from the first of March; when a game was really
played stands in the book of the event. people.csv says whose card an identity is.
"""


@dataclass(frozen=True)
class Scheduled:
    """A game with its day of the schedule, yyyy/mm/dd, and its number on that day (0: the only
    one)."""

    game: Game
    day: str
    number: int


@dataclass
class _Identities:
    """Every card of a season has one identity, in whichever game and for whichever club."""

    of_card: dict[int, str] = field(default_factory=dict)
    people: dict[str, tuple[int, str]] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)

    def of(self, card: int, name: str) -> str:
        found = self.of_card.get(card)
        if found is None:
            letters = person_id(name, 0)[:5]
            self.taken[letters] = number = self.taken.get(letters, 0) + 1
            found = self.of_card[card] = person_id(name, number)
            self.people[found] = (card, name)
        return found


def season_archive(
    clubs: Sequence[Iterable[Scheduled]], codes: Mapping[int, str], counted: str
) -> IO[bytes]:
    """A zip of the files of a season, to be read from its beginning. ``clubs``: by home club its
    games that event files can be made of; ``codes``: three letters of every club by its key;
    ``counted`` says how many games there are, and is told in the README."""
    packed = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - who is given it closes it
    identities = _Identities()
    rosters: dict[str, set[str]] = defaultdict(set)
    teams: dict[str, set[str]] = defaultdict(set)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        _write(into, "README.txt", f"{OF_A_SEASON}\n{counted}\n")
        for games in clubs:
            events: dict[str, list[str]] = defaultdict(list)
            for each in games:
                facts = replace(
                    _facts(each.game, dict(codes), {each.game.away_id: 0, each.game.home_id: 500}),
                    date=each.day,
                    number=each.number,
                )
                record = record_of(each.game)
                known = _renamed(each.game, record, facts, identities)
                name = f"{facts.year}{codes[each.game.home_id]}.EVN"
                events[name].append(_with(known, event_file(record, facts)))
                teams[f"TEAM{facts.year}"].update(team_file(facts).splitlines(keepends=True))
                for side, code in enumerate(facts.codes):
                    players = _with(known, roster_file(record, facts, side))
                    rosters[f"{code}{facts.year}.ROS"].update(players.splitlines(keepends=True))
            for name, texts in sorted(events.items()):
                _write(into, name, "".join(texts))
        for name, lines in sorted({**rosters, **teams}.items()):
            _write(into, name, "".join(sorted(lines)))
        rows = [(who, card, name) for who, (card, name) in sorted(identities.people.items())]
        _write(into, "people.csv", write_rows([("id", "card", "name"), *rows]))
    packed.seek(0)
    return packed


def _write(into: zipfile.ZipFile, name: str, text: str) -> None:
    # The same games give the same bytes.
    told = zipfile.ZipInfo(name)
    told.compress_type = zipfile.ZIP_DEFLATED
    into.writestr(told, text)


def _renamed(
    game: Game, record: Record, facts: Facts, identities: _Identities
) -> Mapping[str, str]:
    """The identities of the players of a game by those that hold in it alone."""
    if record.clubs is None or game.clubs is None:
        return {}
    people = People(record.clubs)
    found = {}
    for side, stored in enumerate(game.clubs):
        for player, card in enumerate([*stored["cards"], *stored.get("guests", ())], start=1):
            name = people.name(side, player)
            found[facts.identity(side, player, name)] = identities.of(card, name)
    return found


def _with(known: Mapping[str, str], text: str) -> str:
    """The same lines with other identities. Identities are whole fields, and fields have no
    commas."""
    return "".join(
        ",".join(known.get(cell, cell) for cell in line.split(",")) + "\n"
        for line in text.splitlines()
    )
