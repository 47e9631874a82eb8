"""The embedded broker: kombu's folder of messages, made safe against files cut short.

A message is a file. Kombu's own transport shows it to readers before it is whole, and a worker
that reads an empty or broken one ends. Here a file appears when it is written, and one that is no
message of ours is set aside, logged, and passed over.
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
    # is for remote control, and a child of ours is not controlled from afar.
    supports_fanout = False

    def get_table(self, exchange: str) -> Any:
        return virtual.Channel.get_table(self, exchange)

    @property
    def folder(self) -> Path:
        return Path(self.data_folder_in)

    # Two classes above this one call the second parameter differently.
    def _put(self, queue: str, payload: Any, **options: Any) -> None:  # type: ignore[override]
        name = f"{time_ns():020}_{uuid.uuid4()}.{queue}.msg"
        written = self.folder / f".{name}"
        self.folder.mkdir(parents=True, exist_ok=True)
        written.write_text(dumps(payload), encoding="utf-8")
        written.rename(self.folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self.waiting(queue):
            # Taken by its new name: of several workers, one has it.
            mine = self.folder / f".{os.getpid()}.{name}"
            try:
                (self.folder / name).rename(mine)
            except OSError:
                continue
            try:
                payload = loads(mine.read_text(encoding="utf-8"))
                self.verify(payload)
            except Exception as error:
                # Whatever it is: there are more ways to be broken than can be listed.
                self.set_aside(mine, name, error)
                continue
            mine.unlink(missing_ok=True)
            return payload
        raise Empty

    def waiting(self, queue: str) -> list[str]:
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        return sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg")

    def verify(self, payload: Any) -> None:
        """Raise an exception of some kind unless this is a message as Celery writes them."""
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
        aside = self.folder.parent / UNREADABLE
        log.error("message_set_aside", file=str(aside / name), error=repr(error)[:200])
        try:
            aside.mkdir(parents=True, exist_ok=True)
            file.rename(aside / name)
        except OSError:
            # It has lost its name, and is in no one's way.
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
