"""A Deep Drive game as it lies on the table: both cards with the lines that the dice point at, and
the cards of the men on base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.card_games.table_view import CardGrid, FaceUp, GridCell, GridRow, TableView
from games.engine.dice import INDEX_MASK, WORD_SHIFT
from games.engine.events import mark_of
from games.engine.game_state import BASES
from games.engine.record import Record
from games.systems.deep_drive.play.cards import Batter, Pitcher
from games.systems.deep_drive.play.game import PITCHERS_CARD, DeepDriveGame
from games.systems.deep_drive.play.throws import DEEP_DRIVE, PLATE
from games.systems.deep_drive.text.card_layout import Half, Layout, layout_of

OUT: Final = "OUT"
HANDS: Final = {"L": "left", "R": "right", "S": "both ways"}
NOT_HIT: Final = -1


class Thrown:
    """The dice of the play that is under way: the percentile and the modifier of the throw at the
    plate, and the percentile of a deep drive; -1 where none was thrown."""

    def __init__(self, record: Record, game: DeepDriveGame) -> None:
        self.plate = self.modifier = self.deep = NOT_HIT
        told = max(map(mark_of, record.events), default=0)
        for entry in game.table.entries[told:]:
            if entry < 0:
                continue
            dice, index = int(entry >> WORD_SHIFT), int(entry & INDEX_MASK)
            if dice == PLATE.code:
                self.plate, self.modifier = divmod(index, 10)
                self.deep = NOT_HIT
            elif dice == DEEP_DRIVE.code:
                self.deep = index // 10

    @property
    def on_pitchers(self) -> bool:
        """Whether the throw at the plate is read on the pitcher's card."""
        return self.plate >= PITCHERS_CARD


def table_view(record: Record, game: DeepDriveGame) -> TableView:
    """What there is to see while the record waits for its next entry."""
    thrown = Thrown(record, game)
    mound, batter = game.defence.mound, game.batter()
    found = [
        _card(1 - game.half, "On the mound", mound, f"throws {HANDS[mound.throws]}", thrown),
        _card(game.half, "At bat", batter, f"bats {HANDS[batter.bats]}", thrown),
    ]
    for base in range(1, len(BASES) + 1):
        if game.runners.on[base]:
            runner = game.offence.batters[game.runners.on[base]]
            told = ", ".join(
                f"{label} {value}" for label, _, value in layout_of(runner).ratings[:2]
            )
            found.append(FaceUp(int(game.half), f"On {BASES[base - 1]}", runner.name, told))
    return TableView(found)


def _card(side: int, role: str, card: Batter | Pitcher, hand: str, thrown: Thrown) -> FaceUp:
    layout = layout_of(card)
    ratings = [f"{label} {value}" for label, _, value in layout.ratings if value != "–"]
    pitches = isinstance(card, Pitcher)
    plate = thrown.plate if thrown.plate >= 0 and thrown.on_pitchers == pitches else NOT_HIT
    numbers = (plate,) if pitches else (plate, thrown.deep)
    return FaceUp(
        int(side),
        role,
        card.name,
        ", ".join((hand, *ratings)),
        grids=[
            *(_half(half, number) for half, number in zip(layout.halves, numbers, strict=True)),
            _codes(layout, thrown.modifier if _is_out(layout, plate) else NOT_HIT),
        ],
    )


def _half(half: Half, number: int) -> CardGrid:
    """Readings with their ranges; the one that holds the number is lit."""
    return CardGrid(
        half.label,
        (),
        [
            GridRow(
                line.reading,
                [
                    GridCell(
                        [(", ".join(line.ranges), line.good)],
                        number >= 0 and line.holds(number),
                    )
                ],
                f"{line.long}: {line.numbers} in 100",
            )
            for line in half.lines
        ],
    )


def _is_out(layout: Layout, number: int) -> bool:
    return number >= 0 and any(
        line.reading == OUT and line.holds(number) for line in layout.halves[0].lines
    )


def _codes(layout: Layout, modifier: int) -> CardGrid:
    """The ten codes under OUT by the modifier die."""
    codes: Sequence[str] = layout.outs
    return CardGrid(
        "Out, by the modifier",
        [str(face) for face in range(len(codes))],
        [GridRow("", [GridCell([(code, False)], at == modifier) for at, code in enumerate(codes)])],
    )
