"""The embedded broker: kombu's folder of messages, made safe against truncated files.

A message is a file. Kombu's own transport shows it to readers before it is complete, and a worker
that reads an empty or broken one ends. Here a file appears when it is complete, and an invalid one
is moved aside, logged, and skipped.
"""

import os
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any

import structlog
from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps, loads

log = structlog.get_logger(__name__)

UNREADABLE = "unreadable"


class Channel(filesystem.Channel):
    # Each process binds the one queue for itself. Fan-out, which alone would need tables in files,
    # is for remote control, which these workers do not use.
    supports_fanout = False

    def get_table(self, exchange: str) -> Any:
        return virtual.Channel.get_table(self, exchange)

    @property
    def folder(self) -> Path:
        return Path(self.data_folder_in)

    # Two base classes name the second parameter differently.
    def _put(self, queue: str, payload: Any, **options: Any) -> None:  # type: ignore[override]
        name = f"{time_ns():020}_{uuid.uuid4()}.{queue}.msg"
        hidden_file = self.folder / f".{name}"
        self.folder.mkdir(parents=True, exist_ok=True)
        hidden_file.write_text(dumps(payload), encoding="utf-8")
        hidden_file.rename(self.folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self.waiting(queue):
            # Claimed by renaming: of several workers, one succeeds.
            claimed = self.folder / f".{os.getpid()}.{name}"
            try:
                (self.folder / name).rename(claimed)
            except OSError:
                continue
            try:
                payload = loads(claimed.read_text(encoding="utf-8"))
                self.verify(payload)
            except Exception as error:
                # Any error: a message can be broken in more ways than can be listed.
                self.set_aside(claimed, name, error)
                continue
            claimed.unlink(missing_ok=True)
            return payload
        raise Empty

    def waiting(self, queue: str) -> list[str]:
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        return sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg")

    def verify(self, payload: Any) -> None:
        """Raise an exception unless this is a message as Celery writes them."""
        message = self.Message(payload, channel=self)
        arguments, options, embedded = message.decode()
        shapes = [
            (message.headers["task"], str),
            (message.headers["id"], str),
            (message.properties["delivery_info"], dict),
            (arguments, list),
            (options, dict),
            (embedded, dict),
        ]
        for value, kind in shapes:
            if not isinstance(value, kind):
                raise TypeError(f"{value!r:.100} is no {kind.__name__}")

    def set_aside(self, file: Path, name: str, error: Exception) -> None:
        unreadable_folder = self.folder.parent / UNREADABLE
        log.error("message_set_aside", file=str(unreadable_folder / name), error=repr(error)[:200])
        try:
            unreadable_folder.mkdir(parents=True, exist_ok=True)
            file.rename(unreadable_folder / name)
        except OSError:
            # It has lost its name, so no worker reads it again.
            log.exception("message_not_set_aside", file=str(file))

    def _size(self, queue: str) -> int:
        return len(self.waiting(queue))

    def _purge(self, queue: str) -> int:
        names = self.waiting(queue)
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()
        return len(names)


class Transport(filesystem.Transport):
    Channel = Channel
    global_state = virtual.BrokerState()
    driver_name = "folder"
