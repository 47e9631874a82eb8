"""What stands for browsers and programs: they ask a served site as those do."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client

from config.people.models import User


@dataclass
class Browser:
    """A window: a visitor's, or with the ``cookie`` of somebody who is signed in."""

    cookie: str = ""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something that somebody may wait for has arrived."""

    async def fetch(self, port: int, path: str, *, target: str = "") -> str:
        """A part of a page as htmx asks for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await self._send(writer, path, close=True, target=target)
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head[:200].decode())
        if b"chunked" in head.lower():
            body = _unchunked(body)
        return body.decode()

    async def _send(
        self, writer: asyncio.StreamWriter, path: str, *, close: bool = False, target: str = ""
    ) -> None:
        head = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "HX-Request: true"]
        if target:
            head.append(f"HX-Target: {target}")
        if self.cookie:
            head.append(f"Cookie: {settings.SESSION_COOKIE_NAME}={self.cookie}")
        if close:
            head.append("Connection: close")
        writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
        await writer.drain()


def _unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        if not length:
            break
        whole, body = whole + rest[:length], rest[length + 2 :]
    return whole


def change_in(line: bytes) -> str:
    """The data of a stream's line about a change; empty for every other line, as for a ping."""
    data = line[6:].strip().decode() if line.startswith(b"data: ") else ""
    return "" if data == "ping" else data


def session_of(user: User) -> str:
    """The cookie of a browser in which somebody is signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


async def post(port: int, path: str, token: str, sent: object) -> dict[str, Any]:
    """What the API answered to somebody who sent it something; raises ``RuntimeError`` with the
    end of it where that was no success."""
    body = json.dumps(sent).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
    answer = await reader.read()
    writer.close()
    said, _, rest = answer.partition(b"\r\n\r\n")
    if not said.startswith(b"HTTP/1.1 2"):
        raise RuntimeError(answer[-400:].decode(errors="replace"))
    # Between its braces, whether it came in one piece or with the sizes of several.
    whole: dict[str, Any] = json.loads(rest[rest.index(b"{") : rest.rindex(b"}") + 1])
    return whole
