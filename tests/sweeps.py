"""What is tried in turns: some of the many similar cases of a test, and some of the long tests."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self, TypeVar
from zlib import crc32

Case = TypeVar("Case")


LIST = Path(__file__).with_name("slow.txt")
SECONDS = 0.5


@cache
def slow_tests() -> frozenset[str]:
    """Those that took longer than ``SECONDS`` when ``--measure`` last wrote the list. They count as
    ``long``, unless they are of a rule or ``smoke``."""
    return frozenset(LIST.read_text().splitlines())


def write_slow(seconds: Mapping[str, float]) -> None:
    """Write the list anew as far as these tests go."""
    kept = slow_tests() - set(seconds)
    slow = {test for test, taken in seconds.items() if taken > SECONDS}
    LIST.write_text("".join(f"{test}\n" for test in sorted(kept | slow)))


@dataclass(frozen=True)
class Turn:
    """The ``number``-th of so many shares, from 1. A test is in the same one, whatever others there
    are."""

    number: int
    shares: int

    @classmethod
    def read(cls, text: str) -> Self:
        """``2/6``. Raises ``ValueError`` for anything that is no such share."""
        number, shares = map(int, text.split("/"))
        if not 1 <= number <= shares:
            raise ValueError(text)
        return cls(number, shares)

    def takes(self, nodeid: str) -> bool:
        return crc32(nodeid.encode()) % self.shares == self.number - 1


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
