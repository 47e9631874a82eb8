"""Parts of pages that go out with the message that they changed, made once for all who watch.

Most of those who watch a game see the same. Instead of asking two hundred browsers to ask, the part
is rendered once and sent along. Only a part that is the same for everybody who may see it is sent;
one of an event that is not public goes only to people who may see it at that moment. All others are
told that something changed, and fetch the part with their own rights.
"""

import gzip
from base64 import b64encode
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

from config.kinds import Kinds

Part = Callable[[str], "OfferedPart | None"]
"""The part of the page that a topic (by what follows its colon) is about; ``None`` where there is
none."""

Viewers = Callable[[Collection[int]], frozenset[int] | None]
"""Which of these people (ids of users) may look at something now; ``None``: everybody may."""

PARTS: Final[Kinds[Part]] = Kinds()
"""The functions that give the part of a topic, by its kind."""


class SharedPart:
    """HTML that is the same for everybody who may see it, and the same compressed for sending."""

    def __init__(self, html: str) -> None:
        self.html = html
        # No secret is in what everybody sees, so its packed length tells nothing.
        self.packed = gzip.compress(html.encode(), compresslevel=6, mtime=0)

    @property
    def line(self) -> str:
        """The packed part as one line of text, for a stream of events."""
        return b64encode(self.packed).decode("ascii")


@dataclass(frozen=True)
class OfferedPart:
    """The function that makes a part, and the one that says which watchers may be sent it."""

    make: Callable[[], SharedPart]
    viewers: Viewers


@dataclass(frozen=True)
class SentPart:
    """The line of a part as it is sent; ``people``: to whom alone, ``None`` for everybody."""

    line: str = ""
    people: frozenset[int] | None = None

    def line_for(self, person: int | None) -> str:
        """The line for a watcher (the id of a user); empty for those who have to ask."""
        return self.line if self.people is None or person in self.people else ""


NOTHING_SENT = SentPart()


class KeptParts:
    """The latest parts that were made, by what they show.

    ``most``: how many are kept. ``seconds``: how long, for what a key does not tell, such as a
    person's name.
    """

    def __init__(self, *, most: int = 64, seconds: float = 60.0) -> None:
        self.most, self.seconds = most, seconds
        self._kept: dict[Hashable, tuple[float, SharedPart]] = {}
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], str]) -> SharedPart:
        """The part with this key; made by ``make`` when it is not kept, and by one thread while
        others wait for it."""
        part = self._found(key)
        if part is not None:
            return part
        with self._lock:
            making = self._making.setdefault(key, Lock())
        try:
            with making:
                # Anyone who had to wait finds what the other made.
                part = self._found(key)
                if part is None:
                    part = SharedPart(make())
                    self._keep(key, part)
        finally:
            with self._lock:
                self._making.pop(key, None)
        return part

    def _found(self, key: Hashable) -> SharedPart | None:
        with self._lock:
            until, part = self._kept.get(key, (0.0, None))
        return part if monotonic() <= until else None

    def _keep(self, key: Hashable, part: SharedPart) -> None:
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = (monotonic() + self.seconds, part)
            while len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]


def part_of(topic: str, watchers: Collection[int]) -> SentPart:
    """What is sent with a change of ``topic`` that these people (and strangers) watch."""
    found = PARTS.of(topic)
    offered = found[0](found[1]) if found else None
    if offered is None:
        return NOTHING_SENT
    people = offered.viewers(watchers)
    if people is not None and not people:
        return NOTHING_SENT
    return SentPart(offered.make().line, people)
