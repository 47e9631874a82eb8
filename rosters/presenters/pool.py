"""The parts of a pool's page around its rows: heads, tabs, the tray of compared cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from rosters.models import Card, CardSet
from rosters.presenters.address import Address
from rosters.selectors.comparison import MOST_COMPARED
from rosters.selectors.pool import BEST, PoolView, figures_of


@dataclass(frozen=True)
class Head:
    """A sortable column: the address of its sort, and the present order, if any."""

    key: str
    short: str
    long: str
    url: str
    order: str


@dataclass(frozen=True)
class Tray:
    """The cards picked for a comparison, each with the address of the page without it."""

    picked: Sequence[tuple[Card, str]]
    url: str

    @property
    def full(self) -> bool:
        return len(self.picked) == MOST_COMPARED


def heads(card_set: CardSet, view: PoolView, here: Address) -> list[Head]:
    columns = [
        ("name", "Name", "Name", "name"),
        ("year", "Year", "Year", "-year"),
        ("value", "Value", "Runs above an average card over a season, by its own figures", BEST),
        *(
            (figure.key, figure.short, figure.long, figure.best_first)
            for figure in figures_of(card_set, view.kind)
        ),
    ]
    return [
        Head(key, short, long, here.asking(sort=_next(view.sort, best)), _order(view.sort, key))
        for key, short, long, best in columns
    ]


def sorts(card_set: CardSet, view: PoolView) -> list[tuple[str, str]]:
    """The sorts as choices, best first, for narrow screens; and the present order if it is
    reversed."""
    best_firsts = [
        (BEST, "Value"),
        ("name", "Name"),
        ("-year", "Year"),
        *((figure.best_first, figure.long) for figure in figures_of(card_set, view.kind)),
    ]
    reversed_sorts = [
        (view.sort, f"{label}, turned round")
        for best, label in best_firsts
        if best != view.sort and best.removeprefix("-") == view.sort.removeprefix("-")
    ]
    return best_firsts + reversed_sorts


def kinds(here: Address) -> list[tuple[str, str]]:
    return [
        ("Everybody", here.asking(kind="")),
        *((f"{kind.label}s", here.asking(kind=kind.value)) for kind in Card.Kind),
    ]


def tray(picked: Sequence[Card], here: Address) -> Tray:
    ids = [str(card.pk) for card in picked]
    return Tray(
        [(card, here.asking(card=[pk for pk in ids if pk != str(card.pk)])) for card in picked],
        Address(reverse("rosters:compare"), here.query.__class__()).asking(card=ids),
    )


def toggle(card: Card, picked: Sequence[Card], here: Address) -> str:
    """The address with the card added or removed; empty if the tray is full."""
    ids = [str(other.pk) for other in picked]
    own_id = str(card.pk)
    if own_id in ids:
        return here.asking(card=[pk for pk in ids if pk != own_id])
    return "" if len(ids) == MOST_COMPARED else here.asking(card=[*ids, own_id])


def _next(now: str, best: str) -> str:
    """The sort that a click on a head asks for: the best first, then reversed."""
    if now != best:
        return best
    return best.removeprefix("-") if best.startswith("-") else f"-{best}"


def _order(now: str, key: str) -> str:
    if now.removeprefix("-") != key:
        return ""
    return "descending" if now.startswith("-") else "ascending"
