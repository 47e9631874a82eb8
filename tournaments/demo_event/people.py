"""Anyone who has a part in a rehearsed event: an account, a token, and calls of the API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import sleep
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.people.models import User
from config.people.services import change_profile, create_account
from config.people.tokens import issue_api_token, revoke_api_token
from tournaments.demo_event.wires import Answer, NoAnswerError, Wire

API = "/api/v1"
AGAIN = (429, 503)
"""Too many calls, or a database that is away for a moment: the answer says when to ask again."""

MOST_TRIES = 60

CALLED = "Rehearsal"
"""The name of the token by which a program acts as somebody."""


class CallError(Exception):
    """A call that should have been answered was refused."""


class Person:
    """A person with a part, played by a program.

    A call that was not answered is made again. Should the first have been heard all the same, the
    house refuses the second: that refusal is taken for a yes, and the person who called looks at
    what has come of it.
    """

    def __init__(self, name: str, email: str, wire: Wire) -> None:
        self.name, self.wire = name, wire
        self.user = User.objects.filter(email=email).first() or account(email, name)
        self.token = _token(self.user)
        self.unanswered = 0

    def get(self, path: str) -> Any:
        """The answer of the API at an address."""
        return self.call("get", path)

    def call(
        self,
        method: str,
        path: str,
        data: object = None,
        *,
        done: Callable[[], bool] = lambda: False,
    ) -> Any:
        """One call; ``CallError`` with the answer where it is refused. ``done`` is asked after a
        call without an answer: whether it was heard, where the house would do it twice."""
        before = self.unanswered
        answer = self.tried(method, path, data, done=done)
        if answer.status < 400:
            return answer.said
        if self.unanswered > before and answer.status < 500:
            return None
        raise CallError(f"{self.name}: {method} {path}: {answer.status} {str(answer.said)[:600]}")

    def tried(
        self,
        method: str,
        path: str,
        data: object = None,
        *,
        done: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """A call that may be refused. Who is told to wait waits."""
        for _ in range(MOST_TRIES):
            try:
                answer = self.wire.ask(method, f"{API}{path}", self.token, data)
            except NoAnswerError:
                self.unanswered += 1
                if method != "get" and done():
                    return Answer(204, None, 0)
                continue
            if answer.status not in AGAIN:
                return answer
            sleep(answer.wait)
        raise CallError(f"{self.name}: {method} {path}: nobody answers")


def _token(user: User) -> str:
    """A token for a day; the one that an earlier part of the rehearsal had ends."""
    with transaction.atomic():
        for number in user.api_tokens.filter(name=CALLED).values_list("pk", flat=True):
            revoke_api_token(user=user, number=number, acting_user=None)
        return issue_api_token(
            user=user, acting_user=None, name=CALLED, ends_at=timezone.now() + timedelta(days=1)
        )


def account(email: str, name: str) -> User:
    """An account for a person who is played by a program; its mail is not read."""
    user = create_account(email=email, name=name, acting_user=None)
    return change_profile(user=user, name=name, time_zone="", reminders=False, acting_user=user)
