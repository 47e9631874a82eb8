"""Start the clocks of series, give series more time, and suspend the games that still run when time
is up (T33)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from config.journal.services import Entry, log_action, log_actions
from config.people.models import User
from config.refusals import Refusal, Refused
from games.access import verify_directs
from games.engine.table import SUSPEND
from games.models import Game, Series
from games.rules.reports import NOT_BEGUN
from games.seriesday.models import Absence, SeriesClock
from games.seriesday.services.absences import close_absences
from games.seriesday.services.deadlines import is_past_its_time, settle_over_time
from games.seriesday.services.reporting import report_game
from games.seriesday.topics import tell_watchers
from games.services.calling_off import left_to_play, verify_left_to_play
from games.services.scoring import add_entries

LONGEST = 600


def begin_series(*, series_ids: Sequence[int], acting_user: User) -> int:
    """Start the clocks of series that have none running; how many. What runs goes on running.
    Refused: ``director-only``, ``series-complete`` where none of them is left to play."""
    verify_directs(acting_user, series_ids)
    now = timezone.now()
    with transaction.atomic():
        waiting = left_to_play(series_ids)
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
    """Give a series more time. Refused: ``director-only``, ``minutes-impossible``, ``called-off``,
    ``series-complete``."""
    verify_directs(acting_user, [series_id])
    if not 1 <= minutes <= LONGEST:
        raise Refused(
            Refusal("minutes-impossible", f"1 to {LONGEST} minutes can be added.", "minutes")
        )
    with transaction.atomic():
        series = Series.objects.locked().get(pk=series_id)
        verify_left_to_play(series)
        clock, _ = SeriesClock.objects.get_or_create(series=series)
        before = clock.extra_minutes
        clock.extra_minutes = min(LONGEST, before + minutes)
        clock.save(update_fields=["extra_minutes"])
        close_absences(series, Absence.Outcome.EXTENDED)
        if not is_past_its_time(series, timezone.now()):
            settle_over_time(series, "The series has more time.")
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
    their outings go onto the sheets. Once the series is past its time, games that have not begun
    are suspended before their first pitch (A-S10), so that they are not lost. Refused:
    ``director-only``, ``nothing-runs``, and ``no-suspension`` (T33.0g, q)."""
    verify_directs(acting_user, [series_id])
    with transaction.atomic():
        series = Series.objects.locked().get(pk=series_id)
        games = series.games.exclude(status=Game.Status.VOID).order_by("number")
        running = list(games.filter(status=Game.Status.IN_PROGRESS))
        begun = set(games.values_list("number", flat=True))
        unbegun = []
        if series.completed_at is None and is_past_its_time(series, timezone.now()):
            unbegun = [each for each in range(1, series.length + 1) if each not in begun]
        if not running and not unbegun:
            raise Refused(
                Refusal(
                    "nothing-runs",
                    "No game of this series is being recorded here; how far one got at the table "
                    "is reported as suspended.",
                )
            )
        stopped = [
            add_entries(
                game_id=game.pk,
                after=len(game.entries),
                entries=[SUSPEND],
                acting_user=acting_user,
            )
            for game in running
        ]
        for number in unbegun:
            told = report_game(
                series_id=series.pk,
                number=number,
                claim=NOT_BEGUN,
                key="",
                acting_user=acting_user,
            )
            stopped.append(told.game)
        return stopped
