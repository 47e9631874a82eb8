"""Whether the results of a series are official (T0.06d, A-P11)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from games.models import Game, Series
from pitching.models import SheetSeries, Signature
from pitching.selectors.sheets import has_signer


def is_official(series: Series) -> bool:
    """Both sheets are signed, or either club has begun a later series."""
    return both_signed(series) or later_begun(series)


def both_signed(series: Series) -> bool:
    """Whether both clubs' sheets are signed for the series."""
    on_sheets = SheetSeries.objects.filter(
        key=f"series:{series.pk}", sheet__event__key=series.scope
    )
    signed = Q(Exists(Signature.objects.filter(series=OuterRef("pk"), reopened_at=None)))
    if series.completed_at is not None:
        # The computer manager signs for a club without a manager.
        signed |= Q(~has_signer())
    return on_sheets.filter(signed).values("sheet__team").distinct().count() == 2


def signed_sheets(series: Series) -> tuple[SheetSeries, ...]:
    """The series as it stands on those of both clubs' sheets that are signed for it."""
    on_sheets = SheetSeries.objects.filter(
        key=f"series:{series.pk}", sheet__event__key=series.scope
    )
    signed = Signature.objects.filter(series__in=on_sheets, reopened_at=None)
    return tuple(
        on_sheets.filter(pk__in=signed.values("series"))
        .select_related("sheet__team")
        .order_by("pk")
    )


def later_begun(series: Series) -> bool:
    """Whether one of the clubs has begun another series since it began this one: later in time,
    whatever the schedule says, for series may be played out of order."""
    begun = _begun(Game.objects.filter(series=series))
    if series.pk not in begun:
        return False
    clubs = (series.home_id, series.away_id)
    others = Game.objects.filter(
        Q(series__home__in=clubs) | Q(series__away__in=clubs), series__event__key=series.scope
    )
    mine = (begun[series.pk], series.pk)
    return any((at, other) > mine for other, at in _begun(others.exclude(series=series.pk)).items())


def _begun(games: QuerySet[Game]) -> dict[int, datetime]:
    """When series began, by key: with the first of their games that was not taken off the books."""
    rows = games.exclude(status=Game.Status.VOID).order_by().values("series")
    return dict(rows.annotate(at=Min("started_at")).values_list("series", "at"))


def later_game_begun(series: Series, number: int) -> bool:
    """Whether a later game of the same series has begun."""
    return (
        Game.objects.filter(series=series, number__gt=number)
        .exclude(status=Game.Status.VOID)
        .exists()
    )
