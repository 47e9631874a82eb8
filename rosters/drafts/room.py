"""A division's draft as it stands, and the one place that writes it.

``look`` reads it. ``acting`` locks the draft, settles what has lapsed, lets the caller record
events, and stores them when the caller is done: log, picks and message in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from random import Random

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from config.jobs.uptime import Silence, notice_put_back, silences
from config.live.services import publish
from config.notices.hearing import hear
from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.drafts.models import (
    Draft,
    DraftEvent,
    DraftPick,
    DraftSeat,
    ListedCard,
    SecretMaximum,
)
from rosters.drafts.pools import park_with, pool_of, ranking_of
from rosters.members import Members
from rosters.models import TeamMember
from rosters.rules.draft import events
from rosters.rules.draft.advice import Advice, advise
from rosters.rules.draft.auction import (
    Maximum,
    house_maximums,
    raised,
    take_problems,
    waited_for,
)
from rosters.rules.draft.board import AGAIN, EXCHANGE, MISSED, Board, Lot, Turn, drafted_by_house
from rosters.rules.draft.house import PLAIN, HousePick, Ranking, choose, taste_of
from rosters.rules.draft.legality import Pool
from rosters.rules.draft.settings import AUTO, SKIP
from rosters.rules.draft.squad_law import SquadLaw, rounds

BID = "draft-bid"
"""What has notices looked for of who is outbid."""
MOST_SETTLED = 2000
"""Turns that may lapse between two looks; more than any draft has."""


@dataclass
class Room:
    """A division of a draft: its board, its seats by slot, and its pool."""

    draft: Draft
    division: int
    seats: dict[int, DraftSeat]
    board: Board
    pool: Pool
    recorded: list[tuple[events.Event, int | None]] = field(default_factory=list)
    """What the caller has done, each with whose act it was, by id; not yet stored."""

    @property
    def ranking(self) -> Ranking:
        """How the house ranks the pool."""
        return ranking_of(self.draft.card_set, self.board.seats, self.board.settings)

    def record(self, event: events.Event, acting_user: User | None) -> None:
        """Let something happen."""
        self.board.apply(event)
        self.recorded.append((event, acting_user.pk if acting_user else None))

    def choice(self, turn: Turn, pick: int) -> HousePick | None:
        """What the house takes for a seat: from its queue, then by need and worth; for its own
        teams by their taste."""
        seat = self.seats[turn.seat]
        seed = f"{self.draft.seed}/{self.division}/{turn.seat}"
        if seat.imputed:
            taste = taste_of(seed, list(self.ranking.plan), self.board.rounds)
            chance = Random(f"{seed}/{pick}/{self.board.number}")
            return choose(
                self.board, self.pool, self.ranking, turn.seat, pick, taste=taste, chance=chance
            )
        wanted, avoided = self.listed(turn.seat)
        return choose(
            self.board,
            self.pool,
            self.ranking,
            turn.seat,
            pick,
            taste=PLAIN,
            wanted=wanted,
            avoided=avoided,
        )

    def without_managers(self) -> list[int]:
        """The slots that wait for managers of clubs that have none any more."""
        board = self.board
        if self.draft.is_mock or not board.is_open or board.is_full:
            return []
        teams = {
            slot: seat.team_id
            for slot, seat in sorted(self.seats.items())
            if seat.team_id is not None and not drafted_by_house(board, slot)
        }
        managed = Members(teams.values()).managed
        return [slot for slot, team_id in teams.items() if team_id not in managed]

    def own_maximum(self, seat: DraftSeat) -> int | None:
        """The secret maximum of a seat for what is on the block, for its own people."""
        if self.board.lot is None:
            return None
        rows = SecretMaximum.objects.filter(seat=seat, lot=self.board.lot.number)
        return rows.values_list("amount", flat=True).first()

    def listed(self, slot: int) -> tuple[list[int], list[int]]:
        """The queue of a seat in its order, and whom it never wants: cards by their keys."""
        listed = list(ListedCard.objects.filter(seat=self.seats[slot]).order_by("rank"))
        return (
            [each.card_id for each in listed if each.rank is not None and not each.avoided],
            [each.card_id for each in listed if each.avoided],
        )

    def maximums(self) -> list[Maximum]:
        """Up to what bids on what is on the block are raised: by its people's word, for the house's
        seats by what the card is worth to them."""
        lot = self.board.lot
        if lot is None:
            return []
        slots = {seat.pk: slot for slot, seat in self.seats.items()}
        rows = SecretMaximum.objects.filter(seat__in=slots, lot=lot.number).order_by("seat")
        found = [Maximum(slots[row.seat_id], row.amount, row.after) for row in rows]
        own = {each.seat for each in found}
        avoided: dict[int, list[int]] = {}
        for row in ListedCard.objects.filter(seat__in=slots, card=lot.card, avoided=True):
            avoided.setdefault(slots[row.seat_id], []).append(row.card_id)
        seed = f"{self.draft.seed}/{self.division}"
        house = house_maximums(self.board, self.pool, self.ranking, seed, avoided)
        return [*found, *(each for each in house if each.seat not in own)]

    def advice(self, slot: int, *, private: bool) -> Advice | None:
        """What the house would take for a seat with its next pick, and why; ``private``: by its
        own list, too, which only its people see."""
        wanted, avoided = self.listed(slot) if private else ([], [])
        ahead = chain(self.board.agenda, self.board.coming())
        pick = next((turn.picks[0] for turn in ahead if turn.seat == slot), None)
        if pick is None:
            return None
        return advise(
            self.board, self.pool, self.ranking, slot, pick, wanted=wanted, avoided=avoided
        )


def look(draft: Draft, division: int = 1, *, now: datetime | None = None) -> Room:
    """A division's draft as its log has it; ``now``: this moment."""
    seats = {
        seat.slot: seat
        for seat in draft.seats.select_related("team").filter(division=division)
        if seat.slot is not None
    }
    pool = pool_of(draft.card_set, {slot: seat.name for slot, seat in seats.items()})
    silent = silences(draft.created_at, now or timezone.now())
    board = board_of(draft, division, len(seats), pool.law, silent)
    return Room(draft, division, seats, board, pool)


