"""The draft board of a division, as a fold over its events.

``Board.of`` builds it from the log; ``apply`` advances it by one event. Nothing else changes it. It
knows neither the law nor the pool: whether an act is allowed is checked before its event is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice

from rosters.rules.draft.clock import Pause, counted, counts, due
from rosters.rules.draft.events import (
    HOUSE,
    Bid,
    ClockChanged,
    Closed,
    DrafterChanged,
    Event,
    Exchanged,
    Kept,
    Nominated,
    Opened,
    Passed,
    Paused,
    PausePlanned,
    Picked,
    Replaced,
    Rescinded,
    Resumed,
    Skipped,
    Sold,
    Swapped,
    Undone,
    Withdrawn,
)
from rosters.rules.draft.order import round_of, turns
from rosters.rules.draft.settings import GRACE, NO_CLOCK, PER_PICK, STAGGERED, Clock, DraftSettings
from rosters.rules.parks import Pick as Park

Shares = Mapping[int, tuple[frozenset[int], tuple[int, ...]]]
"""By seat the cards of its squad, and the cards set aside for it so that it becomes legal."""

REGULAR = "regular"
MISSED = "missed"
AGAIN = "again"
EXCHANGE = "exchange"
NOMINATION = "nomination"
BIDDING = "bidding"
"""Why it is a seat's turn: by the order; it missed a turn; its double-up was pulled back; or it
selected after another seat's double-up and may exchange. In an auction: it nominates, or it leads
the bidding."""


@dataclass(frozen=True)
class Selection:
    """The card or park at a pick. ``number`` is that of the event that put it there."""

    pick: int
    seat: int
    card: int | None
    park: Park | None
    by: str
    at: datetime
    number: int
    price: int = 0
    nominator: int = 0


@dataclass(frozen=True)
class Lot:
    """What is on the block, known by the ``number`` of its nomination: who nominated it, who leads
    at which price since which event, which seats are out, and which have bid."""

    number: int
    card: int | None
    park: Park | None
    nominator: int
    leader: int
    price: int
    led: int
    passed: frozenset[int] = frozenset()
    bidders: frozenset[int] = frozenset()

    @property
    def outbid(self) -> frozenset[int]:
        """The seats that have bid, do not lead, and are not out."""
        return self.bidders - self.passed - {self.leader}


@dataclass(frozen=True)
class Turn:
    """The seat whose turn it is and its picks; more than one only where the seat may exchange
    them."""

    seat: int
    picks: tuple[int, ...]
    why: str


@dataclass
class Board:
    """A division's draft after ``number`` events."""

    settings: DraftSettings
    seats: int
    rounds: int
    number: int = 0
    owners: list[int] = field(default_factory=list)
    selections: dict[int, Selection] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)
    """Skipped turns by pick, with the number of the event that skipped them."""
    agenda: list[Turn] = field(default_factory=list)
    """Turns that come before the regular order goes on, after a double-up was pulled back."""
    drafters: dict[int, str] = field(default_factory=dict)
    bank: dict[int, float] = field(default_factory=dict)
    """Seconds left in each seat's time bank."""
    pauses: list[Pause] = field(default_factory=list)
    silences: Sequence[Pause] = field(default=(), compare=False)
    """Periods in which no manager could act, whichever seat's turn it was."""
    pause_at: datetime | None = None
    terms: DraftSettings = field(default_factory=DraftSettings)
    """The settings with the clock by which the present turn is timed."""
    next_terms: DraftSettings = field(default_factory=DraftSettings)
    """The same for the turns that come after it."""
    timetable: tuple[int, datetime] | None = None
    """A pick of a staggered draft and when it fell or falls due; later ones follow from it."""
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    turn_since: datetime | None = None
    """When the present turn began."""
    cards: dict[int, int] = field(default_factory=dict)
    """The pick of each taken card."""
    parks: dict[str, int] = field(default_factory=dict)
    """The pick of each taken park."""
    freed: int = 0
    """The number of the last event that returned a card or park to the pool."""
    lowest: int = field(default=1, compare=False)
    """No pick before this one is open (a search hint)."""
    lot: Lot | None = None
    nominator: int = 0
    """The seat that nominates, or has nominated what is on the block; 0 where none can."""
    shares: Shares | None = field(default=None, compare=False)
    """What ``sharing`` has last set aside for each seat; it goes on from there."""
    shared_at: int = field(default=0, compare=False)
    """The ``freed`` at which that was begun with all seats."""

    @classmethod
    def of(
        cls,
        events: Iterable[Event],
        settings: DraftSettings,
        seats: int,
        rounds: int,
        silences: Sequence[Pause] = (),
    ) -> Board:
        """The board that these events have made; in ``silences`` no manager could act."""
        board = cls(settings, seats, rounds, terms=settings, next_terms=settings, silences=silences)
        board.owners = list(turns(seats, rounds, settings.order))
        board.bank = dict.fromkeys(range(1, seats + 1), float(settings.clock.bank))
        for event in events:
            board.apply(event)
        return board

    def copy(self) -> Board:
        """An independent copy; the values on it never change and are shared."""
        return replace(
            self,
            owners=list(self.owners),
            selections=dict(self.selections),
            missed=dict(self.missed),
            agenda=list(self.agenda),
            drafters=dict(self.drafters),
            bank=dict(self.bank),
            pauses=list(self.pauses),
            cards=dict(self.cards),
            parks=dict(self.parks),
        )

    # Queries.

    @property
    def total(self) -> int:
        return self.seats * self.rounds

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.closed_at is None

    @property
    def is_full(self) -> bool:
        return len(self.selections) == self.total and not self.agenda

    @property
    def is_paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    @property
    def turn(self) -> Turn | None:
        """The present turn; ``None`` before the first and after the last."""
        if not self.is_open:
            return None
        if self.agenda:
            return self.agenda[0]
        if self.lot is not None:
            leader = self.lot.leader
            return Turn(leader, (self.next_place(leader),), BIDDING)
        return next(self.coming(), None)

    def coming(self) -> Iterator[Turn]:
        """The coming turns in order, those on the agenda excluded, missed ones last; in an auction
        each seat's next nomination."""
        if self.settings.is_auction:
            for seat in self._nominators(self.nominator):
                yield Turn(seat, (self.next_place(seat),), NOMINATION)
            return
        agenda = {pick for turn in self.agenda for pick in turn.picks}
        while self.lowest <= self.total and self.lowest in self.selections:
            self.lowest += 1
        for pick in range(self.lowest, self.total + 1):
            if not (pick in self.selections or pick in self.missed or pick in agenda):
                yield Turn(self.owners[pick - 1], (pick,), REGULAR)
        for pick in sorted(self.missed.keys() - agenda):
            yield Turn(self.owners[pick - 1], (pick,), MISSED)

    @property
    def on_deck(self) -> Turn | None:
        ahead = [*self.agenda, *islice(self.coming(), 2)]
        return ahead[1] if len(ahead) > 1 else None

    @property
    def last(self) -> Selection | None:
        return max(self.selections.values(), key=lambda selection: selection.number, default=None)

    def squad(self, seat: int) -> list[Selection]:
        return [
            selection for _, selection in sorted(self.selections.items()) if selection.seat == seat
        ]

    # Auctions: a seat's places are its picks, filled first to last.

    def open_places(self, seat: int) -> int:
        """How many more selections a seat needs."""
        return self.rounds - sum(selection.seat == seat for selection in self.selections.values())

    def next_place(self, seat: int) -> int:
        """The pick at which a seat's next purchase will stand; 0 if its squad is complete."""
        own_picks = range(seat, self.total + 1, self.seats)
        return next((pick for pick in own_picks if pick not in self.selections), 0)

    def money(self, seat: int) -> int:
        return self.settings.auction.budget - sum(
            selection.price for selection in self.selections.values() if selection.seat == seat
        )

    def most(self, seat: int) -> int:
        """The highest bid a seat may make: enough must remain for the least bid on every other
        place; 0 if its squad is complete."""
        places = self.open_places(seat)
        return self.money(seat) - self.settings.auction.least * (places - 1) if places else 0

    def _nominators(self, first: int) -> Iterator[int]:
        """The seats with open places, once around from ``first``."""
        if first:
            for step in range(self.seats):
                seat = (first - 1 + step) % self.seats + 1
                if self.open_places(seat):
                    yield seat

    def nominates_after(self, seat: int) -> int:
        """The seat that nominates after this one: the next with open places; 0 if there is none."""
        return next(self._nominators(seat % self.seats + 1), 0)

    def open_pick(self, seat: int) -> int | None:
        """The pick that a seat may use now: in its turn, or one that it missed."""
        turn = self.turn
        if turn is not None and turn.seat == seat and turn.why not in (EXCHANGE, BIDDING):
            return turn.picks[0]
        if turn is None or self.agenda:
            return None
        missed_picks = (pick for pick in sorted(self.missed) if self.owners[pick - 1] == seat)
        return next(missed_picks, None)

    def round_of(self, pick: int) -> int:
        return round_of(pick, self.seats)

    def since(self, pick: int) -> list[Selection]:
        """The selections made after the one at a pick, in the order they were made."""
        number = self.selections[pick].number
        later = (selection for selection in self.selections.values() if selection.number > number)
        return sorted(later, key=lambda selection: selection.number)

    @property
    def halts(self) -> list[Pause]:
        """All pauses, past, present and planned, and the periods in which no manager could act."""
        past = [*self.pauses, *self.silences]
        if self.pause_at is None or self.is_paused:
            return past
        return [*past, (self.pause_at, None)]

    @property
    def deadline(self) -> datetime | None:
        """When the present turn falls due; ``None`` without a clock and while a pause lasts."""
        turn, clock = self.turn, self.terms.clock
        if turn is None or clock.kind == NO_CLOCK or self.turn_since is None:
            return None
        if clock.kind == STAGGERED and turn.why == REGULAR:
            return self._falls_due(turn.picks[0], clock)
        if self.lot is not None:
            return due(clock, self.halts, self.turn_since, self.terms.auction.bid_seconds)
        return due(clock, self.halts, self.turn_since, clock.seconds + self.bank[turn.seat])

    def _falls_due(self, pick: int, clock: Clock) -> datetime | None:
        """When a pick falls due by the timetable; ``None`` where that says nothing of it, and where
        a pause lasts."""
        if self.timetable is None or pick < self.timetable[0]:
            return None
        first, at = self.timetable
        return due(clock, self.halts, at, (pick - first) * clock.seconds)

    def is_counting(self, now: datetime) -> bool:
        """Whether the clock runs at that moment."""
        return self.deadline is not None and counts(self.terms.clock, self.halts, now)

    def lapsed_at(self, now: datetime) -> datetime | None:
        """When the present turn ran out, if the deadline and its grace have passed."""
        deadline = self.deadline
        if deadline is None or now <= deadline + timedelta(seconds=GRACE):
            return None
        return deadline

    # Changes.

    def apply(self, event: Event) -> None:
        self.number += 1
        old_turn = self.turn
        _APPLY[type(event)](self, event)
        restarts = self.settings.is_auction and isinstance(event, _STARTS_CLOCK)
        if self.turn != old_turn or restarts:
            self._begin_turn(event.at)

    def _begin_turn(self, at: datetime) -> None:
        """Time the present turn, which begins at that moment."""
        self.turn_since = at
        before, self.terms = self.terms, self.next_terms
        if self.terms != before:
            more = self.terms.clock.bank - before.clock.bank
            self.bank = {seat: max(0.0, left + more) for seat, left in self.bank.items()}
        if STAGGERED in (before.clock.kind, self.terms.clock.kind):
            self._keep_timetable(before.clock, at)

    def _keep_timetable(self, before: Clock, at: datetime) -> None:
        """Let regular turns go on from the timetable of the clock before; a turn that begins late,
        or again, has its whole clock. After an early pick there is more."""
        regular = next((turn for turn in self.coming() if turn.why == REGULAR), None)
        if regular is None:
            return
        last = regular.picks[0] - 1
        fell_due = self._falls_due(last, before) if before.kind == STAGGERED else None
        is_late = fell_due is not None and fell_due < at and self.turn == regular
        is_behind = self.timetable is None or last < self.timetable[0]
        if is_late or is_behind or self.terms.clock != before:
            self.timetable = (last, at if is_late or fell_due is None else fell_due)

    def put(
        self,
        pick: int,
        seat: int,
        by: str,
        event: Picked | Exchanged | Replaced,
        price: int = 0,
        nominator: int = 0,
    ) -> None:
        self.clear(pick)
        self.selections[pick] = Selection(
            pick, seat, event.card, event.park, by, event.at, self.number, price, nominator
        )
        if event.card is not None:
            self.cards[event.card] = pick
        if event.park is not None:
            self.parks[event.park.key] = pick
        self.missed.pop(pick, None)

    def clear(self, pick: int) -> None:
        self.lowest = min(self.lowest, pick)
        removed = self.selections.pop(pick, None)
        if removed is None:
            return
        self.freed = self.number
        if removed.card is not None:
            del self.cards[removed.card]
        if removed.park is not None:
            del self.parks[removed.park.key]


