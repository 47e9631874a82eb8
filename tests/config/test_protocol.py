"""Requests that are begun and not finished, over real connections."""

import json
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from config import __version__
from config.kinds import Kinds
from config.live import topics
from tests.config.processes import eventually

# They commit because a server of its own answers; what it does with bytes asks no database.
pytestmark = pytest.mark.embedded

DEADLINE = 30
WHOLE = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LIVE = json.dumps({"status": "ok", "version": __version__}).encode()
LARGE = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
UPLOAD = b"POST /account/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "LOOK_SECONDS", "STALLED_SECONDS"):
        monkeypatch.setattr(f"config.protocol.{name}", 0.2)


@contextmanager
def connected(live_site) -> Iterator[socket.socket]:
    place = urlsplit(live_site.url)
    with socket.create_connection((place.hostname, place.port), timeout=DEADLINE) as caller:
        yield caller


def answer(caller: socket.socket) -> bytes:
    """What is said until the connection is closed."""
    said = b""
    with suppress(ConnectionError):
        while part := caller.recv(65536):
            said += part
    return said


@pytest.mark.long
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "sent", [b"", WHOLE[:10], WHOLE[:-2], UPLOAD, UPLOAD + b"half=", WHOLE + WHOLE[:20]]
)
def test_a_request_that_is_not_finished_is_dropped(live_site, sent):
    with connected(live_site) as caller:
        caller.sendall(sent)
        said = answer(caller)
    if sent.startswith(WHOLE):
        first, sep, said = said.partition(LIVE)
        assert first.startswith(b"HTTP/1.1 200")
        assert sep
    assert said in {b"", timed_out()}


def timed_out() -> bytes:
    return b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nX: ", UPLOAD])
def test_a_drop_now_and_then_does_not_keep_a_request_alive(live_site, begun, monkeypatch):
    monkeypatch.setattr("config.protocol.BODY_BYTES_PER_SECOND", 1e9)
    with connected(live_site) as caller:
        caller.settimeout(0.05)
        caller.sendall(begun)
        said = b""
        for _ in range(DEADLINE * 20):
            try:
                caller.sendall(b"a")
                said = caller.recv(65536)
                break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("it was never dropped")
    assert said in {b"", timed_out()}


def test_a_head_without_end_is_not_collected(live_site):
    with connected(live_site) as caller:
        with suppress(ConnectionError):
            caller.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 1_000_000)
        assert b"200" not in answer(caller)[:20]


@pytest.mark.usefixtures("hasty")
def test_who_finishes_is_answered_for_as_long_as_it_takes(live_site, monkeypatch):
    doors: Kinds[topics.Door] = Kinds()
    for kind, door in topics.DOORS:
        doors.register(kind, door)
    doors.register("series", lambda user, key: True)
    monkeypatch.setattr(topics, "DOORS", doors)
    monkeypatch.setattr("config.live.views.PING_SECONDS", 0.3)
    with urllib.request.urlopen(f"{live_site.url}/live/?topic=series:1", timeout=DEADLINE) as told:
        lines = [told.readline() for _ in range(14)]
    assert lines.count(b"event: ping\n") == 3


@pytest.mark.usefixtures("hasty")
def test_a_reader_that_takes_nothing_of_his_answers_is_dropped(live_site):
    with connected(live_site) as caller:
        caller.sendall((f"GET {LARGE} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40).encode())
        assert caller.recv(1)
        eventually(
            lambda: live_site.server.server_state.connections == set(), "the reader to be dropped"
        )
