"""What the operators of the house are told: what its clockwork fails at, again and again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.urls import reverse

from config.backup.keeping import SCOPE, is_overdue, last_copy
from config.jobs.models import Trouble
from config.jobs.one_by_one import TOLD_AFTER
from config.notices.kinds import Kind, Waiting, register
from config.people.models import OutgoingMail, User

CLOCKWORK = "house:clockwork"
FAILS = Kind(
    "clockwork-fails",
    "Something the house cannot do",
    "For staff: when the house has failed at one thing three times in a row.",
)
MOST_MAILS = 20
BACKUP = Kind(
    "backup-old",
    "No fresh backup",
    "For staff: when the house has not copied itself for two days.",
)


def troubles(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    if asked is not None and CLOCKWORK not in asked:
        return
    found = list(Trouble.objects.filter(failures__gte=TOLD_AFTER))
    given_up = OutgoingMail.objects.exclude(given_up_at=None).order_by("given_up_at")
    if not found and not given_up:
        return
    staff = _staff()
    for mail in given_up[:MOST_MAILS]:
        yield Waiting(
            key=f"mail-given-up:{mail.pk}",
            people=staff,
            title=f"A mail could not be sent: {mail.kind}",
            detail=f"To {mail.to}. {mail.error}",
            url=reverse("admin:people_outgoingmail_changelist"),
            scope=CLOCKWORK,
        )
    for trouble in found:
        yield Waiting(
            key=f"trouble:{trouble.pk}",
            people=staff,
            title=f"The house cannot do this: {trouble.loop}, {trouble.thing}",
            detail=f"It is tried again and again, and the others go on. {trouble.error}"[:500],
            url=reverse("admin:jobs_trouble_changelist"),
            scope=CLOCKWORK,
        )


def old_backups(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    if (asked is not None and SCOPE not in asked) or not is_overdue(now):
        return
    last = last_copy()
    yield Waiting(
        key="backup-old",
        people=_staff(),
        title="The house has no fresh backup of itself",
        detail=(
            f"The last was taken at {last:%Y-%m-%d %H:%M} UTC."
            if last
            else "None has been taken yet."
        )
        + " What is in the way stands under Troubles.",
        url=reverse("admin:jobs_trouble_changelist"),
        scope=SCOPE,
    )


def _staff() -> frozenset[int]:
    return frozenset(
        User.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True)
    )


def register_all() -> None:
    register(FAILS, troubles)
    register(BACKUP, old_backups)