def _opened(board: Board, event: Opened) -> None:
    board.opened_at = event.at
    board.drafters = dict(event.drafters)
    board.nominator = 1 if board.settings.is_auction else 0


def _picked(board: Board, event: Picked) -> None:
    turn, clock = board.turn, board.terms.clock
    in_turn = turn is not None and event.pick in turn.picks
    if in_turn and clock.kind == PER_PICK and clock.bank and board.turn_since is not None:
        seconds_taken = counted(clock, [*board.pauses, *board.silences], board.turn_since, event.at)
        board.bank[event.seat] = max(
            0.0, board.bank[event.seat] - max(0.0, seconds_taken - clock.seconds)
        )
    board.put(event.pick, event.seat, event.by, event)
    if board.agenda and board.agenda[0].picks == (event.pick,):
        board.agenda.pop(0)


def _nominated(board: Board, event: Nominated) -> None:
    board.lot = Lot(
        *(board.number, event.card, event.park, event.seat, event.seat, event.opening),
        led=board.number,
        bidders=frozenset({event.seat}),
    )


def _bid(board: Board, event: Bid) -> None:
    if board.lot is not None:
        passed = board.lot.passed - {event.seat}
        board.lot = replace(
            board.lot,
            leader=event.seat,
            price=event.price,
            led=board.number,
            passed=passed,
            bidders=board.lot.bidders | {event.seat},
        )


