"""uvicorn's HTTP protocol with time limits for slow clients.

uvicorn waits for ever for the rest of a request, and for a reader that takes nothing of its answer:
anyone who begins many and finishes none holds as many connections. Here a request must be whole
after a while, and an answer must be taken.
"""

import asyncio

from uvicorn.protocols.http.auto import AutoHTTPProtocol

# A head is a few hundred bytes in one or two packets.
HEAD_SECONDS = 15.0
HEAD_BYTES = 65_536
# A body may be an upload over a ballroom's network: so long to begin with, and as much as this for
# each second more.
BODY_SECONDS = 20.0
BODY_BYTES_PER_SECOND = 500.0
# For a reader that has stopped reading, with what the system buffers for him full.
STALLED_SECONDS = 60.0
# How often a body on its way is looked at.
LOOK_SECONDS = 5.0


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """One connection."""

    patience: asyncio.TimerHandle | None = None
    stalled: asyncio.TimerHandle | None = None
    since = 0.0
    received = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.begin()

    def data_received(self, data: bytes) -> None:
        if self.patience is None and self.is_between_requests():
            self.begin()
        self.received += len(data)
        super().data_received(data)
        if self.is_whole():
            self.end()
        elif self.is_between_requests() and self.received > HEAD_BYTES:
            self.drop("431 Request Header Fields Too Large")

    def on_response_complete(self) -> None:
        # The next request, or the rest of a body that was not wanted, counts from its first byte.
        self.end()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()
        self.forget_stall()
        super().connection_lost(exc)

    def begin(self) -> None:
        """A request is to come from now on."""
        self.since, self.received = self.loop.time(), 0
        self.patience = self.loop.call_later(HEAD_SECONDS, self.look)

    def end(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def look(self) -> None:
        """Drop the connection if what is to come is overdue."""
        waited = self.loop.time() - self.since
        allowed = HEAD_SECONDS
        if not self.is_between_requests():
            allowed = BODY_SECONDS + self.received / BODY_BYTES_PER_SECOND
            if self.flow.read_paused:
                # It is us who do not take it.
                allowed += waited
        if waited >= allowed:
            self.drop("408 Request Timeout")
        else:
            pause = min(allowed - waited, LOOK_SECONDS)
            self.patience = self.loop.call_later(pause, self.look)

    def is_between_requests(self) -> bool:
        """Whether no head of a request is whole that has not been answered."""
        return self.cycle is None or self.cycle.response_complete

    def is_whole(self) -> bool:
        """Whether the request at hand has been received to its end."""
        return not self.is_between_requests() and not self.cycle.more_body

    def drop(self, status: str) -> None:
        self.end()
        if self.transport.is_closing():
            return
        if self.is_between_requests() or not self.cycle.response_started:
            self.transport.write(
                f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()
            )
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self.forget_stall()
        super().resume_writing()

    def forget_stall(self) -> None:
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None
