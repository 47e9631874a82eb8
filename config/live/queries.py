"""Database queries of long-lived tasks in the event loop."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections


async def query(read: Callable[..., Any], *arguments: Any) -> Any:
    return await sync_to_async(fresh)(read, *arguments)


def fresh(read: Callable[..., Any], *arguments: Any) -> Any:
    """Read, and give the connection back: streams are long, and a pool is small."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()
