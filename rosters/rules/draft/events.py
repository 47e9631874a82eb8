"""The events of a division's draft, as values. The board is folded from them and from nothing else.

``write`` turns an event into plain values, ``read`` back. ``at`` is when it took effect: for a turn
that ran out unnoticed, when it ran out. Seats are numbered by their slot, from 1; picks overall,
from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from rosters.rules.draft.settings import Clock
from rosters.rules.parks import Pick as Park

MANAGER: Final = "manager"
DIRECTOR: Final = "director"
HOUSE: Final = "house"
TYPED: Final = "typed"
PROXY: Final = "proxy"
PICKED_BY: Final = {
    MANAGER: "by its manager",
    DIRECTOR: "by the director",
    HOUSE: "by the house",
    TYPED: "typed in",
    PROXY: "by its maximum",
}


@dataclass(frozen=True)
class Event:
    kind: ClassVar[str]
    at: datetime


@dataclass(frozen=True)
class Opened(Event):
    """The first turn begins; who drafts for each seat is settled by then."""

    kind: ClassVar[str] = "opened"
    drafters: Mapping[int, str]


@dataclass(frozen=True)
class Picked(Event):
    """A card or a park goes to a seat with that overall pick."""

    kind: ClassVar[str] = "picked"
    pick: int
    seat: int
    by: str
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Nominated(Event):
    """A card or a park is up for bids; the nominating seat has bid the opening price."""

    kind: ClassVar[str] = "nominated"
    seat: int
    by: str
    opening: int
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Bid(Event):
    """A seat leads at a price; by ``PROXY`` if its maximum bids for it."""

    kind: ClassVar[str] = "bid"
    seat: int
    by: str
    price: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat is out of the bidding, unless it bids again; by ``HOUSE`` if it may not have the
    lot."""

    kind: ClassVar[str] = "passed"
    seat: int
    by: str


@dataclass(frozen=True)
class Sold(Picked):
    """The lot, or what was sold at a table, goes to a seat for its price."""

    kind: ClassVar[str] = "sold"
    price: int = 0


@dataclass(frozen=True)
class Withdrawn(Event):
    """The director withdraws the lot; the same seat nominates again."""

    kind: ClassVar[str] = "withdrawn"


@dataclass(frozen=True)
class Rescinded(Event):
    """A double-up is pulled back (T0.18b)."""

    kind: ClassVar[str] = "rescinded"
    pick: int
    seat: int


@dataclass(frozen=True)
class Kept(Event):
    """A seat that selected after a double-up keeps what it has not exchanged (T0.18d)."""

    kind: ClassVar[str] = "kept"
    seat: int


@dataclass(frozen=True)
class Exchanged(Event):
    """A seat that selected after a double-up takes another card or park with that pick (T0.18d)."""

    kind: ClassVar[str] = "exchanged"
    pick: int
    seat: int
    by: str
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Undone(Event):
    """A pick is undone, and every later one with it."""

    kind: ClassVar[str] = "undone"
    pick: int


@dataclass(frozen=True)
class Replaced(Event):
    """The director puts another card or park where a wrong one stood."""

    kind: ClassVar[str] = "replaced"
    pick: int
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Swapped(Event):
    """Two future picks change owners."""

    kind: ClassVar[str] = "swapped"
    one: int
    other: int


@dataclass(frozen=True)
class Skipped(Event):
    """A turn is skipped; it comes back after the last, and its owner may use it before."""

    kind: ClassVar[str] = "skipped"
    pick: int
    lapsed: bool = False


@dataclass(frozen=True)
class Paused(Event):
    """No time counts, and managers do not pick."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True)
class Resumed(Event):
    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True)
class PausePlanned(Event):
    """The draft will pause at a moment; ``None`` cancels the plan."""

    kind: ClassVar[str] = "pause-planned"
    when: datetime | None


@dataclass(frozen=True)
class ClockChanged(Event):
    """From the next turn on turns are timed so; in an auction from the next nomination or bid."""

    kind: ClassVar[str] = "clock-changed"
    clock: Clock
    bid_seconds: int


@dataclass(frozen=True)
class DrafterChanged(Event):
    """Another drafter picks for a seat from now on."""

    kind: ClassVar[str] = "drafter-changed"
    seat: int
    drafter: str


@dataclass(frozen=True)
class Closed(Event):
    """The draft is over and the squads are made."""

    kind: ClassVar[str] = "closed"


KINDS: Final[Mapping[str, type[Event]]] = {
    event.kind: event
    for event in (
        *(Opened, Picked, Rescinded, Kept, Exchanged, Undone, Replaced, Swapped, Skipped),
        *(Nominated, Bid, Passed, Sold, Withdrawn),
        *(Paused, Resumed, PausePlanned, ClockChanged, DrafterChanged, Closed),
    )
}


def write(event: Event) -> dict[str, Any]:
    """The event's own values except ``at``, as JSON values."""
    data = asdict(event)
    del data["at"]
    if isinstance(event, Opened):
        data["drafters"] = {str(seat): drafter for seat, drafter in event.drafters.items()}
    if isinstance(event, PausePlanned):
        data["when"] = event.when.isoformat() if event.when else None
    return data


def read(kind: str, at: datetime, data: Mapping[str, Any]) -> Event:
    """The inverse of ``write``."""
    values = dict(data)
    if values.get("park") is not None:
        values["park"] = Park(**values["park"])
    if "drafters" in values:
        values["drafters"] = {int(seat): drafter for seat, drafter in values["drafters"].items()}
    if values.get("when") is not None:
        values["when"] = datetime.fromisoformat(values["when"])
    if "clock" in values:
        values["clock"] = Clock(**values["clock"])
    return KINDS[kind](at=at, **values)
