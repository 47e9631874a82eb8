"""The embedded house's web server: uvicorn, which ends the live streams before it stops."""

import asyncio
import os
import socket
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import uvicorn

from config.live.hub import end_streams
from config.protocol import PatientProtocol

BACKLOG = 512


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: int | None = None) -> None:
        """``ready``: a pipe to write to when it serves."""
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.ready is not None:
            os.write(self.ready, b"1")
            os.close(self.ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A stream has no end of its own, and uvicorn would wait for one.
        end_streams()
        # One turn of the loop, in which the streams say their last word.
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def server(ready: int | None = None) -> Server:
    """For sockets that listen: ``server().run(sockets=[...])``."""
    return Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            log_level="warning",
            # It would believe anyone who connects from this machine; config.addresses looks at
            # that.
            proxy_headers=False,
            http=PatientProtocol,
            ws="none",
            # Requests that are being answered may end after another server has taken over; an
            # operator who does not want to wait kills this one.
            timeout_graceful_shutdown=60,
        ),
        ready,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, for the server to inherit; OSError when the port is taken.

    Taken before anything is started: a client who comes early waits, and none is refused while one
    server takes over from another.
    """
    door = socket.socket(family(host))
    # As every server does: a port lingering from the last run is free.
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(BACKLOG)
    except OSError:
        door.close()
        raise
    return door


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds the site."""
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def answers(host: str, port: int) -> bool:
    """Whether the site is up: whatever it says, it has come to speak."""
    place = urlsplit(address(host, port))
    asking = HTTPConnection(str(place.hostname), port, timeout=5)
    try:
        asking.request("GET", "/health/live")
        asking.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        asking.close()
    return True
