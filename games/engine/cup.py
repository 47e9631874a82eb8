"""The dice cup: a stream of exact random draws from a recorded seed, which anyone can repeat.

The stream is public and needs no Python: block ``b`` of seed ``s`` is SHAKE-128 of the UTF-8 text
``s:b``, read as 126 little-endian 32-bit words. A draw from ``n`` takes the next word ``w`` and
gives ``w * n >> 32``; a word whose low product half is below ``2**32 % n`` is passed over, so that
every outcome is exactly equally likely (Lemire 2019).
"""

from __future__ import annotations

from hashlib import sha256, shake_128
from struct import Struct

BLOCK_WORDS = 126
"""504 bytes: three rounds of SHAKE-128 exactly, enough for most dice games."""

_BLOCK = Struct(f"<{BLOCK_WORDS}I")
_LOW = (1 << 32) - 1


class Cup:
    """Draws from one seed, in order. ``drawn`` counts the draws made, passed-over words apart."""

    __slots__ = ("_at", "_block", "_words", "drawn", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.drawn = 0
        self._block = 0
        self._at = 0
        self._words: tuple[int, ...] = ()

    def draw(self, size: int) -> int:
        """A whole number in ``range(size)``, every one equally likely; ``size`` below 2**24."""
        at = self._at
        if at == len(self._words):
            self._refill()
            at = 0
        product = self._words[at] * size
        self._at = at + 1
        self.drawn += 1
        if product & _LOW < size and product & _LOW < (1 << 32) % size:
            self.drawn -= 1
            return self.draw(size)
        return product >> 32

    def _refill(self) -> None:
        text = f"{self.seed}:{self._block}"
        self._words = _BLOCK.unpack(shake_128(text.encode()).digest(_BLOCK.size))
        self._block += 1


def commitment(seed: str) -> str:
    """The hash published before the first pitch, so that the seed revealed later proves itself."""
    return sha256(seed.encode()).hexdigest()
