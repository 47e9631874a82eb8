"""One mail for everything that is new to a person, in their time zone, and each thing once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.urls import reverse

from config.jobs.one_by_one import one_by_one
from config.notices.models import Notice
from config.notices.services import unmailed
from config.people.mails import post_mail
from config.people.models import User
from config.people.times import in_own_zone
from config.site import whole_address


def mail_what_waits(*, now: datetime, advance: Callable[[int], None]) -> int:
    """Mail everybody what is new to them; how many mails there were. A mail and the marks of what
    it says are stored together: a job that is cut off and started again mails nothing twice."""
    users = User.objects.filter(pk__in=set(unmailed().values_list("user", flat=True)))

    def in_turn() -> Iterator[User]:
        for done, user in enumerate(users.order_by("pk"), start=1):
            yield user
            advance(done)

    return sum(one_by_one("mails", in_turn(), lambda user: _mail(user, now)))


def _mail(user: User, now: datetime) -> bool:
    notices = list(unmailed().select_for_update(of=("self",)).filter(user=user).order_by("pk"))
    marked = Notice.objects.filter(pk__in=[each.pk for each in notices], mailed_at=None)
    # SQLite has no row locks: the process that marks them mails them.
    if not notices or marked.update(mailed_at=now) != len(notices):
        return False
    post_mail("notices", user.email, subject(notices), text(notices, user))
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
