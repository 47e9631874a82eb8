"""Queries that took long: in the log, and the last of them for the operator's page.

A query is kept as it was written, with places for its values and without them: nobody's address is
in it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.utils import timezone

log = structlog.get_logger(__name__)

KEY = "slow-queries"
KEPT = 20
KEPT_SECONDS = 7 * 24 * 3600
LONGEST = 400
"""Characters of a query."""


@receiver(connection_created)
def watch(sender: object, connection: Any, **more: Any) -> None:
    """Time every query of a connection."""
    if timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(timed)


def timed(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Run a query, and note it where it took longer than ``SLOW_QUERY_SECONDS``."""
    began = perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        seconds = perf_counter() - began
        if seconds > settings.SLOW_QUERY_SECONDS:
            note(str(sql), seconds)


def note(sql: str, seconds: float) -> None:
    """Keep a slow query among the last ones."""
    log.warning("slow_query", seconds=round(seconds, 3), sql=sql[:LONGEST])
    row = (timezone.now(), round(seconds, 2), sql[:LONGEST])
    # Two at once may lose one of each other: it is a list to look at.
    cache.set(KEY, [row, *last_ones()][:KEPT], KEPT_SECONDS)


def last_ones() -> list[tuple[Any, float, str]]:
    """When, how long and what, the newest first. The embedded house's processes know their own."""
    return list(cache.get(KEY) or [])
