"""Who wants to hear that a series was completed, or is open again.

``games`` does not know what a series belongs to; the app that made it registers a listener for its
scope and looks for itself what follows.
"""

from collections.abc import Callable, Collection

from django.db import transaction

from config.people.models import User
from games.models import Game

Listener = Callable[[str, User | None], None]
"""Called with what follows the colon of the scope and with who acted."""

AtOnce = Callable[[int, Game], None]
"""Called with the key after the colon of the scope and with the game, in its transaction."""

_listeners: dict[str, Listener] = {}
_at_once: dict[str, AtOnce] = {}


def register(kind: str, listener: Listener) -> None:
    """Let ``listener`` hear of scopes that begin with ``kind:``."""
    _listeners[kind] = listener


def register_at_once(kind: str, listener: AtOnce) -> None:
    """Let ``listener`` hear of games of scopes that begin with ``kind:`` that began, ended or were
    taken back, while the change can still fail with what it does."""
    _at_once[kind] = listener


def announce_change(scope: str, game: Game) -> None:
    """Tell at once, in the caller's transaction."""
    kind, _, key = scope.partition(":")
    listener = _at_once.get(kind)
    if listener is not None:
        listener(int(key), game)


def announce_completion(scopes: Collection[str], acting_user: User | None) -> None:
    """Tell the listeners once the transaction is through.

    Not inside it: of two that complete the last two series at once neither sees the other's, so
    neither would find everything played.
    """
    for scope in sorted(set(scopes)):
        kind, _, key = scope.partition(":")
        listener = _listeners.get(kind)
        if listener is not None:
            transaction.on_commit(_call(listener, key, acting_user))


def _call(listener: Listener, key: str, acting_user: User | None) -> Callable[[], None]:
    return lambda: listener(key, acting_user)
