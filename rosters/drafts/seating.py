"""The seat that a user acts for in a draft, and in which role; pages and API ask it alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404
from django.utils import timezone

from config.people.models import User
from rosters.drafts import access
from rosters.drafts.models import Draft


@dataclass(frozen=True)
class Actor:
    """Who does something to a division of a draft, and when."""

    draft: Draft
    division: int
    acting_user: User
    now: datetime

    @property
    def arguments(self) -> dict[str, Any]:
        """The fields as arguments of a service."""
        return {
            "draft": self.draft,
            "division": self.division,
            "acting_user": self.acting_user,
            "now": self.now,
        }


@dataclass(frozen=True)
class Sitting(Actor):
    """Who acts for a seat."""

    slot: int

    @property
    def arguments(self) -> dict[str, Any]:
        """The fields as arguments of a service."""
        return {**super().arguments, "slot": self.slot}


def the_division(draft: Draft, number: int) -> int:
    """A division that there is; others find nothing."""
    if not 1 <= number <= len(draft.divisions):
        raise Http404("No such division.")
    return number


def directing(user: User, draft: Draft, division: int = 1) -> Actor:
    """A director about to act on a division; others find no draft."""
    if not access.may_direct(user, draft):
        raise Http404("No such draft.")
    return Actor(draft, the_division(draft, division), user, timezone.now())


def sitting(user: User, draft: Draft, division: int, slot: int | None) -> Sitting:
    """One's own seat of a division, or the one that a director names; others find nothing."""
    the_division(draft, division)
    own = [
        seat.slot
        for seat in access.own_seats(user, draft)
        if seat.division == division and seat.slot is not None
    ]
    slot = slot or next(iter(own), None)
    if slot is None or (slot not in own and not access.may_direct(user, draft)):
        raise Http404("No such seat.")
    return Sitting(draft, division, user, timezone.now(), slot)
