"""The box score as tables: batting by slot, pitching by side, and the notes under them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.folds.box_score import BattingLine, BoxScore, PitchingLine, SideBox, box_score
from games.engine.record import Record
from games.engine.situation import SLOTS
from games.showing.boards import Club

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


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    name: str
    cells: Sequence[object]
    note: str = ""
    url: str = ""
    indent: bool = False


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


def box(record: Record, clubs: tuple[Club, Club]) -> Box:
    """The tables of a game as far as it has been played."""
    score: BoxScore = box_score(record)
    if not record.system.batters:
        return Box((), ())
    return Box(
        batting=[_side(side, club) for side, club in zip(score.sides, clubs, strict=True)],
        pitching=[
            Row(club.name, _pitched(side.pitching))
            for side, club in zip(score.sides, clubs, strict=True)
            if side.pitching is not None
        ],
    )


def batter_name(club: Club, slot: int) -> str:
    """The batter's name, or his place in the order where the club gives no names."""
    if slot > SLOTS:
        return "Earlier batters"
    return club.batting_order[slot - 1] if club.batting_order else f"Batter {slot}"


def _side(side: SideBox, club: Club) -> SideTable:
    notes = [
        (
            short,
            ", ".join(
                batter_name(club, line.slot) + (f" ({count})" if count > 1 else "")
                for line in side.batting
                if (count := getattr(line, name))
            ),
        )
        for name, short in NOTED
    ]
    return SideTable(
        club=club,
        rows=[
            Row(batter_name(club, line.slot), _batted(line), note=_place(line.slot))
            for line in side.batting
        ],
        totals=_batted(side.total),
        notes=[
            *((short, words) for short, words in notes if words),
            ("LOB", str(side.left_on_base)),
            ("E", str(side.errors)),
        ],
    )


def _place(slot: int) -> str:
    return str(slot) if slot <= SLOTS else ""


def _batted(line: BattingLine) -> Sequence[object]:
    return (
        line.at_bats,
        line.runs,
        line.hits,
        line.runs_batted_in,
        line.walks,
        line.average.replace("-", "–"),
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
