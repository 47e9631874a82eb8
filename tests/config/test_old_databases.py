"""A database of every earlier version is brought up: migrations only grow.

The files of 22 November and before were put together once (``replaces``), and are kept beside that
for databases that stopped among them.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.servers("migrations")

# Where databases stood: the last migrations of the apps at that time.
VERSIONS = {
    "21 November": {"pitching": "0001_initial", "games": "0004_claims", "people": "0001_initial"},
    "22 November": {
        "pitching": "0001_initial",
        "games": "0009_dice_segments",
        "tournaments": "0008_odds",
        "jobs": "0002_lists",
    },
    "before they were put together": {
        "people": "0003_reminders_of_everything",
        "journal": "0002_lists",
        "jobs": "0004_refusals_of_jobs",
        "rosters": "0011_park_of_clubs",
        "drafts": "0003_reminders_are_notices",
        "pitching": "0002_phases",
        "games": "0012_phases",
        "seriesday": "0003_absences",
        "tournaments": "0009_shoot_outs",
    },
}

AS_IT_WAS = """
import sys
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
executor = MigrationExecutor(connection)
executor.loader = MigrationLoader(connection, replace_migrations=False)
executor.migrate([tuple(each.split(".")) for each in sys.argv[1:]])
"""


OLDEST, *LATER = VERSIONS


@pytest.mark.long
@pytest.mark.parametrize(
    "version", [OLDEST, *(pytest.param(each, marks=pytest.mark.exhaustive) for each in LATER)]
)
def test_a_database_of_an_earlier_version_is_brought_up(tmp_path: Path, version):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}",
        "SECRET_KEY": "of-an-old-database",
        "HORSEHIDE_VAR": str(tmp_path),
    }

    def run(*command: str) -> None:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=settings.ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    run("-c", AS_IT_WAS, *(f"{app}.{name}" for app, name in VERSIONS[version].items()))
    run("manage.py", "migrate", "--verbosity=0")
    run("manage.py", "migrate", "--check", "--verbosity=0")


@pytest.mark.long
def test_the_token_of_an_earlier_version_opens_as_much_as_it_did(tmp_path: Path):
    """It is kept unnamed, and what it is no more."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}",
        "SECRET_KEY": "of-an-old-database",
        "HORSEHIDE_VAR": str(tmp_path),
    }
    script = """
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
MigrationExecutor(connection).migrate(
    [("people", "0001_tables"), ("authtoken", "0004_alter_tokenproxy_options")]
)
from rest_framework.authtoken.models import Token
from config.people.models import User
casey = User.objects.create_user("casey@example.org", "Casey")
Token.objects.create(user=casey, key="of-then")
MigrationExecutor(connection).migrate([("people", "0004_api_tokens")])
from config.people.models import ApiToken
from config.people.tokens import digest_of
assert not Token.objects.exists()
kept = ApiToken.objects.values_list("user", "name", "scope", "digest", "ends_at").get()
assert kept == (casey.pk, "", "director", digest_of("of-then"), None), kept
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
