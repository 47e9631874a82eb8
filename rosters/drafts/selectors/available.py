"""The players who are left: the cards of the pool that no seat of a division has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rosters.drafts.models import DraftSeat, ListedCard
from rosters.drafts.pools import cards_of
from rosters.drafts.room import Room
from rosters.drafts.selectors.figures import BY_KEY, FIGURES, NO_YEAR, figures_of
from rosters.models import Card
from rosters.rules.imputed import Prospect

STARTER, RELIEVER = "sp", "rp"
POSITIONS = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf", STARTER, RELIEVER)
POSITION_WORDS = frozenset(POSITIONS[:8])
SORTS = {
    "worth": "Over replacement",
    "value": "Value",
    "name": "Name",
    **{each.key: f"{each.short}, {each.long.lower()}" for each in FIGURES},
}
SHOWN = 30


@dataclass(frozen=True)
class AvailableView:
    """A search among the players left: words of a name, a position, a hand, an order, and whose
    pitching the figures at bat are against."""

    q: str = ""
    position: str = ""
    bats: str = ""
    throws: str = ""
    sort: str = "worth"
    against: str = ""

    @property
    def narrows(self) -> bool:
        """Whether it leaves anybody out."""
        return bool(self.q or self.position or self.bats or self.throws)


def available(room: Room, view: AvailableView, most: int = SHOWN) -> tuple[list[Card], int]:
    """The first cards of the view, and how many there are. Looked for in memory: a set does not
    change, and everybody in a room asks after every pick."""
    players, taken = room.pool.players, room.board.cards
    cards = cards_of(room.draft.card_set)
    words = view.q.casefold().split()
    found = [
        card
        for key, player in players.items()
        if key not in taken
        and (card := cards.get(key)) is not None
        and _asked_for(card, player, view, words)
    ]
    found.sort(key=_order(room, view))
    return found[:most], len(found)


def _order(room: Room, view: AvailableView) -> Callable[[Card], tuple[object, ...]]:
    """The key by which the cards are sorted, best first; behind them players who have not played
    enough for such a rate, and those who have no such figure."""
    figure = BY_KEY.get(view.sort)
    if figure is None:
        return ORDERS[view.sort]
    years = figures_of(room.draft.card_set)

    def order(card: Card) -> tuple[object, ...]:
        year = years.get(card.pk, NO_YEAR)
        found = year.against(view.against).get(figure.key)
        best = 0.0 if found is None else found if figure.low else -found
        behind = figure.rate and not year.qualified
        return (found is None, behind, best, *ORDERS["worth"](card))

    return order


def _asked_for(card: Card, player: Prospect, view: AvailableView, words: Sequence[str]) -> bool:
    if (view.bats and card.bats != view.bats) or (view.throws and card.throws != view.throws):
        return False
    if view.position == STARTER and not player.starts:
        return False
    if view.position == RELIEVER and not player.relieves:
        return False
    if view.position in POSITION_WORDS and view.position not in card.positions.split():
        return False
    name = card.name.casefold()
    return all(word in name for word in words)


ORDERS: Mapping[str, Callable[[Card], tuple[object, ...]]] = {
    "worth": lambda card: (
        card.over_replacement is None,
        -(card.over_replacement or 0.0),
        -card.value,
        card.name,
        card.pk,
    ),
    "value": lambda card: (-card.value, card.name, card.pk),
    "name": lambda card: (card.name, card.pk),
}


def listed(seat: DraftSeat | None) -> dict[int, ListedCard]:
    """A club's private list by card; empty for who has none."""
    if seat is None:
        return {}
    return {each.card_id: each for each in seat.listed.select_related("card")}
