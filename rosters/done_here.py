"""What players did in events of this house. The room of players knows no events: who keeps what was
done in them registers itself here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from config.people.scopes import Visitor


@dataclass(frozen=True)
class DoneLine:
    """What was done in one event: its name and address, the club with its page, and the figures."""

    name: str
    url: str
    notes: Sequence[tuple[str, str]]
    cells: Sequence[str]


@dataclass(frozen=True)
class DoneTable:
    """Lines of events with their sum; ``columns`` are short and long."""

    title: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[DoneLine]
    totals: Sequence[str]


@dataclass(frozen=True)
class HeldMan:
    """Somebody in a squad of an event: his card and name, the address of his page there, the club
    that has him with its page, and how he came there."""

    card: int
    name: str
    url: str
    club: str
    club_url: str
    came: str


@dataclass(frozen=True)
class EventWithMen:
    """An event in which some men are in squads, with its address."""

    name: str
    url: str
    men: Sequence[HeldMan]


@dataclass(frozen=True)
class Award:
    """An award that a man has: what it is, where it is told, of which event, and its value."""

    title: str
    url: str
    event: str
    event_url: str
    value: str


Keeper = Callable[[Any, Sequence[int]], Sequence[DoneTable]]
"""Called with who asks and the keys of a player's cards."""

Holder = Callable[[Any, Sequence[int]], Sequence[EventWithMen]]
"""Called in the same way; the latest event first."""

Honourer = Callable[[Any, Sequence[int]], Sequence[Award]]
"""Called in the same way."""

_keepers: list[Keeper] = []
_honourers: list[Honourer] = []
_holders: list[Holder] = []


def register(keeper: Keeper) -> None:
    """Let ``keeper`` say what was done."""
    _keepers.append(keeper)


def done_here(user: Visitor, cards: Sequence[int]) -> list[DoneTable]:
    """What the men of these cards did in events that somebody may see."""
    return [table for keeper in _keepers for table in keeper(user, cards)] if cards else []


def register_holder(holder: Holder) -> None:
    """Let ``holder`` say in whose squads men are."""
    _holders.append(holder)


def squads_here(user: Visitor, cards: Sequence[int]) -> list[EventWithMen]:
    """The events that somebody may see with these cards in a squad."""
    return [event for holder in _holders for event in holder(user, cards)] if cards else []


def register_honourer(honourer: Honourer) -> None:
    """Let ``honourer`` say which awards men have."""
    _honourers.append(honourer)


def awards_here(user: Visitor, cards: Sequence[int]) -> list[Award]:
    """The awards that the men of these cards have in events that somebody may see."""
    return [award for honourer in _honourers for award in honourer(user, cards)] if cards else []
