"""A projected standing of drafted squads.

Games are not known here: the floor that plays them answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32

from config.kinds import Question
from rosters.drafts.models import Draft
from rosters.drafts.pools import parks_taken
from rosters.drafts.room import Room
from rosters.models import Ballpark


@dataclass(frozen=True)
class DraftedSquad:
    """The squad of a slot: cards in the order of picks, and its park."""

    slot: int
    cards: Sequence[int]
    park: Ballpark | None


@dataclass(frozen=True)
class Projected:
    """How a squad did: the share of its games that it won with the standard error of that, and the
    share of the seasons in which it was first."""

    slot: int
    share: float
    error: float
    games: int
    first: float
    seasons: int


Advance = Callable[[int, int], None]


@Question
def played(
    system_key: str, squads: Sequence[DraftedSquad], seed: str, advance: Advance
) -> list[Projected] | None:
    """How these squads did in simulated seasons; ``None`` where their system cannot be played."""
    return None


def squads_in(room: Room) -> list[DraftedSquad]:
    """The squads of a division as they stand."""
    parks = parks_taken(room.draft)
    found = []
    for slot in sorted(room.seats):
        squad = room.board.squad(slot)
        taken = next((each.park for each in squad if each.park is not None), None)
        park = None if taken is None else parks[taken.key]
        found.append(
            DraftedSquad(
                slot,
                [each.card for each in squad if each.card is not None],
                park,
            )
        )
    return found


def mark_of(room: Room) -> int:
    """Another number for other squads."""
    standing = sorted(
        (pick, each.seat, each.card, each.park.key if each.park else "")
        for pick, each in room.board.selections.items()
    )
    return crc32(repr(standing).encode())


def projection(room: Room, advance: Advance) -> dict[str, Any] | None:
    """The seasons of a division's squads as they are stored; the same for the same squads."""
    mark = mark_of(room)
    rows = played(room.draft.system_key, squads_in(room), f"projection/{mark}", advance)
    return None if rows is None else {"mark": mark, "rows": [asdict(row) for row in rows]}


def projected(draft: Draft, room: Room) -> list[Projected]:
    """What was found for the squads as they stand, best first; empty where nothing was."""
    stored = (draft.projection or {}).get(str(room.division))
    if stored is None or stored["mark"] != mark_of(room):
        return []
    rows = [Projected(**row) for row in stored["rows"]]
    return sorted(rows, key=lambda row: (-row.share, row.slot))
