"""What players did in events of this house. The room of players knows no events: the floor that
keeps them answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.kinds import Question
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
class HeldPlayer:
    """A player in a squad of an event: his card and name, the address of his page there, the club
    that has him with its page, and how he came there."""

    card: int
    name: str
    url: str
    club: str
    club_url: str
    came: str


@dataclass(frozen=True)
class EventWithPlayers:
    """An event in which some players are in squads, with its address."""

    name: str
    url: str
    players: Sequence[HeldPlayer]


@dataclass(frozen=True)
class Award:
    """An award that a player has: what it is, where it is told, of which event, and its value."""

    title: str
    url: str
    event: str
    event_url: str
    value: str


@Question
def done_here(user: Visitor, cards: Sequence[int]) -> Sequence[DoneTable]:
    """What the players of these cards did in events that a user may see."""
    return ()


@Question
def squads_here(user: Visitor, cards: Sequence[int]) -> Sequence[EventWithPlayers]:
    """The events that a user may see with these cards in a squad, the latest first."""
    return ()


@Question
def awards_here(user: Visitor, cards: Sequence[int]) -> Sequence[Award]:
    """The awards that the players of these cards have in events that a user may see."""
    return ()
