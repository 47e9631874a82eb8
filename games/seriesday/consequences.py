"""What hangs on the results of a scope, as the app that made it tells: its places in the standings.

``games`` does not know what a series belongs to; the app that does registers how to look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Look = Callable[[str], Mapping[str, str]]
"""Called with what follows the colon of the scope: what stands, by what it is about."""

_looks: dict[str, Look] = {}


def register(kind: str, look: Look) -> None:
    """Let ``look`` tell how things stand in scopes that begin with ``kind:``."""
    _looks[kind] = look


def standing(scope: str) -> Mapping[str, str]:
    """How things stand there now; nothing where nobody knows."""
    kind, _, key = scope.partition(":")
    look = _looks.get(kind)
    return {} if look is None else look(key)
