"""A proxy of the tests' own between the house and what it needs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Forwarder:
    """Stands between processes and a server. Its wire can be cut, and can fall silent."""

    def __init__(self, host: str, port: int) -> None:
        self.to = (host, port)
        self.in_vain = 0
        """How often somebody tried to speak while the wire was cut or silent."""
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.door = self.listen(0)
        self.port = self.door.getsockname()[1]
        self.open = threading.Event()
        self.open.set()
        self.speaks = threading.Event()
        self.speaks.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def listen(self, port: int) -> socket.socket:
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", port))
        door.listen()
        return door

    def accept(self) -> None:
        while True:
            caller, _ = self.door.accept()
            if not self.open.is_set():
                self.in_vain += 1
                caller.close()
                continue
            server = socket.create_connection(self.to)
            self.pairs.append((caller, server))
            for pair in ((caller, server), (server, caller)):
                threading.Thread(target=self.pump, args=pair, daemon=True).start()

    def passed(self, data: bytes, source: socket.socket, target: socket.socket) -> bytes:
        """What is handed on of this."""
        return data

    def pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.speaks.is_set():
                    self.in_vain += 1
                    self.speaks.wait()
                target.sendall(self.passed(data, source, target))
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Nothing comes through, and nobody is told: as when a cable is pulled. What stood on the
        wire at the end is lost with it."""
        self.speaks.clear()
        try:
            yield
        finally:
            self.drop()
            self.speaks.set()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Every connection ends, and a new one ends at once."""
        self.open.clear()
        self.drop()
        try:
            yield
        finally:
            self.open.set()

    def drop(self) -> None:
        for pair in self.pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()


class BufferingProxy(Forwarder):
    """Hands the answer to a live stream on when it is over, which it never is; its head at once
    where ``sends_head``."""

    def __init__(self, host: str, port: int, *, sends_head: bool) -> None:
        self.sends_head = sends_head
        self.streaming: set[socket.socket] = set()
        super().__init__(host, port)

    def passed(self, data: bytes, source: socket.socket, target: socket.socket) -> bytes:
        if data.startswith(b"GET /live/"):
            self.streaming.add(target)
        if source not in self.streaming:
            return data
        head, _, _ = data.partition(b"\r\n\r\n")
        is_head = self.sends_head and head.startswith(b"HTTP/")
        return head + b"\r\n\r\n" if is_head else b""
