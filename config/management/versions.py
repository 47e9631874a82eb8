"""What commands say of a database that is of another version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import connection

from config.backup.upgrading import refuse_other_version
from config.refusals import Refused


@contextmanager
def told_in_words() -> Iterator[None]:
    """What is refused inside ends the command, with its sentences and codes."""
    try:
        yield
    except Refused as refused:
        raise CommandError(
            "\n".join(f"{each.message} ({each.code})" for each in refused.refusals)
        ) from refused


def of_this_version() -> None:
    """End the command where the database has not been migrated, or is of a later version. The
    children of a process that has asked do not ask again."""
    with told_in_words():
        refuse_other_version(connection)
