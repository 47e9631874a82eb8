"""Look for new notices at once after an act, so that nobody waits for the next timed look."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from config.notices.kinds import UPON
from config.notices.tasks import look_for_what_waits_in
from config.queues import SHORT, send


def hear(code: str, scope: str) -> None:
    """Have the kinds that depend on such an act look at its scope, once it is stored. Where the
    queue is away, the next look finds the same."""
    kinds = UPON.get(code)
    if kinds:
        transaction.on_commit(partial(send, look_for_what_waits_in, scope, kinds, queue=SHORT))
