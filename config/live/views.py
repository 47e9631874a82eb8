from collections.abc import AsyncIterator
from math import inf
from time import monotonic

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotAllowed

from config.addresses import client_address
from config.inputs import whole_number
from config.live import selectors
from config.live.hub import Hub, hub, query
from config.live.places import Place, address_holder
from config.live.topics import unseen, verify_topics
from config.refusals import Refused

TEXT = "text/plain; charset=utf-8"
PING_SECONDS = 15.0
RETRY_MILLISECONDS = 2000
BUSY_SECONDS = "30"
# A person's stream ends and is opened again by the browser, with the rights of that moment: anyone
# who was signed out elsewhere watches no longer than this.
PERSON_SECONDS = 300.0


async def stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: a line for each watched topic that changed.

    ``?topic=`` may be repeated. ``?part=`` names those of them whose changed part shall be sent
    along (HTML, packed with gzip and written as base64) where all who may look see the same;
    without it, and for all else, the line says that something changed and nothing of what.
    ``Last-Event-ID`` (sent by a browser that lost its connection) or ``?after=`` (written into the
    page) resume where the reader left off.
    """
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    try:
        topics = verify_topics(request.GET.getlist("topic"))
    except Refused as refused:
        return HttpResponse(str(refused), status=400, content_type=TEXT)
    user = await request.auser()
    try:
        place = hub().places.take(limits(request, user))
    except Refused as refused:
        return HttpResponse(
            str(refused), status=429, content_type=TEXT, headers={"Retry-After": BUSY_SECONDS}
        )
    if await query(unseen, user, topics):
        # Anyone who may not look is told no more than of a topic that there is none of.
        return HttpResponse(
            "There is nothing here that you may watch.", status=404, content_type=TEXT
        )
    seen = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    after = whole_number(seen)
    if after is None:
        # The browser takes the stream for open once it has these headers, which is before the hub
        # has been joined: what happens in between is repeated.
        after = await query(selectors.latest_event_id)
    parts = frozenset(request.GET.getlist("part"))
    return StreamingHttpResponse(
        Lines(lines(hub(), topics, after, parts, user.pk), place),
        content_type="text/event-stream",
        # The second header keeps a proxy from collecting the lines into a buffer.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def limits(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> dict[str, int]:
    """For whom a stream counts, and how many each may have."""
    found = {address_holder(client_address(request)): settings.LIVE_STREAMS_PER_ADDRESS}
    if user.is_authenticated:
        found[f"person:{user.pk}"] = settings.LIVE_STREAMS_PER_PERSON
    return found


class Lines:
    """What is sent, and the place it takes for as long as its answer is not closed."""

    def __init__(self, stream: AsyncIterator[bytes], place: Place) -> None:
        self.stream = stream
        self.place = place

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self.stream

    def close(self) -> None:
        """Called by Django when the answer is over, sent or not."""
        self.place.leave()


async def lines(
    hub: Hub,
    topics: frozenset[str],
    after: int,
    parts: frozenset[str] = frozenset(),
    person: int | None = None,
) -> AsyncIterator[bytes]:
    # The middleware's queries were made on this request's thread, which now lives as long as the
    # stream: its connection is wanted elsewhere.
    await sync_to_async(connections.close_all)()
    listener = await hub.join(topics, after, parts, person)
    ends = inf if person is None else monotonic() + PERSON_SECONDS
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        while not listener.closed and monotonic() < ends:
            changes = await listener.wait(PING_SECONDS)
            if not changes and not listener.closed:
                yield b": ping\n\n"
            for event_id, topic, part in changes:
                yield f"id: {event_id}\nevent: {topic}\ndata: {part or topic}\n\n".encode()
    finally:
        hub.leave(listener)
