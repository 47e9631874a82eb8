"""Deep Drive cards on pages: two columns of ranges, ten out codes, the ratings above them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from config.refusals import Refused
from games.systems.deep_drive.cards.maker import card_of
from games.systems.deep_drive.play.cards import BEST_RATING
from games.systems.deep_drive.text.card_layout import Layout, layout_of
from rosters.makers.base import HITTER, PITCHER, CardRow
from rosters.models import Card
from rosters.presenters.figures import Figure, Sheet, number
from rosters.presenters.systems import CardPresenter
from rosters.presenters.words import POSITION_WORDS
from rosters.stats.lines import POSITIONS

GOOD_RATINGS = (5, 4, 3)
"""Fielding ratings that are worth asking for, from the best."""

FAST = "fast"


@dataclass(frozen=True)
class Face:
    """The face of a card: how it is laid out, and, of one made here, what it plays like beside what
    the player did, and what of it was not kept."""

    layout: Layout
    plays: str
    played: str
    estimated: str


def _from(least: int) -> str:
    return f"{least}" if least == BEST_RATING else f"{least} to {BEST_RATING}"


def _rating(
    key: str, short: str, long: str, kind: str, column: str, *, low: bool = False
) -> Figure:
    def read(sheet: Sheet) -> int | None:
        cell = sheet.card.cells.get(column)
        return int(cell) if cell and cell != "-" else None

    return Figure(key, short, long, kind, lambda: number("cells", column), read, low=low)


class DeepDrivePresenter(CardPresenter):
    """The card as it lies on the table."""

    system = "deep-drive"
    name = "Deep Drive"
    template = "deep_drive/face.html"
    code = frozenset({"left", "right", "outs", "card"})
    pages = (("Charts", "deep-drive:all-charts"), ("Score sheet", "deep-drive:print-score"))
    printed_set = "deep-drive:print-set"
    printed_squad = "deep-drive:print-squad"
    figures = (
        _rating("start", "Start", "Batters in a usual start", PITCHER, "starter"),
        _rating("relief", "Relief", "Batters in a usual relief outing", PITCHER, "relief"),
        _rating("hold", "H", "Hold, lower is better", PITCHER, "hold", low=True),
    )
    ratings = (
        *(
            (f"{position}-{least}", f"{POSITION_WORDS[position]}, {_from(least)}")
            for position in POSITIONS[1:]
            for least in GOOD_RATINGS
        ),
        (FAST, "F or VF"),
    )

    def rated(self, asked: str) -> Q:
        """Who plays a position so well, or who is fast."""
        if asked == FAST:
            return Q(kind=HITTER, cells__run__in=["F", "VF"])
        position, _, least = asked.partition("-")
        return Q(kind=HITTER, cells__field__regex=rf"(^| ){position}-[{least}-{BEST_RATING}]")

    def face(self, card: Card) -> Face | None:
        """The layout of a card; ``None`` of one whose cells make none (they are checked before
        they are stored)."""
        return face_of(card)


def face_of(card: Card) -> Face | None:
    """The face of a stored card; ``None`` where its cells make none."""
    row = CardRow(
        key=card.key,
        name=card.name,
        year=card.year,
        teams=tuple(card.teams),
        kind=card.kind,
        bats=card.bats,
        throws=card.throws,
        positions=tuple(card.positions.split()),
        cells=card.cells,
    )
    try:
        layout = layout_of(card_of(row))
    except Refused:
        return None
    return Face(
        layout,
        plays=card.cells.get("plays", ""),
        played=card.cells.get("played", ""),
        estimated=card.cells.get("estimated", ""),
    )
