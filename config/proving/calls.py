"""What measured clients say to a served site."""

from __future__ import annotations

import asyncio
import json
from typing import Any


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
