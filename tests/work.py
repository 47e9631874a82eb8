"""What a request costs a database, counted and not timed: a busy machine counts as a quiet one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection

READ = """
SELECT COALESCE(SUM(
    pg_stat_get_xact_tuples_returned(oid)
    + CASE relkind WHEN 'r' THEN pg_stat_get_xact_tuples_fetched(oid) ELSE 0 END
), 0)
FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace
"""

STEPS = 100
STEPS_A_ROW = 25
"""SQLite tells no rows. It counts the steps of its machine: three to five for a row that is passed
over, thirty and more for one that is shown with all of its columns."""


@dataclass
class Work:
    """Statements sent; rows and index entries read for them, whether or not they came back."""

    queries: int = 0
    rows: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count what the database does inside; complete when it is left. Inside a transaction."""
    work = Work()

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        work.queries += not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))
        return execute(sql, params, many, context)

    with _rows_into(work), connection.execute_wrapper(count):
        yield work


@contextmanager
def _rows_into(work: Work) -> Iterator[None]:
    if connection.vendor != "postgresql":
        steps = 0

        def step() -> int:
            nonlocal steps
            steps += STEPS
            return 0

        connection.connection.set_progress_handler(step, STEPS)
        yield
        connection.connection.set_progress_handler(None, STEPS)
        work.rows = steps // STEPS_A_ROW
        return
    with connection.cursor() as cursor:
        # What a helper process reads is not told to this one.
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        cursor.execute(READ)
        (before,) = cursor.fetchone()
        yield
        cursor.execute(READ)
        work.rows = int(cursor.fetchone()[0] - before)
