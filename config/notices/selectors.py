"""What waits for a person, as pages show it."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass
from datetime import datetime

import structlog

from config.notices.kinds import SOURCES
from config.notices.models import Notice, Unwanted
from config.people.models import User

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Unread:
    """How many notices a user has not seen, and the id of the newest; 0 for none."""

    count: int = 0
    newest: int = 0


def unread_of(user: User, now: datetime) -> Unread:
    """What waits for the person at this moment and has not been seen yet."""
    rows = _waiting(user, now, read_at=None)
    return Unread(len(rows), max((row.pk for row in rows), default=0))


def titles_after(user: User, newest: int, now: datetime) -> list[str]:
    """The titles of what waits, has not been seen and was told after notice ``newest``."""
    return [row.title for row in _waiting(user, now, read_at=None, pk__gt=newest)]


def waiting_for(user: User, now: datetime) -> list[Notice]:
    """What waits for the person at this moment: what falls due first, then the oldest."""
    rows = sorted(_waiting(user, now), key=lambda row: row.created_at)
    return sorted(rows, key=lambda row: (row.due is None, row.due or row.created_at))


def unwanted_by(user: User) -> frozenset[str]:
    """The kinds that the person does not want to be told of."""
    return frozenset(Unwanted.objects.filter(user=user).values_list("kind", flat=True))


def _waiting(user: User, now: datetime, **narrowed: object) -> list[Notice]:
    """The notices of what waits, in the order they came. What has been done since the last look is
    left out: whatever counts them and whatever lists them agree."""
    rows = list(Notice.objects.filter(user=user, over_at=None, **narrowed).order_by("pk"))
    scopes: dict[str, set[str]] = {}
    for row in rows:
        scopes.setdefault(row.kind, set()).add(row.scope)
    still = {kind: _still(kind, asked, user, now) for kind, asked in scopes.items()}
    return [row for row in rows if row.key in still[row.kind]]


def _still(kind: str, asked: Collection[str], user: User, now: datetime) -> Container[str]:
    """The keys of what of that kind waits for the person in these scopes; where the source fails,
    as far as anybody knows all that did."""
    if kind not in SOURCES:
        return ()
    try:
        return {each.key for each in SOURCES[kind](now, asked) if user.pk in each.people}
    except Exception:
        # The bell stands on every page, and no page is to be lost for it.
        log.exception("notices_not_asked", kind=kind)
        return _Everything()


class _Everything(Container[str]):
    def __contains__(self, key: object) -> bool:
        return True
