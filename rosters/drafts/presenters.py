"""What the pages of a draft draw: the grid, the status line, squads and needs, the log in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from rosters.drafts.models import DraftEvent, DraftSeat
from rosters.drafts.pools import cards_of
from rosters.drafts.room import Room
from rosters.models import Card
from rosters.presenters.rows import card_url
from rosters.presenters.words import positions_in_print, runs
from rosters.rules.draft import events
from rosters.rules.draft.board import (
    AGAIN,
    BIDDING,
    EXCHANGE,
    MISSED,
    NOMINATION,
    Board,
    Lot,
    Selection,
    Turn,
)
from rosters.rules.draft.events import PICKED_BY
from rosters.rules.draft.order import pick_of
from rosters.rules.draft.settings import AUTO, NO_CLOCK, SKIP, STAGGERED, WAIT, DraftSettings
from rosters.rules.draft.squad_law import Need

Cards = Mapping[int, Card]


def cards_on(room: Room) -> Cards:
    """The cards that are on the board or may come onto it."""
    return cards_of(room.draft.card_set)


@dataclass(frozen=True)
class Cell:
    """A place of the grid."""

    pick: int
    name: str
    detail: str
    url: str
    state: str
    """``made``, ``now``, ``missed`` or ``ahead``."""
    owner: str
    """Whose it is where the pick was swapped; else empty."""
    kind: str
    """``pitcher``, ``hitter`` or ``park``."""
    price: int | None


@dataclass(frozen=True)
class GridRow:
    """A round."""

    number: int
    forward: bool | None
    """Which way it runs; ``None`` in an auction."""
    cells: tuple[Cell, ...]


def grid(room: Room, cards: Cards) -> list[GridRow]:
    """Rounds by slots, as on a wall."""
    board = room.board
    turn = board.turn
    now = set(turn.picks) if turn is not None else set()
    rows = []
    for round_ in range(1, board.rounds + 1):
        cells = []
        for slot in range(1, board.seats + 1):
            pick = pick_of(slot, round_, board.seats, board.settings.order)
            owner = board.owners[pick - 1]
            selection = board.selections.get(pick)
            name, detail, url, kind = _said(room, selection, cards)
            if board.lot is not None and pick in now:
                detail = WHY[BIDDING]
            state = "made" if selection else "missed" if pick in board.missed else "ahead"
            cells.append(
                Cell(
                    pick,
                    name,
                    detail,
                    url,
                    "now" if pick in now else state,
                    room.pool.name(owner) if owner != slot else "",
                    kind,
                    (selection.price or None) if selection else None,
                )
            )
        first = pick_of(1, round_, board.seats, board.settings.order)
        forward = board.round_of(first) * board.seats != first
        auction = board.settings.is_auction
        rows.append(GridRow(round_, None if auction else forward, tuple(cells)))
    return rows


def _said(room: Room, selection: Selection | Lot | None, cards: Cards) -> tuple[str, str, str, str]:
    if selection is None:
        return "", "", "", ""
    if selection.park is not None:
        return selection.park.name, "Park", "", "park"
    card = cards[selection.card or 0]
    return (
        card.name,
        positions_in_print(card.positions),
        card_url(room.draft.card_set, card.key),
        card.kind,
    )


WHY = {
    AGAIN: "selects again after a double-up",
    EXCHANGE: "keeps or exchanges after a double-up",
    MISSED: "makes up a turn that was passed over",
    NOMINATION: "nominates",
    BIDDING: "leads",
}


@dataclass(frozen=True)
class Status:
    """The line above the board."""

    whose: str
    slot: int
    pick: int
    round: int
    why: str
    on_deck: str
    last: str
    deadline: datetime | None
    counting: bool
    bank: int
    paused: bool
    pause_at: datetime | None
    next_clock: str
    """In words, where the turns to come are timed otherwise."""
    made: int
    total: int
    wait: int | None
    """Turns until the one of the person who looks, 0 in it; ``None`` where none comes."""


def status(room: Room, cards: Cards, now: datetime, own: int = 0) -> Status:
    """How the draft stands at this moment, for the person who sits at the slot ``own``."""
    board = room.board
    turn, deck, last = board.turn, board.on_deck, board.last
    return Status(
        whose=room.pool.name(turn.seat) if turn else "",
        slot=turn.seat if turn else 0,
        pick=turn.picks[0] if turn else 0,
        round=board.round_of(turn.picks[0]) if turn else board.rounds,
        why=WHY.get(turn.why, "") if turn else "",
        on_deck=room.pool.name(deck.seat) if deck else "",
        last="" if last is None else last_words(room, last, cards),
        deadline=board.deadline,
        counting=board.is_counting(now),
        bank=round(board.bank.get(turn.seat, 0)) if turn else 0,
        paused=board.is_paused,
        pause_at=board.pause_at,
        next_clock="" if board.next_terms == board.terms else clock_words(board.next_terms),
        made=len(board.selections),
        total=board.total,
        wait=turns_until(board, own) if own else None,
    )


def clock_words(terms: DraftSettings) -> str:
    """``2 minutes a pick, then the house picks, 08:00 to 20:00 Europe/London``."""
    clock = terms.clock
    if clock.kind == NO_CLOCK:
        return "no clock"
    time = length_of(clock.seconds)
    if terms.is_auction:
        parts = [f"{time} a nomination, {length_of(terms.auction.bid_seconds)} after a bid"]
    elif clock.kind == STAGGERED:
        parts = [f"a pick falls due every {time}"]
    else:
        parts = [f"{time} a pick"]
    if clock.bank:
        parts.append(f"a bank of {length_of(clock.bank)}")
    if clock.nightly:
        hours = (f"{each // 60:02}:{each % 60:02}" for each in (clock.opens, clock.closes))
        parts.append(f"{' to '.join(hours)} {clock.zone}")
    return ", ".join([*parts, f"then {SHORT_AT_ZERO[clock.at_zero]}"])


SHORT_AT_ZERO = {
    WAIT: "everybody waits",
    SKIP: "the turn is passed over",
    AUTO: "the house picks",
}


UNITS = (("day", 24 * 3600), ("hour", 3600), ("minute", 60), ("second", 1))


def length_of(seconds: int) -> str:
    """``90 seconds``, ``2 minutes``: in the largest unit that says it exactly."""
    unit, length = next(each for each in UNITS if seconds % each[1] == 0 and seconds >= each[1])
    count = seconds // length
    return f"{count} {unit}{'' if count == 1 else 's'}"


def turns_until(board: Board, seat: int) -> int | None:
    """Turns before a seat's next one, 0 where it is on; ``None`` where none comes."""
    if not board.is_open:
        return None
    ahead = chain(board.agenda, board.coming())
    return next((at for at, turn in enumerate(ahead) if turn.seat == seat), None)