MOST_BOARDS = 64
"""Boards that a process keeps."""

_boards: dict[tuple[datetime, int, int], tuple[int, Board]] = {}
"""By when the draft was made, its key and the division: the key of the last line of the log that a
board is made of, and the board."""


def board_of(
    draft: Draft, division: int, seats: int, law: SquadLaw, silent: Sequence[Silence] = ()
) -> Board:
    """The board that a log has made; ``silent`` stretches, in which no one could act, do not count.

    Lines are only ever added to a log, so a board that was made before goes on from where it was;
    unless the line it ended with is not there any more, as when what wrote it was taken back.
    """
    settings = draft.settled
    key = (draft.created_at, draft.pk, division)
    last, kept = _boards.get(key, (0, None))
    log = DraftEvent.objects.filter(draft=draft, division=division).order_by("number")
    lines = list(log.filter(number__gte=kept.number) if kept is not None else log)
    if kept is not None and lines and lines[0].pk == last and kept.settings == settings:
        board, lines = kept.copy(), lines[1:]
        board.silences = silent
        for line in lines:
            board.apply(events.read(line.kind, line.at, line.data))
    else:
        lines = list(log) if kept is not None else lines
        read = (events.read(line.kind, line.at, line.data) for line in lines)
        board = Board.of(read, settings, seats, rounds(law, settings), silent)
    if lines:
        _boards.pop(key, None)
        _boards[key] = (lines[-1].pk, board.copy())
        while len(_boards) > MOST_BOARDS:
            _boards.pop(next(iter(_boards)), None)
    return board


@contextmanager
def acting(draft: Draft, division: int, now: datetime) -> Iterator[Room]:
    """The division under lock, with everything that lapsed until ``now`` settled.

    Refused: ``draft-moved-on`` where somebody else was faster and the lock could not tell.
    """
    stamps = DraftEvent.objects.filter(draft=draft, division=division)
    notice_put_back(now, stamps.aggregate(last=Max("at"))["last"])
    try:
        with transaction.atomic():
            draft = (
                Draft.objects.select_for_update(of=("self",))
                .select_related("card_set")
                .get(pk=draft.pk)
            )
            room = look(draft, division, now=now)
            settle(room, now)
            yield room
            # A pick may hand the turn to the house.
            settle(room, now)
            end_practice(room, now)
            store(room)
    except IntegrityError as error:
        if "drafts_" not in str(error):
            raise
        raise Refused(
            Refusal("draft-moved-on", "Someone else was faster; look at the board again.", "draft")
        ) from error


def end_practice(room: Room, now: datetime) -> None:
    """Practice is over with its last pick: there are no squads to be made of it."""
    draft, board = room.draft, room.board
    if draft.is_mock and board.is_open and board.is_full:
        room.record(events.Closed(now), None)
        draft.state, draft.completed_at = Draft.State.COMPLETE, now
        draft.save(update_fields=["state", "completed_at"])


def settle(room: Room, now: datetime) -> None:
    """Do what is due: turns that have run out, a planned pause, turns of the house.

    Idempotent: asked again at the same moment it finds nothing to do. What ran out unnoticed is
    done now, so that the next turn has its whole time from the moment it is seen.
    """
    for _ in range(MOST_SETTLED):
        event = _due(room, now)
        if event is None:
            return
        room.record(event, None)


def is_due(room: Room, now: datetime) -> bool:
    """Whether there is anything to settle, found without choosing for anybody."""
    board = room.board
    turn = board.turn
    if turn is None:
        return False
    if board.pause_at is not None and not board.is_paused and now >= board.pause_at:
        return True
    if board.is_paused:
        return False
    if board.lot is not None:
        return board.lapsed_at(now) is not None or not waited_for(board, board.lot)
    if drafted_by_house(board, turn.seat):
        return True
    at_zero = board.terms.clock.at_zero
    return at_zero in (SKIP, AUTO) and board.lapsed_at(now) is not None


