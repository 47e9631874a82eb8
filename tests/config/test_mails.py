"""Mail is sent by a worker once the act stands, and tried again while the server is away."""

import ast
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPDataError, SMTPRecipientsRefused

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from config import retention
from config.jobs.recovery import take_back_stamps
from config.notices.models import Notice
from config.notices.services import look
from config.people import mails
from config.people.mails import MOST_TRIES, WAITS, post_mail
from config.people.models import OutgoingMail, User
from tests.builders import person as made
from tests.mails import EmailBackend, deliver_mails

ROOT = Path(__file__).parents[2]
ROOMS = ("config", "games", "pitching", "rosters", "tournaments")
NOW = timezone.now()
SENDS = {"smtplib", "django.core.mail", "urllib.request", "http.client", "requests", "httpx"}
MAY_SEND = {
    "config/people/mails.py",
    # They ask the site itself, on this machine.
    "config/server.py",
    "tournaments/demo_event/wires.py",
}


@pytest.fixture
def server(monkeypatch):
    """Have the mail server answer with an error, or with none again."""

    def answer(error: Exception | None) -> None:
        def send(self: EmailBackend, messages: list) -> int:
            if error is not None:
                raise error
            mail.outbox += messages
            return len(messages)

        mails.cache.clear()
        monkeypatch.setattr(EmailBackend, "send_messages", send)

    return answer


def refused(code: int) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({"ann@example.org": (code, b"no")})


def imported(source: str) -> set[str]:
    found = set()
    for each in ast.walk(ast.parse(source)):
        if isinstance(each, ast.Import):
            found |= {alias.name for alias in each.names}
        elif isinstance(each, ast.ImportFrom) and each.module:
            found |= {each.module} | {f"{each.module}.{alias.name}" for alias in each.names}
    return found


def test_no_other_module_calls_a_mail_server_or_an_address_of_the_web():
    callers = {
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if imported(path.read_text(encoding="utf-8")) & SENDS
    }
    assert callers == MAY_SEND


@pytest.mark.django_db(transaction=True)
def test_a_mail_is_sent_after_commit_and_never_when_the_act_is_undone():
    with transaction.atomic():
        post_mail("note", "ann@example.org", "Hello", "Text")
        assert mail.outbox == []
    assert [each.subject for each in mail.outbox] == ["Hello"]
    with transaction.atomic():
        post_mail("note", "ann@example.org", "Hello", "Text")
        transaction.set_rollback(True)
    assert len(mail.outbox) == 1
    assert not OutgoingMail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_tests_notice_a_mail_within_a_transaction():
    with pytest.raises(pytest.fail.Exception), transaction.atomic():
        mail.send_mail("Hello", "Text", None, ["ann@example.org"])


@pytest.mark.django_db(transaction=True)
def test_the_page_for_links_asks_no_mail_server_and_looks_nobody_up(monkeypatch):
    made("Casey", email="casey@example.org")
    monkeypatch.setattr(mails, "wake_sender", lambda: None)
    asked = []
    known = User.objects.filter
    monkeypatch.setattr(User.objects, "filter", lambda **by: asked.append(by) or known(**by))
    for address in ("casey@example.org", "nobody@example.org"):
        assert Client().post("/account/link/", {"email": address}).status_code == 200
    assert asked == mail.outbox == []
    assert OutgoingMail.objects.count() == 2
    assert deliver_mails() == 1
    assert [each.to for each in mail.outbox] == [["casey@example.org"]]
    assert not OutgoingMail.objects.exists()


@pytest.mark.django_db
def test_a_server_that_is_away_is_left_alone_for_a_minute_and_asked_again(server):
    for name in ("ann", "ben", "cy"):
        post_mail("note", f"{name}@example.org", "Hello", "Text")
    server(ConnectionRefusedError())
    assert deliver_mails() == deliver_mails() == 0
    assert sum(OutgoingMail.objects.values_list("tries", flat=True)) == 1
    server(None)
    assert deliver_mails() == 2
    assert deliver_mails(timezone.now() + WAITS[0]) == 1
    assert len({each.to[0] for each in mail.outbox}) == 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (TimeoutError("timed out"), MOST_TRIES),
        (refused(450), MOST_TRIES),
        (SMTPDataError(554, b"no"), MOST_TRIES),
        (refused(550), 1),
        (ValueError("Header values can't contain newlines"), 1),
    ],
)
def test_tries_are_bounded_and_operators_hear_of_a_mail_that_is_given_up(server, error, tries):
    operator = made("Olga", is_staff=True)
    post_mail("note", "ann@example.org", "Hello", "Secret")
    now = timezone.now()
    for number in range(1, tries + 3):
        server(error)
        assert deliver_mails(now) == 0
        row = OutgoingMail.objects.get()
        assert row.tries == min(number, tries)
        assert bool(row.given_up_at) is (number >= tries)
        now += WAITS[-1]
    assert (row.text, row.subject, row.more) == ("", "", {})
    assert type(error).__name__ in row.error
    look(now=now)
    (notice,) = Notice.objects.filter(user=operator, kind="clockwork-fails")
    assert "note" in notice.title
    assert "ann@example.org" in notice.detail
    later = row.given_up_at + timedelta(days=15)
    assert retention.forget(now=later)["people.outgoingmail"] == 1


@pytest.mark.django_db
def test_a_mail_that_ends_every_worker_is_given_up(monkeypatch, server):
    post_mail("note", "ann@example.org", "Hello", "Text")
    OutgoingMail.objects.update(tries=MOST_TRIES)
    server(None)
    assert deliver_mails() == 0
    assert OutgoingMail.objects.get().given_up_at


@pytest.mark.django_db
def test_a_subject_of_several_lines_is_one_line():
    post_mail("note", "ann@example.org", "Spring\nleague: you\tare in", "Text")
    assert deliver_mails() == 1
    assert mail.outbox[0].subject == "Spring league: you are in"


@pytest.mark.django_db
def test_a_mail_that_was_posted_by_a_clock_ahead_is_sent_now():
    post_mail("note", "ann@example.org", "Hello", "Text")
    OutgoingMail.objects.update(due_at=NOW + timedelta(hours=2))
    take_back_stamps(now=NOW)
    assert deliver_mails(NOW) == 1
