"""PostgreSQL's ``NOTIFY`` and ``LISTEN``: what one process publishes wakes the hubs of the others.

A notification only shortens the wait. Events are read from their table, so that a lost one delays
them until the next poll and loses nothing.
"""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar
from uuid import uuid4

import structlog
from django.db import connection

from config.live.queries import query

log = structlog.get_logger(__name__)

CHANNEL = "horsehide_live"
LISTEN = f"LISTEN {CHANNEL}"
# How long a notification of one's own may be under way, on a machine that is busy.
PROBE_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0


def notify(payload: str = "") -> None:
    """Wake the hubs of all processes once the transaction commits; only on PostgreSQL. A
    ``payload`` is a probe, which wakes none."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


def connection_parameters() -> dict[str, Any]:
    """Django's own, without its synchronous cursors."""
    parameters = connection.get_connection_params()
    del parameters["cursor_factory"], parameters["context"]
    return parameters


class Subscription:
    """The connection over which a hub is woken (``wake``). It does not come from Django's pool, and
    is opened again when it is lost."""

    has_failed: ClassVar[bool] = False
    """Whether this process has logged that it cannot listen, and could not since."""

    def __init__(self, wake: Callable[[], object]) -> None:
        self.wake = wake
        self.stands = False
        self.pause = FIRST_PAUSE

    async def keep(self) -> None:
        """Listen until cancelled; nothing to do on another database."""
        while connection.vendor == "postgresql":
            try:
                await self.listen()
            except Exception:
                if not Subscription.has_failed:
                    log.warning("live_listen_failed", exc_info=True)
                Subscription.has_failed = True
            finally:
                self.stands = False
            # The poller is to look more often from now on.
            self.wake()
            await asyncio.sleep(self.pause)
            self.pause = min(2 * self.pause, LONGEST_PAUSE)

    async def listen(self) -> None:
        """Wake the hub for each notification, until the connection is lost.

        A pooler that hands each transaction to another connection takes LISTEN and delivers
        nothing: the connection stands once it has delivered a notification that came over another
        one. ``TimeoutError`` where it does not.
        """
        # Not installed for, nor loaded by, a site on SQLite.
        from psycopg import AsyncConnection

        probe = uuid4().hex
        async with (
            await AsyncConnection.connect(**connection_parameters(), autocommit=True) as listening,
            asyncio.timeout(PROBE_SECONDS) as limit,
        ):
            await listening.execute(LISTEN)
            await query(notify, probe)
            async for message in listening.notifies():
                if message.payload == probe:
                    limit.reschedule(None)
                    self.stands, self.pause = True, FIRST_PAUSE
                    Subscription.has_failed = False
                # The first time for what was published before it stood.
                if message.payload in {"", probe}:
                    self.wake()
