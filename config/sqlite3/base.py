"""The backend itself, under the name by which Django finds it."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        keep_private(str(conn_params["database"]))
        return super().get_new_connection(conn_params)


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