def _passed(board: Board, event: Passed) -> None:
    if board.lot is not None:
        board.lot = replace(board.lot, passed=board.lot.passed | {event.seat})


def _sold(board: Board, event: Sold) -> None:
    nominator = board.nominator
    board.lot = None
    board.put(event.pick, event.seat, event.by, event, event.price, nominator)
    board.nominator = board.nominates_after(nominator)


def _withdrawn(board: Board, event: Withdrawn) -> None:
    board.lot = None


def _rescinded(board: Board, event: Rescinded) -> None:
    exchanges: list[Turn] = []
    for selection in board.since(event.pick):
        if selection.seat == event.seat:
            continue
        if exchanges and exchanges[-1].seat == selection.seat:
            exchanges[-1] = Turn(selection.seat, (*exchanges[-1].picks, selection.pick), EXCHANGE)
        else:
            exchanges.append(Turn(selection.seat, (selection.pick,), EXCHANGE))
    board.clear(event.pick)
    board.agenda = [*exchanges, Turn(event.seat, (event.pick,), AGAIN), *board.agenda]


def _kept(board: Board, event: Kept) -> None:
    board.agenda.pop(0)


def _exchanged(board: Board, event: Exchanged) -> None:
    turn = board.agenda[0]
    board.put(event.pick, event.seat, event.by, event)
    remaining = tuple(pick for pick in turn.picks if pick != event.pick)
    board.agenda[:1] = [Turn(turn.seat, remaining, EXCHANGE)] if remaining else []


