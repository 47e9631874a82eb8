"""Sets of players, of slots or of positions: whole numbers with a bit for each member's number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

HIGHEST: Final = 62
"""The highest number of a member: a set is a whole number of 64 bits with a sign."""

_SET_OF_THE_HIGHEST: Final = 1 << HIGHEST


def bit(number: i64) -> i64:
    """The set of one number, 0 to 62. Shifted down from the highest: compiled, a small literal is a
    number of 32 bits, and ``1 << number`` is wrong from 31 on."""
    return _SET_OF_THE_HIGHEST >> HIGHEST - number


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
        mask |= bit(number)
    return mask
