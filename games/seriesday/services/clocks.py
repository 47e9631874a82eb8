"""When series begin, how much longer they may take, and suspending what still runs (T33)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from config.journal.services import Entry, log_action, log_actions
from config.people.models import User
from config.refusals import Refusal, Refused
from games.engine.table import SUSPEND
from games.models import Game, Series
from games.seriesday.models import Absence, SeriesClock
from games.seriesday.services.absences import close_absences
from games.seriesday.topics import tell_watchers
from games.services.scoring import add_entries

LONGEST = 600


def begin_series(*, series_ids: Sequence[int], acting_user: User) -> int:
    """Start the clocks of series that have none running; how many. What runs goes on running."""
    now = timezone.now()
    with transaction.atomic():
        waiting = list(
            Series.objects.select_for_update(of=("self",))
            .select_related("home", "away")
            .filter(pk__in=series_ids, completed_at=None)
            .order_by("pk")
        )
        SeriesClock.objects.bulk_create(
            (SeriesClock(series=series) for series in waiting), ignore_conflicts=True
        )
        begun = []
        for clock in SeriesClock.objects.filter(series__in=waiting, begun_at=None):
            clock.begun_at = now
            begun.append(clock)
        SeriesClock.objects.bulk_update(begun, ["begun_at"])
        by_pk = {series.pk: series for series in waiting}
        log_actions(
            Entry("series-begun", acting_user, by_pk[clock.series_id].scope, by_pk[clock.series_id])
            for clock in begun
        )
        for series in waiting[:1]:
            tell_watchers(series)
        return len(begun)


def extend_series(*, series_id: int, minutes: int, acting_user: User) -> SeriesClock:
    """Give a series more time. Refused: ``minutes-impossible``."""
    if not 1 <= minutes <= LONGEST:
        raise Refused(
            Refusal("minutes-impossible", f"1 to {LONGEST} minutes can be added.", "minutes")
        )
    with transaction.atomic():
        series = Series.objects.select_for_update(of=("self",)).get(pk=series_id)
        clock, _ = SeriesClock.objects.get_or_create(series=series)
        before = clock.extra_minutes
        clock.extra_minutes = min(LONGEST, before + minutes)
        clock.save(update_fields=["extra_minutes"])
        close_absences(series, Absence.Outcome.EXTENDED)
        log_action(
            code="series-extended",
            actor=acting_user,
            scope=series.scope,
            subject=series,
            old={"minutes": before},
            new={"minutes": clock.extra_minutes},
        )
        tell_watchers(series)
        return clock


def suspend_series(*, series_id: int, acting_user: User) -> list[Game]:
    """T33.0b: suspend the games of a series that are being recorded; they stand as they are, and
    their outings go onto the sheets. Refused: ``nothing-runs``."""
    running = list(
        Game.objects.filter(series=series_id, status=Game.Status.IN_PROGRESS).order_by("number")
    )
    if not running:
        raise Refused(
            Refusal(
                "nothing-runs",
                "No game of this series is being recorded here; how far one got at the table is "
                "reported as suspended.",
            )
        )
    with transaction.atomic():
        return [
            add_entries(
                game_id=game.pk,
                after=len(game.entries),
                entries=[SUSPEND],
                acting_user=acting_user,
            )
            for game in running
        ]
