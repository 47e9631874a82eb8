"""Cards side by side: a line for each of their figures, with differences marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from config.ui.numbers import NOTHING
from rosters.makers.base import maker_or_plain
from rosters.models import Card
from rosters.presenters.address import Address
from rosters.presenters.drawn import DrawnCard, drawn
from rosters.presenters.figures import BATTING, PITCHING, Figure, Sheet
from rosters.presenters.systems import presenter_of
from rosters.presenters.words import HANDS, runs
from rosters.selectors.clubs import ClubNames
from rosters.selectors.standing import standing


@dataclass(frozen=True)
class Cell:
    """The text of one card in a line; ``best`` marks the best of the line, if there is one."""

    text: str
    best: bool = False


@dataclass(frozen=True)
class ComparisonLine:
    label: str
    cells: Sequence[Cell]

    @property
    def differs(self) -> bool:
        return len({cell.text for cell in self.cells}) > 1


@dataclass(frozen=True)
class Comparison:
    """The cards, each with the address that leaves it out, and the lines under their headings."""

    cards: Sequence[tuple[DrawnCard, str]]
    groups: Sequence[tuple[str, Sequence[ComparisonLine]]]


def comparison(cards: Sequence[Card], names: ClubNames, here: Address) -> Comparison:
    """Compare cards, whose sets and seasons are loaded, in the order given."""
    sheets = [Sheet(card) for card in cards]
    kinds = {card.kind for card in cards}
    groups = [
        ("The player", _player(cards)),
        ("His card", _own(cards, sheets)),
        ("At bat that year", _figures(_of_both(BATTING, kinds), sheets)),
        ("Pitching that year", _figures(_of_both(PITCHING, kinds), sheets)),
    ]
    ids = [str(card.pk) for card in cards]
    return Comparison(
        [
            (drawn(card, names), here.asking(card=[pk for pk in ids if pk != str(card.pk)]))
            for card in cards
        ],
        [(title, lines) for title, lines in groups if lines],
    )


def _player(cards: Sequence[Card]) -> list[ComparisonLine]:
    def judged(card: Card) -> str:
        card_standing = standing(card, maker_or_plain(card.card_set.system_key))
        return ", ".join(card_standing.able) or card_standing.short or NOTHING

    words: list[tuple[str, Callable[[Card], str]]] = [
        ("Year", lambda card: str(card.year)),
        ("Bats", lambda card: HANDS.get(card.bats, NOTHING)),
        ("Throws", lambda card: HANDS.get(card.throws, NOTHING)),
        ("Positions", lambda card: card.positions.upper() or NOTHING),
    ]
    if not maker_or_plain(cards[0].card_set.system_key).judges():
        words.append((presenter_of(cards[0].card_set.system_key).eligibility, judged))
    return [ComparisonLine(label, [Cell(say(card)) for card in cards]) for label, say in words]


def _own(cards: Sequence[Card], sheets: Sequence[Sheet]) -> list[ComparisonLine]:
    """The value and, for cards of one system, its figures and every readable cell."""
    values = [card.value for card in cards]
    lines = [
        ComparisonLine(
            "Value",
            [Cell(runs(value), best) for value, best in zip(values, _best(values), strict=True)],
        )
    ]
    if len({card.card_set.system_key for card in cards}) > 1:
        return lines
    presenter = presenter_of(cards[0].card_set.system_key)
    kinds = {"", *(card.kind for card in cards)}
    figures = [figure.among_all() for figure in presenter.figures if figure.kind in kinds]
    lines += _figures(figures, sheets)
    shown = {figure.key for figure in figures} | presenter.code
    columns = dict.fromkeys(column for card in cards for column in card.cells)
    for column in columns:
        cells = [card.cells.get(column, "") for card in cards]
        if any(cell not in ("", "-") for cell in cells) and column not in shown:
            words = column.replace("_", " ").capitalize()
            lines.append(
                ComparisonLine(
                    words, [Cell(NOTHING if cell in ("", "-") else cell) for cell in cells]
                )
            )
    return lines


def _of_both(figures: Sequence[Figure], kinds: set[str]) -> list[Figure]:
    """The figures of these kinds; beside the other kind each player has only his own."""
    return [figure.among_all() for figure in figures if figure.kind in kinds]


def _figures(figures: Sequence[Figure], sheets: Sequence[Sheet]) -> list[ComparisonLine]:
    lines = []
    for figure in figures:
        values = [figure.read(sheet) for sheet in sheets]
        if all(value is None for value in values):
            continue
        marks = _best(values, low=figure.low)
        lines.append(
            ComparisonLine(
                figure.long,
                [
                    Cell(figure.write(value), best)
                    for value, best in zip(values, marks, strict=True)
                ],
            )
        )
    return lines


def _best(values: Sequence[Any], *, low: bool = False) -> list[bool]:
    """Which values are the best; none if all are equal or only one is known."""
    known = {value for value in values if value is not None}
    if len(known) < 2:
        return [False] * len(values)
    best = min(known) if low else max(known)
    return [value == best for value in values]
