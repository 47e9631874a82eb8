"""Take back series that were drawn. Those of which nothing was played are deleted and only the log
tells of them; the others are kept and count for nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Max

from config.live.services import publish
from config.people.models import User
from games.models import Game, Series
from games.services.calling_off import call_off, take_up_again
from games.services.changes import locked_game
from games.services.rewinding import take_off_the_books
from games.sheets import byes_on_sheets
from games.topics import series_topic
from pitching.services.undrawing import close_phases_after, take_series_off


def undraw(
    *,
    scope: str,
    series_ids: Collection[int],
    out: Sequence[int],
    reason: str,
    acting_user: User | None,
) -> None:
    """Take series of a scope back, in the caller's transaction, which logs it. Their games are
    voided and come off the pitching sheets; phases of pitching in which nothing is left end.
    ``out`` are the clubs, by id, that were thrown out, in that order. Refused:
    ``sheet-signed``."""
    series = list(Series.objects.locked().filter(pk__in=series_ids))
    played = set(Game.objects.filter(series__in=series).order_by().values_list("series", flat=True))
    _void([each.pk for each in series if each.pk in played], out, reason, acting_user)
    unplayed = [each for each in series if each.pk not in played]
    take_series_off(
        keys=[series_topic(each) for each in unplayed],
        out=out,
        reason=reason,
        acting_user=acting_user,
    )
    Series.objects.filter(pk__in=[each.pk for each in unplayed]).delete()
    last = Series.objects.filter(event__key=scope).aggregate(last=Max("phase"))["last"] or 1
    close_phases_after(scope=scope, phase=last, acting_user=acting_user)
    publish(scope, *(series_topic(each) for each in series))


def _void(
    series_ids: Collection[int], out: Sequence[int], reason: str, acting_user: User | None
) -> None:
    """Void the games of these series: what was played counts no more, and no more is played."""
    take_up_again(series_ids=series_ids, acting_user=acting_user)
    games = Game.objects.filter(series__in=series_ids).exclude(status=Game.Status.VOID)
    for pk in games.order_by("pk").values_list("pk", flat=True):
        take_off_the_books(locked_game(pk), reason, acting_user=acting_user)
    ended = call_off(series_ids=series_ids, reason=reason, acting_user=acting_user)
    byes_on_sheets(series_ids=ended, out=out, reason=reason, acting_user=acting_user)
