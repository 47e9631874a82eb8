"""Who is still there: the cards of the pool that nobody of a division has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from rosters.drafts.models import DraftSeat, ListedCard
from rosters.drafts.room import Room
from rosters.makers.registry import maker_or_plain
from rosters.models import Card
from rosters.selectors.standing import eligible, plays

STARTER, RELIEVER = "sp", "rp"
POSITIONS = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf", STARTER, RELIEVER)
SORTS = {"worth": "Over replacement", "value": "Value", "name": "Name"}
SHOWN = 30


@dataclass(frozen=True)
class AvailableView:
    """What is asked: words of a name, a position, a hand, an order; ``queued`` asks for a club's
    own list only."""

    q: str = ""
    position: str = ""
    bats: str = ""
    throws: str = ""
    sort: str = "worth"


def available(room: Room, view: AvailableView, most: int = SHOWN) -> tuple[list[Card], int]:
    """The first cards of the view, and how many there are."""
    maker = maker_or_plain(room.draft.system_key)
    found: QuerySet[Card] = Card.objects.filter(card_set=room.draft.card_set).select_related(
        "season"
    )
    found = found.filter(Q(season=None) | eligible("yes", maker))
    found = found.exclude(pk__in=list(room.board.cards))
    for word in view.q.split():
        found = found.filter(name__icontains=word)
    men = room.pool.men.values()
    if view.position == STARTER:
        found = found.filter(pk__in=[man.key for man in men if man.starts])
    elif view.position == RELIEVER:
        found = found.filter(pk__in=[man.key for man in men if man.relieves])
    elif view.position:
        found = found.filter(plays(view.position))
    if view.bats:
        found = found.filter(bats=view.bats)
    if view.throws:
        found = found.filter(throws=view.throws)
    order: dict[str, Sequence[object]] = {
        "worth": (F("over_replacement").desc(nulls_last=True), "-value", "name", "pk"),
        "value": ("-value", "name", "pk"),
        "name": ("name", "pk"),
    }
    found = found.order_by(*order[view.sort])  # type: ignore[arg-type]
    return list(found[:most]), found.count()


def listed(seat: DraftSeat | None) -> dict[int, ListedCard]:
    """A club's private list by card; empty for who has none."""
    if seat is None:
        return {}
    return {each.card_id: each for each in seat.listed.select_related("card")}