def _due(room: Room, now: datetime) -> events.Event | None:
    board = room.board
    turn = board.turn
    if turn is not None and board.lot is not None and not board.is_paused:
        return _due_on_the_block(room, board.lot, now)
    if turn is None or not is_due(room, now):
        return None
    lapsed = board.lapsed_at(now) is not None
    waits = not lapsed or board.terms.clock.at_zero not in (SKIP, AUTO)
    # What ran out before a planned pause ran out first; beyond it nothing does.
    if board.pause_at is not None and now >= board.pause_at and waits:
        return events.Paused(max(board.pause_at, board.turn_since or board.pause_at))
    by_house = drafted_by_house(board, turn.seat)
    if not (by_house or lapsed):
        return None
    # A clock may have been put back since the turn began.
    at = max(now, board.turn_since or now)
    if turn.why == EXCHANGE:
        return events.Kept(at, turn.seat)
    if not by_house and board.terms.clock.at_zero == SKIP and turn.why not in (AGAIN, MISSED):
        return events.Skipped(at, turn.picks[0], lapsed=True)
    choice = room.choice(turn, turn.picks[0])
    if choice is None:
        return None
    if board.settings.is_auction:
        least = board.settings.auction.least
        return events.Nominated(at, turn.seat, events.HOUSE, least, choice.card, choice.park)
    return events.Picked(at, turn.picks[0], turn.seat, events.HOUSE, choice.card, choice.park)


def _due_on_the_block(room: Room, lot: Lot, now: datetime) -> events.Event | None:
    """What the maximums bid, which seats cannot have it, and the sale when time is up or nobody is
    waited for."""
    board, pool = room.board, room.pool
    at = max(now, board.turn_since or now)
    lapsed = board.lapsed_at(now) is not None
    if board.pause_at is not None and now >= board.pause_at and not lapsed:
        return events.Paused(max(board.pause_at, board.turn_since or board.pause_at))
    bid = raised(board, room.maximums())
    if bid is not None:
        return replace(bid, at=at)
    waiting = waited_for(board, lot)
    for seat in waiting:
        if take_problems(board, pool, seat, lot.card, lot.park, lot.price + 1, lot.price + 1):
            return events.Passed(at, seat, events.HOUSE)
    if waiting and not lapsed:
        return None
    return sale(board, lot, at, events.HOUSE)


def sale(board: Board, lot: Lot, at: datetime, by: str) -> events.Sold:
    """What is on the block goes to the seat that leads."""
    pick = board.next_place(lot.leader)
    return events.Sold(at, pick, lot.leader, by, lot.card, lot.park, lot.price)


def store(room: Room) -> None:
    """Write what was recorded: the log's lines, the picks as they stand now, one message."""
    if not room.recorded:
        return
    draft, board = room.draft, room.board
    first = board.number - len(room.recorded) + 1
    recorded_at = timezone.now()
    DraftEvent.objects.bulk_create(
        DraftEvent(
            draft=draft,
            division=room.division,
            number=number,
            kind=event.kind,
            data=events.write(event),
            at=event.at,
            recorded_at=recorded_at,
            actor_id=actor,
        )
        for number, (event, actor) in enumerate(room.recorded, start=first)
    )
    _repeat(room)
    if any(isinstance(event, events.Bid) for event, _ in room.recorded):
        hear(BID, draft.scope)
    room.recorded.clear()
    publish(*topics_of(draft, room.division))


def tell_rooms(member: TeamMember) -> None:
    """Have the rooms of drafts under way look again when somebody leaves a club that drafts."""
    seats = DraftSeat.objects.filter(team=member.team_id, draft__state=Draft.State.RUNNING)
    for seat in seats.select_related("draft"):
        publish(*topics_of(seat.draft, seat.division or 1))


def topics_of(draft: Draft, division: int) -> list[str]:
    """The topics of live pages that a change of a division concerns."""
    found = [draft.topic, draft.topic_of(division)]
    return [*found, draft.board_topic(division)] if draft.watch_key else found


def _repeat(room: Room) -> None:
    """Let the rows of picks say what the board says."""
    there = {
        row.pick: row for row in DraftPick.objects.filter(draft=room.draft, division=room.division)
    }
    wanted = {
        pick: DraftPick(
            draft=room.draft,
            division=room.division,
            pick=pick,
            seat=room.seats[each.seat],
            card_id=each.card,
            park_key=each.park.key if each.park else "",
            price=each.price or None,
        )
        for pick, each in room.board.selections.items()
    }

    def same(row: DraftPick, want: DraftPick | None) -> bool:
        return want is not None and (row.card_id, row.park_key, row.seat_id, row.price) == (
            *(want.card_id, want.park_key, want.seat_id, want.price),
        )

    parks = {row.park_key: row.park_id for row in there.values()}
    for row in wanted.values():
        if row.park_key:
            known = parks.get(row.park_key)
            row.park_id = known or park_with(room.draft.card_set, row.park_key).pk
    gone = [row.pk for pick, row in there.items() if not same(row, wanted.get(pick))]
    kept = {pick for pick, row in there.items() if same(row, wanted.get(pick))}
    if gone:
        DraftPick.objects.filter(pk__in=gone).delete()
    DraftPick.objects.bulk_create(row for pick, row in wanted.items() if pick not in kept)
