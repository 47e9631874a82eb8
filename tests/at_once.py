"""Things that happen at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from config.refusals import Refused


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """Run ``act`` in threads that start together, each with a connection of its own; a refusal is
    an answer, too."""
    barrier = Barrier(count)

    def run(number: int) -> Any:
        try:
            barrier.wait(timeout=20)
            return act(number)
        except Refused as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))
