"""A draft that was done at a table, typed in or read from a spreadsheet.

Names are matched and never guessed: a row that could mean two players, or none, is refused with
who could be meant, and nothing of the sheet is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from config.inputs import whole_number
from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.models import Draft
from rosters.drafts.pools import listed_parks
from rosters.drafts.room import Room, acting
from rosters.matching import Match, Names, doubled, names_of, read_rows
from rosters.rules.draft import events
from rosters.rules.draft.auction import take_problems
from rosters.rules.draft.board import Board, Selection
from rosters.rules.draft.legality import choice_problems

COLUMNS = ("round", "team", "pick")
PRICED = (*COLUMNS, "price")
"""The columns of an auction's sheet; its rounds count what each club has bought."""

DEAREST = 10**9


@dataclass(frozen=True)
class PickRow:
    """A row of the sheet: whose pick of which round, what was taken, as written, and in an auction
    for what."""

    number: int
    round: int
    team: str
    text: str
    price: int = 0

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"row {self.number}"


def read_sheet(text: str, *, priced: bool = False) -> list[PickRow]:
    """The rows of a spreadsheet with the columns round, team and pick, and an auction's with prices
    (``priced``), separated by commas, semicolons or tabs.

    Refused with every fault: ``sheet-empty``, ``sheet-too-long``, ``column-missing``,
    ``missing-round``, ``missing-team``, ``missing-pick``, ``missing-price``.
    """
    lines, faults = [], []
    columns = PRICED if priced else COLUMNS
    for number, cells in read_rows(text, columns):
        for name in columns:
            if not cells[name]:
                faults.append(
                    Refusal(f"missing-{name}", f"The row has no {name}.", f"row {number}")
                )
        digits = cells["round"]
        round_number = whole_number(digits, most=999)
        if digits and round_number is None:
            faults.append(
                Refusal("missing-round", f"{digits[:20]!r} is no round.", f"row {number}")
            )
        written = cells.get("price", "")
        price = whole_number(written or "0", most=DEAREST)
        if price is None:
            faults.append(
                Refusal("missing-price", f"{written[:20]!r} is no price.", f"row {number}")
            )
        elif all(cells.values()) and round_number is not None:
            lines.append(PickRow(number, round_number, cells["team"], cells["pick"], price))
    refuse_all(faults)
    return lines


@for_directors_of("draft")
def type_in(
    *,
    draft: Draft,
    division: int,
    lines: Sequence[PickRow],
    meant: Mapping[int, int],
    acting_user: User,
    now: datetime,
) -> int:
    """Enter the picks of a sheet, as far as it goes on from what stands; how many.

    ``meant`` settles doubts: by row the card that is meant. Refused with every fault by row:
    ``unknown-team``, ``unknown-round``, ``row-doubled``, ``name-unknown``, ``name-doubtful`` (who
    could be meant is in its facts), ``name-doubled``, ``pick-stands`` for a row that contradicts
    what stands, ``round-missing`` for a pick that the sheet leaves out, and what the law says to a
    pick; at once ``lot-open``.
    """
    # Whom a name could mean is looked up before the draft is locked.
    names = names_of(draft.card_set, (park.pick for park in listed_parks(draft.card_set).values()))
    matched = {line.number: names.match(line, meant) for line in lines}
    with acting(draft, division, now) as room:
        if not room.board.is_open:
            raise Refused(
                Refusal("draft-not-open", "The draft has not begun, or is over.", "draft")
            )
        if room.board.lot is not None:
            raise Refused(Refusal("lot-open", "First what is on the block is sold.", "lot"))
        sheet = _by_pick(room, lines)
        standing = room.board.selections
        faults = [
            fault
            for pick, line in sorted(sheet.items())
            if pick in standing
            and (fault := _contradiction(standing[pick], line, matched[line.number], names))
        ]
        taken = [
            (line, pick, *matched[line.number])
            for pick, line in sorted(sheet.items())
            if pick not in standing
        ]
        faults += [fault for *_, fault in taken if fault is not None]
        faults += doubled([(line, card) for line, _, card, _, _ in taken if card is not None])
        refuse_all(faults)
        for line, pick, card, park, _ in taken:
            due, seat = _due(room.board, pick)
            if due != pick:
                raise Refused(
                    Refusal(
                        "round-missing",
                        f"The row is pick {pick}; before it comes pick {due}, which the sheet has "
                        "not.",
                        line.place,
                        {"pick": pick, "due": due},
                    )
                )
            terms = room.board.settings
            problems = (
                take_problems(
                    *(room.board, room.pool, seat, card, park, line.price, terms.auction.least),
                    shares=False,
                )
                if terms.is_auction
                else choice_problems(room.board, room.pool, seat, pick, card=card, park=park)
            )
            refuse_all(
                Refusal(each.code, each.message, line.place, each.facts) for each in problems
            )
            made = (now, pick, seat, events.TYPED, card, park)
            sold = events.Sold(*made, line.price) if terms.is_auction else events.Picked(*made)
            room.record(sold, acting_user)
        log_action(
            code="draft-typed-in",
            actor=acting_user,
            scope=room.draft.scope,
            subject=room.draft,
            new={"picks": len(taken)},
        )
    return len(taken)


