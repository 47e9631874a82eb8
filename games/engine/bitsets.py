"""Sets of players, slots or positions: integers with a bit for each member's number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

HIGHEST: Final = 62
"""The highest number of a member: a set is a signed integer of 64 bits."""

_SET_OF_THE_HIGHEST: Final = 1 << HIGHEST


def bit(number: i64) -> i64:
    """The set of one number, 0 to 62. Shifted down from the highest because compiled code treats a
    small literal as a 32-bit integer, and ``1 << number`` is wrong from 31 on."""
    return _SET_OF_THE_HIGHEST >> HIGHEST - number


def lowest(mask: int) -> int:
    """The lowest number in a set that is not empty. (``mask & mask - 1`` is the rest.)"""
    return (mask & -mask).bit_length() - 1


def size(mask: int) -> int:
    return mask.bit_count()


def members(mask: int) -> tuple[int, ...]:
    """The numbers in a set, lowest first."""
    numbers = []
    while mask:
        numbers.append(lowest(mask))
        mask &= mask - 1
    return tuple(numbers)


def set_of(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= bit(number)
    return mask
