"""Write an event up, name the people of its clubs, and mail its reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Left, Replace

from config.journal.services import log_action
from config.live.services import publish
from config.people.mails import post_mail
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all, text_problem
from config.spreadsheets import BOM, write_rows
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.reports import event_report
from tournaments.sending.models import ReportedClub, Writing
from tournaments.sending.selectors import TITLES, Sent, sending_of
from tournaments.services.quotas import verify_report_mails

LONGEST = {"held": 120, "text": 6000, "names": 160, "town": 80, "points_to": 80}
MOST_ADDRESSES = 5


@dataclass(frozen=True)
class Said:
    names: str = ""
    town: str = ""
    points_to: str = ""


@for_directors
def write_up(*, tournament: Tournament, held: str, text: str, acting_user: User) -> Writing:
    """Store where the event was held and its director's write-up; an empty text, or one equal to
    the first draft, is not stored as the director's own. Refused: ``too-long``,
    ``illegal-character``."""
    held, text = " ".join(held.split()), text.replace("\r\n", "\n").strip()
    refuse_all(_problems({"held": held, "text": text}))
    with transaction.atomic():
        _lock(tournament)
        draft = event_report(tournament).first_draft
        text = "" if text == draft else text
        writing, _ = Writing.objects.get_or_create(tournament=tournament)
        if (writing.held, writing.text) != (held, text) or (text and writing.draft != draft):
            writing.held, writing.text, writing.draft = held, text, draft if text else ""
            writing.save()
            _log("write-up-stored", tournament, acting_user, {"held": held, "length": len(text)})
    return writing


@for_directors
def say_who(*, tournament: Tournament, said: Mapping[int, Said], acting_user: User) -> int:
    """Store names, town and the person given the points, by club number; return how many clubs
    changed. Values equal to those shown are not stored. Refused, all or none: ``no-such-club``,
    ``too-long``, ``illegal-character``."""
    with transaction.atomic():
        _lock(tournament)
        shown = {line.entrant.number: line for line in sending_of(tournament).clubs}
        problems = []
        for number, entry in said.items():
            place = f"club {number}"
            if number not in shown:
                problems.append(Refusal("no-such-club", f"There is no club No. {number}.", place))
            problems += _problems(entry.__dict__, f"{place}, ")
        refuse_all(problems)
        changed = []
        for number, entry in said.items():
            line = shown[number]
            if entry == Said(line.names, line.town, line.points_to):
                continue
            ReportedClub.objects.update_or_create(entrant=line.entrant, defaults=entry.__dict__)
            changed.append(number)
        if changed:
            _log("report-names-stored", tournament, acting_user, {"clubs": changed})
    return len(changed)


def rename_in_reports(user: User, old_name: str, scopes: Iterable[str]) -> None:
    """Replace an account's old name in what was entered for clubs of these events."""
    events = ReportedClub.objects.filter(entrant__tournament__event__key__in=list(scopes))
    for column in ("names", "points_to"):
        replaced = Replace(column, Value(old_name), Value(user.name))
        events.filter(**{f"{column}__contains": old_name}).update(
            **{column: Left(replaced, LONGEST[column])}
        )


@for_directors
def mail_report(*, tournament: Tournament, kind: str, to: str, acting_user: User) -> list[str]:
    """Mail one of the reports to up to ``MOST_ADDRESSES`` addresses, one mail each, with its rows
    as an attachment; replies go to the sender. Refused: ``no-such-report``, ``report-waits``,
    ``address-missing``, ``not-an-address``, ``too-many-addresses``, ``quota-reached``."""
    addresses = read_addresses(to)
    with transaction.atomic():
        _lock(tournament)
        verify_report_mails(acting_user)
        report = ready(tournament, kind)
        attachments = []
        if report.rows:
            rows = BOM + write_rows([report.columns, *report.rows])
            attachments = [(f"{tournament.slug}-{kind}.csv", rows, "text/csv")]
        for address in addresses:
            post_mail(
                "report",
                address,
                report.subject,
                report.text,
                reply_to=acting_user.email,
                attachments=attachments,
            )
        _log("report-mailed", tournament, acting_user, {"report": kind, "to": len(addresses)})
    return addresses


def ready(tournament: Tournament, kind: str) -> Sent:
    """Return one of the reports if it can be sent. Refused: ``no-such-report``,
    ``report-waits``."""
    report = sending_of(tournament).report(kind)
    if report is None:
        known = ", ".join(TITLES)
        raise Refused(Refusal("no-such-report", f"The reports are {known}.", "kind"))
    if report.waits:
        raise Refused(Refusal("report-waits", report.waits, "kind"))
    return report


def read_addresses(written: str) -> list[str]:
    """Split addresses at commas, semicolons or spaces, without duplicates. Refused:
    ``address-missing``, ``too-many-addresses``, ``not-an-address``."""
    listed = list(dict.fromkeys(re.split(r"[\s,;]+", written.strip()))) if written.strip() else []
    listed = [address for address in listed if address]
    if not listed:
        raise Refused(Refusal("address-missing", "Say where it is mailed.", "to"))
    if len(listed) > MOST_ADDRESSES:
        sentence = f"It is mailed to {MOST_ADDRESSES} addresses at once at most."
        raise Refused(Refusal("too-many-addresses", sentence, "to"))
    refusals = []
    for address in listed:
        try:
            validate_email(address)
        except ValidationError:
            refusals.append(
                Refusal("not-an-address", f"{address[:60]!r} is no e-mail address.", "to")
            )
    refuse_all(refusals)
    return listed


def _problems(said: Mapping[str, str], place: str = "") -> list[Refusal]:
    refusals = []
    for key, text in said.items():
        if problem := text_problem(text, f"{place}{key}"):
            refusals.append(problem)
        if len(text) > LONGEST[key]:
            sentence = f"At most {LONGEST[key]} characters."
            refusals.append(Refusal("too-long", sentence, f"{place}{key}"))
    return refusals


def _lock(tournament: Tournament) -> None:
    Tournament.objects.locked().get(pk=tournament.pk)


def _log(code: str, tournament: Tournament, user: User, new: dict[str, object]) -> None:
    log_action(code=code, actor=user, scope=tournament.scope, subject=tournament, new=new)
    publish(tournament.scope)
