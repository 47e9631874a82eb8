"""An older house becomes one of this version, with everything that is in it, or stays as it was.

``stored`` holds a house of an earlier version, as each of the two databases wrote it: the demo
league, half played, of 25 November 2026, the day before the first copy could be taken.
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.backup.archive import opened

# Each has a database of its own, on the server that the tests are run with.
pytestmark = [pytest.mark.servers("migrations"), pytest.mark.django_db]

STORED = Path(__file__).parent / "stored"
GAMES = 48


@dataclass(frozen=True)
class House:
    """A house of an earlier version, in a database of its own."""

    var: Path
    url: str
    """Empty: the SQLite file of the embedded set-up."""

    @property
    def file(self) -> Path:
        return self.var / "horsehide.sqlite3"

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A command of this version, or a program."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DATABASE_URL", "REDIS_URL")
        }
        served = {"DATABASE_URL": self.url, "HTTPS": "False"} if self.url else {}
        return subprocess.run(
            [sys.executable, *command],
            cwd=settings.ROOT,
            env=kept
            | served
            | {
                "DJANGO_SETTINGS_MODULE": "config.settings.base",
                "HORSEHIDE_VAR": str(self.var),
                "BACKUP_FOLDER": str(self.var / "backups"),
                "SECRET_KEY": "of-an-old-database",
            },
            capture_output=True,
            text=True,
            timeout=900,
        )

    def manage(self, *arguments: str) -> str:
        done = self.run("manage.py", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def script(self, text: str) -> subprocess.CompletedProcess[str]:
        return self.run("-c", f"import django\ndjango.setup()\n{text}")

    def copies(self) -> list[Path]:
        return sorted((self.var / "backups").glob("*.before-upgrade"))

    def state(self) -> list[str]:
        """Every table, column and row, as text."""
        if not self.url:
            with closing(sqlite3.connect(self.file)) as database:
                return list(database.iterdump())
        with psycopg.connect(self.url) as database:
            columns = database.execute(
                "SELECT table_name, column_name, data_type FROM information_schema.columns "
                "WHERE table_schema = 'public' ORDER BY 1, 2"
            ).fetchall()
            tables = sorted({str(table) for table, _, _ in columns})
            rows = [
                row
                for table in tables
                for row in database.execute(f'SELECT x::text FROM "{table}" x ORDER BY 1')
            ]
            return [str(each) for each in (*columns, *rows)]


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[House]:
    """The house of that day, on the database that the tests are run with."""
    file = STORED / f"2026-11-25.{connection.vendor}.sql.xz"
    text = lzma.decompress(file.read_bytes()).decode()
    if connection.vendor == "sqlite":
        house = House(tmp_path, "")
        with closing(sqlite3.connect(house.file)) as database:
            database.executescript(text)
        yield house
        return
    told = connection.settings_dict
    name = f"{told['NAME']}_stored"
    server = f"postgres://{told['USER']}@{told['HOST']}:{told['PORT'] or 5432}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        with psycopg.connect(f"{server}/{name}") as database:
            database.execute(text.encode())
        yield House(tmp_path, f"{server}/{name}")
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


LOOK = """
from django.conf import settings
settings.ALLOWED_HOSTS = ["*"]
from django.test import Client
from games.models import Game
from tournaments.models import Tournament
print(Game.objects.count())
for event in Tournament.objects.all():
    for page in ("", "standings/", "schedule/"):
        answer = Client().get(f"/t/{event.slug}/{page}")
        assert answer.status_code == 200, (page, answer.status_code)
"""


def is_whole(house: House) -> None:
    """Its games are there and can be played again, and its pages are shown."""
    house.manage("migrate", "--check")
    assert "Every throw is the one that the seed gives" in house.manage("verify", "1")
    shown = house.script(LOOK)
    assert shown.returncode == 0, shown.stderr
    assert int(shown.stdout.split()[-1]) == GAMES


FAILS = """
import os
from django.core.management import execute_from_command_line
from django.db import connection, migrations
from django.db.migrations.executor import MigrationExecutor
def fail(apps, editor):
    {fault}
executor = MigrationExecutor(connection)
fifth, _ = executor.migration_plan(executor.loader.graph.leaf_nodes())[4]
type(fifth).operations = [*fifth.operations, migrations.RunPython(fail)]
print(fifth.app_label, fifth.name, sep=".", flush=True)
execute_from_command_line(["manage.py", "migrate", "--verbosity=0"])
"""


@pytest.mark.long
def test_a_migration_that_fails_or_is_killed_leaves_the_house_as_it_was(stored: House) -> None:
    """Those before it are taken back with it; when nothing fails any more it is brought up."""
    before = stored.state()
    failed = stored.script(FAILS.format(fault="raise ValueError('a row too many')"))
    assert failed.returncode == 1
    assert f"failed at {failed.stdout.strip()} (ValueError: a row too many)" in failed.stderr
    assert "Nothing was changed" in failed.stderr
    assert str(stored.copies()[-1]) in failed.stderr
    assert "Traceback" not in failed.stderr
    assert stored.state() == before
    killed = stored.script(FAILS.format(fault="os._exit(9)"))
    assert killed.returncode == 9
    assert stored.state() == before
    stored.manage("migrate", "--verbosity=0")
    is_whole(stored)
    # Nothing to do: no copy.
    kept = stored.copies()
    stored.manage("migrate", "--verbosity=0")
    assert stored.copies() == kept
    # The way back, and from there up again: into a new house of its own, whichever database.
    with opened(kept[-1]) as backup:
        backup.verify()
    folder = stored.var / "restored"
    folder.mkdir()
    restored = House(folder, "")
    restored.manage("restore", str(kept[-1]))
    is_whole(restored)


@pytest.mark.long
@pytest.mark.embedded
def test_nobody_works_on_a_database_of_another_version(stored: House) -> None:
    for process in ("web", "worker", "clock"):
        older = stored.run("manage.py", process)
        assert older.returncode == 1, older.stdout
        assert "(database-is-older)" in older.stderr
    stored.script(
        "from django.db.migrations.recorder import MigrationRecorder as R\n"
        "from django.db import connection\n"
        "R(connection).record_applied('games', '9999_flying_cars')"
    )
    before = stored.state()
    for process in ("web", "worker", "clock", "migrate"):
        newer = stored.run("manage.py", process)
        assert newer.returncode == 1, newer.stdout
        assert "does not know games.9999_flying_cars" in newer.stderr
        assert "(database-is-newer)" in newer.stderr
    assert stored.state() == before
    assert stored.copies() == []
    stored.script(
        "from django.db import connection\n"
        "connection.cursor().execute(\"DELETE FROM django_migrations WHERE name = '0001_tables'\")"
    )
    for process in ("web", "migrate"):
        oldest = stored.run("manage.py", process)
        assert oldest.returncode == 1, oldest.stdout
        assert "(too-old)" in oldest.stderr


@pytest.mark.long
@pytest.mark.embedded
def test_without_room_for_a_copy_nothing_is_changed(stored: House) -> None:
    (stored.var / "backups").write_text("no folder")
    before = stored.state()
    refused = stored.run("manage.py", "migrate")
    assert refused.returncode == 1
    assert "(copy-failed)" in refused.stderr
    assert stored.state() == before
