from collections.abc import Callable

import pytest

import tests.config.chores.tasks  # noqa: F401 - registers the tests' kinds of job
from config.people.models import User
from config.people.services import create_account

PASSWORD = "nine-innings-of-rain"


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """Make an account: ``person("Foreman")`` is foreman@example.org."""

    def make(name: str, **fields: object) -> User:
        user = create_account(
            email=f"{name.lower()}@example.org", name=name, password=PASSWORD, acting_user=None
        )
        for field, value in fields.items():
            setattr(user, field, value)
        user.save()
        return user

    return make
