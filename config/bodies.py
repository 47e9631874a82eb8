"""Limits on the size of request bodies, view by view, enforced while the body is read.

A view that takes more than the usual says so itself: a page with ``takes``, a resource's action
with ``largest_body``.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

from config.inputs import TOO_LARGE

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

USUAL = 1024 * 1024
"""Bytes; the longest transcript of a game needs a fifth of it."""

View = TypeVar("View", bound=Callable[..., Any])


def takes(most: int) -> Callable[[View], View]:
    """Let a page take bodies of up to ``most`` bytes."""

    def mark(view: View) -> View:
        view.largest_body = most  # type: ignore[attr-defined]
        return view

    return mark


def largest_body(path: str) -> int:
    """How many bytes the view at this address takes."""
    try:
        view = resolve(path).func
    except Resolver404:
        return USUAL
    of_action = getattr(view, "initkwargs", {}).get("largest_body", USUAL)
    return int(getattr(view, "largest_body", of_action))


class LimitedBodies:
    """An ASGI application whose requests have an end.

    What exceeds its address's limit is cut off there and marked in the scope; the middleware then
    answers, with all the headers that answers have.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _has_body(scope):
            receive = self._counting(scope, receive)
        await self.application(scope, receive, send)

    def _counting(self, scope: Scope, receive: Receive) -> Receive:
        most = largest_body(scope["path"].removeprefix(scope.get("root_path", "")))
        taken = 0
        is_cut = False

        def cut() -> Message:
            nonlocal is_cut
            is_cut = True
            scope[TOO_LARGE] = most
            return {"type": "http.request", "body": b"", "more_body": False}

        async def counted() -> Message:
            nonlocal taken
            if not is_cut and _announced(scope) > most:
                # What was announced is not waited for.
                return cut()
            message = await receive()
            # The rest is let go, so that a client that sends it to its end hears the answer.
            while is_cut and message["type"] == "http.request":
                message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > most:
                    return cut()
            return message

        return counted


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def _announced(scope: Scope) -> int:
    """The length that the headers claim; 0 for none that can be read."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and len(value) < 20:
            return int(value)
    return 0
