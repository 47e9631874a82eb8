"""Tests that try very many like things try some each time, and all with ``--exhaustive``."""

from collections.abc import Iterable
from typing import TypeVar

Each = TypeVar("Each")


class Sweep:
    """What is tried of what there is: ``sweep(values, 7)`` is every seventh, beginning one further
    each time it is asked, so that over many pages every value is tried somewhere."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole
        self.asked = 0

    def __call__(self, values: Iterable[Each], one_in: int) -> list[Each]:
        found = list(values)
        if self.whole or not found:
            return found
        self.asked += 1
        # Of fewer than that, one.
        return found[self.asked % min(one_in, len(found)) :: one_in]
