"""Which entries redo puts back, and whether entries that are sent again had already arrived."""

from __future__ import annotations

from collections.abc import Sequence

Tail = tuple[int, Sequence[str]]
"""Where a transcript was cut, as the number of the first entry taken off, and what was."""


def to_redo(entries: Sequence[str], tails: Sequence[Tail]) -> tuple[str, ...]:
    """The entries that redo puts back: of the ``tails``, newest first, the newest that was cut
    where the transcript ends now, if what stands before it is what stood there then.

    Everything that was taken off later, further up, has to be back as it was: who has gone another
    way since cannot come back by redoing.
    """
    written = len(entries)
    for place, (number, taken) in enumerate(tails):
        if number != written + 1:
            continue
        # Up to here the transcript is what it was then; later cuts that go deeper tell the rest.
        same = written
        for at, words in reversed(tails[:place]):
            if at <= same:
                if list(entries[at - 1 : same]) != list(words[: same - at + 1]):
                    return ()
                same = at - 1
        return tuple(taken)
    return ()


def arrived(entries: Sequence[str], after: int, sent: Sequence[str]) -> bool:
    """Whether entries that are sent again stand in the transcript already, behind the ``after``
    entries that the sender knew: in their order, with what others entered in between. Nothing sent
    is having it played on."""
    written = iter(entries[after:])
    return len(entries) > after and all(word in written for word in sent)
