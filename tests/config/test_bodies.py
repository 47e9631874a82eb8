"""How much an address takes, counted while it is read: through the application that is served."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import override_settings
from django.urls import path
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from config.asgi import application
from config.bodies import USUAL, largest_body, takes
from config.rest import ThinViewSet

# They commit because a server of its own answers; what it does with bytes asks no database.
pytestmark = pytest.mark.embedded

JSON = b"application/json"
PIECE = 64 * 1024


def ask(address: str, pieces: Iterator[bytes], *, kind: bytes = JSON, length: int | None = None):
    """Send a body in pieces, as a network does; status, headers, answer and how much was read."""
    headers = [(b"host", b"testserver"), (b"content-type", kind)]
    if length is None:
        headers.append((b"transfer-encoding", b"chunked"))
    else:
        headers.append((b"content-length", str(length).encode()))
    scope = {
        "type": "http",
        "method": "POST",
        "path": address,
        "query_string": b"",
        "headers": headers,
        "client": ("203.0.113.9", 4711),
        "server": ("testserver", 80),
    }
    read = 0

    async def asked() -> Any:
        nonlocal read
        communicator = ApplicationCommunicator(application, scope)
        for piece in pieces:
            read += len(piece)
            await communicator.send_input(
                {"type": "http.request", "body": piece, "more_body": True}
            )
        await communicator.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await communicator.receive_output(10)
        body = b""
        while True:
            message = await communicator.receive_output(10)
            body += message["body"]
            if not message.get("more_body"):
                return start["status"], dict(start["headers"]), body

    return asyncio.run(asked())


def pieces(count: int) -> Iterator[bytes]:
    return (b" " * PIECE for _ in range(count))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("length", [None, 50 * 1024 * 1024])
def test_fifty_megabytes_are_refused_in_the_envelope_announced_or_not(length):
    status, headers, body = ask("/api/v1/tournaments/", pieces(800), length=length)
    assert status == 413
    error = json.loads(body)["error"]
    assert (error["code"], error["refusals"][0]["facts"]) == ("body-too-large", {"most": USUAL})
    assert headers[b"Content-Type"] == b"application/json"


@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_too_large_gets_a_page_with_the_headers_of_every_page():
    status, headers, body = ask(
        "/account/sign-in/", pieces(20), kind=b"application/x-www-form-urlencoded"
    )
    assert status == 413
    assert b"Out of the park" in body
    assert b"Content-Security-Policy" in headers


@pytest.mark.django_db(transaction=True)
def test_a_body_of_the_usual_size_is_read_whole():
    fitting = USUAL // PIECE
    assert ask("/api/v1/tournaments/", pieces(fitting))[0] == 401
    assert ask("/api/v1/tournaments/", pieces(fitting), length=USUAL)[0] == 401
    assert ask("/api/v1/tournaments/", pieces(fitting + 1))[0] == 413


def test_a_page_and_an_action_say_themselves_when_they_take_more():
    @takes(3 * USUAL)
    def page(request): ...

    class Things(ThinViewSet):
        permission_classes = [AllowAny]

        def list(self, request: Request) -> Response:
            return Response()

        @action(detail=False, methods=["post"], largest_body=2 * USUAL)
        def upload(self, request: Request) -> Response:
            return Response()

    router = SimpleRouter()
    router.register("things", Things, basename="thing")
    urls = type("urls", (), {"urlpatterns": [path("page/", page), *router.urls]})
    with override_settings(ROOT_URLCONF=urls):
        assert largest_body("/page/") == 3 * USUAL
        assert largest_body("/things/upload/") == 2 * USUAL
        assert largest_body("/things/") == USUAL
        assert largest_body("/nowhere/") == USUAL
