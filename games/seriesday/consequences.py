"""What hangs on the results of a scope, as the app that made it tells: its places in the standings,
and what was drawn upon them.

``games`` does not know what a series belongs to; the app that does registers how to look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Look = Callable[[str], Mapping[str, str]]
"""Called with what follows the colon of the scope: what stands, by what it is about."""

Warn = Callable[[str], list[str]]
"""Called so, too: what does not follow from the results any more."""

_looks: dict[str, Look] = {}
_warns: dict[str, Warn] = {}


def register(kind: str, look: Look, warn: Warn) -> None:
    """Let ``look`` tell how things stand in scopes that begin with ``kind:``, and ``warn`` what was
    done upon results that are others by now."""
    _looks[kind], _warns[kind] = look, warn


def standing(scope: str) -> Mapping[str, str]:
    """How things stand there now; nothing where nobody knows."""
    kind, _, key = scope.partition(":")
    look = _looks.get(kind)
    return {} if look is None else look(key)


def warnings(scope: str) -> list[str]:
    """What was done there upon results that are others by now."""
    kind, _, key = scope.partition(":")
    warn = _warns.get(kind)
    return [] if warn is None else warn(key)
