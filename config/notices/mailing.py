"""One mail for everything that is new to a person, in their time zone, and each thing once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from smtplib import SMTPException

import structlog
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse

from config.jobs.one_by_one import one_by_one
from config.notices.models import Notice
from config.notices.services import unmailed
from config.people.models import User
from config.people.times import in_own_zone
from config.site import whole_address

log = structlog.get_logger(__name__)

UNSENT = (SMTPException, OSError)
"""What a mail server that is away or refuses raises; the next look tries again."""


def mail_what_waits(*, now: datetime, advance: Callable[[int], None]) -> int:
    """Mail everybody what is new to him; how many mails went out.

    What is mailed is marked before its mail is sent, so that a job which is cut off and started
    again sends none twice; the mark goes where the mail server did not take the mail.
    """
    users = User.objects.filter(pk__in=set(unmailed().values_list("user", flat=True)))

    def in_turn() -> Iterator[User]:
        for done, user in enumerate(users.order_by("pk"), start=1):
            yield user
            advance(done)

    # What is mailed is marked for good before it is sent: a transaction around both would forget.
    return sum(one_by_one("mails", in_turn(), lambda user: _mail(user, now), within=nullcontext))


def _mail(user: User, now: datetime) -> bool:
    with transaction.atomic():
        notices = list(unmailed().select_for_update(of=("self",)).filter(user=user).order_by("pk"))
        marked = Notice.objects.filter(pk__in=[each.pk for each in notices], mailed_at=None)
        # SQLite has no row locks: the process that marks them sends them.
        if not notices or marked.update(mailed_at=now) != len(notices):
            return False
    try:
        send_mail(subject(notices), text(notices, user), None, [user.email])
    except UNSENT:
        log.warning("notices_not_mailed", user=user.pk, exc_info=True)
        Notice.objects.filter(pk__in=[each.pk for each in notices]).update(mailed_at=None)
        return False
    return True


def subject(notices: Sequence[Notice]) -> str:
    """The head of the mail."""
    if len(notices) == 1:
        return notices[0].title
    return f"{len(notices)} things wait for you"


def text(notices: Sequence[Notice], user: User) -> str:
    """What it says, its times by the clock of the person who reads it."""
    parts = []
    for each in notices:
        lines = [each.title + "."] if len(notices) > 1 else []
        lines += [each.detail] if each.detail else []
        if each.due is not None:
            lines.append(f"It falls due on {in_own_zone(each.due, user)}.")
        parts.append("\n".join([*lines, whole_address(each.url)]))
    parts.append(
        "To choose what you are mailed about: "
        f"{whole_address(reverse('notices:page'))}\nTo be mailed no more, and to say in which time "
        f"zone you live: {whole_address(reverse('people:profile'))}"
    )
    return "\n\n".join(parts) + "\n"
