"""The daily page by mail: who subscribes to it, and sending it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from config.journal.services import log_action
from config.people.mails import post_mail
from config.people.models import User
from config.people.scopes import verify_may
from config.people.times import zone_of
from config.refusals import Refusal, Refused
from config.site import whole_address
from games.planning.disclosure import reader_of
from tournaments.models import DailyReader, Tournament
from tournaments.permissions import may_view, visible_to
from tournaments.selectors.daily import edition, text_of
from tournaments.selectors.days import results_on
from tournaments.selectors.league import load_league

LOOP: Final = "daily pages"

HOUR: Final = 6
"""By the clock of its reader, when the page of the day before is mailed."""

_SALT: Final = "daily page"


def choose_daily(*, tournament: Tournament, wanted: bool, acting_user: User) -> None:
    """Say whether one is mailed the daily page of an event. Refused: ``no-address``, and
    ``permission-denied`` to who may not look at it."""
    verify_may(
        not wanted or may_view(acting_user, tournament), "Only its people see a private event."
    )
    if wanted and not acting_user.email:
        raise Refused(Refusal("no-address", "There is no address to mail it to.", "email"))
    with transaction.atomic():
        rows = DailyReader.objects.filter(tournament=tournament, user=acting_user)
        if wanted == rows.exists():
            return
        if wanted:
            DailyReader.objects.get_or_create(tournament=tournament, user=acting_user)
        else:
            rows.delete()
        log_action(
            code="daily-page-wanted" if wanted else "daily-page-unwanted",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
        )


def token_of(row: DailyReader) -> str:
    """What an unsubscribing link carries: good for one person and event, and as long as that person
    reads it."""
    return signing.dumps([row.user_id, row.tournament_id], salt=_SALT)


def reader_by(token: str) -> DailyReader | None:
    """Whose subscription a link is about; ``None`` for a link that is not ours, or of somebody who
    is mailed no more."""
    try:
        user, tournament = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    rows = DailyReader.objects.select_related("tournament", "user")
    return rows.filter(user=user, tournament=tournament).first()


def send_daily_pages(*, now: datetime) -> int:
    """Mail the page of yesterday to anyone who has seen six in the morning since and was not mailed
    it; how many there were. Days on which nothing was played have no page."""
    begun = now - timedelta(days=3)
    rows = (
        DailyReader.objects.filter(user__is_active=True)
        .filter(Q(sent_of=None) | Q(sent_of__lt=now.date()))
        .filter(tournament__stages__rounds__fixtures__series__games__finished_at__gt=begun)
        .select_related("tournament", "user")
        .distinct()
        .order_by("pk")
    )
    return sum(one_by_one(LOOP, rows, lambda row: _mail(row, now)))


def _mail(row: DailyReader, now: datetime) -> bool:
    user = row.user
    with timezone.override(zone_of(user.time_zone)):
        local = timezone.localtime(now)
        day = local.date() - timedelta(days=1)
        if local.hour < HOUR or (row.sent_of is not None and row.sent_of >= day):
            return False
        if not visible_to(user).filter(pk=row.tournament_id).exists():
            return False
        league = load_league(row.tournament)
        if not results_on(league, day):
            return False
        # Of two that look at once one mails it.
        rows = DailyReader.objects.filter(pk=row.pk, sent_of=row.sent_of)
        if not rows.update(sent_of=day):
            return False
        told = edition(league, day, reader_of(user, row.tournament.scope))
        shares = {
            line.entrant.number: str(line.row.record.overall)
            for division in told.divisions
            for line in division.lines
        }
        words = text_of(told, shares)
    leave = whole_address(reverse("tournaments:daily-no-more", args=[token_of(row)]))
    page = whole_address(reverse("tournaments:daily", args=[row.tournament.slug]))
    post_mail(
        "daily-page",
        user.email,
        f"{row.tournament}: {day:%A} {day.day} {day:%B}",
        f"{words}\nWith everything to follow up: {page}?day={day.isoformat()}\n"
        f"To be mailed this no more: {leave}\n",
        headers={
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    return True
