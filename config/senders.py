"""How often one sender may do what needs no account: a place on the network, or a mailbox.

A limit on the total alone would let one stranger use it up for everybody. It is counted in the
cache, before a transaction begins.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

from config.live.places import address_holder
from config.refusals import Refusal, Refused

HOUR = 3600


@dataclass(frozen=True)
class Rate:
    """``most`` times within ``seconds`` for one sender; ``words``: what is said beyond."""

    act: str
    most: int
    seconds: int = HOUR
    words: str = "Too much of this comes from where you are. Try again in a while."
    code: str = "asked-too-often"

    def takes(self, sender: str) -> bool:
        """Count the act; whether it is within the limit."""
        key = f"rate:{self.act}:{sender}"
        count = 1
        if not cache.add(key, count, self.seconds):
            # Its time may be over in between.
            with suppress(ValueError):
                count = cache.incr(key)
        return count <= self.most

    def verify(self, sender: str, place: str = "") -> None:
        """Count the act. Refused: ``code``."""
        if not self.takes(sender):
            raise Refused(Refusal(self.code, self.words, place, {"most": self.most}))


def sender_of(request: HttpRequest) -> str:
    """The place on the network where a request comes from, as the middleware has settled it."""
    return address_holder(request.META.get("REMOTE_ADDR", ""))
