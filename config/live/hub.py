"""One poller per event loop reads new live events and wakes the streams that wait for them.

Events are rows, so they come from any process (a worker, another web process) without a further
service. Where the database is PostgreSQL it notifies the poller of them. The hub belongs to its
event loop and dies with it; a module-wide one would hand one loop's queue to another.
"""

import asyncio
import contextvars
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import NamedTuple
from weakref import WeakKeyDictionary

import structlog

from config.live import selectors
from config.live.parts import NOTHING_SENT, SentPart, part_of
from config.live.places import Places
from config.live.postgresql import Subscription
from config.live.queries import query

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.25
# The same while PostgreSQL notifies: for notifications that were lost.
NOTIFIED_POLL_SECONDS = 5.0
# What is published in this process is read at once; several in so short a time together.
GATHER_SECONDS = 0.02
# PostgreSQL gives out ids before it commits: a lower id may appear after a higher one. Ids that
# were skipped are asked for again for as long as a transaction may reasonably take.
MISSING_SECONDS = 30.0
MOST_MISSING = 1000


class Change(NamedTuple):
    """A topic changed; ``part`` is what its page shows now, packed, empty where one has to ask."""

    event_id: int
    topic: str
    part: str = ""


class Listener:
    """One open stream: its topics, those of them whose parts it wants sent along, the person who
    reads it (the id of a user), and those topics that changed since it last looked."""

    def __init__(
        self,
        topics: frozenset[str],
        parts: frozenset[str] = frozenset(),
        person: int | None = None,
    ) -> None:
        self.topics = topics
        self.parts = parts & topics
        self.person = person
        self.closed = False
        self.changed: dict[str, Change] = {}
        self.awake = asyncio.Event()

    def offer(self, event_id: int, topic: str, sent: SentPart = NOTHING_SENT) -> None:
        """Tell of a change; ``sent`` goes along where it is wished and may be seen."""
        if topic in self.topics:
            part = sent.line_for(self.person) if topic in self.parts else ""
            # A slow reader gets one line per topic, however often it changed.
            self.changed[topic] = Change(event_id, topic, part)
            self.awake.set()

    def close(self) -> None:
        self.closed = True
        self.awake.set()

    async def wait(self, seconds: float) -> list[Change]:
        """The changes since the last call, oldest first; empty when the time is up."""
        try:
            async with asyncio.timeout(seconds):
                await self.awake.wait()
        except TimeoutError:
            return []
        self.awake.clear()
        changed, self.changed = self.changed, {}
        return sorted(changed.values())


class Hub:
    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.poller: asyncio.Task[None] | None = None
        self.closed = False
        self.places = Places()
        self.woken = asyncio.Event()
        self.last = 0
        self.missing: dict[int, float] = {}

    async def join(
        self,
        topics: frozenset[str],
        after: int | None,
        parts: frozenset[str] = frozenset(),
        person: int | None = None,
    ) -> Listener:
        """Open a stream; with ``after``, what changed since that event is told at once.

        ``parts``: the topics whose changed parts shall be sent along. ``person``: who reads it, by
        the id of the user.
        """
        listener = Listener(topics, parts, person)
        if self.closed:
            listener.close()
            return listener
        newest, skipped = (0, []) if self.poller else await query(newest_and_skipped)
        self.listeners.add(listener)
        # Asked again, for another reader may have started the poller meanwhile.
        if self.poller is None:
            self.last = newest
            self.missing = dict.fromkeys(skipped, time.monotonic() + MISSING_SECONDS)
            # An empty context: this request's own thread for queries ends with the request.
            self.poller = asyncio.get_running_loop().create_task(
                self.watch(), context=contextvars.Context()
            )
        if after is not None:
            missed = await query(selectors.topics_changed_after, after, topics)
            sent = await self.parts_of({topic for _, topic in missed} & listener.parts)
            for event_id, topic in missed:
                listener.offer(event_id, topic, sent.get(topic, NOTHING_SENT))
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

    async def watch(self) -> None:
        subscription = Subscription(self.woken.set)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(subscription.keep())
            tasks.create_task(self.poll(subscription))

    async def poll(self, subscription: Subscription) -> None:
        while True:
            await self.something_or_time(
                NOTIFIED_POLL_SECONDS if subscription.stands else POLL_SECONDS
            )
            try:
                rows = await query(selectors.events_after, self.last, tuple(self.missing))
            except Exception:
                # The database may be restarting; the streams stay, and hear of it all later.
                log.warning("live_poll_failed", exc_info=True)
                await asyncio.sleep(1.0)
                continue
            parts = await self.parts_of({topic for _, topic in rows})
            self.take(rows, parts, now=time.monotonic())

    async def something_or_time(self, seconds: float) -> None:
        """Wait until something has been published, or it is time to look whether it has."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.woken.wait()
                await asyncio.sleep(GATHER_SECONDS)
        self.woken.clear()

    async def parts_of(self, topics: Collection[str]) -> dict[str, SentPart]:
        """What is sent along with these topics' changes: each made once, if anybody wants it."""
        parts: dict[str, SentPart] = {}
        for topic in topics:
            readers = {listener.person for listener in self.listeners if topic in listener.parts}
            if not readers:
                continue
            try:
                parts[topic] = await query(part_of, topic, readers - {None})
            except Exception:
                # Anyone who is told without it asks, and sees for themselves what is wrong.
                log.warning("live_part_failed", topic=topic, exc_info=True)
        return parts

    def take(
        self, rows: list[tuple[int, str]], parts: Mapping[str, SentPart], *, now: float
    ) -> None:
        """Tell the listeners of these events, and note which ids between them were skipped."""
        self.missing = {event_id: until for event_id, until in self.missing.items() if until > now}
        for event_id, topic in rows:
            self.missing.pop(event_id, None)
            if event_id > self.last:
                skipped = range(max(self.last + 1, event_id - MOST_MISSING), event_id)
                self.missing.update(dict.fromkeys(skipped, now + MISSING_SECONDS))
                self.last = event_id
            for listener in self.listeners:
                listener.offer(event_id, topic, parts.get(topic, NOTHING_SENT))


HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return HUBS.setdefault(asyncio.get_running_loop(), Hub())


def wake_hubs() -> None:
    """Something was published in this process, and committed: everyone who watches here hears of it
    without waiting for the next look."""
    for loop, found in list(HUBS.items()):
        # A loop that has ended cannot be woken.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(found.woken.set)


def end_streams() -> None:
    """End this event loop's streams, so that a server need not wait for them to stop."""
    hub().close()


def newest_and_skipped() -> tuple[int, list[int]]:
    """The newest event, and the ids before it of which something may still be told."""
    newest = selectors.latest_event_id()
    return newest, selectors.skipped_event_ids(newest)
