"""Purestrat cards on pages: three columns of readings for each hand, the ratings above them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from rosters.makers.base import HITTER, PITCHER
from rosters.models import Card
from rosters.presenters.figures import Figure, Sheet, number
from rosters.presenters.systems import CardPresenter
from rosters.presenters.words import POSITION_WORDS
from rosters.stats.lines import POSITIONS

GOOD = ("SI", "DO", "TR", "HR", "BB", "HBP", "BPHR", "BPSI", "$SI")
"""How a reading begins that is good for the batter."""


def _upto(worst: int) -> str:
    return "1" if worst == 1 else f"1 to {worst}"


@dataclass(frozen=True)
class CardPart:
    """A reading with its range, and whether it is good for the batter."""

    text: str
    good: bool


@dataclass(frozen=True)
class Row:
    """A sum of the coloured dice and what stands there in three columns."""

    total: str
    cells: tuple[tuple[CardPart, ...], ...]


@dataclass(frozen=True)
class Half:
    """One side of a card."""

    label: str
    columns: tuple[int, int, int]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Face:
    """The face of a Purestrat card."""

    ratings: Sequence[tuple[str, str]]
    halves: tuple[Half, Half]


def _rating(
    key: str, short: str, long: str, kind: str, column: str, *, low: bool = False
) -> Figure:
    def read(sheet: Sheet) -> int | None:
        cell = sheet.card.cells.get(column)
        return int(cell) if cell else None

    return Figure(key, short, long, kind, lambda: number("cells", column), read, low=low)


RANGES = (1, 2, 3)
"""Fielding ranges that are worth asking for, from the best."""

CLOSER = "closer"


class PurestratPresenter(CardPresenter):
    """The two sides as they are read at a table."""

    system = "purestrat"
    name = "Purestrat"
    template = "purestrat/face.html"
    code = frozenset({"left", "right"})
    eligibility = "Eligibility"
    eligibility_rules = ("T10.11", "T10.2")
    figures = (
        _rating("run", "Run", "Running, 17 is fastest", HITTER, "run"),
        _rating("start", "Start", "Point of weakness as a starter, innings", PITCHER, "starter"),
        _rating("hold", "Hold", "Hold, lower is better", PITCHER, "hold", low=True),
    )
    ratings = (
        *(
            (f"{position}-{worst}", f"{POSITION_WORDS[position]}, range {_upto(worst)}")
            for position in POSITIONS[1:]
            for worst in RANGES
        ),
        (CLOSER, "Closer"),
    )

    def rated(self, asked: str) -> Q:
        """Who plays a position with a range as good, or who has closer endurance (S27.63)."""
        if asked == CLOSER:
            return Q(kind=PITCHER, cells__relief__regex="/[0-9]")
        position, _, worst = asked.partition("-")
        return Q(kind=HITTER, cells__field__regex=rf"(^| ){position}-[1-{worst}]")

    def face(self, card: Card) -> Face:
        """Ratings in the order of the card, and both sides."""
        cells = card.cells
        names: tuple[str, ...]
        if card.kind == HITTER:
            names = ("power", "steal", "run", "bunt", "hit_and_run", "field")
            columns, against = (1, 2, 3), "pitchers"
        else:
            names = ("starter", "relief", "hold", "wild_pitch", "balk", "field", "hitting")
            columns, against = (4, 5, 6), "batters"
        return Face(
            ratings=[(LABELS[name], _written(name, cells.get(name, ""))) for name in names],
            halves=(
                Half(f"Against left-handed {against}", columns, _rows(cells.get("left", ""))),
                Half(f"Against right-handed {against}", columns, _rows(cells.get("right", ""))),
            ),
        )


LABELS = {
    "power": "Power",
    "steal": "Steal",
    "run": "Run",
    "bunt": "Bunt",
    "hit_and_run": "Hit and run",
    "field": "Field",
    "starter": "Starter",
    "relief": "Relief",
    "hold": "Hold",
    "wild_pitch": "WP",
    "balk": "Balk",
    "hitting": "Bats",
}


def _written(name: str, cell: str) -> str:
    if not cell:
        return "–"
    if name == "run":
        return f"1–{cell}"
    if name == "starter":
        return f"({cell})"
    if name == "relief":
        point, _, closer = cell.partition("/")
        return f"({point})/{closer}"
    return f"#{cell}" if name == "hitting" else cell


def _rows(text: str) -> tuple[Row, ...]:
    rows = []
    for line in text.split(" / "):
        total, *cells = (part.strip() for part in line.split("|"))
        if cells:
            rows.append(Row(total, tuple(_cell(cell) for cell in cells)))
    return tuple(rows)


def _cell(text: str) -> tuple[CardPart, ...]:
    parts = (part.strip() for part in text.split(","))
    return tuple(CardPart(part, part.startswith(GOOD)) for part in parts)