def _undone(board: Board, event: Undone) -> None:
    number = board.selections[event.pick].number
    board.nominator = board.selections[event.pick].nominator
    board.lot = None
    for selection in board.since(event.pick):
        board.clear(selection.pick)
    board.clear(event.pick)
    board.missed = {
        pick: skipped_by for pick, skipped_by in board.missed.items() if skipped_by < number
    }
    board.agenda = _still_due(board)


def _still_due(board: Board) -> list[Turn]:
    """The agenda without exchanges of picks that are gone and without picks that are made."""
    agenda = []
    for turn in board.agenda:
        picks = tuple(
            pick for pick in turn.picks if (pick in board.selections) == (turn.why == EXCHANGE)
        )
        if picks:
            agenda.append(Turn(turn.seat, picks, turn.why))
    return agenda


def _replaced(board: Board, event: Replaced) -> None:
    replaced = board.selections[event.pick]
    board.put(event.pick, replaced.seat, replaced.by, event, replaced.price, replaced.nominator)


def _swapped(board: Board, event: Swapped) -> None:
    first, second = event.one - 1, event.other - 1
    board.owners[first], board.owners[second] = board.owners[second], board.owners[first]


def _skipped(board: Board, event: Skipped) -> None:
    if board.settings.is_auction:
        board.nominator = board.nominates_after(board.nominator)
        return
    board.missed[event.pick] = board.number


