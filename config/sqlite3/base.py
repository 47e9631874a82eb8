"""The backend itself, under the name by which Django finds it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite3.turns import Turns

TURNS = Turns()
_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class DatabaseWrapper(base.DatabaseWrapper):
    has_turn = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute_wrappers.append(self._write_in_turn)

    def __del__(self) -> None:
        # Of a thread that ended in the middle of a transaction.
        self._give_turn_back()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        keep_private(str(conn_params["database"]))
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn_back()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_turn_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _write_in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """A write outside transactions is one of its own."""
        if self.in_atomic_block or not self.autocommit or not _WRITES.match(sql):
            return execute(sql, params, many, context)
        self._take_turn()
        try:
            return execute(sql, params, many, context)
        finally:
            self._give_turn_back()

    def _take_turn(self) -> None:
        seconds = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        if not TURNS.take(seconds):
            raise OperationalError("database is locked")
        self.has_turn = True

    def _give_turn_back(self) -> None:
        if self.has_turn:
            self.has_turn = False
            TURNS.give_back()


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
