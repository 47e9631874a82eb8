"""Every pick of a draft as rows of a table."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from rosters.drafts import presenters
from rosters.drafts.models import Draft
from rosters.drafts.services.settling import looked_at

PICK_COLUMNS: Final = (
    *("division", "overall", "round", "team", "pick", "key", "positions", "by", "price"),
)
"""The columns that ``typing_in`` reads, and some more."""


def pick_rows(draft: Draft) -> list[list[object]]:
    """A row for each pick in the columns of ``PICK_COLUMNS``, division by division in the order of
    the picks; none before the draft is open."""
    if draft.state == Draft.State.PREPARING:
        return []
    rows: list[list[object]] = []
    for division in range(1, len(draft.divisions) + 1):
        room = looked_at(draft, division, now=timezone.now())
        cards = presenters.cards_on(room)
        found = [
            (line.pick, seat.name, line)
            for slot, seat in room.seats.items()
            for line in presenters.squad_lines(room, slot, cards)
        ]
        for pick, name, line in sorted(found, key=lambda each: each[0]):
            key = line.card.key if line.card else line.selection.park.key  # type: ignore[union-attr]
            rows.append(
                [
                    *(division, pick, line.round, name, line.name, key, line.positions, line.by),
                    "" if line.price is None else line.price,
                ]
            )
    return rows
