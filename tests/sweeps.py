"""A sample of the many similar cases of a test; all of them with ``--exhaustive``."""

from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")


class Sweep:
    """``sweep(values, 7)`` returns every seventh value. Each call starts one value later, so that a
    test of many pages tries every value on some page."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole
        self.calls = 0

    def __call__(self, values: Iterable[Case], one_in: int) -> list[Case]:
        cases = list(values)
        if self.whole or not cases:
            return cases
        self.calls += 1
        # At least one, also of fewer cases.
        return cases[self.calls % min(one_in, len(cases)) :: one_in]
