"""What waits for a person, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from config.notices.kinds import SOURCES
from config.notices.models import Notice, Unwanted
from config.people.models import User


@dataclass(frozen=True)
class Unread:
    """How many notices somebody has not seen, and the id of the newest; 0 for none."""

    count: int = 0
    newest: int = 0


def unread_of(user: User) -> Unread:
    """What waits that the person has not seen."""
    rows = Notice.objects.filter(user=user, over_at=None, read_at=None)
    found = rows.aggregate(count=Count("pk"), newest=Max("pk"))
    return Unread(found["count"], found["newest"] or 0)


def titles_after(user: User, newest: int) -> list[str]:
    """The titles of what the person has not seen and was told after notice ``newest``."""
    rows = Notice.objects.filter(user=user, over_at=None, read_at=None, pk__gt=newest)
    return list(rows.order_by("pk").values_list("title", flat=True))


def waiting_for(user: User, now: datetime) -> list[Notice]:
    """What waits for the person at this moment: what falls due first, then the oldest. What has
    been done since the last look is left out."""
    rows = list(Notice.objects.filter(user=user, over_at=None).order_by("created_at", "pk"))
    still = _still(rows, user, now)
    shown = [row for row in rows if row.key in still]
    return sorted(shown, key=lambda row: (row.due is None, row.due or row.created_at))


def unwanted_by(user: User) -> frozenset[str]:
    """The kinds that the person does not want to be told of."""
    return frozenset(Unwanted.objects.filter(user=user).values_list("kind", flat=True))


def _still(rows: list[Notice], user: User, now: datetime) -> set[str]:
    scopes: dict[str, set[str]] = {}
    for row in rows:
        scopes.setdefault(row.kind, set()).add(row.scope)
    return {
        each.key
        for kind, asked in scopes.items()
        if kind in SOURCES
        for each in SOURCES[kind](now, asked)
        if user.pk in each.people
    }
