"""One version number, wherever people and programs read it."""

import re
import subprocess
import sys
import tomllib

import pytest
from django.conf import settings

from config import __version__


def test_the_package_and_the_changelog_name_the_same_version():
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text())["project"]
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog(), re.MULTILINE)
    assert project["version"] == released[0] == __version__


def changelog() -> str:
    return (settings.ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("word", ["--version", "version"])
def test_the_command_line_names_it(word):
    answer = subprocess.run(
        [sys.executable, "manage.py", word], cwd=settings.ROOT, capture_output=True, text=True
    )
    assert answer.stdout == f"Horsehide {__version__}\n"


@pytest.mark.django_db
def test_pages_health_and_schema_name_it(client):
    assert f"Version {__version__}" in client.get("/").content.decode()
    assert client.get("/health/live").json()["version"] == __version__
    schema = client.get("/api/schema/?format=json").json()
    assert schema["info"]["version"] == __version__


@pytest.mark.django_db
def test_the_footer_leads_to_the_source_where_the_operator_says_where_it_is(client, settings):
    assert "Source code" not in client.get("/").content.decode()
    settings.SOURCE_URL = "https://example.org/horsehide"
    page = client.get("/").content.decode()
    assert '<a href="https://example.org/horsehide">Source code (AGPL)</a>' in page
