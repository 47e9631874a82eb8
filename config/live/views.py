from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotAllowed

from config.live import selectors
from config.live.hub import Hub, hub, query
from config.live.topics import unseen, verify_topics
from games.engine.refusals import Refused

TEXT = "text/plain; charset=utf-8"
PING_SECONDS = 15.0
RETRY_MILLISECONDS = 2000


async def stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: a line for each watched topic that changed, and nothing of what changed.

    ``?topic=`` may be repeated. ``Last-Event-ID`` (sent by a browser that lost its connection) or
    ``?after=`` (written into the page) resume where the reader left off.
    """
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    try:
        topics = verify_topics(request.GET.getlist("topic"))
    except Refused as refused:
        return HttpResponse(str(refused), status=400, content_type=TEXT)
    if await query(unseen, await request.auser(), topics):
        # Whoever may not look is told no more than of a topic that there is none of.
        return HttpResponse(
            "There is nothing here that you may watch.", status=404, content_type=TEXT
        )
    seen = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 19 else None
    if after is None:
        # The browser takes the stream for open once it has these headers, which is before the hub
        # has been joined: what happens in between is repeated.
        after = await query(selectors.latest_event_id)
    return StreamingHttpResponse(
        lines(hub(), topics, after),
        content_type="text/event-stream",
        # The second header keeps a proxy from collecting the lines into a buffer.
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def lines(hub: Hub, topics: frozenset[str], after: int) -> AsyncIterator[str]:
    # The middleware's queries were made on this request's thread, which now lives as long as the
    # stream: its connection is wanted elsewhere.
    await sync_to_async(connections.close_all)()
    listener = await hub.join(topics, after)
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        while not listener.closed:
            changes = await listener.wait(PING_SECONDS)
            if not changes and not listener.closed:
                yield ": ping\n\n"
            for event_id, topic in changes:
                yield f"id: {event_id}\nevent: {topic}\ndata: {topic}\n\n"
    finally:
        hub.leave(listener)
