"""The database of the tests: migrated once, then copied for every process and every run.

Migrating an empty database takes ten seconds and more, copying one takes none. The copy is made of
a template whose name holds a digest of all migrations, so that a changed one makes a template anew.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.backends.base.creation import TEST_DATABASE_PREFIX

TEMPLATE = "horsehide_template"
PACKAGES = ("config", "games", "pitching", "rosters", "tournaments")
LOCK = 0x405E41DE
"""PostgreSQL's advisory lock under which a template is made: of two processes one makes it."""


def digest() -> str:
    """Of everything that says what a migrated database looks like."""
    lock = settings.ROOT / "requirements.lock"
    hashed = sha256(lock.read_bytes())
    for file in sorted(file for name in PACKAGES for file in (settings.ROOT / name).rglob("*.py")):
        if file.parent.name == "migrations" or file.name in {"fields.py", "migrating.py"}:
            hashed.update(str(file.relative_to(settings.ROOT)).encode() + file.read_bytes())
    return hashed.hexdigest()[:16]


@contextmanager
def migrated_copy(folder: Path) -> Iterator[None]:
    """A migrated database is what ``django.db.connection`` is connected to.

    ``folder`` is the place for SQLite's templates; PostgreSQL keeps its own on the server.
    """
    make = _sqlite_copy if connection.vendor == "sqlite" else _postgresql_copy
    outside = connection.settings_dict["NAME"]
    name = connection.creation._get_test_db_name()
    make(name, folder)
    _connect_to(name)
    # What depends on code rather than on migrations: content types, permissions, built-in parks.
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(outside, verbosity=0)


def _connect_to(name: str) -> None:
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = name
    connection.settings_dict["NAME"] = name


def _migrate(name: str) -> None:
    """Make a database of that name with Django's own means, and leave it."""
    outside, test = connection.settings_dict["NAME"], connection.settings_dict["TEST"]
    usual, test["NAME"] = test["NAME"], name
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    finally:
        test["NAME"] = usual
        _connect_to(outside)


def _sqlite_copy(name: str, folder: Path) -> None:
    template = folder / f"{digest()}.sqlite3"
    if not template.exists():
        _migrate(f"{name}.new")
        for old in set(folder.glob("*.sqlite3")) - {template}:
            old.unlink(missing_ok=True)
        # Another process may have done the same meanwhile: both are alike, and the last one stays.
        partial = template.with_name(f"{template.name}.{Path(name).parent.name}")
        shutil.copyfile(f"{name}.new", partial)
        partial.replace(template)
        Path(f"{name}.new").unlink()
    shutil.copyfile(template, name)


def _postgresql_copy(name: str, folder: Path) -> None:
    template = f"{TEMPLATE}_{digest()}"
    with closing(_server()) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        there = _names(server)
        if template not in there:
            _migrate(f"{TEMPLATE}_new")
            for old in there:
                server.execute(f'DROP DATABASE IF EXISTS "{old}"')
            server.execute(f'ALTER DATABASE "{TEMPLATE}_new" RENAME TO "{template}"')
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def clear_dead_rows() -> None:
    """Rows that earlier tests took back are read by the next until PostgreSQL has cleared them.

    What the transaction of a module's fixture has locked stays as it is: waiting would not end.
    """
    name = connection.settings_dict["NAME"]
    if connection.vendor == "postgresql" and name.startswith(TEST_DATABASE_PREFIX):
        with closing(_server(name)) as server:
            server.execute("VACUUM (SKIP_LOCKED)")


def _server(name: str = "postgres") -> "psycopg.Connection[Any]":
    """A connection to the server beside the tests' own; closing it gives the lock back."""
    parameters = connection.get_connection_params()
    return psycopg.connect(
        host=parameters.get("host"),
        port=parameters.get("port"),
        user=parameters.get("user"),
        password=parameters.get("password"),
        dbname=name,
        autocommit=True,
    )


def _names(server: "psycopg.Connection[Any]") -> list[str]:
    rows = server.execute(
        "SELECT datname FROM pg_database WHERE datname LIKE %s AND datname NOT LIKE %s",
        [f"{TEMPLATE}_%", f"{TEMPLATE}_new"],
    )
    return [str(name) for (name,) in rows]
