"""A draft that was done at a table, typed in or read from a spreadsheet.

Names are matched and never guessed: a row that could mean two men, or nobody, is refused with who
could be meant, and nothing of the sheet is stored.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import restored
from rosters.drafts.models import Draft
from rosters.drafts.room import Room, acting
from rosters.models import Card
from rosters.rules.draft import events
from rosters.rules.draft.legality import choice_problems
from rosters.rules.parks import Pick as Park

COLUMNS = ("round", "team", "pick")
LONGEST_SHEET = 400_000
MOST_MEANT = 5


@dataclass(frozen=True)
class Line:
    """A row of the sheet: whose pick of which round, and what he took, as written."""

    number: int
    round: int
    team: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"row {self.number}"


def read_sheet(text: str) -> list[Line]:
    """The rows of a spreadsheet with the columns round, team and pick, separated by commas,
    semicolons or tabs.

    Refused with every fault: ``sheet-empty``, ``sheet-too-long``, ``missing-column``,
    ``missing-round``, ``missing-team``, ``missing-pick``.
    """
    if len(text) > LONGEST_SHEET:
        raise Refused(Refusal("sheet-too-long", "This is more than a draft.", "sheet"))
    head = text.lstrip("\ufeff").splitlines()[:1]
    if not head or not head[0].strip():
        raise Refused(Refusal("sheet-empty", "There is nothing in the sheet.", "sheet"))
    separator = max(",;\t", key=head[0].count)
    rows = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator, restval="")
    named = {(name or "").strip().lower(): name for name in rows.fieldnames or ()}
    missing = [name for name in COLUMNS if name not in named]
    refuse_all(
        Refusal("missing-column", f"The sheet has no column {name!r}.", "row 1") for name in missing
    )
    lines, faults = [], []
    for number, row in enumerate(rows, start=2):
        cells = {name: restored(str(row.get(named[name]) or "").strip()) for name in COLUMNS}
        if not any(cells.values()):
            continue
        for name in COLUMNS:
            if not cells[name]:
                faults.append(
                    Refusal(f"missing-{name}", f"The row has no {name}.", f"row {number}")
                )
        digits = cells["round"]
        if digits and not (digits.isascii() and digits.isdecimal() and len(digits) < 4):
            faults.append(
                Refusal("missing-round", f"{digits[:20]!r} is no round.", f"row {number}")
            )
        elif all(cells.values()):
            lines.append(Line(number, int(digits), cells["team"], cells["pick"]))
    if not lines and not faults:
        faults.append(Refusal("sheet-empty", "There is nothing in the sheet.", "sheet"))
    refuse_all(faults)
    return lines


def type_in(
    *,
    draft: Draft,
    division: int,
    lines: Sequence[Line],
    meant: Mapping[int, int],
    acting_user: User,
    now: datetime,
) -> int:
    """Enter the picks of a sheet, as far as it goes on from what stands; how many.

    ``meant`` settles doubts: by row the card that is meant. Refused with every fault by row:
    ``unknown-team``, ``unknown-round``, ``row-doubled``, ``name-unknown``, ``name-doubtful`` (who
    could be meant is in its facts), ``name-doubled``, ``round-missing`` for a pick that the sheet
    leaves out, and what the law says to a pick.
    """
    with acting(draft, division, now) as room:
        if not room.board.is_open:
            raise Refused(
                Refusal("draft-not-open", "The draft has not begun, or is over.", "draft")
            )
        sheet = _by_pick(room, lines)
        people = _people(room)
        parks = {park.name.casefold(): park for park in room.pool.parks.values()}
        taken = [
            (line, pick, *_match(line, people, parks, meant))
            for pick, line in sorted(sheet.items())
        ]
        faults = [fault for *_, fault in taken if fault is not None]
        faults += _doubled([(line, card) for line, _, card, _, _ in taken if card is not None])
        refuse_all(faults)
        for line, pick, card, park, _ in taken:
            turn = room.board.turn
            if turn is None or turn.picks != (pick,):
                due = turn.picks[0] if turn is not None else 0
                raise Refused(
                    Refusal(
                        "round-missing",
                        f"The row is pick {pick}; before it comes pick {due}, which the sheet has "
                        "not.",
                        line.place,
                        {"pick": pick, "due": due},
                    )
                )
            refuse_all(
                Refusal(each.code, each.message, line.place, each.facts)
                for each in choice_problems(
                    room.board, room.pool, turn.seat, pick, card=card, park=park
                )
            )
            room.record(events.Picked(now, pick, turn.seat, events.TYPED, card, park), acting_user)
        log_action(
            code="draft-typed-in",
            actor=acting_user,
            scope=room.draft.scope,
            subject=room.draft,
            new={"picks": len(taken)},
        )
    return len(taken)


def _by_pick(room: Room, lines: Sequence[Line]) -> dict[int, Line]:
    """The rows by the overall pick they are, what stands already left out."""
    board = room.board
    slots = {seat.name.casefold(): slot for slot, seat in room.seats.items()}
    slots |= {str(slot): slot for slot in room.seats}
    slots |= {
        seat.team.abbreviation.casefold(): slot
        for slot, seat in room.seats.items()
        if seat.team is not None
    }
    found: dict[int, Line] = {}
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
    return {pick: line for pick, line in found.items() if pick not in board.selections}


def _people(room: Room) -> dict[str, list[Card]]:
    """The pool's cards by name and by key."""
    found: dict[str, list[Card]] = {}
    for card in room.draft.card_set.cards.only("name", "key", "year", "teams", "positions"):
        found.setdefault(card.name.casefold(), []).append(card)
        if card.key.casefold() != card.name.casefold():
            found.setdefault(card.key.casefold(), []).append(card)
    return found


def _match(
    line: Line,
    people: Mapping[str, Sequence[Card]],
    parks: Mapping[str, Park],
    meant: Mapping[int, int],
) -> tuple[int | None, Park | None, Refusal | None]:
    """The card or park that a row means, or why that is not known."""
    if line.number in meant:
        return meant[line.number], None, None
    text = " ".join(line.text.split()).casefold()
    cards = people.get(text, ())
    park = parks.get(text)
    if len(cards) == 1 and park is None:
        return cards[0].pk, None, None
    if park is not None and not cards:
        return None, park, None
    close = cards or [
        card for name in get_close_matches(text, people, MOST_MEANT, 0.72) for card in people[name]
    ]
    could = list(dict.fromkeys((card.pk, _told(card)) for card in close))[:MOST_MEANT]
    if cards or park is not None:
        return (
            None,
            None,
            Refusal(
                "name-doubtful",
                f"{line.text[:60]!r} may be {' or '.join(told for _, told in could)}.",
                line.place,
                {"row": line.number, "meant": [list(each) for each in could]},
            ),
        )
    more = f" Is it {' or '.join(told for _, told in could)}?" if could else ""
    return (
        None,
        None,
        Refusal(
            "name-unknown",
            f"Nobody in the pool is called {line.text[:60]!r}.{more}",
            line.place,
            {"row": line.number, "meant": [list(each) for each in could]},
        ),
    )


def _told(card: Card) -> str:
    return f"{card.name} ({card.year}, {'/'.join(card.teams)}, {card.positions.upper()})"


def _doubled(rows: Sequence[tuple[Line, int]]) -> list[Refusal]:
    first: dict[int, Line] = {}
    found = []
    for line, card in rows:
        if card in first:
            found.append(
                Refusal(
                    "name-doubled",
                    f"{line.text[:60]!r} is in {first[card].place} already.",
                    line.place,
                )
            )
        first.setdefault(card, line)
    return found
