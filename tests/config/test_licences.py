"""The licences of what the house is served with."""

import io
from importlib.metadata import PackageNotFoundError, distribution
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from tests.tools import licences


def test_every_locked_package_is_listed_and_known_to_be_free():
    told = io.StringIO()
    call_command(licences.Command(), check=True, stdout=told)
    listed = {line.split()[0] for line in told.getvalue().splitlines()}
    assert {"django", "django-otp", "psycopg"} <= listed
    for name in licences.locked("requirements.lock"):
        try:
            distribution(name)
        except PackageNotFoundError:
            continue
        assert name in listed


def test_one_that_is_not_known_to_be_free_fails_the_check(monkeypatch):
    package = SimpleNamespace(
        version="1.0",
        metadata={"Name": "django", "License-Expression": "Proprietary"},
    )
    monkeypatch.setattr(licences, "distributions", lambda: [package])
    with pytest.raises(CommandError, match="Not known to be free: django"):
        call_command(licences.Command(), check=True, stdout=io.StringIO())
    call_command(licences.Command(), stdout=io.StringIO())
