"""The backup file: a zip with a text file for each table, and a manifest of what must be in it."""

from __future__ import annotations

import json
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError

from config.backup.rows import Digest
from config.file_locks import lock
from config.refusals import Refusal, Refused

FORMAT = 1
MANIFEST = "manifest.json"
PART = ".part"
"""The suffix of a file while it is written."""
LONGEST_MANIFEST = 2_000_000
"""Bytes; a manifest has some tens of thousands."""
LONGEST_LINE = 32 * 1024 * 1024
"""Bytes of one row; an uploaded card file, the largest, has some 22 million in base 64."""

_NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Table:
    """A table in the file: its columns in order, the number of rows and their digest."""

    label: str
    columns: Sequence[str]
    rows: int
    digest: str

    @property
    def member(self) -> str:
        return f"tables/{self.label}.jsonl"


@dataclass(frozen=True)
class Manifest:
    """The contents of a file. ``migrations``: those applied to the site, by app, which are its
    version."""

    made_at: str
    database: str
    migrations: Mapping[str, Sequence[str]]
    tables: Sequence[Table] = field(default_factory=tuple)
    format: int = FORMAT

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


class Writer:
    """Writes a file under a temporary name; ``writing`` renames it when it is complete and on
    disk."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._zip = file

    def table(self, label: str, columns: Sequence[str], lines: Iterator[str]) -> Table:
        digest = Digest()
        table = Table(label, columns, 0, "")
        with self._zip.open(table.member, "w", force_zip64=True) as member:
            for line in lines:
                encoded = line.encode() + b"\n"
                if len(encoded) > LONGEST_LINE:
                    raise ValueError(f"A row of {label} is too large to be read again.")
                digest.add(line)
                member.write(encoded)
        return Table(label, columns, digest.rows, str(digest))

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """Write a file that appears complete, readable by its owner alone, or not at all. An older file
    of that name stays until then."""
    part = path.with_name(f"{path.name}{PART}")
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    lock(descriptor)
    try:
        with os.fdopen(descriptor, "w+b") as raw:
            with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as file:
                yield Writer(file)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            part.unlink()
        raise


def remove_leftovers(folder: Path) -> None:
    """Delete half-written files of the site's own backups that were killed."""
    for part in folder.glob(f"horsehide-*{PART}"):
        with suppress(OSError), part.open("rb+") as file:
            # A backup in progress holds the lock.
            if lock(file.fileno()):
                part.unlink()


class Reader:
    def __init__(self, file: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = file
        self.manifest = manifest

    def lines(self, table: Table) -> Iterator[str]:
        """The rows of a table; refused with ``backup-damaged`` if they cannot be read."""
        with reading(table.member), self._zip.open(table.member) as member:
            # The zip's file object reads lines slowly if their length is limited.
            buffered = BufferedReader(cast("Any", member))
            for line in iter(partial(buffered.readline, LONGEST_LINE + 1), b""):
                if len(line) > LONGEST_LINE:
                    raise damaged(table.member)
                yield line.decode().removesuffix("\n")

    def verify(self) -> None:
        """Read everything once. Refused: ``backup-damaged``, naming the table, if a row is missing,
        added or changed."""
        for table in self.manifest.tables:
            digest = Digest()
            for line in self.lines(table):
                digest.add(line)
                if digest.rows > table.rows:
                    break
            if (digest.rows, str(digest)) != (table.rows, table.digest):
                raise damaged(table.member)


@contextmanager
def opened(path: Path) -> Iterator[Reader]:
    """Open a file. Refused: ``backup-missing``, ``not-a-backup``, ``backup-damaged``,
    ``backup-format`` for a format that this version cannot read."""
    try:
        raw: IO[bytes] = path.open("rb")
    except OSError as error:
        raise Refused(
            Refusal("backup-missing", f"{path} cannot be opened: {error.strerror}.", str(path))
        ) from error
    with raw:
        try:
            file = zipfile.ZipFile(raw)
        except _UNREADABLE as error:
            raise _no_backup(path) from error
        with file:
            yield Reader(file, _manifest(file, path))


def _manifest(file: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        entry = file.getinfo(MANIFEST)
    except KeyError as error:
        raise _no_backup(path) from error
    if entry.file_size > LONGEST_MANIFEST:
        raise _no_backup(path)
    with reading(MANIFEST):
        values = json.loads(file.read(entry))
        if not isinstance(values, dict) or "format" not in values:
            raise _no_backup(path)
        version = values["format"]
        if isinstance(version, int) and version != FORMAT:
            raise Refused(
                Refusal(
                    "backup-format",
                    f"{path} is of format {version}; this version reads format {FORMAT}.",
                    MANIFEST,
                )
            )
        tables = tuple(Table(**table) for table in values.pop("tables"))
        manifest = Manifest(tables=tables, **values)
        _check_kinds(manifest)
        return manifest


def _check_kinds(manifest: Manifest) -> None:
    """Raise ``ValueError`` if a value is of the wrong type: JSON may contain anything."""
    datetime.fromisoformat(manifest.made_at)
    lists = [*manifest.migrations.values(), *(table.columns for table in manifest.tables)]
    names = [*manifest.migrations, *(table.label for table in manifest.tables)]
    texts = [manifest.database, *(table.digest for table in manifest.tables)]
    is_sound = (
        all(isinstance(value, list) for value in lists)
        and all(isinstance(name, str) for name in chain(names, texts, *lists))
        and all(_NAME.fullmatch(name) for name in chain(names, *lists))
        and all(type(table.rows) is int for table in manifest.tables)
        and type(manifest.format) is int
    )
    if not is_sound:
        raise ValueError("A value of another kind than the format has there.")


_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
    ValidationError,
    DataError,
    IntegrityError,
)
"""Errors raised by invalid bytes, JSON or rows: a file can hold anything, and a digest can be
computed for anything."""


@contextmanager
def reading(place: str) -> Iterator[None]:
    """Refuse (``backup-damaged``, naming the place) what cannot be read inside the block."""
    try:
        yield
    except _UNREADABLE as error:
        raise damaged(place) from error


def damaged(place: str) -> Refused:
    return Refused(Refusal("backup-damaged", f"{place} is not as it was written.", place))


def _no_backup(path: Path) -> Refused:
    return Refused(Refusal("not-a-backup", f"{path} is no backup of a house.", str(path)))
