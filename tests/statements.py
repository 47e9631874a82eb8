"""Which tests together send every SQL statement that the product sends.

Most faults that only PostgreSQL shows (a lock on the nullable side of a join, an order that
DISTINCT does not allow, a group that lacks a column) lie in the text of one statement. So each
statement is sent to PostgreSQL by one test, the quickest that sends it, and not by all that do.
``pytest --stage=embedded --statements`` writes the list anew; tests that run on the servers for
another reason come first.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import Any

LIST = Path(__file__).with_suffix(".txt")
PROPERTY = "statements"
NOT_THE_PRODUCTS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
VALUES = re.compile(r"\((?:%s(?:, )?)+\)(?:, \((?:%s(?:, )?)+\))*")
NUMBER = re.compile(r"\b\d+\b")
OVERHEAD_SECONDS = 0.3
"""What a test costs besides itself: a very short one is not had for nothing."""


@cache
def listed_tests() -> frozenset[str]:
    """The tests of the list."""
    return frozenset(LIST.read_text().splitlines())


@contextmanager
def watched() -> Iterator[set[str]]:
    """Digests of the statements sent meanwhile, whatever values and however many rows."""
    from django.db import connection

    sent: set[str] = set()

    def note(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        if not str(sql).startswith(NOT_THE_PRODUCTS):
            shape = NUMBER.sub("0", VALUES.sub("(%s)", str(sql)))
            sent.add(sha256(shape.encode()).hexdigest()[:12])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield sent


def cover(
    sent: Mapping[str, Collection[str]], seconds: Mapping[str, float], first: Collection[str]
) -> list[str]:
    """The tests that send what those of ``first`` do not: always the one that sends most new
    statements for its time."""
    left = set().union(*sent.values()) - set().union(*(sent.get(test, ()) for test in first))

    def worth(test: str) -> float:
        return len(left.intersection(sent[test])) / (OVERHEAD_SECONDS + seconds[test])

    waiting = [(-worth(test), test) for test in sorted(set(sent) - set(first))]
    heapify(waiting)
    picked = []
    while left:
        _, test = heappop(waiting)
        now = -worth(test)
        if waiting and now > waiting[0][0]:
            # Others have sent some of it meanwhile.
            heappush(waiting, (now, test))
            continue
        picked.append(test)
        left.difference_update(sent[test])
    return sorted(picked)
