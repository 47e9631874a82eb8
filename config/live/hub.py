"""One poller per event loop reads new events and wakes the streams that wait for them.

Events are rows, so they come from any process (a worker, another web process) without a further
service. The hub belongs to its event loop and dies with it; a module-wide one would hand one
loop's queue to another.
"""

import asyncio
import contextvars
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import sync_to_async
from django.db import close_old_connections

from config.live import selectors

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
# PostgreSQL gives out ids before it commits: a lower id may appear after a higher one. Ids that
# were skipped are asked for again for as long as a transaction may reasonably take.
MISSING_SECONDS = 30.0
MOST_MISSING = 1000


class Listener:
    """One open stream: its topics, and those that changed since it last looked."""

    def __init__(self, topics: frozenset[str]) -> None:
        self.topics = topics
        self.closed = False
        self.changed: dict[str, int] = {}
        self.awake = asyncio.Event()

    def offer(self, event_id: int, topic: str) -> None:
        if topic in self.topics:
            # A slow reader gets one line per topic, however often it changed.
            self.changed[topic] = event_id
            self.awake.set()

    def close(self) -> None:
        self.closed = True
        self.awake.set()

    async def wait(self, seconds: float) -> list[tuple[int, str]]:
        """The changes since the last call, oldest first; empty when the time is up."""
        try:
            await asyncio.wait_for(self.awake.wait(), seconds)
        except TimeoutError:
            return []
        self.awake.clear()
        changed, self.changed = self.changed, {}
        return sorted((event_id, topic) for topic, event_id in changed.items())


class Hub:
    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.poller: asyncio.Task[None] | None = None
        self.closed = False
        self.last = 0
        self.missing: dict[int, float] = {}

    async def join(self, topics: frozenset[str], after: int | None) -> Listener:
        """Open a stream; with ``after``, what changed since that event is told at once."""
        listener = Listener(topics)
        if self.closed:
            listener.close()
            return listener
        newest = 0 if self.poller else await query(selectors.latest_event_id)
        self.listeners.add(listener)
        # Asked again, for another reader may have started the poller meanwhile.
        if self.poller is None:
            self.last, self.missing = newest, {}
            # An empty context: this request's own thread for queries ends with the request.
            self.poller = asyncio.get_running_loop().create_task(
                self.poll(), context=contextvars.Context()
            )
        if after is not None:
            for event_id, topic in await query(selectors.topics_changed_after, after, topics):
                listener.offer(event_id, topic)
        return listener

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if not self.listeners and self.poller is not None:
            self.poller.cancel()
            self.poller = None

    def close(self) -> None:
        """End every stream; browsers come back on their own when somebody answers again."""
        self.closed = True
        for listener in tuple(self.listeners):
            listener.close()

    async def poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                rows = await query(selectors.events_after, self.last, tuple(self.missing))
            except Exception:
                # The database may be restarting; the streams stay, and hear of it all later.
                log.warning("live_poll_failed", exc_info=True)
                await asyncio.sleep(1.0)
                continue
            self.take(rows, now=time.monotonic())

    def take(self, rows: list[tuple[int, str]], *, now: float) -> None:
        """Tell the listeners of these events, and note which ids between them were skipped."""
        self.missing = {event_id: until for event_id, until in self.missing.items() if until > now}
        for event_id, topic in rows:
            self.missing.pop(event_id, None)
            if event_id > self.last:
                skipped = range(max(self.last + 1, event_id - MOST_MISSING), event_id)
                self.missing.update(dict.fromkeys(skipped, now + MISSING_SECONDS))
                self.last = event_id
            for listener in self.listeners:
                listener.offer(event_id, topic)


HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return HUBS.setdefault(asyncio.get_running_loop(), Hub())


def end_streams() -> None:
    """End this event loop's streams, so that a server need not wait for them to stop."""
    hub().close()


async def query(read: Callable[..., Any], *arguments: Any) -> Any:
    return await sync_to_async(fresh)(read, *arguments)


def fresh(read: Callable[..., Any], *arguments: Any) -> Any:
    """Read, and give the connection back: streams are long, and a pool is small."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()
