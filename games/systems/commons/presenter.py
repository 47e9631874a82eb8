"""Commons Baseball cards on pages: each threshold as four dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.systems.commons.maker import CommonsMaker
from games.systems.commons.play.cards import (
    Threshold,
    chance_above,
    chance_at_or_above,
    chance_below,
    read_threshold,
    write_threshold,
)
from rosters.makers.base import HITTER
from rosters.models import Card
from rosters.presenters.figures import Figure, number
from rosters.presenters.systems import CardPresenter
from rosters.selectors.card_sets import row_of

HIGHEST = 10

NOTES = {
    "pinch": "May be pinch-hit for",
    "reliever": "Reliever",
    "commemorative": "Commemorative",
}


@dataclass(frozen=True)
class CardLine:
    """A line of the card: the event, the roll of four dice that causes it, and its chance."""

    label: str
    long: str
    rule: str
    faces: tuple[str, ...]
    percent: str


@dataclass(frozen=True)
class Face:
    rank: int
    pips: tuple[bool, ...]
    groups: Sequence[tuple[str, Sequence[CardLine]]]
    note: str
    named: str
    faults: Sequence[str] = ()


class CommonsPresenter(CardPresenter):
    """Shows thresholds as dice and the rank as ten pips."""

    system = "commons"
    name = "Commons Baseball"
    template = "commons/face.html"
    pages = (("Decks", "commons:decks"),)
    figures = (
        Figure(
            "rank",
            "Rank",
            "Rank for the salary cap, 10 is best",
            "",
            lambda: number("cells", "rank"),
            lambda sheet: int(sheet.card.cells.get("rank") or 0) or None,
        ),
    )
    ratings = tuple(
        (str(least), f"Rank {least}" + ("" if least == HIGHEST else " and better"))
        for least in range(HIGHEST, 1, -1)
    )

    def rated(self, asked: str) -> Q:
        """Ranks of at least the given one."""
        return Q(cells__rank__in=[str(rank) for rank in range(int(asked), HIGHEST + 1)])

    def face(self, card: Card) -> Face:
        """A hitter's hits, or a pitcher's walks and his results against either side."""
        cells = card.cells
        groups: list[tuple[str, list[CardLine]]]
        if card.kind == HITTER:
            groups = [
                (
                    "At the plate",
                    [
                        _up("HR", "Home run", cells["home_run"]),
                        _up("3B", "Triple", cells["triple"]),
                        _up("2B", "Double", cells["double"]),
                        _up("1B", "Single", cells["single"]),
                    ],
                ),
                ("On the bases", [_up("SB", "Stolen base", cells["steal"])]),
            ]
        else:
            groups = [("Any batter", [_walk(cells["walk"])])]
            for side, word in (("left", "Left-handed batters"), ("right", "Right-handed batters")):
                groups.append((word, [_duel(cells[f"out_{side}"], cells[f"hit_{side}"])]))
        rank = int(cells["rank"] or 0)
        return Face(
            rank=rank,
            pips=tuple(index < rank for index in range(HIGHEST)),
            groups=groups,
            note=NOTES.get(cells.get("special", ""), ""),
            named=f"Card of {cells.get('card_year') or card.year + 1}, season {card.year}",
            faults=[str(fault.message) for fault in CommonsMaker().faults(row_of(card))],
        )


def _up(label: str, long: str, cell: str) -> CardLine:
    threshold = read_threshold(cell)
    return _line(label, long, "or above", threshold, chance_at_or_above(threshold))


def _walk(cell: str) -> CardLine:
    threshold = read_threshold(cell)
    return _line("BB", "Walk", "below", threshold, chance_below(threshold))


def _duel(out: str, hit: str) -> CardLine:
    label, long, cell = (
        ("HIT", "Automatic hit", hit)
        if read_threshold(hit) is not None
        else (
            "OUT",
            "Automatic out",
            out,
        )
    )
    threshold = read_threshold(cell)
    if threshold is None:
        label, long = "–", "Neither out nor hit: the batter swings"
    return _line(label, long, "above", threshold, chance_above(threshold))


def _line(label: str, long: str, rule: str, threshold: Threshold, chance: float) -> CardLine:
    if threshold is None:
        return CardLine(label, long, "never", (), "")
    return CardLine(label, long, rule, tuple(write_threshold(threshold)), f"{100 * chance:.1f}%")
