"""A pool as a spreadsheet: the rows and columns of the view, all its pages, then the cards' own
cells, except those in the game's code, which are in the set's card file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from config.spreadsheets import BOM, write_rows
from rosters.makers.base import maker_or_plain, makers
from rosters.models import Card, CardSet
from rosters.presenters.figures import Figure, Sheet, every_figure
from rosters.presenters.rows import club_of
from rosters.presenters.systems import presenter_of
from rosters.selectors.clubs import ClubNames, club_names
from rosters.selectors.pool import PoolView, figures_of, pool
from rosters.selectors.standing import standing

BATCH = 500
FIRST = ("key", "name", "year", "club", "clubs", "kind", "bats", "throws", "positions", "value")
LAST = ("eligible", "why_not")


async def pool_csv(card_set: CardSet, view: PoolView) -> AsyncIterator[bytes]:
    """The file in pieces of some hundred lines, cards in the order of the view.

    The order is read once, so that no card is missed or doubled between two pieces.
    """
    look = presenter_of(card_set.system_key)
    figures = figures_of(card_set, view.kind) if view.kind else every_figure(look.figures)
    columns = [column for column in _own_columns(card_set) if column not in look.code]
    cards_in_view = pool(card_set, view)
    names = await sync_to_async(club_names)([card_set])
    order = await sync_to_async(lambda: list(cards_in_view.values_list("pk", flat=True)))()
    head = [*FIRST, *(figure.key for figure in figures), *LAST, *columns]
    yield BOM.encode() + _written([head])
    for start in range(0, len(order), BATCH):
        cards = await sync_to_async(_cards)(cards_in_view, order[start : start + BATCH])
        yield _written(_line(card_set, card, figures, columns, names) for card in cards)


def _cards(found: QuerySet[Card], numbers: Sequence[int]) -> list[Card]:
    by_number = Card.objects.select_related("season").in_bulk(numbers)
    return [by_number[number] for number in numbers if number in by_number]


def _own_columns(card_set: CardSet) -> Sequence[str]:
    making = makers().get(card_set.system_key)
    return making.columns if making else ()


def _line(
    card_set: CardSet,
    card: Card,
    figures: Sequence[Figure],
    columns: Sequence[str],
    names: ClubNames,
) -> list[Any]:
    sheet = Sheet(card)
    card_standing = standing(card, maker_or_plain(card_set.system_key))
    return [
        card.key,
        card.name,
        card.year,
        club_of(card, names).name,
        ";".join(card.teams),
        card.kind,
        card.bats,
        card.throws,
        card.positions,
        round(card.value, 1),
        *(_number(figure.read(sheet), figure) for figure in figures),
        ", ".join(card_standing.able),
        " ".join(refusal.message for refusal in card_standing.refusals),
        *(card.cells.get(column, "") for column in columns),
    ]


def _number(value: Any, figure: Figure) -> Any:
    """A figure for calculations: rates as fractions, innings as printed."""
    if value is None:
        return ""
    return round(value, 4) if isinstance(value, float) else figure.write(value)


def _written(rows: Iterable[Sequence[Any]]) -> bytes:
    return write_rows(rows).encode()
