"""What is kept for a while only: without this it would grow for as long as the house stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError
from django.db.models import QuerySet

from config.jobs.models import Job
from config.jobs.one_by_one import one_by_one
from config.journal.models import Action
from config.notices.models import Notice
from config.people.mails import GIVEN_UP_KEPT
from config.people.models import ApiToken, OutgoingMail, Session

_kept_for_a_while: list[Callable[[datetime], QuerySet[Any]]] = []


def register(old: Callable[[datetime], QuerySet[Any]]) -> None:
    """Register what is old of a table of an upper floor, at a given moment."""
    _kept_for_a_while.append(old)


BATCH = 2000
"""Rows deleted in one go: few enough that no request waits for them."""


def forget(*, now: datetime) -> dict[str, int]:
    """Delete what has been kept for as long as the settings say; how many rows of each table."""
    return dict(
        one_by_one("retention", list(_old(now)), _forgotten, name=_table, within=nullcontext)
    )


def _forgotten(old: QuerySet[Any]) -> tuple[str, int]:
    return _table(old), _delete(old)


def _table(old: QuerySet[Any]) -> str:
    return old.model._meta.label_lower


def _old(now: datetime) -> Iterator[QuerySet[Any]]:
    yield Session.objects.filter(expire_date__lt=now)
    yield OutgoingMail.objects.filter(given_up_at__lt=now - GIVEN_UP_KEPT)
    yield from (old(now) for old in _kept_for_a_while)
    if settings.JOBS_KEPT_DAYS:
        yield Job.objects.exclude(state__in=Job.LIVE).filter(
            finished_at__lt=now - timedelta(days=settings.JOBS_KEPT_DAYS)
        )
        yield Notice.objects.filter(over_at__lt=now - timedelta(days=settings.JOBS_KEPT_DAYS))
    if settings.SIGN_INS_KEPT_DAYS:
        before = now - timedelta(days=settings.SIGN_INS_KEPT_DAYS)
        for model in (AccessAttempt, AccessFailureLog, AccessLog):
            yield model.objects.filter(attempt_time__lt=before)
        yield ApiToken.objects.filter(ends_at__lt=before)
    if settings.LOG_KEPT_DAYS:
        before = now - timedelta(days=settings.LOG_KEPT_DAYS)
        yield Action.objects.filter(at__lt=before)
        yield LogEntry.objects.filter(action_time__lt=before)


def _delete(old: QuerySet[Any]) -> int:
    """Batch by batch; of a batch that cannot be deleted each row by itself."""
    deleted, kept = 0, list[Any]()
    manager = old.model._default_manager
    while keys := list(old.order_by().exclude(pk__in=kept).values_list("pk", flat=True)[:BATCH]):
        try:
            manager.filter(pk__in=keys).delete()
        except IntegrityError:
            gone = one_by_one(
                f"forgetting {_table(old)}"[:40], keys, lambda pk: _delete_one(old, pk)
            )
            kept += [pk for pk in keys if pk not in gone]
            deleted += len(gone)
        else:
            deleted += len(keys)
    return deleted


def _delete_one(old: QuerySet[Any], pk: Any) -> Any:
    old.model._default_manager.filter(pk=pk).delete()
    return pk