def _paused(board: Board, event: Paused) -> None:
    board.pauses.append((event.at, None))
    board.pause_at = None


def _resumed(board: Board, event: Resumed) -> None:
    board.pauses[-1] = (board.pauses[-1][0], event.at)


def _pause_planned(board: Board, event: PausePlanned) -> None:
    board.pause_at = event.when


def _clock_changed(board: Board, event: ClockChanged) -> None:
    auction = replace(board.settings.auction, bid_seconds=event.bid_seconds)
    board.next_terms = replace(board.settings, clock=event.clock, auction=auction)


def _drafter_changed(board: Board, event: DrafterChanged) -> None:
    board.drafters[event.seat] = event.drafter


def _closed(board: Board, event: Closed) -> None:
    board.closed_at = event.at


_STARTS_CLOCK = (Nominated, Bid, Sold, Skipped, Undone, Withdrawn)
"""Events that restart the clock of an auction, even if it is the same seat's turn after them."""

_APPLY: dict[type[Event], Callable[..., None]] = {
    Opened: _opened,
    Picked: _picked,
    Nominated: _nominated,
    Bid: _bid,
    Passed: _passed,
    Sold: _sold,
    Withdrawn: _withdrawn,
    Rescinded: _rescinded,
    Kept: _kept,
    Exchanged: _exchanged,
    Undone: _undone,
    Replaced: _replaced,
    Swapped: _swapped,
    Skipped: _skipped,
    Paused: _paused,
    Resumed: _resumed,
    PausePlanned: _pause_planned,
    ClockChanged: _clock_changed,
    DrafterChanged: _drafter_changed,
    Closed: _closed,
}


def drafted_by_house(board: Board, seat: int) -> bool:
    """Whether the computer manager picks for a seat, so that no person is waited for."""
    return board.drafters.get(seat) == HOUSE
