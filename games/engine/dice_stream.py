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
    """Draws from one seed, in order. ``drawn`` counts the draws made, passed-over words apart;
    ``first`` are the throws of a game before the first of them, which people threw."""

    __slots__ = ("_at", "_block", "_bytes", "_next", "_words", "drawn", "first", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.first: i64 = 0
        self.drawn: i64 = 0
        self._block = 0
        self._bytes = b""
        """A block, and in ``_next`` where the share of it begins that is read next."""
        self._next = 0
        self._words: tuple[int, ...] = ()
        """A share, and in ``_at`` which of its words comes next."""
        self._at: i64 = _SHARE

    def draw(self, size: i64) -> i64:
        """A whole number in ``range(size)``, every one equally likely; ``size`` below 2**24."""
        at = self._at
        if at == _SHARE:
            self._refill()
            at = 0
        product: i64 = self._words[at] * size
        self._at = at + 1
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
"""More draws than any game has."""


class LimitedStream(DiceStream):
    """A stream that ends after ``most`` draws; who asks for another gets ``Spent``."""

    __slots__ = ("most",)

    def __init__(self, seed: str, most: i64) -> None:
        super().__init__(seed)
        self.most: i64 = most

    def draw(self, size: i64) -> i64:
        """The next draw, if it is among them."""
        if self.drawn >= self.most:
            raise Spent
        return super().draw(size)


class Segment(NamedTuple):
    """Dice of a game from one seed: those that come ``after`` so many throws."""

    after: int
    seed: str


class ChainedStream(LimitedStream):
    """Draws from one seed after another, as a ruling that takes a game back has fresh dice thrown.

    ``segments`` in their order; throws before the first of them are none of the stream's.
    ``drawn`` and ``most`` count all throws of the game.
    """

    __slots__ = ("_later",)

    def __init__(self, segments: Sequence[Segment], most: i64 = NEVER) -> None:
        super().__init__(segments[0].seed, most)
        self.first = self.drawn = segments[0].after
        self._later = list(segments[1:])

    def draw(self, size: i64) -> i64:
        """The next draw, of the seed whose turn it is."""
        while self._later and self._later[0].after <= self.drawn:
            self.seed = self._later.pop(0).seed
            self._block = 0
            self._bytes = b""
            self._next = 0
            self._at = _SHARE
        return super().draw(size)


def commitment(seed: str) -> str:
    """The hash published before the first pitch, so that the seed revealed later proves itself."""
    return sha256(seed.encode()).hexdigest()
