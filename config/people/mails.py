"""All mail of the site: stored in the transaction that mails, sent by a worker after its commit.

A mail server may be slow or down. No request and no transaction waits for it; a mail is retried for
about a day.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from time import monotonic
from typing import Any, Final

import structlog
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from config.people.models import OutgoingMail
from config.queues import SHORT, send
from config.senders import Rate

log = structlog.get_logger(__name__)

WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (2, 5, 15, 60, 180, 360, 720))
"""The delay after each try. The first is longer than a try can take: if a worker dies while it
sends, the mail is retried."""

MOST_TRIES: Final = len(WAITS) + 1
SERVER_REST_SECONDS: Final = 60
"""How long a mail server that did not answer is left alone, whatever is to be sent."""

TURN_SECONDS: Final = 20.0
"""After so long the remaining mails go behind the other messages of the queue."""

GIVEN_UP_KEPT: Final = timedelta(days=14)
"""How long operators see the recipient of a mail that was given up."""

TO_A_MAILBOX: Final = Rate("mailbox", 6)
"""Mails per hour to one address that any visitor may have requested by typing it."""

_SERVER_AWAY: Final = "mail-server-away"
Writer = Callable[[OutgoingMail], bool]
_writers: dict[str, Writer] = {}


def written_when_sent(kind: str, write: Writer) -> None:
    """Register a function that writes subject and text of a kind of mail when it is sent; it
    returns whether to send the mail at all."""
    _writers[kind] = write


def post_mail(
    kind: str,
    to: str,
    subject: str = "",
    text: str = "",
    *,
    reply_to: str = "",
    headers: Mapping[str, str] | None = None,
    attachments: Sequence[tuple[str, str, str]] = (),
    **facts: Any,
) -> OutgoingMail:
    """Store a mail to be sent after the commit. ``attachments``: (name, text, type); ``facts``: the
    input of a kind that is written when it is sent."""
    mail = OutgoingMail.objects.create(
        kind=kind,
        to=to,
        subject=" ".join(subject.split())[:400],
        text=text,
        more={
            **({"reply_to": [reply_to]} if reply_to else {}),
            **({"headers": dict(headers)} if headers else {}),
            **({"attachments": list(attachments)} if attachments else {}),
            **({"facts": facts} if facts else {}),
        },
    )
    transaction.on_commit(wake_sender)
    return mail


def wake_sender() -> None:
    """Tell a worker that there is mail to send; if the queue is down, the clock does."""
    from config.people.tasks import send_mails

    send(send_mails, queue=SHORT)


def send_due(*, now: datetime) -> int:
    """Send what is due, unless the mail server is down; return how many mails were sent. Of two
    concurrent workers one sends a mail."""
    until, sent = monotonic() + TURN_SECONDS, 0
    due = OutgoingMail.objects.filter(given_up_at=None, due_at__lte=now)
    while not cache.get(_SERVER_AWAY) and (mail := due.order_by("due_at", "pk").first()):
        if monotonic() > until:
            wake_sender()
            break
        wait = WAITS[min(mail.tries, len(WAITS) - 1)]
        unclaimed = due.filter(pk=mail.pk, tries=mail.tries)
        if unclaimed.update(tries=F("tries") + 1, due_at=now + wait):
            mail.tries += 1
            sent += _try(mail, now)
    return sent


def _try(mail: OutgoingMail, now: datetime) -> bool:
    if mail.tries > MOST_TRIES:
        _failed(mail, RuntimeError("The worker ended each time while it sent the mail."), now)
        return False
    try:
        should_send = mail.kind not in _writers or _writers[mail.kind](mail)
        if should_send:
            _message(mail).send()
    except SMTPRecipientsRefused as refused:
        permanent = all(code >= 500 for code, _ in refused.recipients.values())
        _failed(mail, refused, now, last=permanent)
        return False
    except (SMTPDataError, SMTPSenderRefused) as refused:
        _failed(mail, refused, now)
        return False
    except OSError as error:
        cache.set(_SERVER_AWAY, True, SERVER_REST_SECONDS)
        _failed(mail, error, now)
        return False
    except (OperationalError, InterfaceError):
        # The database is down: this try counts, the next one is due later.
        raise
    except Exception as error:
        # Such a mail cannot be built at all.
        _failed(mail, error, now, last=True)
        return False
    mail.delete()
    return should_send


def _message(mail: OutgoingMail) -> EmailMessage:
    more = {key: value for key, value in mail.more.items() if key != "facts"}
    attachments = [tuple(attachment) for attachment in more.pop("attachments", ())]
    return EmailMessage(
        mail.subject, mail.text, None, [mail.to], attachments=attachments or None, **more
    )


def _failed(mail: OutgoingMail, error: Exception, now: datetime, *, last: bool = False) -> None:
    """Store why a try failed; the last one gives the mail up and deletes its text."""
    changes: dict[str, Any] = {"error": f"{type(error).__name__}: {error}"[:300]}
    if last or mail.tries >= MOST_TRIES:
        changes |= {"given_up_at": now, "subject": "", "text": "", "more": {}}
    OutgoingMail.objects.filter(pk=mail.pk).update(**changes)
    log_failure = log.critical if "given_up_at" in changes else log.warning
    log_failure("mail_not_sent", mail=mail.pk, kind=mail.kind, tries=mail.tries, exc_info=error)
