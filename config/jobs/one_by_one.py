"""Loops over many people's things that handle each one apart, so that one that fails stops none of
the others.

What fails is logged and passed over, and tried again at the next turn. What has failed three times
in a row is told to the operators of the house (config/notices/operators.py).
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
"""Failures in a row of one thing, after which somebody has to look at it."""

T = TypeVar("T")
R = TypeVar("R")


def named(thing: Any) -> str:
    """A row by its table and key, anything else by its words."""
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
    """Do something to each, in a transaction of its own; what came of those that did not fail.

    ``things`` are all there are for this ``loop``: a trouble with one that is no longer among them
    is over. ``within`` is for an act that has transactions of its own. Raises what says that the
    database is away, for then nothing can be written down either.
    """
    troubles = {trouble.thing: trouble for trouble in Trouble.objects.filter(loop=loop)}
    results = []
    for thing in things:
        called = name(thing)[:100]
        trouble = troubles.pop(called, None)
        try:
            with within():
                results.append(act(thing))
        except Exception as error:
            _note(loop, called, error)
        else:
            if trouble is not None:
                trouble.delete()
    Trouble.objects.filter(pk__in=[trouble.pk for trouble in troubles.values()]).delete()
    return results


def in_trouble(loop: str) -> Collection[str]:
    """The names of what failed at the last turn."""
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
    say = log.critical if failures == TOLD_AFTER else log.error
    say("thing_failed", loop=loop, thing=called, failures=failures, exc_info=error)
