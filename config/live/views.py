import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import randint
from time import monotonic

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotAllowed

from config.addresses import client_address
from config.inputs import whole_number
from config.live import selectors
from config.live.hub import Hub, hub
from config.live.places import Place, address_holder
from config.live.queries import query
from config.live.topics import rights_in, verify_topics
from config.refusals import Refused

TEXT = "text/plain; charset=utf-8"
PING_SECONDS = 10.0
"""A quiet stream says so often that it lives. After as long it is asked what its reader may do by
now: who was signed out elsewhere, or has lost a right, watches no longer than this, and is told."""
PING = b"event: ping\ndata: ping\n\n"
RETRY_MILLISECONDS = (750, 1500)
"""After so long a browser comes back that lost its connection; those of a hall not all at once."""
BUSY_SECONDS = "30"


async def stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: a line for each watched topic that changed, and a ``ping`` at first and
    while none does. What its reader may do goes ahead as a ``standing``, and comes again when it
    has changed. Topics that the reader may not watch are left out; the stream ends with the last.

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
    reader = Standing(user.pk, await query(rights_in, user, topics))
    if not reader.seen:
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
    look = partial(query, standing_now, request.session, user.pk)
    return StreamingHttpResponse(
        Lines(lines(hub(), reader.seen, after, parts, reader, look), place),
        content_type="text/event-stream",
        # The second header keeps a proxy from collecting the lines into a buffer.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def limits(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> dict[str, int]:
    """For whom a stream counts, and how many they may have: a person who is signed in, or the
    address of visitors; a whole hall may be behind one address."""
    if user.is_authenticated:
        return {f"person:{user.pk}": settings.LIVE_STREAMS_PER_PERSON}
    return {address_holder(client_address(request)): settings.LIVE_STREAMS_PER_ADDRESS}


@dataclass(frozen=True)
class Standing:
    """Who reads a stream (the id of a user; ``None``: a visitor), and what the reader may do, by
    topic."""

    person: int | None
    topics: Mapping[str, Mapping[str, str]]

    @property
    def seen(self) -> frozenset[str]:
        """The topics that the reader may watch."""
        return frozenset(topic for topic, rights in self.topics.items() if rights)

    def as_json(self) -> dict[str, object]:
        """As pages read it."""
        return {"person": self.person or 0, "topics": self.topics}


def standing_now(session: SessionBase, person: int | None, before: Standing) -> Standing:
    """What the reader of a stream may do by now; nothing where the session is somebody else's, or
    nobody's any more."""
    user: AbstractBaseUser | AnonymousUser = AnonymousUser()
    if person is not None:
        request = HttpRequest()
        request.session = type(session)(session.session_key)
        user = get_user(request)
        if user.pk != person:
            return Standing(user.pk, {topic: {} for topic in before.topics})
    return Standing(person, rights_in(user, before.topics, before.topics))


def standing(request: HttpRequest) -> HttpResponse:
    """What the visitor may do with what topics name, as a stream of them says it first: for a page
    whose stream is refused."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    try:
        topics = verify_topics(request.GET.getlist("topic"))
    except Refused as refused:
        return HttpResponse(str(refused), status=400, content_type=TEXT)
    found = Standing(request.user.pk, rights_in(request.user, topics))
    return JsonResponse(found.as_json(), headers={"Cache-Control": "no-store"})


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
    standing: Standing | None = None,
    look: Callable[[Standing], Awaitable[Standing]] | None = None,
) -> AsyncIterator[bytes]:
    # The middleware's queries were made on this request's thread, which now lives as long as the
    # stream: its connection is wanted elsewhere.
    await sync_to_async(connections.close_all)()
    person = standing.person if standing is not None else None
    listener = await hub.join(topics, after, parts, person)
    asked = monotonic()
    try:
        # Headers arrive through a proxy that keeps all else back: with a ping the stream is open.
        first = f"retry: {randint(*RETRY_MILLISECONDS)}\n\n".encode()
        yield first + PING + standing_line(standing)
        while not listener.closed:
            changes = await listener.wait(max(0.0, asked + PING_SECONDS - monotonic()))
            if monotonic() - asked >= PING_SECONDS:
                asked = monotonic()
                if standing is not None and look is not None:
                    before, standing = standing, await look(standing)
                    if standing != before:
                        yield standing_line(standing)
                        listener.topics &= standing.seen
                    if not listener.topics:
                        return
            if not changes and not listener.closed:
                yield PING
            for event_id, topic, part in changes:
                if topic in listener.topics:
                    yield f"id: {event_id}\nevent: {topic}\ndata: {part or topic}\n\n".encode()
    finally:
        hub.leave(listener)


def standing_line(standing: Standing | None) -> bytes:
    """What the reader of a stream may do, as a message of it."""
    if standing is None:
        return b""
    return f"event: standing\ndata: {json.dumps(standing.as_json())}\n\n".encode()
