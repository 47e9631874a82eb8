"""The only place that writes sets of charts."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.lines import clean_line
from config.people.models import User
from config.people.scopes import is_staff, verify_may
from config.quotas import verify_quota
from config.refusals import Refusal, Refused
from games.systems.deep_drive.charts.selectors import digest_of
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.text.chart_files import Rows
from rosters.access import may_make_cards

LONGEST_NAME = 80


def enter_charts(
    *, name: str, rows: Rows, acting_user: User | None, house: bool = False
) -> ChartSet:
    """A set of these charts, ours for the rest; ``house``: events that begin from now on, and name
    no others, are played by it.

    ``rows`` have been read (``chart_texts``). Refused: ``permission-denied``, ``chart-set-name``,
    ``quota-reached``, ``charts-there`` for the same charts again, unless they become the house's.
    """
    verify_may(
        acting_user is None or may_make_cards(acting_user), "Charts are laid down by directors."
    )
    name = clean_line(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(
            Refusal("chart-set-name", "Charts have a name of 1 to 80 characters.", "name")
        )
    with transaction.atomic():
        own = ChartSet.objects.filter(entered_by=acting_user)
        verify_quota(acting_user, "charts", own.count)
        digest = digest_of(rows)
        there = own.filter(digest=digest).first()
        if there is not None and not house:
            said = f"These charts are here already: {there} are number {there.pk}."
            raise Refused(Refusal("charts-there", said, facts={"number": there.pk}))
        found = ChartSet.objects.create(name=name, rows=rows, digest=digest, entered_by=acting_user)
        log_action(
            code="charts-entered",
            actor=acting_user,
            scope=found.scope,
            subject=found,
            new={"name": name, "charts": sorted(rows)},
        )
        if house:
            make_the_houses(charts=found, acting_user=acting_user)
    return found


def make_the_houses(*, charts: ChartSet, acting_user: User | None) -> ChartSet:
    """Events that begin from now on, and name no charts, are played by these; those in play keep
    theirs. Refused: ``permission-denied``."""
    verify_may(
        acting_user is None or is_staff(acting_user),
        "The house's charts are its staff's to choose.",
    )
    with transaction.atomic():
        charts = ChartSet.objects.select_for_update(of=("self",)).get(pk=charts.pk)
        charts.house_since = timezone.now()
        charts.save(update_fields=["house_since"])
        log_action(
            code="charts-of-the-house",
            actor=acting_user,
            scope=charts.scope,
            subject=charts,
            new={"number": charts.pk},
        )
    return charts
