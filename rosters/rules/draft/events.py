"""What happens in a division's draft, as values. Everything is an event: the board is made of them
and of nothing else.

An event is written as plain values by ``write`` and read back by ``read``. ``at`` is when it took
effect, which for a turn that ran out unnoticed is when it ran out. Seats are numbered by
their slot, from 1; picks overall, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

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
    """Something that happened at a moment."""

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
    """A card or a park comes onto the block; who nominates it has bid the opening."""

    kind: ClassVar[str] = "nominated"
    seat: int
    by: str
    opening: int
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Bid(Event):
    """A seat leads at a price; by ``PROXY`` where its maximum bids for it."""

    kind: ClassVar[str] = "bid"
    seat: int
    by: str
    price: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat is out of the bidding, unless it bids again; by ``HOUSE`` where it cannot have it."""

    kind: ClassVar[str] = "passed"
    seat: int
    by: str


@dataclass(frozen=True)
class Sold(Picked):
    """What was on the block, or was sold at a table, goes to a seat for its price."""

    kind: ClassVar[str] = "sold"
    price: int = 0


@dataclass(frozen=True)
class Withdrawn(Event):
    """The director takes what is on the block off it; the same seat nominates again."""

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
    """Who selected after a double-up takes somebody else with that pick (T0.18d)."""

    kind: ClassVar[str] = "exchanged"
    pick: int
    seat: int
    by: str
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Undone(Event):
    """A pick is taken back, and every other that was made since."""

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
    """Two picks that are still to come change owners."""

    kind: ClassVar[str] = "swapped"
    one: int
    other: int


@dataclass(frozen=True)
class Skipped(Event):
    """A turn is passed over; it comes back after the last, and its owner may use it before."""

    kind: ClassVar[str] = "skipped"
    pick: int
    lapsed: bool = False


@dataclass(frozen=True)
class Paused(Event):
    """No time counts, and managers do not pick."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True)
class Resumed(Event):
    """The pause is over."""

    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True)
class PausePlanned(Event):
    """The draft will pause at a moment; ``None`` takes the plan back."""

    kind: ClassVar[str] = "pause-planned"
    when: datetime | None


@dataclass(frozen=True)
class DrafterChanged(Event):
    """Another picks for a seat from now on."""

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
        *(Paused, Resumed, PausePlanned, DrafterChanged, Closed),
    )
}


def write(event: Event) -> dict[str, Any]:
    """The event's own values but ``at``, as JSON knows them."""
    data = asdict(event)
    del data["at"]
    if isinstance(event, Opened):
        data["drafters"] = {str(seat): who for seat, who in event.drafters.items()}
    if isinstance(event, PausePlanned):
        data["when"] = event.when.isoformat() if event.when else None
    return data


def read(kind: str, at: datetime, data: Mapping[str, Any]) -> Event:
    """The inverse of ``write``."""
    values = dict(data)
    if values.get("park") is not None:
        values["park"] = Park(**values["park"])
    if "drafters" in values:
        values["drafters"] = {int(seat): who for seat, who in values["drafters"].items()}
    if values.get("when") is not None:
        values["when"] = datetime.fromisoformat(values["when"])
    return KINDS[kind](at=at, **values)
