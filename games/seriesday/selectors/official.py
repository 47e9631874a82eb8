"""Whether the results of a series are official (T0.06d, A-P11)."""

from __future__ import annotations

from django.db.models import Q

from games.models import Game, Series
from pitching.models import SheetSeries, Signature


def is_official(series: Series) -> bool:
    """Both sheets are signed, or either club has begun a later series."""
    return both_signed(series) or later_begun(series)


def both_signed(series: Series) -> bool:
    """Whether both clubs' sheets are signed for the series."""
    signed = Signature.objects.filter(
        series__in=SheetSeries.objects.filter(key=f"series:{series.pk}", sheet__scope=series.scope),
        reopened_at=None,
    )
    return signed.values("series__sheet__team").distinct().count() == 2


def later_begun(series: Series) -> bool:
    """Whether one of the clubs has begun a later series."""
    later = Q()
    for team, column in (
        (series.home_id, series.home_column),
        (series.away_id, series.away_column),
    ):
        later |= Q(home=team, home_column__gt=column) | Q(away=team, away_column__gt=column)
    begun = Game.objects.exclude(status=Game.Status.VOID).filter(
        series__in=Series.objects.filter(later, scope=series.scope)
    )
    return begun.exists()


def later_game_begun(series: Series, number: int) -> bool:
    """Whether a later game of the same series has begun."""
    return (
        Game.objects.filter(series=series, number__gt=number)
        .exclude(status=Game.Status.VOID)
        .exists()
    )
