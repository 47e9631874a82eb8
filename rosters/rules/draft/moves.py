"""The history of every card and park in a division's draft: who got it when, and what was undone. A
fold of the draft's events; pure."""

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
"""Kinds of moves by which a player joins a club; by the others the player leaves."""


@dataclass(frozen=True)
class Move:
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
    """The moves of a division's events, in their order. An undone pick takes every later one with
    it, the last first."""
    standing: dict[int, _Stood] = {}

    def leaves(at: datetime, kind: str, pick: int) -> Iterator[Move]:
        removed = standing.pop(pick, None)
        if removed is not None:
            yield Move(at, kind, removed.seat, pick, removed.card, removed.park)

    for number, event in enumerate(events):
        if isinstance(event, Picked | Exchanged):
            kind_of_arrival = DRAFTED if isinstance(event, Picked) else EXCHANGED
            yield from leaves(event.at, GIVEN_UP, event.pick)
            standing[event.pick] = _Stood(event.seat, event.card, event.park, number)
            yield Move(event.at, kind_of_arrival, event.seat, event.pick, event.card, event.park)
        elif isinstance(event, Replaced):
            seat = standing[event.pick].seat
            yield from leaves(event.at, PUT_OUT, event.pick)
            standing[event.pick] = _Stood(seat, event.card, event.park, number)
            yield Move(event.at, PUT_IN, seat, event.pick, event.card, event.park)
        elif isinstance(event, Rescinded):
            yield from leaves(event.at, PULLED_BACK, event.pick)
        elif isinstance(event, Undone):
            since = standing[event.pick].number
            picks = [pick for pick, entry in standing.items() if entry.number >= since]
            for pick in sorted(picks, key=lambda entry: -standing[entry].number):
                yield from leaves(event.at, UNDONE, pick)