def _due(board: Board, pick: int) -> tuple[int, int]:
    """The pick that comes next, and whose it is: in an auction of the seat whose this one is."""
    if board.settings.is_auction:
        seat = board.owners[pick - 1]
        return board.next_place(seat), seat
    turn = board.turn
    return (0, 0) if turn is None else (turn.picks[0], turn.seat)


def _contradiction(
    standing: Selection, line: PickRow, match: Match, names: Names
) -> Refusal | None:
    """Why a row does not say what stands: ``pick-stands``, or as ``Names.match`` says."""
    card, park, fault = match
    if fault is not None:
        could = cast("list[tuple[int, str]]", fault.facts["meant"])
        is_doubtful = fault.code == "name-doubtful"
        return None if is_doubtful and standing.card in {key for key, _ in could} else fault
    if (card, park, line.price) == (standing.card, standing.park, standing.price):
        return None
    there = standing.park.name if standing.park else names.name(standing.card)
    cost = f" for {standing.price}" if standing.price else ""
    return Refusal(
        "pick-stands",
        f"Pick {standing.pick} is {there}{cost} already; the row has {line.text[:60]!r}.",
        line.place,
        {"pick": standing.pick},
    )


def _by_pick(room: Room, lines: Sequence[PickRow]) -> dict[int, PickRow]:
    """The rows by the overall pick they are."""
    board = room.board
    slots = {seat.name.casefold(): slot for slot, seat in room.seats.items()}
    slots |= {str(slot): slot for slot in room.seats}
    slots |= {
        seat.team.abbreviation.casefold(): slot
        for slot, seat in room.seats.items()
        if seat.team is not None
    }
    found: dict[int, PickRow] = {}
    faults = []
    for line in lines:
        slot = slots.get(line.team.casefold())
        if slot is None:
            faults.append(
                Refusal("unknown-team", f"No team is called {line.team[:60]!r}.", line.place)
            )
            continue
        mine = [
            pick
            for pick, owner in enumerate(board.owners, start=1)
            if owner == slot and board.round_of(pick) == line.round
        ]
        if not mine:
            faults.append(
                Refusal(
                    "unknown-round",
                    f"{room.pool.name(slot)} has no pick in round {line.round}.",
                    line.place,
                )
            )
            continue
        free = [pick for pick in mine if pick not in found]
        if not free:
            faults.append(
                Refusal(
                    "row-doubled",
                    f"{room.pool.name(slot)} stands twice in round {line.round}.",
                    line.place,
                )
            )
            continue
        found[free[0]] = line
    refuse_all(faults)
    return found
