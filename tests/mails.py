"""The mail server of the tests, and handing to it what waits to be sent."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends import locmem
from django.db import connections
from django.utils import timezone


class EmailBackend(locmem.EmailBackend):
    """Keeps what is sent. A test in which a transaction waits for the mail server fails."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for connection in connections.all(initialized_only=True):
            if any(not block._from_testcase for block in connection.atomic_blocks):
                # No Exception: whoever sends mail copes with those.
                pytest.fail("A mail is sent within a transaction.")
        return super().send_messages(messages)


def deliver_mails(now: datetime | None = None) -> int:
    """As the worker does, which within a test's own transaction is not woken; how many went out."""
    from config.people.mails import send_due

    return send_due(now=now or timezone.now())


def delivered() -> list[EmailMessage]:
    """Everything that was mailed up to now."""
    deliver_mails()
    return mail.outbox
