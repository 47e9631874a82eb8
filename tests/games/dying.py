"""A site that kills itself, as no test in its own process can: before an entry is stored, or after
it and before the answer. What is asked for stands in a file, and is asked for once."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

from django.db.models.signals import post_save
from django.http import HttpRequest
from django.http.response import HttpResponseBase

BEFORE, AFTER = "before", "after"

WHERE = "HORSEHIDE_DIES"
"""Names the file."""


def die_if(wanted: str) -> None:
    """End at once, nothing written, closed or told any more."""
    asked = Path(os.environ[WHERE])
    if asked.exists() and asked.read_text() == wanted:
        asked.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


class Dying:
    """The middleware next to the views."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        post_save.connect(self.saved, dispatch_uid="dying")

    def saved(self, sender: type, **told: object) -> None:
        """In the transaction, the row being written."""
        if sender.__name__ == "Game":
            die_if(BEFORE)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if request.method == "POST":
            die_if(AFTER)
        return answer
