"""Who wants to hear that a series was completed, or is open again.

``games`` does not know what a series belongs to; the app that made it registers a listener for its
scope and looks for itself what follows.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from django.db import transaction

from config.kinds import Kinds
from config.people.models import User
from games.models import Game

Listener = Callable[[str, User | None], None]
"""Called with what follows the colon of the scope and with who acted."""

AtOnce = Callable[[int, Game], None]
"""Called with the key after the colon of the scope and with the game, in its transaction."""

LISTENERS: Final[Kinds[Listener]] = Kinds()
"""Who hears of completed series, by the kind of event."""
AT_ONCE: Final[Kinds[AtOnce]] = Kinds()
"""Who hears of games that began, ended or were taken back, while the change can still fail with
what he does."""


def announce_change(scope: str, game: Game) -> None:
    """Tell at once, in the caller's transaction."""
    if found := AT_ONCE.of(scope):
        listener, key = found
        listener(int(key), game)


def announce_completion(scopes: Collection[str], acting_user: User | None) -> None:
    """Tell the listeners once the transaction is through.

    Not inside it: of two that complete the last two series at once neither sees the other's, so
    neither would find everything played.
    """
    for scope in sorted(set(scopes)):
        if found := LISTENERS.of(scope):
            listener, key = found
            transaction.on_commit(partial(listener, key, acting_user))
