"""Where a test runs. Every test runs once, unless its outcome may depend on the database, on the
broker or on how the engine is built.

``--stage=embedded`` is the README's test command: SQLite, plain engine. Browser tests are left to
the other stage, but for a few journeys marked ``smoke``.
A long test that commits is left to it as well.
``--stage=servers`` is PostgreSQL, Redis, the compiled engine and Chromium: browser tests, tests
marked ``served``, and once more those for which a reason below applies. ``--why`` lists them.
Without ``--stage`` everything runs that can run where it is called.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from inspect import unwrap

import pytest

from tests import statements

STAGES = ("embedded", "servers")

REASONS = {
    "commits": "commits, and so meets locks, races and what other connections see",
    "worker": "hands jobs to a worker process over a real broker",
    "migrations": "migrates a database, or reads one of an earlier version",
    "backup": "writes the database into a file and back",
    "constraints": "meets a constraint of the database, or catches what it raises",
    "bulk": "inserts, upserts or deletes many rows in one statement",
    "plans": "counts the rows that the database reads, or looks at its plan",
    "search": "searches text or JSON, or sorts text, as each database does in its own way",
    "paging": "pages by key, or through more rows than fit a page",
    "jobs": "claims, recovers or limits jobs by conditional updates",
    "statements": "sends a statement that no other test sends there (tests/statements.py)",
    "build": "shows that the compiled engine plays what the plain one plays",
}
"""Why a test runs on the servers as well. ``commits``, ``worker``, ``plans`` (of tests that call
``tests.work.counted``) and ``statements`` apply by themselves; the others are given by
``pytest.mark.servers("backup")``."""

ONCE_IF_LONG = {"commits", "plans"}
"""Whole events played to their end, and pages of a site with 30,000 games: they take minutes, and
run where most sites of that size do."""


def runs_in(stage: str, item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if stage == "servers":
        if marks & {"embedded", "smoke"}:
            return False
        return bool(marks & {"browser", "served"}) or bool(reasons(item))
    if "served" in marks or ("browser" in marks and "smoke" not in marks):
        return False
    return not ("long" in marks and "embedded" not in marks and is_left_to_servers(item))


def is_left_to_servers(item: pytest.Item) -> bool:
    """Whether a long test runs there and nowhere else."""
    why = reasons(item)
    return bool(why) and why <= ONCE_IF_LONG


def reasons(item: pytest.Item) -> set[str]:
    """Why the test has to run in both stages; none: it runs in one."""
    applying: set[str] = set()
    for mark in item.iter_markers("servers"):
        unknown = set(mark.args) - set(REASONS)
        if unknown or not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: no such reason: {', '.join(unknown)}")
        applying |= set(mark.args)
    if commits(item):
        applying.add("commits")
    if counts_rows(item):
        applying.add("plans")
    if item.get_closest_marker("worker"):
        applying.add("worker")
    if not applying and item.nodeid in statements.listed_tests():
        applying.add("statements")
    return applying


def asks_database(item: pytest.Item) -> bool:
    asked = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(asked or item.get_closest_marker("django_db"))


def commits(item: pytest.Item) -> bool:
    marks = item.iter_markers("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or any(
        mark.kwargs.get("transaction") for mark in marks
    )


def counts_rows(item: pytest.Item) -> bool:
    function = getattr(item, "function", None)
    return function is not None and "counted" in unwrap(function).__code__.co_names


def twice_by_reason(items: Iterable[pytest.Item]) -> list[str]:
    """The tests that run in both stages, by reason and module."""
    by_reason: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for item in items:
        if all(runs_in(stage, item) for stage in STAGES):
            for reason in reasons(item):
                by_reason[reason][item.nodeid.partition("::")[0]] += 1
    lines = []
    for reason, sentence in REASONS.items():
        modules = by_reason.get(reason, {})
        lines.append(f"{reason}: {sum(modules.values())} tests, each {sentence}")
        lines += [f"  {number:4d} {module}" for module, number in sorted(modules.items())]
    return lines
