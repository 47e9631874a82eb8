"""How a program reaches the house: in this process, or over HTTP at an address."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from time import monotonic, sleep
from typing import Any, Protocol
from unittest.mock import patch

from django.conf import settings
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

PATIENCE_SECONDS = 120.0
"""Seconds until a call is given up; a house that was killed is started again in less."""


class NoAnswerError(Exception):
    """The call may have been heard, or not: nothing has come back."""


@dataclass(frozen=True)
class Answer:
    """What the house said."""

    status: int
    said: Any
    wait: float
    """Seconds to wait before asking again, where it says so."""


class Wire(Protocol):
    """Carries a call to the house and its answer back."""

    def ask(self, method: str, path: str, token: str, data: object) -> Answer:
        """One call. Raises ``NoAnswerError``."""


UNHURRIED = dict.fromkeys(SimpleRateThrottle.THROTTLE_RATES)


class InProcess:
    """The whole house in this process, called through its middleware as over HTTP. No call is
    refused for coming too often: programs play a month of an event in a minute."""

    def __init__(self) -> None:
        self.client = Client(SERVER_NAME="localhost")

    def ask(self, method: str, path: str, token: str, data: object) -> Answer:
        """One call; it is always answered."""
        with patch.dict(SimpleRateThrottle.THROTTLE_RATES, UNHURRIED):
            answer = self.client.generic(
                method.upper(),
                path,
                b"" if data is None else json.dumps(data).encode(),
                content_type="application/json",
                secure=bool(settings.SECURE_SSL_REDIRECT),
                headers={"authorization": f"Token {token}"},
            )
        return _answer(answer.status_code, answer.content, answer.headers)


class AtAddress:
    """A house with processes of its own. ``strike`` is called when a call has been sent and not
    been answered."""

    def __init__(self, host: str, port: int, *, strike: Callable[[], object] = lambda: None):
        self.host, self.port, self.strike = host, port, strike

    def ask(self, method: str, path: str, token: str, data: object) -> Answer:
        """One call. Raises ``NoAnswerError`` where the connection is cut."""
        line = self._connected()
        try:
            line.request(
                method.upper(),
                path,
                None if data is None else json.dumps(data).encode(),
                {"Authorization": f"Token {token}", "Content-Type": "application/json"},
            )
            self.strike()
            answer = line.getresponse()
            return _answer(answer.status, answer.read(), dict(answer.getheaders()))
        except (OSError, HTTPException) as error:
            raise NoAnswerError(f"{method} {path}: {error!r}") from error
        finally:
            line.close()

    def _connected(self) -> HTTPConnection:
        """A line to the server that listens; while none does, it is waited for."""
        deadline = monotonic() + PATIENCE_SECONDS
        while True:
            line = HTTPConnection(self.host, self.port, timeout=PATIENCE_SECONDS)
            try:
                line.connect()
                return line
            except OSError as error:
                line.close()
                if monotonic() > deadline:
                    raise NoAnswerError(f"nobody listens at {self.port}") from error
                sleep(0.2)


def _answer(status: int, body: bytes, headers: Mapping[str, Any]) -> Answer:
    kind = str(headers.get("Content-Type", headers.get("content-type", "")))
    said = json.loads(body) if body and "json" in kind else body
    return Answer(status, said, float(headers.get("Retry-After", 1)))
