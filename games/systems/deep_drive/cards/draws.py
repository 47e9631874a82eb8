"""Dithering: a fraction becomes a whole number by the person's own draw, so that the same season
always makes the same card and the mean over many is the fraction."""

from __future__ import annotations

from hashlib import sha256
from math import floor


def share_of(key: str, purpose: str) -> float:
    """A number from nought to one that belongs to a person and a purpose."""
    digest = sha256(f"deep drive/{purpose}/{key}".encode()).digest()
    return (int.from_bytes(digest[:7]) + 0.5) / 2**56


def dithered(value: float, key: str, purpose: str) -> int:
    """``value`` rounded up or down, up as often as its fraction says."""
    low = floor(value)
    return low + (share_of(key, purpose) < value - low)
