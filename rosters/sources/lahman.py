"""The Lahman database: its tables as seasons of players, teams and parks.

Columns and their meanings: the database's own readme. Innings are outs (``IPouts``, ``InnOuts``);
``Fielding`` knows one outfield, so left, centre and right come from ``FieldingOFsplit`` where an
edition has it (seasons since 1954), else from the games in ``Appearances``. An empty cell is a
statistic that was not kept. The league ``NA`` is the National Association, not a missing value.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.utils.text import slugify

from config.refusals import Refusal, Refused
from rosters.rules.park_factors import ESTIMATOR, home_factor, park_of_runs
from rosters.sources.facts import ClubFacts, ParkFacts, PersonFacts
from rosters.sources.tables import MOST_FAULTS, Cells, Tables
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Season, Stint, combine

BATTING = ("playerID", "yearID", "stint", "teamID", "lgID", "G", "AB", "R", "H", "2B", "3B", "HR")
PITCHING = ("playerID", "yearID", "stint", "teamID", "lgID", "G", "GS", "IPouts", "H", "ER", "BB")
FIELDING = ("playerID", "yearID", "stint", "teamID", "lgID", "POS", "G")
APPEARANCES = ("playerID", "yearID", "teamID", "G_lf", "G_cf", "G_rf")
PEOPLE = ("playerID", "nameFirst", "nameLast", "bats", "throws")
TEAMS = ("yearID", "lgID", "teamID", "name", "G")
PARKS = ("parkkey", "parkname", "city", "state")
HOME_GAMES = ("yearkey", "teamkey", "parkkey", "games")

OUTFIELD = ("lf", "cf", "rf")


@dataclass
class Count:
    """Rows of each table: those of the wanted years, and those that became part of a season."""

    read: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Year:
    """One year whole: its seasons by person, its clubs, and their ballparks."""

    year: int
    seasons: dict[str, list[Season]]
    clubs: list[ClubFacts]
    parks: list[ParkFacts]


class Lahman:
    """A database at ``path``. Reading checks every row of the wanted years before anything is
    handed out, so that a fault is found while nothing has been stored."""

    def __init__(self, path: Path) -> None:
        self.tables = Tables(path)
        self.people = self._everybody()
        self.count = Count()
        self._places = self._ballparks()

    def _everybody(self) -> dict[str, PersonFacts]:
        """Everybody whom the database knows."""
        table = self.tables.has("People", "Master") or "People"
        return {
            key: PersonFacts(
                key=key,
                first_name=row.text("nameFirst"),
                last_name=row.text("nameLast") or key,
                bats=row.text("bats")[:1].upper(),
                throws=row.text("throws")[:1].upper(),
                birth_year=row.count("birthYear"),
                retrosheet=row.text("retroID"),
            )
            for row in self.tables.rows(table, PEOPLE)
            if (key := row.text("playerID"))
        }

    def years(self, wanted: Collection[int]) -> Iterator[Year]:
        """The wanted years in order, one at a time: memory holds one year, the rest is on disk.

        Refused before the first: faults of rows, and ``person-missing`` for a player whom People
        does not know.
        """
        with TemporaryDirectory(prefix="horsehide-import-") as folder:
            spool = _Spool(Path(folder), wanted)
            faults = self._spool(spool)
            if faults:
                raise Refused(*faults)
            clubs = self._clubs(wanted)
            homes = self._homes(wanted)
            for year in sorted(wanted):
                of_year = [self._at_home(club, homes) for club in clubs.get(year, [])]
                found = self._year(year, spool, of_year, self._parks(of_year))
                if found.seasons:
                    yield found

    def _spool(self, spool: _Spool) -> list[Refusal]:
        """Check and sort the rows by year; the faults found."""
        faults: list[Refusal] = []
        jobs = [("Batting", BATTING), ("Pitching", PITCHING), ("Fielding", FIELDING)]
        if self.tables.has("FieldingOFsplit"):
            jobs.append(("FieldingOFsplit", FIELDING))
        if self.tables.has("Appearances"):
            jobs.append(("Appearances", APPEARANCES))
        with spool:
            for name, columns in jobs:
                stood: dict[tuple[str, ...], int] = {}
                for row in self.tables.rows(name, columns):
                    try:
                        year = int(row.required("yearID"))
                        if year in spool.wanted:
                            self._verify_known(row)
                            _verify_once(name, row, stood)
                            spool.add(year, name, _parsed(name, row))
                            self.count.read[name] += 1
                    except Refused as refused:
                        faults.extend(refused.refusals)
                    except ValueError:
                        faults.append(
                            row.fault("not-a-year", "yearID", f"{row.text('yearID')!r} is no year")
                        )
                    if len(faults) >= MOST_FAULTS:
                        return faults
        return faults

    def _verify_known(self, row: Cells) -> None:
        person = row.required("playerID")
        if person not in self.people:
            raise Refused(row.fault("person-missing", "playerID", f"People has no {person!r}"))

    def _year(
        self, year: int, spool: _Spool, clubs: list[ClubFacts], parks: list[ParkFacts]
    ) -> Year:
        batting: dict[tuple[str, int], tuple[str, str, BattingLine]] = {}
        pitching: dict[tuple[str, int], tuple[str, str, PitchingLine]] = {}
        fielding: dict[tuple[str, int], tuple[str, str, dict[str, FieldingLine]]] = {}
        outfield: dict[tuple[str, int], dict[str, FieldingLine]] = defaultdict(dict)
        games: dict[tuple[str, str], dict[str, int]] = {}
        for name, cells in spool.rows(year):
            if name == "Appearances":
                person, team, counts = cells
                games[person, team] = dict(zip(OUTFIELD, counts, strict=True))
                continue
            person, stint, team, league, position, counts = cells
            key = (person, stint)
            if name == "Batting":
                batting[key] = (team, league, BattingLine(*counts))
            elif name == "Pitching":
                pitching[key] = (team, league, PitchingLine(*counts))
            elif name == "Fielding":
                _, _, lines = fielding.setdefault(key, (team, league, {}))
                lines[position] = FieldingLine(position, *counts)
            else:
                outfield[key][position] = FieldingLine(position, *counts)
            self.count.used[name] += 1
        stints: dict[str, list[Stint]] = defaultdict(list)
        for key in sorted({*batting, *pitching, *fielding}):
            person, number = key
            team, league = (batting.get(key) or pitching.get(key) or fielding[key])[:2]
            lines = dict(fielding[key][2]) if key in fielding else {}
            if "of" in lines:
                lines |= outfield.get(key) or _by_games(lines["of"], games.get((person, team), {}))
                if any(position in lines for position in OUTFIELD):
                    del lines["of"]
            stints[person].append(
                Stint(
                    year=year,
                    number=number,
                    team=team,
                    league=league,
                    batting=batting[key][2] if key in batting else None,
                    pitching=pitching[key][2] if key in pitching else None,
                    fielding=tuple(lines.values()),
                )
            )
        seasons = {person: combine(found) for person, found in stints.items()}
        return Year(year, seasons, clubs, parks)

    def _clubs(self, wanted: Collection[int]) -> dict[int, list[ClubFacts]]:
        found: dict[int, list[ClubFacts]] = defaultdict(list)
        if not self.tables.has("Teams"):
            return found
        for row in self.tables.rows("Teams", TEAMS):
            year = int(row.required("yearID"))
            if year not in wanted:
                continue
            found[year].append(
                ClubFacts(
                    year=year,
                    league=row.text("lgID"),
                    division=row.text("divID"),
                    key=row.required("teamID"),
                    name=row.text("name"),
                    park=row.text("park"),
                    park_factor=row.count("BPF"),
                    totals={
                        column: row.count(column)
                        for column in (
                            *("G", "W", "L", "R", "RA"),
                            *("AB", "H", "2B", "3B", "HR", "BB", "SO"),
                        )
                    }
                    | {"IPouts": row.count("IPouts"), "HA": row.count("HA")},
                )
            )
        return found

    def _ballparks(self) -> dict[str, tuple[str, str]]:
        """Name and place of every ballpark by key; empty where an edition has no such table."""
        if not self.tables.has("Parks"):
            return {}
        return {
            row.required("parkkey"): (
                row.required("parkname"),
                ", ".join(filter(None, (row.text("city"), row.text("state")))),
            )
            for row in self.tables.rows("Parks", PARKS)
        }

    def _homes(self, wanted: Collection[int]) -> dict[tuple[int, str], str]:
        """Where a club played most of its home games, by year and club."""
        most: dict[tuple[int, str], tuple[int, str]] = {}
        if not self.tables.has("HomeGames"):
            return {}
        for row in self.tables.rows("HomeGames", HOME_GAMES):
            year = int(row.required("yearkey"))
            if year in wanted:
                club = (year, row.required("teamkey"))
                most[club] = max(most.get(club, (0, "")), (row.kept("games"), row.text("parkkey")))
        return {club: park for club, (_, park) in most.items()}

    def _at_home(self, club: ClubFacts, homes: Mapping[tuple[int, str], str]) -> ClubFacts:
        """The club with the key of its park: the table's own, or made of the park's name."""
        key = homes.get((club.year, club.key), "")
        return replace(club, park_key=key if key in self._places else slugify(club.park))

    def _parks(self, clubs: Sequence[ClubFacts]) -> list[ParkFacts]:
        """The parks of a year whose clubs have a factor; two clubs of one park share theirs."""
        factors: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for club in clubs:
            if club.park_factor is None or not club.park_key:
                continue
            place = self._places.get(club.park_key, (club.park, ""))
            factors[club.park_key, *place].append(club.park_factor)
        return [
            ParkFacts(
                key,
                name,
                city,
                park_of_runs(home_factor(sum(found) / len(found))),
                ESTIMATOR,
                round(sum(found) / len(found)),
            )
            for (key, name, city), found in factors.items()
        ]


class _Spool:
    """Rows on disk, a file a year, so that an import of every season needs little memory."""

    def __init__(self, folder: Path, wanted: Collection[int]) -> None:
        self.folder = folder
        self.wanted = frozenset(wanted)
        self._stack = ExitStack()

    def __enter__(self) -> _Spool:
        self._files = {
            year: self._stack.enter_context((self.folder / str(year)).open("w", encoding="utf-8"))
            for year in self.wanted
        }
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def add(self, year: int, table: str, cells: list[object]) -> None:
        self._files[year].write(json.dumps([table, cells], separators=(",", ":")) + "\n")

    def rows(self, year: int) -> Iterator[tuple[str, Any]]:
        with (self.folder / str(year)).open(encoding="utf-8") as stream:
            for line in stream:
                table, cells = json.loads(line)
                yield table, cells


def _verify_once(table: str, row: Cells, stood: dict[tuple[str, ...], int]) -> None:
    """``row-twice`` where an earlier row is of the same player, year and stint (and position): of
    two that differ none is known to be right. ``stood``: the lines of those before, by key."""
    columns = ("playerID", "yearID", "teamID" if table == "Appearances" else "stint", "POS")
    key = tuple(row.text(column) for column in columns)
    if key in stood:
        raise Refused(
            row.fault(
                "row-twice",
                "playerID",
                f"{key[0]}, {key[1]}, has a row of the same stint in line {stood[key]}",
            )
        )
    stood[key] = row.line


def _parsed(table: str, row: Cells) -> list[object]:
    if table == "Appearances":
        counts = [row.kept(f"G_{position}") for position in OUTFIELD]
        return [row.required("playerID"), row.required("teamID"), counts]
    stint = row.count("stint")
    if not stint:
        raise Refused(row.fault("not-a-count", "stint", "a stint is numbered from 1"))
    position = row.text("POS").lower() if table.startswith("Fielding") else ""
    values = {"Batting": _batting, "Pitching": _pitching}.get(table, _fielding)(row)
    return [
        row.required("playerID"),
        stint,
        row.required("teamID"),
        row.text("lgID"),
        position,
        values,
    ]


def _batting(row: Cells) -> list[int | None]:
    """The counts of ``BattingLine`` in its order."""
    hits = row.kept("H")
    if row.kept("2B") + row.kept("3B") + row.kept("HR") > hits:
        raise Refused(row.fault("too-few-hits", "H", "fewer hits than extra-base hits"))
    if hits > row.kept("AB"):
        raise Refused(row.fault("too-few-at-bats", "AB", "fewer at-bats than hits"))
    kept = [row.kept(column) for column in ("G", "AB", "R", "H", "2B", "3B", "HR")]
    loose = ("RBI", "SB", "CS")
    rest = ("SO", "IBB", "HBP", "SH", "SF", "GIDP")
    return [
        *kept,
        *(row.count(column) for column in loose),
        row.kept("BB"),
        *(row.count(column) for column in rest),
    ]


def _pitching(row: Cells) -> list[int | None]:
    """The counts of ``PitchingLine`` in its order."""
    if row.kept("GS") > row.kept("G"):
        raise Refused(row.fault("too-few-games", "G", "fewer games than starts"))
    return [
        *(row.kept(column) for column in ("W", "L", "G", "GS")),
        *(row.count(column) for column in ("CG", "SHO", "SV", "GF")),
        row.kept("IPouts"),
        row.kept("H"),
        row.count("R"),
        row.kept("ER"),
        row.kept("HR"),
        row.kept("BB"),
        *(
            row.count(column)
            for column in ("SO", "IBB", "WP", "HBP", "BK", "BFP", "SH", "SF", "GIDP")
        ),
    ]


def _fielding(row: Cells) -> list[int | None]:
    """The counts of ``FieldingLine`` in its order, the position apart."""
    if row.text("POS").lower() not in ("p", "c", "1b", "2b", "3b", "ss", "of", "dh", *OUTFIELD):
        raise Refused(row.fault("unknown-position", "POS", f"{row.text('POS')!r} is no position"))
    return [
        row.kept("G"),
        *(
            row.count(column)
            for column in ("GS", "InnOuts", "PO", "A", "E", "DP", "PB", "WP", "SB", "CS")
        ),
    ]


def _by_games(outfield: FieldingLine, games: dict[str, int]) -> dict[str, FieldingLine]:
    """Left, centre and right with the games known and nothing else told apart."""
    return {
        position: FieldingLine(
            position,
            played,
            starts=None,
            outs=None,
            putouts=None,
            assists=None,
            errors=None,
            double_plays=None,
        )
        for position, played in games.items()
        if played
    }
