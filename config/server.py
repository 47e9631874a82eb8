"""The embedded house's web server: uvicorn, which ends the live streams before it stops."""

import asyncio
import socket

import uvicorn

from config.live.hub import end_streams


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A stream has no end of its own, and uvicorn would wait for one.
        end_streams()
        # One turn of the loop, in which the streams say their last word.
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def server(*, host: str, port: int) -> Server:
    return Server(
        uvicorn.Config(
            "config.asgi:application",
            host=host,
            port=port,
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=5,
        )
    )


def is_free(host: str, port: int) -> bool:
    """Whether the port can be had: asked before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As the server itself does: a port lingering from the last run is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
