"""The only place that writes notices, and which kinds of them a person wants."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from config.jobs.one_by_one import one_by_one
from config.jobs.services import enqueue
from config.journal.services import log_action
from config.notices.kinds import KINDS, SOURCES, Waiting
from config.notices.models import Notice, Unwanted
from config.notices.topics import tell
from config.people.models import User
from config.people.services import scope
from config.refusals import Refusal, Refused

MAIL = "notices.mail"
TOLD = ("title", "detail", "url", "due")

Found = Mapping[tuple[int, str], Waiting]


def look(*, now: datetime) -> int:
    """Ask every source what waits for whom: make a notice of what is new, and close the notices of
    what waits no longer.

    How many notices are new. Mails are sent by a job. A source that fails changes nothing of its
    kind, and the next look asks it again.
    """
    new = sum(
        one_by_one(
            "notices", list(SOURCES), lambda kind: _keep_notices(kind, _asked(kind, now), now)
        )
    )
    waiting = unmailed().values("user").distinct().count()
    if waiting:
        enqueue(
            kind=MAIL,
            key=MAIL,
            scope="house:mail",
            label="Mailing what waits for people",
            total=waiting,
            acting_user=None,
        )
    return new


def look_at(*, scope: str, kinds: Collection[str], now: datetime) -> int:
    """The same at once for one scope, in which something was done; mails, and whatever fails, wait
    for the next look at everything."""
    return sum(_keep_notices(kind, _asked(kind, now, scope), now, scope) for kind in kinds)


def mark_read(*, user: User, now: datetime) -> int:
    """Mark all of a person's notices as seen; how many were new."""
    with transaction.atomic():
        seen = Notice.objects.filter(user=user, read_at=None, over_at=None).update(read_at=now)
        if seen:
            tell([user.pk])
    return seen


def choose_kinds(*, user: User, unwanted: Collection[str]) -> frozenset[str]:
    """Set which kinds of notices a person does not want. Refused: ``unknown-kind``."""
    strange = sorted(set(unwanted) - set(KINDS))
    if strange:
        raise Refused(
            Refusal("unknown-kind", f"There are no notices of the kind {strange[0]!r}.", "unwanted")
        )
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        rows = Unwanted.objects.filter(user=user)
        before = sorted(rows.values_list("kind", flat=True))
        after = sorted(set(unwanted))
        if before != after:
            rows.exclude(kind__in=after).delete()
            Unwanted.objects.bulk_create(
                Unwanted(user=user, kind=kind) for kind in after if kind not in before
            )
            Notice.objects.filter(user=user, kind__in=after).delete()
            tell([user.pk])
            log_action(
                code="notices-chosen",
                actor=user,
                scope=scope(user),
                subject=user,
                old={"unwanted": before},
                new={"unwanted": after},
            )
    return frozenset(after)


def unmailed() -> QuerySet[Notice]:
    """The notices that are still to be mailed, to people who want mail."""
    return Notice.objects.filter(
        over_at=None, mailed_at=None, user__is_active=True, user__reminders=True
    )


def _asked(kind: str, now: datetime, scope: str | None = None) -> Found:
    asked = None if scope is None else {scope}
    return {
        (person, each.key): each for each in SOURCES[kind](now, asked) for person in each.people
    }


def _keep_notices(kind: str, found: Found, now: datetime, scope: str | None = None) -> int:
    unwanted = set(Unwanted.objects.filter(kind=kind).values_list("user", flat=True))
    active = set(
        User.objects.filter(pk__in={person for person, _ in found}, is_active=True).values_list(
            "pk", flat=True
        )
    )
    wanted = {
        place: each
        for place, each in found.items()
        if place[0] in active and place[0] not in unwanted
    }
    with transaction.atomic():
        rows = Notice.objects.filter(kind=kind, over_at=None)
        rows = rows if scope is None else rows.filter(scope=scope)
        known = {(row.user_id, row.key): row for row in rows}
        gone = [row for place, row in known.items() if place not in wanted]
        Notice.objects.filter(pk__in=[row.pk for row in gone]).update(over_at=now)
        missing = {place: each for place, each in wanted.items() if place not in known}
        again = _back(missing)
        new = [
            Notice(
                user_id=person, kind=kind, key=key, scope=each.scope, created_at=now, **_said(each)
            )
            for (person, key), each in missing.items()
            if (person, key) not in again
        ]
        # Of two looks at the same moment only one makes the notice.
        Notice.objects.bulk_create(new, ignore_conflicts=True)
        changed = list(_changed(known, wanted))
        Notice.objects.bulk_update(changed, TOLD)
        tell([person for person, _ in missing] + [row.user_id for row in (*gone, *changed)])
    return len(new)


def _back(missing: Found) -> set[tuple[int, str]]:
    """Notices that were closed and whose matter waits again: they are shown again, and not mailed a
    second time."""
    rows = Notice.objects.filter(key__in={key for _, key in missing}).exclude(over_at=None)
    found = {(row.user_id, row.key): row.pk for row in rows}
    back = {place for place in found if place in missing}
    Notice.objects.filter(pk__in=[found[place] for place in back]).update(
        over_at=None, read_at=None
    )
    return back


def _changed(known: Mapping[tuple[int, str], Notice], wanted: Found) -> Iterator[Notice]:
    for place, row in known.items():
        if place not in wanted:
            continue
        said = _said(wanted[place])
        if any(getattr(row, name) != value for name, value in said.items()):
            for name, value in said.items():
                setattr(row, name, value)
            yield row


def _said(each: Waiting) -> dict[str, object]:
    return {
        "title": each.title[:200],
        "detail": each.detail[:500],
        "url": each.url,
        "due": each.due,
    }
