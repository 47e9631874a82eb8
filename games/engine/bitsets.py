"""Sets of men, of slots or of positions: whole numbers with a bit for each member's number."""

from __future__ import annotations

from collections.abc import Iterable


def lowest(mask: int) -> int:
    """The lowest number in a set that is not empty. (``mask & mask - 1`` is the rest.)"""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    """How many are in a set."""
    return mask.bit_count()


def members(mask: int) -> tuple[int, ...]:
    """The numbers in a set, lowest first."""
    found = []
    while mask:
        found.append(lowest(mask))
        mask &= mask - 1
    return tuple(found)


def set_of(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
