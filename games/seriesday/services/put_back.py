"""Series whose clocks run when the clock of the machine is put back."""

from __future__ import annotations

from config.jobs.uptime import PutBack
from config.journal.services import log_action
from games.seriesday.models import SeriesClock


def move_series(put_back: PutBack) -> None:
    """Move the beginning of series that are not over, so that their time gets no longer (T33.0a);
    in the caller's transaction. Deadlines and appointments are times on the wall, and stay."""
    running = SeriesClock.objects.filter(begun_at__isnull=False, series__completed_at=None)
    for clock in running.select_related("series"):
        before = clock.begun_at or put_back.now
        begun = put_back.moved(before)
        if SeriesClock.objects.filter(pk=clock.pk, begun_at=before).update(begun_at=begun):
            log_action(
                code="clock-put-back",
                actor=None,
                scope=clock.series.scope,
                subject=clock.series,
                new={"seconds": put_back.seconds},
            )
