"""What a division's draft did with every card and park, move by move: who came where, and what was
taken back. A fold of the draft's events; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rosters.rules.draft.events import Event, Exchanged, Picked, Replaced, Rescinded, Undone
from rosters.rules.parks import Pick as Park

DRAFTED: Final = "drafted"
EXCHANGED: Final = "exchanged-in"
PUT_IN: Final = "put-in"
PULLED_BACK: Final = "double-up-pulled-back"
GIVEN_UP: Final = "exchanged-away"
UNDONE: Final = "pick-undone"
PUT_OUT: Final = "put-out"

COMES: Final = frozenset({DRAFTED, EXCHANGED, PUT_IN})
"""Kinds of moves by which a player comes to a club; by the others he leaves it."""


@dataclass(frozen=True)
class Move:
    """A card or a park comes to a seat, or leaves it, with that pick."""

    at: datetime
    kind: str
    seat: int
    pick: int
    card: int | None
    park: Park | None


@dataclass(frozen=True)
class _Stood:
    seat: int
    card: int | None
    park: Park | None
    number: int


def moves(events: Iterable[Event]) -> Iterator[Move]:
    """The moves of a division's events, which come in their order. A pick that is undone takes
    every later one along, the last first."""
    stood: dict[int, _Stood] = {}

    def leaves(at: datetime, kind: str, pick: int) -> Iterator[Move]:
        gone = stood.pop(pick, None)
        if gone is not None:
            yield Move(at, kind, gone.seat, pick, gone.card, gone.park)

    for number, event in enumerate(events):
        if isinstance(event, Picked | Exchanged):
            came = DRAFTED if isinstance(event, Picked) else EXCHANGED
            yield from leaves(event.at, GIVEN_UP, event.pick)
            stood[event.pick] = _Stood(event.seat, event.card, event.park, number)
            yield Move(event.at, came, event.seat, event.pick, event.card, event.park)
        elif isinstance(event, Replaced):
            seat = stood[event.pick].seat
            yield from leaves(event.at, PUT_OUT, event.pick)
            stood[event.pick] = _Stood(seat, event.card, event.park, number)
            yield Move(event.at, PUT_IN, seat, event.pick, event.card, event.park)
        elif isinstance(event, Rescinded):
            yield from leaves(event.at, PULLED_BACK, event.pick)
        elif isinstance(event, Undone):
            since = stood[event.pick].number
            picks = [pick for pick, each in stood.items() if each.number >= since]
            for pick in sorted(picks, key=lambda each: -stood[each].number):
                yield from leaves(event.at, UNDONE, pick)
