"""The box score as tables: batting by slot, pitching by side, and the notes under them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from games.engine.folds.box_score import BattingLine, BoxScore, PitchingLine, SideBox, box_score
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.pitchers import PitcherLine
from games.engine.record import Record
from games.engine.situation import SLOTS
from games.presenters.boards import Club
from games.reported_boxes import box_of_report, names_in
from games.rules.reports import GameClaim
from games.season import SeasonLines, Who

Columns = Sequence[tuple[str, str]]

BATTING: Columns = (
    ("AB", "At-bats"),
    ("R", "Runs"),
    ("H", "Hits"),
    ("RBI", "Runs batted in"),
    ("BB", "Bases on balls"),
    ("Avg", "Batting average in this game"),
)
PITCHING: Columns = (
    ("IP", "Innings pitched"),
    ("H", "Hits"),
    ("R", "Runs"),
    ("ER", "Earned runs"),
    ("BB", "Bases on balls"),
    ("HR", "Home runs"),
    ("BF", "Batters faced"),
)
PITCHERS: Columns = (*PITCHING[:5], ("SO", "Strikeouts"), *PITCHING[5:])
NOTED = (
    ("doubles", "2B"),
    ("triples", "3B"),
    ("home_runs", "HR"),
    ("stolen_bases", "SB"),
    ("caught_stealing", "CS"),
    ("picked_off", "Picked off"),
    ("sacrifice_hits", "SH"),
    ("sacrifice_flies", "SF"),
    ("double_plays", "GIDP"),
)


class Named(Protocol):
    """Whatever knows what a side's players are called."""

    def name_of(self, player: int) -> str: ...


@dataclass(frozen=True)
class Row:
    """A line of a table: ``lead`` stands before the name, ``note`` after it; ``player`` is his side
    and his number there."""

    name: str
    cells: Sequence[object]
    note: str = ""
    lead: str = ""
    url: str = ""
    indent: bool = False
    player: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class SideTable:
    """A side's batting."""

    club: Club
    rows: Sequence[Row]
    totals: Sequence[object]
    notes: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Box:
    """Both sides' batting and the staffs' pitching; nothing for a game without batters."""

    batting: Sequence[SideTable]
    pitching: Sequence[Row]
    batting_columns: Columns = BATTING
    pitching_columns: Columns = PITCHING
    pitching_of: str = "Staff of"


PlayerPages = Callable[[int, int], str]
"""The address of a player's page, by his side and his number there; empty where he has none."""


def nowhere(side: int, player: int) -> str:
    """No address: players have no pages."""
    return ""


def box(
    record: Record,
    clubs: tuple[Club, Club],
    pages: PlayerPages = nowhere,
    score: BoxScore | None = None,
) -> Box:
    """The tables of a game as far as it has been played; ``score``: where it is counted already."""
    if not record.system.batters:
        return Box((), ())
    score = score or box_score(record)
    if record.lineups is not None:
        return _box_of_players(score, clubs, record.lineups, pages)
    return Box(
        batting=[_side(side, club) for side, club in zip(score.sides, clubs, strict=True)],
        pitching=[
            Row(club.name, _pitched(side.pitching))
            for side, club in zip(score.sides, clubs, strict=True)
            if side.pitching is not None
        ],
    )


def reported_box(
    claim: GameClaim,
    clubs: tuple[Club, Club],
    names: Mapping[int, str],
    pages: PlayerPages = nowhere,
) -> Box:
    """The tables of a game that was reported with its players' lines; ``names`` by card."""
    found = _box_of_players(box_of_report(claim), clubs, names_in(claim, names), pages)
    if claim.event_file:
        return found
    # How many a pitcher faced no report tells, and not every one the errors.
    return replace(
        found,
        batting=[
            side
            if claim.sides[at].errors is not None
            else replace(side, notes=[note for note in side.notes if note[0] != "E"])
            for at, side in enumerate(found.batting)
        ],
        pitching=[replace(row, cells=row.cells[:-1]) for row in found.pitching],
        pitching_columns=PITCHERS[:-1],
    )


