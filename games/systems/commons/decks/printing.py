"""Printed sheets of a deck, in boxes measured in millimeters (CB-068, CB-069).

Avery 5160 is a Letter sheet of 3 by 10 labels, 66.7 by 25.4 mm, 12.7 mm from the top and 4.8 mm
from the left, 69.9 mm from one to the next; the A4 sheet has 3 by 8 labels of 70 by 37.125 mm
without gaps. A slip fits a penny sleeve behind a card of 63.5 by 88.9 mm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.systems.commons.decks.presenter import Row, Shown
from rosters.makers.base import HITTER

GODS: Final = (("Hit", 3), ("Out", 3), ("Advance", 3), ("Challenge", 2))
GOD_WORDS: Final = {
    "Hit": "A single without a swing, once the pitch is delivered. May be challenged.",
    "Out": "The batter is out before the pitch. May be challenged.",
    "Advance": "A runner takes one more base on a hit. May not be challenged.",
    "Challenge": "Cancels a hit or an out that was just played.",
    "Double": "Super god: two bases without a swing. May not be challenged.",
    "Two outs": "Super god: the batter and the next one are out. May not be challenged.",
}
SUPERS: Final = ("Double", "Two outs")
INNINGS: Final = range(1, 13)


@dataclass(frozen=True)
class Sheet:
    """A printable sheet: its name, its template, boxes per page and the CSS class that places
    them."""

    label: str
    template: str
    page: int = 0
    style: str = ""


SHEETS: Final[Mapping[str, Sheet]] = {
    "labels-5160": Sheet("Labels, Avery 5160", "labels", 30, "pr-5160"),
    "labels-a4": Sheet("Labels, A4 of 24", "labels", 24, "pr-a4"),
    "slips": Sheet("Penny-sleeve slips", "labels", 9, "pr-slips"),
    "list": Sheet("Deck list", "list"),
    "gods": Sheet("God cards", "gods", 9, "pr-slips"),
    "score": Sheet("Score sheet", "score"),
}


@dataclass(frozen=True)
class Label:
    """The text of a label: the player, and his thresholds as faces."""

    number: str
    name: str
    facts: str
    thresholds: Sequence[tuple[str, str]]


def label_of(row: Row) -> Label:
    cells, card = row.card.cells, row.card
    shown: list[tuple[str, str]]
    if card.kind == HITTER:
        shown = [
            (label, cells.get(column) or "-")
            for label, column in (
                ("1B", "single"),
                ("2B", "double"),
                ("3B", "triple"),
                ("HR", "home_run"),
                ("SB", "steal"),
            )
        ]
        hand = f"bats {card.bats or '?'}"
    else:
        shown = [("BB", cells.get("walk") or "-"), *_sides(cells)]
        hand = f"throws {card.throws or '?'}"
    marks = {"pinch": "pinch hit", "reliever": "reliever"}.get(cells.get("special", ""), "")
    facts = " · ".join(part for part in (str(card.year), " ".join(card.teams), hand, marks) if part)
    place = f"{'P' if row.law.pitches else 'B'}{row.number}"
    return Label(place, card.name, f"{facts} · {row.law.rank} pt", shown)


def _sides(cells: Mapping[str, str]) -> list[tuple[str, str]]:
    thresholds = []
    for side, letter in (("left", "L"), ("right", "R")):
        out, hit = cells.get(f"out_{side}") or "-", cells.get(f"hit_{side}") or "-"
        thresholds.append((f"HIT {letter}", hit) if hit != "-" else (f"OUT {letter}", out))
    return thresholds


def pages(boxes: Sequence[Any], each: int) -> list[Sequence[Any]]:
    """The boxes, split into pages of ``each``."""
    return [boxes[start : start + each] for start in range(0, len(boxes), each)]


def printed(what: str, deck: Shown) -> dict[str, Any]:
    """The context of a sheet's template."""
    sheet = SHEETS[what]
    rows = [*deck.batters, *deck.pitchers]
    if sheet.template == "labels":
        return {"pages": pages([label_of(row) for row in rows], sheet.page)}
    if sheet.template == "gods":
        names = [name for name, count in GODS for _ in range(count)]
        both = [(name, GOD_WORDS[name]) for name in (*names, *names, *SUPERS)]
        return {"pages": pages(both, sheet.page)}
    if sheet.template == "score":
        return {"innings": INNINGS, "rows": rows, "gods": GODS}
    return {"rows": [(row, label_of(row)) for row in rows], "shown": deck}
