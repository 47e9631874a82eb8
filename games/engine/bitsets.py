"""Sets of men, of slots or of positions: whole numbers with a bit for each member's number."""

from __future__ import annotations


def lowest(mask: int) -> int:
    """The lowest number in a set that is not empty. (``mask & mask - 1`` is the rest.)"""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    """How many are in a set."""
    return mask.bit_count()