LATELY = 24
"""Events back to which a room says what was taken."""


@dataclass(frozen=True)
class Lately:
    """The changes by which a list of players left is brought up to date without asking for it anew:
    what was taken by the events after number ``since``, by event, and the event that last put
    something back."""

    number: int
    since: int
    freed: int
    taken: str


def lately(board: Board) -> Lately:
    """The cards and parks that the last events took."""
    since = max(0, board.number - LATELY)
    taken = sorted(
        (each.number, left_key(each.card, each.park.key if each.park else ""))
        for each in board.selections.values()
        if each.number > since
    )
    return Lately(board.number, since, board.freed, json.dumps(taken))


def left_key(card: int | None, park: str) -> str:
    """The key of a line in the list of who is left."""
    return f"park {park}" if park else f"card {card}"


def last_words(room: Room, selection: Selection, cards: Cards) -> str:
    """``Ashford Aces: Pete Doyle (SS)``."""
    name, detail, _, _ = _said(room, selection, cards)
    paid = f", {selection.price}" if selection.price else ""
    return f"{room.pool.name(selection.seat)}: {name} ({detail}){paid}"


@dataclass(frozen=True)
class Block:
    """What is on the block, and what a club may do about it: whether it leads, is out or outbid,
    the most that it may bid and what it may bid next."""

    number: int
    name: str
    detail: str
    url: str
    price: int
    leader: str
    out: str
    leads: bool
    is_out: bool
    is_outbid: bool
    most: int
    bids: Sequence[int]


