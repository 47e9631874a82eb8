"""The dice stream: exact random draws from a recorded seed, which anyone can repeat.

The stream is public and needs no Python: block ``b`` of seed ``s`` is SHAKE-128 of the UTF-8 text
``s:b``, read as 126 little-endian 32-bit words. A draw from ``n`` takes the next word ``w`` and
gives ``w * n >> 32``; a word whose low product half is below ``2**32 % n`` is passed over, so that
every outcome is exactly equally likely (Lemire 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, shake_128
from struct import Struct
from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

BLOCK_WORDS: Final = 126
"""504 bytes: three rounds of SHAKE-128 exactly, enough for most dice games."""

_SHARE: Final = 42
"""Words read from a block at a time; few games need the last of them."""

_WORDS: Final = Struct(f"<{_SHARE}I")
_LOW: Final = (1 << 32) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class DiceStream:
    """Draws from one seed, in order. ``drawn`` counts the draws, without rejected words; ``first``
    is the number of rolls of a game before the first draw, which users rolled."""

    __slots__ = ("_at", "_block", "_bytes", "_next", "_words", "drawn", "first", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.first: i64 = 0
        self.drawn: i64 = 0
        self._block = 0
        self._bytes = b""
        """A block; ``_next`` is the offset of the share that is read next."""
        self._next = 0
        self._words: tuple[int, ...] = ()
        """A share; ``_at`` is the index of its next word."""
        self._at: i64 = _SHARE

    def draw(self, size: i64) -> i64:
        """An integer in ``range(size)``, every one equally likely; ``size`` below 2**24."""
        word_index = self._at
        if word_index == _SHARE:
            self._refill()
            word_index = 0
        product: i64 = self._words[word_index] * size
        self._at = word_index + 1
        self.drawn += 1
        if product & _LOW < size and product & _LOW < (1 << 32) % size:
            self.drawn -= 1
            return self.draw(size)
        return product >> 32

    def _refill(self) -> None:
        if self._next == len(self._bytes):
            text = f"{self.seed}:{self._block}"
            self._bytes = shake_128(text.encode()).digest(4 * BLOCK_WORDS)
            self._block += 1
            self._next = 0
        self._words = _WORDS.unpack_from(self._bytes, self._next)
        self._next += _WORDS.size


class Spent(Exception):  # noqa: N818 - not an error: so many throws were asked for
    """A stream has given all the draws that it may."""


NEVER: Final = 1 << 40
"""A number of draws that no game reaches."""


class LimitedStream(DiceStream):
    """A stream that raises ``Spent`` after ``most`` draws."""

    __slots__ = ("most",)

    def __init__(self, seed: str, most: i64) -> None:
        super().__init__(seed)
        self.most: i64 = most

    def draw(self, size: i64) -> i64:
        if self.drawn >= self.most:
            raise Spent
        return super().draw(size)


class Segment(NamedTuple):
    """Dice of a game from one seed: those ``after`` so many rolls."""

    after: int
    seed: str


class ChainedStream(LimitedStream):
    """Draws from one seed after another: a ruling that reverts a game has new dice rolled.

    ``segments`` are in order; rolls before the first of them are not the stream's. ``drawn`` and
    ``most`` count all rolls of the game.
    """

    __slots__ = ("_later",)

    def __init__(self, segments: Sequence[Segment], most: i64 = NEVER) -> None:
        super().__init__(segments[0].seed, most)
        self.first = self.drawn = segments[0].after
        self._later = list(segments[1:])

    def draw(self, size: i64) -> i64:
        while self._later and self._later[0].after <= self.drawn:
            self.seed = self._later.pop(0).seed
            self._block = 0
            self._bytes = b""
            self._next = 0
            self._at = _SHARE
        return super().draw(size)


def commitment(seed: str) -> str:
    """The hash published before the first pitch, which proves the seed revealed later."""
    return sha256(seed.encode()).hexdigest()
