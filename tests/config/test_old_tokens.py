"""The token of an earlier version still opens as much as it did."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


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
