"""The shared cache, and the substitute that is used while the shared cache cannot be reached.

Nothing in it is the truth of anything: counts of requests, pauses, lists that are quick to make
again. So no page fails for want of it. Each process then counts in its own memory, which limits
less than counting together would, and says so in the log.
"""

import time
from collections.abc import Callable
from typing import Any, ClassVar

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

# How long a cache that did not answer is left alone: a request asks it several times.
REST_SECONDS = 2.0


def with_substitute(name: str) -> Callable[..., Any]:
    """The method of this name, of Redis or of its substitute."""

    def method(self: "SharedCache", *arguments: Any, **options: Any) -> Any:
        if time.monotonic() >= self.away_until.get(self.where, 0.0):
            try:
                return getattr(RedisCache, name)(self, *arguments, **options)
            except RedisError as error:
                self.away_until[self.where] = time.monotonic() + REST_SECONDS
                log.warning("cache_away", error=str(error))
        return getattr(self.substitute, name)(*arguments, **options)

    return method


class SharedCache(RedisCache):
    # Of the process: each request has a cache object of its own.
    away_until: ClassVar[dict[str, float]] = {}

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.where = str(server)
        self.substitute = LocMemCache(f"substitute of {self.where}", params)

    add = with_substitute("add")
    get = with_substitute("get")
    set = with_substitute("set")
    touch = with_substitute("touch")
    delete = with_substitute("delete")
    get_many = with_substitute("get_many")
    has_key = with_substitute("has_key")
    incr = with_substitute("incr")
    set_many = with_substitute("set_many")
    delete_many = with_substitute("delete_many")
    clear = with_substitute("clear")

    def ask(self) -> None:
        """Raise RedisError unless the shared cache itself answers."""
        # The stubs leave out the client that Django keeps under this name.
        self._cache.get_client(None, write=True).ping()  # type: ignore[attr-defined]
