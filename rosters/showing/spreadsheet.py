"""A pool as a spreadsheet: the rows and columns of the view, all its pages, and the cards' own
cells behind them."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from rosters.makers.registry import MAKERS
from rosters.models import Card, CardSet
from rosters.selectors.clubs import ClubNames, club_names
from rosters.selectors.pool import PoolView, figures_of, pool
from rosters.selectors.standing import standing
from rosters.showing.figures import Figure, Sheet
from rosters.showing.registry import look_of
from rosters.showing.rows import club_of

BATCH = 500
LEADS = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a text for a formula, and formulas can fetch and send."""

FIRST = ("key", "name", "year", "club", "clubs", "kind", "bats", "throws", "positions", "value")
LAST = ("eligible", "why_not")


def text(cell: str) -> str:
    """A text that no spreadsheet takes for a formula; numbers are written as numbers."""
    return f"'{cell}" if cell.startswith(LEADS) else cell


async def pool_csv(card_set: CardSet, view: PoolView) -> AsyncIterator[bytes]:
    """The file in pieces of some hundred lines, cards in the order of the view.

    The order is found once, so that no card is missed or doubled between two pieces.
    """
    figures = figures_of(card_set, view.kind)
    columns = _own_columns(card_set)
    found = pool(card_set, view)
    names = await sync_to_async(club_names)([card_set])
    order = await sync_to_async(lambda: list(found.values_list("pk", flat=True)))()
    yield _written([[*FIRST, *(figure.key for figure in figures), *LAST, *columns]])
    for start in range(0, len(order), BATCH):
        cards = await sync_to_async(_cards)(found, order[start : start + BATCH])
        yield _written(_line(card_set, card, figures, columns, names) for card in cards)


def _cards(found: QuerySet[Card], numbers: Sequence[int]) -> list[Card]:
    by_number = Card.objects.select_related("season").in_bulk(numbers)
    return [by_number[number] for number in numbers if number in by_number]


def _own_columns(card_set: CardSet) -> Sequence[str]:
    making = MAKERS.get(card_set.system_key)
    return making.columns if making else ()


def _line(
    card_set: CardSet,
    card: Card,
    figures: Sequence[Figure],
    columns: Sequence[str],
    names: ClubNames,
) -> list[Any]:
    sheet = Sheet(card)
    judged = standing(card, look_of(card_set.system_key))
    return [
        text(card.key),
        text(card.name),
        card.year,
        text(club_of(card, names).name),
        text(";".join(card.teams)),
        card.kind,
        card.bats,
        card.throws,
        text(card.positions),
        round(card.value, 1),
        *(_number(figure.read(sheet), figure) for figure in figures),
        text(", ".join(judged.able)),
        text(" ".join(refusal.message for refusal in judged.refusals)),
        *(_cell(card.cells.get(column, "")) for column in columns),
    ]


def _number(value: Any, figure: Figure) -> Any:
    """As a spreadsheet reckons with it: rates as fractions, innings as they are printed."""
    if value is None:
        return ""
    return round(value, 4) if isinstance(value, float) else figure.write(value)


def _cell(cell: str) -> str:
    """A dash alone, which says never, is no formula."""
    return cell if cell == "-" else text(cell)


def _written(lines: Any) -> bytes:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\r\n").writerows(lines)
    return stream.getvalue().encode()