def with_season(found: Box, lines: SeasonLines, who: Callable[[int, int], Who]) -> Box:
    """The same with everybody's season beside his line; ``who`` says whom a side's number is."""

    def beside(row: Row, told: Mapping[Who, str]) -> Row:
        return replace(row, cells=(*row.cells, told.get(who(*row.player), "")))

    if lines.batting:
        found = replace(
            found,
            batting=[
                replace(
                    side,
                    rows=[beside(row, lines.batting) for row in side.rows],
                    totals=(*side.totals, ""),
                )
                for side in found.batting
            ],
            batting_columns=(*found.batting_columns, lines.batting_head),
        )
    if lines.pitching:
        found = replace(
            found,
            pitching=[beside(row, lines.pitching) for row in found.pitching],
            pitching_columns=(*found.pitching_columns, lines.pitching_head),
        )
    return found


def _box_of_players(
    score: BoxScore, clubs: tuple[Club, Club], squads: tuple[Named, Named], pages: PlayerPages
) -> Box:
    """Every player by his name, substitutes set in under whom they came in for."""
    pitching: list[Row] = []
    for at, (side, club, squad) in enumerate(zip(score.sides, clubs, squads, strict=True)):
        pitching += [
            Row(
                squad.name_of(line.player) + (f" ({line.decision})" if line.decision else ""),
                pitcher_cells(line),
                note=club.abbreviation,
                url=pages(at, line.player),
                player=(at, line.player),
            )
            for line in side.pitchers
        ]
    return Box(
        batting=[
            _side(side, club, squad, partial(pages, at), at)
            for at, (side, club, squad) in enumerate(zip(score.sides, clubs, squads, strict=True))
        ],
        pitching=pitching,
        batting_columns=(*BATTING[:5], ("SO", "Strikeouts"), BATTING[5]),
        pitching_columns=PITCHERS,
        pitching_of="Pitcher",
    )


def batter_name(club: Club, slot: int) -> str:
    """The batter's name, or his place in the order where the club gives no names."""
    if slot > SLOTS:
        return "Earlier batters"
    return club.batting_order[slot - 1] if club.batting_order else f"Batter {slot}"


def _side(
    side: SideBox,
    club: Club,
    squad: Named | None = None,
    page_of: Callable[[int], str] = lambda player: "",
    at: int = 0,
) -> SideTable:
    def name_of(line: BattingLine) -> str:
        return squad.name_of(line.player) if squad is not None else batter_name(club, line.slot)

    def played(line: BattingLine) -> str:
        return "-".join(POSITION_NAMES[position] for position in line.positions)

    whole = squad is not None
    firsts = {line.slot: line.player for line in reversed(side.batting)}
    notes = [
        (
            short,
            ", ".join(
                name_of(line) + (f" ({count})" if count > 1 else "")
                for line in side.batting
                if (count := getattr(line, name))
            ),
        )
        for name, short in NOTED
    ]
    return SideTable(
        club=club,
        rows=[
            Row(
                name_of(line),
                _batted(line, whole=whole),
                note=played(line) if whole else "",
                lead="" if whole else _place(line.slot),
                indent=firsts[line.slot] != line.player,
                url=page_of(line.player),
                player=(at, line.player),
            )
            for line in side.batting
        ],
        totals=_batted(side.total, whole=whole),
        notes=[
            *((short, words) for short, words in notes if words),
            ("LOB", str(side.left_on_base)),
            ("E", str(side.errors)),
        ],
    )


def _place(slot: int) -> str:
    return str(slot) if slot <= SLOTS else ""


def _batted(line: BattingLine, *, whole: bool = False) -> Sequence[object]:
    counts = (line.at_bats, line.runs, line.hits, line.runs_batted_in, line.walks)
    average = line.average.replace("-", "–")
    return (*counts, line.strikeouts, average) if whole else (*counts, average)


def pitcher_cells(line: PitcherLine) -> Sequence[object]:
    """A pitcher's figures in the order of ``PITCHERS``."""
    return (
        line.innings,
        line.hits,
        line.runs,
        line.earned_runs,
        line.walks,
        line.strikeouts,
        line.home_runs,
        line.batters_faced,
    )


def _pitched(line: PitchingLine) -> Sequence[object]:
    return (
        line.innings,
        line.hits,
        line.runs,
        line.earned_runs,
        line.walks,
        line.home_runs,
        line.batters_faced,
    )
