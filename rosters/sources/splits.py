"""Real left/right splits as tables that people have: a row for a player and an opponent's hand.

Two forms are read, told apart by their headers. Batters have ``vs_throws`` (the pitcher's hand),
pitchers ``vs_bats`` (the side the batter stood on); both ``playerID`` or ``retroID`` and counts by
their usual names, of which AB, H, 2B, 3B, HR and BB are needed. A count without a column was not
kept. A player who never faced a hand has no row for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import TableRow, header_form, read_table
from rosters.sources.tables import MOST_FAULTS, Cells
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Splits

HAND_COLUMNS = ("vs_throws", "vs_bats")
KEY_COLUMNS = ("playerID", "retroID")
NEEDED = ("AB", "H", "2B", "3B", "HR", "BB")
HANDS = {"L": "left", "R": "right"}


@dataclass(frozen=True)
class SplitTable:
    """Splits by player's key; ``by_retrosheet`` says that the keys are Retrosheet's, ``pitching``
    that the lines are those of the batters a pitcher faced; ``lines`` tells where each stands."""

    name: str
    pitching: bool
    by_retrosheet: bool
    splits: dict[str, Splits]
    lines: dict[str, int]

    def fault(self, key: str, code: str, what: str) -> Refusal:
        """A refusal that names the line of a player's first row."""
        return Refusal(code, f"{self.name} line {self.lines[key]}: {what}.", self.place(key))

    def place(self, key: str) -> str:
        """File and line of a player's first row."""
        return f"{self.name}:{self.lines[key]}"


def read_splits(path: Path) -> SplitTable:
    """The table in a file; every fault of it refused at once, by line and column.

    ``no-such-file``, ``not-splits`` for other headers, ``column-missing``, ``cell-empty``,
    ``not-a-count``, ``unknown-hand``, ``hand-twice``, ``too-few-hits``, ``too-few-at-bats``,
    ``not-csv``, ``not-utf-8``.
    """
    if not path.is_file():
        raise Refused(Refusal("no-such-file", f"There is no file {path.name}.", path.name))
    rows = read_table(
        path.read_bytes(),
        known=(*HAND_COLUMNS, *KEY_COLUMNS, *NEEDED),
        place=lambda line, number: f"{path.name}:{line}",
    )
    return _table(path.name, list(rows))


def _table(name: str, rows: Sequence[TableRow]) -> SplitTable:
    columns = rows[0].cells if rows else {}
    hand = next((each for each in HAND_COLUMNS if each in columns), None)
    key = next((each for each in KEY_COLUMNS if each in columns), None)
    if hand is None or key is None:
        raise Refused(
            Refusal(
                "not-splits",
                f"{name} has no vs_throws or vs_bats beside playerID or retroID.",
                f"{name}:1",
            )
        )
    refuse_all(
        Refusal("column-missing", f"{name} has no column {column}.", f"{name}:1:{column}")
        for column in NEEDED
        if column not in columns
    )
    return _read(name, rows, hand, key)


def _read(name: str, rows: Sequence[TableRow], hand: str, key: str) -> SplitTable:
    by_player: dict[str, dict[str, BattingLine]] = {}
    lines: dict[str, int] = {}
    faults: list[Refusal] = []
    for each in rows:
        if len(faults) >= MOST_FAULTS:
            break
        number = each.line
        row = Cells(
            name, number, {header_form(column): cell for column, cell in each.cells.items()}
        )
        try:
            player = row.required(key)
            side = HANDS.get(row.text(hand).upper())
            if side is None:
                raise Refused(row.fault("unknown-hand", hand, f"{row.text(hand)!r} is not L or R"))
            lines.setdefault(player, number)
            sides = by_player.setdefault(player, {})
            if side in sides:
                raise Refused(row.fault("hand-twice", hand, f"{player} has this hand already"))
            sides[side] = _line(row)
        except Refused as refused:
            faults.extend(refused.refusals)
    refuse_all(faults)
    nobody = BattingLine()
    return SplitTable(
        name,
        hand == "vs_bats",
        key == "retroID",
        {
            player: Splits(sides.get("left", nobody), sides.get("right", nobody))
            for player, sides in by_player.items()
        },
        lines,
    )


def _line(row: Cells) -> BattingLine:
    line = BattingLine(
        at_bats=row.kept("AB"),
        hits=row.kept("H"),
        doubles=row.kept("2B"),
        triples=row.kept("3B"),
        home_runs=row.kept("HR"),
        runs_batted_in=None,
        stolen_bases=None,
        caught_stealing=None,
        walks=row.kept("BB"),
        strikeouts=row.count("SO"),
        intentional_walks=row.count("IBB"),
        hit_by_pitch=row.count("HBP"),
        sacrifice_hits=row.count("SH"),
        sacrifice_flies=row.count("SF"),
        double_plays=row.count("GIDP"),
    )
    if line.singles < 0:
        raise Refused(row.fault("too-few-hits", "H", "fewer hits than extra-base hits"))
    if line.hits > line.at_bats:
        raise Refused(row.fault("too-few-at-bats", "AB", "fewer at-bats than hits"))
    return line
