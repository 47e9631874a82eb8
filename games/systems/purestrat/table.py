"""A Purestrat game as it lies on the table: the side of each card that counts, the cell thrown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.card_games.table_view import CardGrid, FaceUp, GridCell, GridRow, TableView
from games.engine.dice import INDEX_MASK, WORD_SHIFT
from games.engine.events import mark_of
from games.engine.folds.box_score import BattingLine, BoxScore, PitcherLine, box_score
from games.engine.game_state import BASES
from games.engine.record import Record
from games.systems.purestrat.play.cards import COLUMNS, ROWS, TWENTY, WAYS, Side
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.readings import (
    DOUBLE,
    HIT_BY_PITCH,
    HOME_RUN,
    SINGLE,
    TRIPLE,
    WALK,
    kind_of,
    write_reading,
)
from games.systems.purestrat.play.throws import CELL, PLATE, WHITE
from games.systems.purestrat.text.notation import write_stealing

GOOD: Final = frozenset((SINGLE, DOUBLE, TRIPLE, HOME_RUN, WALK, HIT_BY_PITCH))
"""For the batter."""
HANDS: Final = {"L": "left", "R": "right", "S": "both ways"}
BATTERS_COLUMNS: Final = 3
"""White dice that point at the batter's card; the others at the pitcher's."""


def table_view(record: Record, game: PurestratGame) -> TableView:
    """What there is to see while the record waits for its next entry."""
    box = box_score(record)
    hit = _cell_hit(record, game)
    found = [_pitcher(game, box, hit), _batter(game, box, hit)]
    found += [_runner(game, base) for base in range(1, len(BASES) + 1) if game.runners.on[base]]
    return TableView(found)


def _cell_hit(record: Record, game: PurestratGame) -> int | None:
    """The throw at the plate of the play that is under way, as its index."""
    told = max(map(mark_of, record.events), default=0)
    for entry in game.table.entries[told:]:
        if entry >= 0 and entry >> WORD_SHIFT == PLATE.code:
            return int(entry & INDEX_MASK)
    return None


def _pitcher(game: PurestratGame, box: BoxScore, hit: int | None) -> FaceUp:
    side = int(1 - game.half)
    card = game.defence.mound
    left = game.bats_left()
    line = _pitching_today(box, side, int(game.defence.on_mound))
    return FaceUp(
        side,
        "On the mound",
        card.name,
        _told(f"throws {HANDS[card.throws]}", f"hold {card.hold}", line),
        grids=[
            _grid(
                card.left if left else card.right,
                f"Against {'left' if left else 'right'}-handed batters",
                BATTERS_COLUMNS + 1,
                hit if hit is not None and WHITE[hit] > BATTERS_COLUMNS else None,
            )
        ],
    )


def _batter(game: PurestratGame, box: BoxScore, hit: int | None) -> FaceUp:
    side = int(game.half)
    card = game.batter()
    left = game.defence.mound.throws == "L"
    power = card.power_left if left else card.power_right
    line = _batting_today(box, side, int(game.offence.lineup.slots[game.offence.up]))
    return FaceUp(
        side,
        "At bat",
        card.name,
        _told(
            f"bats {HANDS[card.bats]}",
            "normal power" if power else "weak power",
            f"runs 1-{card.running}",
            line,
        ),
        grids=[
            _grid(
                card.left if left else card.right,
                f"Against {'left' if left else 'right'}-handed pitchers",
                1,
                hit if hit is not None and WHITE[hit] <= BATTERS_COLUMNS else None,
            )
        ],
    )


def _runner(game: PurestratGame, base: int) -> FaceUp:
    card = game.runner(base)
    steals = write_stealing(card.stealing)
    return FaceUp(
        int(game.half),
        f"On {BASES[base - 1]}",
        card.name,
        _told(f"runs 1-{card.running}", f"steals {steals}" if steals else "does not steal"),
    )


def _told(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _batting_today(box: BoxScore, side: int, man: int) -> str:
    lines = (box.away, box.home)[side].batting
    line = next((each for each in lines if each.man == man), None)
    if line is None or not line.plate_appearances:
        return ""
    return f"today {line.hits} for {line.at_bats}{_more(line)}"


def _more(line: BattingLine) -> str:
    counts = (
        ("2B", line.doubles),
        ("3B", line.triples),
        ("HR", line.home_runs),
        ("BB", line.walks),
    )
    return "".join(f", {count if count > 1 else ''}{name}" for name, count in counts if count)


def _pitching_today(box: BoxScore, side: int, man: int) -> str:
    lines: Sequence[PitcherLine] = (box.away, box.home)[side].pitchers
    line = next((each for each in lines if each.man == man), None)
    if line is None or not line.batters_faced:
        return ""
    runs = "1 run" if line.runs == 1 else f"{line.runs} runs"
    return f"today {line.outs // 3}.{line.outs % 3} innings, {runs}"


def _grid(side: Side, caption: str, first: int, hit: int | None) -> CardGrid:
    """A side of a card: columns by the white die, rows by the sum of the coloured ones."""
    lit = CELL[hit] if hit is not None else -1
    return CardGrid(
        caption,
        [str(first + column) for column in range(COLUMNS)],
        [
            GridRow(
                str(row + 2),
                [
                    GridCell(list(_parts(side, column * ROWS + row)), column * ROWS + row == lit)
                    for column in range(COLUMNS)
                ],
                f"{WAYS[row + 2]} in 36",
            )
            for row in range(ROWS)
        ],
    )


def _parts(side: Side, cell: int) -> Iterator[tuple[str, bool]]:
    """The readings of a cell with the d20's faces that bring them, and whether the batter likes
    them."""
    begin = 1
    for packed, faces in side.parts(cell):
        text = write_reading(packed)
        if faces < TWENTY:
            end = begin + faces - 1
            text += f" {begin}-{end}" if end > begin else f" {begin}"
            begin = end + 1
        yield text, kind_of(packed) in GOOD