STEPS = (1, 2, 5)
"""By how much a button bids more."""


def block_of(room: Room, cards: Cards, own: int = 0) -> Block | None:
    """What is on the block, for the user who sits at the slot ``own``."""
    board, lot = room.board, room.board.lot
    if lot is None:
        return None
    name, detail, url, _ = _said(room, lot, cards)
    most = board.most(own) if own else 0
    return Block(
        lot.number,
        name,
        detail,
        url,
        lot.price,
        room.pool.name(lot.leader),
        ", ".join(room.pool.name(seat) for seat in sorted(lot.passed)),
        lot.leader == own,
        own in lot.passed,
        own in lot.outbid,
        most,
        [lot.price + step for step in STEPS if lot.price + step <= most],
    )


@dataclass(frozen=True)
class Purse:
    """What a club has left to spend in an auction, the most it may bid, and its open places."""

    money: int
    most: int
    places: int


def purses(room: Room) -> dict[int, Purse]:
    """Every club's, by slot; empty where nothing is sold."""
    board = room.board
    if not board.settings.is_auction:
        return {}
    return {
        slot: Purse(board.money(slot), board.most(slot), board.open_places(slot))
        for slot in room.seats
    }


@dataclass(frozen=True)
class SquadLine:
    """A member of a squad, or its park: how it came."""

    round: int
    pick: int
    name: str
    positions: str
    value: str
    url: str
    by: str
    selection: Selection
    card: Card | None
    price: int | None


def squad_lines(room: Room, slot: int, cards: Cards) -> list[SquadLine]:
    """The squad of a seat, in the order of picks."""
    found = []
    for each in room.board.squad(slot):
        name, detail, url, _ = _said(room, each, cards)
        card = cards.get(each.card) if each.card is not None else None
        found.append(
            SquadLine(
                room.board.round_of(each.pick),
                each.pick,
                name,
                detail,
                runs(card.value) if card else "",
                url,
                PICKED_BY.get(each.by, each.by),
                each,
                card,
                each.price or None,
            )
        )
    return found


def needs_of(room: Room, slot: int, joining: int | None = None) -> list[Need]:
    """How far a seat's squad is, with another card in it where one is weighed."""
    players = [
        room.pool.players[each.card] for each in room.board.squad(slot) if each.card is not None
    ]
    if joining is not None and joining in room.pool.players:
        players.append(room.pool.players[joining])
    law, settings = room.pool.law, room.board.settings
    needs = law.needs(players, law.players(settings) - len(players), settings)
    if law.parks:
        parks = sum(each.park is not None for each in room.board.squad(slot))
        needs.append(Need("park", "Ballpark", parks, law.parks))
    return needs


@dataclass(frozen=True)
class NeedHead:
    """A need as the head of a column: how it is written there, and how many clubs lack some."""

    short: str
    label: str
    lacking: int
    is_limit: bool


@dataclass(frozen=True)
class ClubNeeds:
    """How far a club's squad is, and its next pick, 0 where none comes."""

    seat: DraftSeat
    needs: Sequence[Need]
    pick: int


