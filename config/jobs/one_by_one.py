"""Loops that handle each object separately, so that one failure stops none of the others.

A failure is logged, skipped, and retried at the next turn. Three failures in a row are reported to
the operators of the site (config/notices/operators.py).
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

import structlog
from django.db import models, transaction
from django.db.models import F
from django.utils import timezone

from config.jobs.models import Trouble

log = structlog.get_logger(__name__)

TOLD_AFTER: Final = 3
"""Failures in a row of one object after which operators are notified."""

T = TypeVar("T")
R = TypeVar("R")


def named(thing: Any) -> str:
    """The table and key of a row; anything else as a string."""
    if isinstance(thing, models.Model):
        return f"{thing._meta.label_lower} {thing.pk}"
    return str(thing)


def one_by_one(
    loop: str,
    things: Iterable[T],
    act: Callable[[T], R],
    *,
    name: Callable[[T], str] = named,
    within: Callable[[], AbstractContextManager[Any]] = transaction.atomic,
) -> list[R]:
    """Call ``act`` with each object in a transaction of its own; return the results of those that
    did not fail.

    ``things`` must be all there are for this ``loop``: the trouble of an object no longer among
    them is deleted. ``within`` is for an act that has its own transactions. Errors of an
    unavailable database are raised, since nothing could be stored then.
    """
    troubles = {trouble.thing: trouble for trouble in Trouble.objects.filter(loop=loop)}
    results = []
    for thing in things:
        thing_name = name(thing)[:100]
        trouble = troubles.pop(thing_name, None)
        try:
            with within():
                results.append(act(thing))
        except Exception as error:
            _note(loop, thing_name, error)
        else:
            if trouble is not None:
                trouble.delete()
    Trouble.objects.filter(pk__in=[trouble.pk for trouble in troubles.values()]).delete()
    return results


def in_trouble(loop: str) -> Collection[str]:
    return list(Trouble.objects.filter(loop=loop).values_list("thing", flat=True))


def _note(loop: str, called: str, error: Exception) -> None:
    now, words = timezone.now(), f"{type(error).__name__}: {error}"[:500]
    rows = Trouble.objects.filter(loop=loop, thing=called)
    with transaction.atomic():
        if not rows.update(failures=F("failures") + 1, error=words, latest_at=now):
            Trouble.objects.create(
                loop=loop, thing=called, failures=1, error=words, began_at=now, latest_at=now
            )
        failures = rows.values_list("failures", flat=True)[0]
    log_failure = log.critical if failures == TOLD_AFTER else log.error
    log_failure("thing_failed", loop=loop, thing=called, failures=failures, exc_info=error)
