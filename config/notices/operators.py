"""What the operators of the house are told: what its clockwork fails at, again and again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.urls import reverse

from config.jobs.models import Trouble
from config.jobs.one_by_one import TOLD_AFTER
from config.notices.kinds import Kind, Waiting, register
from config.people.models import User

CLOCKWORK = "house:clockwork"
FAILS = Kind(
    "clockwork-fails",
    "Something the house cannot do",
    "For staff: when the house has failed at one thing three times in a row.",
)


def troubles(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    if asked is not None and CLOCKWORK not in asked:
        return
    found = list(Trouble.objects.filter(failures__gte=TOLD_AFTER))
    if not found:
        return
    staff = frozenset(
        User.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True)
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


def register_all() -> None:
    register(FAILS, troubles)
