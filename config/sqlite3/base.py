"""The backend itself, under the name by which Django finds it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite3.write_queue import write_queue

_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class DatabaseWrapper(base.DatabaseWrapper):
    """Its writers wait in the queue of their file before they ask SQLite."""

    _turn: Event | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute_wrappers.append(self._execute_in_turn)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        keep_private(str(conn_params["database"]))
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        with self._turn_to(leave=False):
            super()._start_transaction_under_autocommit()  # type: ignore[misc]

    def _execute_in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """A write outside a transaction is one of its own."""
        if self.in_atomic_block or not self.autocommit or not _WRITES.match(sql):
            return execute(sql, params, many, context)
        with self._turn_to(leave=True):
            return execute(sql, params, many, context)

    @contextmanager
    def _turn_to(self, *, leave: bool) -> Iterator[None]:
        queue = write_queue(str(self.settings_dict["NAME"]))
        self._turn = queue.wait()
        try:
            yield
        except BaseException:
            self._leave_queue()
            raise
        queue.started(self._turn)
        if leave:
            self._leave_queue()

    def _leave_queue(self) -> None:
        if self._turn:
            write_queue(str(self.settings_dict["NAME"])).leave(self._turn)
            self._turn = None

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._leave_queue()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave_queue()


def keep_private(path: str) -> None:
    """Make the file if there is none, and let nobody but its owner read or write it. SQLite gives
    the files beside it the same rights."""
    if path == ":memory:" or path.startswith("file:") or os.name == "nt":
        return
    # Where it cannot be made SQLite says so. It is opened only if it is new: to close a file gives
    # up the locks that this process has on it.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):
            if stat.S_IMODE(os.stat(file).st_mode) & 0o077:
                os.chmod(file, 0o600)