def all_needs(room: Room) -> tuple[list[NeedHead], list[ClubNeeds]]:
    """Who still needs what, club by club, in the order of slots."""
    next_pick: dict[int, int] = {}
    for turn in chain(room.board.agenda, room.board.coming()) if room.board.is_open else ():
        next_pick.setdefault(turn.seat, turn.picks[0])
        if len(next_pick) == len(room.seats):
            break
    rows = [
        ClubNeeds(seat, needs_of(room, slot), next_pick.get(slot, 0))
        for slot, seat in sorted(room.seats.items())
    ]
    columns = zip(*(row.needs for row in rows), strict=True)
    heads = [
        NeedHead(
            SHORT_NEEDS.get(of_all[0].key, of_all[0].label),
            of_all[0].label,
            sum(not need.is_met for need in of_all),
            of_all[0].most is not None,
        )
        for of_all in columns
    ]
    return heads, rows


SHORT_NEEDS = {"field": "Field", "starter": "SP", "reliever": "RP", "park": "Park"}
"""Needs whose labels are too long for the head of a column."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log in words."""

    event: DraftEvent
    who: str
    words: str


def log_lines(room: Room, lines: Sequence[DraftEvent]) -> list[LogLine]:
    """Events as sentences; cards by their names."""
    read = [events.read(line.kind, line.at, line.data) for line in lines]
    ids = {card for event in read if (card := getattr(event, "card", None)) is not None}
    names = dict(Card.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [
        LogLine(line, str(line.actor) if line.actor else "The house", _words(room, event, names))
        for line, event in zip(lines, read, strict=True)
    ]


def _words(room: Room, event: events.Event, names: Mapping[int, str]) -> str:
    def thing(
        each: events.Picked | events.Exchanged | events.Replaced | events.Nominated,
    ) -> str:
        if each.park is not None:
            return each.park.name
        return names.get(each.card or 0, "a card that is gone")

    seat = room.pool.name(getattr(event, "seat", 0))
    match event:
        case events.Nominated():
            return f"{seat} nominates {thing(event)} for {event.opening}{_by(event.by)}"
        case events.Bid():
            return f"{seat} bids {event.price}{_by(event.by)}"
        case events.Passed():
            return f"{seat} is out{_by(event.by)}"
        case events.Sold():
            return f"{thing(event)} is sold to {seat} for {event.price}"
        case events.Picked():
            return f"pick {event.pick}: {seat} takes {thing(event)}{_by(event.by)}"
        case events.Exchanged():
            return f"pick {event.pick}: {seat} exchanges for {thing(event)}"
        case events.Rescinded():
            return f"pick {event.pick}: {seat} pulls a double-up back"
        case events.Kept():
            return f"{seat} keeps what it has selected"
        case events.Undone():
            return f"pick {event.pick} and all that were made since are taken back"
        case events.Replaced():
            return f"pick {event.pick}: {thing(event)} instead of who stood there"
        case events.Swapped():
            return f"picks {event.one} and {event.other} change owners"
        case events.Skipped():
            return f"pick {event.pick} is passed over{': its time is up' if event.lapsed else ''}"
        case events.PausePlanned():
            when = event.when
            return (
                f"a pause is planned for {when:%d %B %H:%M} UTC" if when else "no pause is planned"
            )
        case events.ClockChanged():
            auction = replace(room.board.settings.auction, bid_seconds=event.bid_seconds)
            terms = replace(room.board.settings, clock=event.clock, auction=auction)
            return f"from the next turn on the clock is: {clock_words(terms)}"
        case events.DrafterChanged():
            who = "the house" if event.drafter == events.HOUSE else "its manager"
            return f"{seat} is drafted by {who}"
        case _:
            return SIMPLE[event.kind]


def _by(by: str) -> str:
    return "" if by == events.MANAGER else f", {PICKED_BY.get(by, by)}"


SIMPLE = {
    "withdrawn": "what is on the block is taken off it",
    "opened": "the draft is opened",
    "paused": "the draft is paused",
    "resumed": "the draft goes on",
    "closed": "the draft is closed and the squads are made",
}


def turn_of(room: Room, turn: Turn) -> tuple[int, str]:
    """A pick that is still to come, and whose it is."""
    pick = turn.picks[0]
    return pick, f"{pick} · {room.pool.name(turn.seat)}, round {room.board.round_of(pick)}"
