"""Open rulings for what the clock shows: a series past its time limit (T33.0a), and a sheet that is
still unsigned when the next series has begun (T10.2s, T0.06d)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from config.jobs.one_by_one import one_by_one
from config.jobs.uptime import Silence, silences, silent_for
from games.models import Game, Series
from games.rules.grounds import Grounds
from games.rules.remedies import OVER_TIME, STAND, SUSPEND_REST, UNSIGNED
from games.rules.suspensions import minutes_over, time_limit
from games.seriesday.models import Ruling, SeriesClock
from games.seriesday.selectors.official import later_begun
from games.seriesday.services.finding import STILL, drop_ruling, open_found
from games.seriesday.topics import tell_watchers
from pitching.models import SheetColumn, SheetSeries, Signature
from pitching.selectors.sheets import has_signer
from rosters.editions import edition_of

_RULED = Q(state__in=STILL) | Q(remedy__in=(SUSPEND_REST, STAND))

LOOKED_BACK = timedelta(days=30)
"""How long after a series a signature is still asked for."""


def look_at_time(*, now: datetime) -> int:
    """Open a ruling for every series that is past its time and for every sheet that should be
    signed by now, and drop the rulings that have settled themselves; how many were opened."""
    _drop_settled(now)
    running = list(_running(now))
    silent = silent_since(running, now)
    over = one_by_one("time limits", running, lambda clock: _opens_over_time(clock, now, silent))
    return sum(over) + sum(one_by_one("signatures", _unsigned(now), _opens_unsigned))


def minutes_past(clock: SeriesClock, now: datetime, silent: Sequence[Silence]) -> int:
    """T33.0a: by how many minutes a series whose clock a director has started is past its time; the
    ``silent`` stretches, in which play was impossible, do not count."""
    if clock.begun_at is None:
        return 0
    series = clock.series
    per_game = edition_of(series.scope).series.minutes_per_game
    return minutes_over(
        minutes=(now - clock.begun_at - silent_for(silent, clock.begun_at, now))
        // timedelta(minutes=1),
        limit=time_limit(series.length, per_game),
        extra=clock.extra_minutes,
    )


def is_past_its_time(series: Series, now: datetime) -> bool:
    """Whether the clock of a series runs and its time is up."""
    clock = SeriesClock.objects.select_related("series").filter(series=series).first()
    return clock is not None and minutes_past(clock, now, silent_since([clock], now)) > 0


def past_their_time(series: Collection[Series], now: datetime) -> set[int]:
    """The keys of those of these series whose clocks run and whose time is up, in three queries."""
    clocks = list(SeriesClock.objects.filter(series__in=series).select_related("series"))
    silent = silent_since(clocks, now)
    return {clock.series_id for clock in clocks if minutes_past(clock, now, silent) > 0}


def silent_since(clocks: Iterable[SeriesClock], now: datetime) -> list[Silence]:
    """The stretches since the first of these clocks was started in which no person could act; in a
    query or two, none where none of them runs."""
    begun = [clock.begun_at for clock in clocks if clock.begun_at is not None]
    return silences(min(begun), now) if begun else []


def settle_over_time(series: Series, words: str) -> None:
    """The series is over, or has more time: what waits for the director about it does so no
    longer. In the caller's transaction."""
    for ruling in Ruling.objects.filter(
        series=series, case=OVER_TIME, state=Ruling.State.OPEN, opened_by=None
    ):
        drop_ruling(ruling, words)


def _running(now: datetime) -> Iterable[SeriesClock]:
    """The clocks that run, of series without a final ruling."""
    known = Ruling.objects.filter(_RULED, series=OuterRef("series"), case=OVER_TIME)
    return (
        SeriesClock.objects.filter(~Exists(known), begun_at__lt=now, series__completed_at=None)
        .select_related("series")
        .order_by("series")
    )


def _opens_over_time(clock: SeriesClock, now: datetime, silent: Sequence[Silence]) -> bool:
    if not minutes_past(clock, now, silent):
        return False
    with transaction.atomic():
        series = Series.objects.locked().get(pk=clock.series_id)
        clock = SeriesClock.objects.select_related("series").get(pk=clock.pk)
        over = minutes_past(clock, now, silent)
        # One ruling for each limit: what was dismissed does not come back.
        ruled = _RULED | Q(details__extra=clock.extra_minutes)
        known = Ruling.objects.filter(ruled, series=series, case=OVER_TIME)
        if not over or series.completed_at is not None or known.exists():
            return False
        games = Counter(series.games.values_list("status", flat=True))
        done, suspended = games[Game.Status.FINAL], games[Game.Status.SUSPENDED]
        if suspended and done + suspended == series.length:
            return False
        limit = time_limit(series.length, edition_of(series.scope).series.minutes_per_game)
        more = f" and {clock.extra_minutes} more" if clock.extra_minutes else ""
        open_found(
            series,
            OVER_TIME,
            f"{series} had {limit} minutes{more} for its {series.length} games and is "
            f"{over} over; {done} of them count by now.",
            grounds=Grounds(limit=limit, extra=clock.extra_minutes),
        )
        tell_watchers(series)
        return True


def _unsigned(now: datetime) -> Iterable[SheetSeries]:
    """Sheets without a signature of lately completed series that people have played."""
    played = Game.objects.filter(series=OuterRef("pk")).exclude(
        Q(status=Game.Status.VOID) | Q(source=Game.Source.SIMULATED)
    )
    lately = Series.objects.filter(
        Exists(played), completed_at__gt=now - LOOKED_BACK, called_off_at=None
    )
    keys = {f"series:{pk}": pk for pk in lately.values_list("pk", flat=True)}
    asked = {
        ruling.grounds.sheet
        for ruling in Ruling.objects.filter(series__in=keys.values(), case=UNSIGNED)
    }
    rows = SheetSeries.objects.filter(
        ~Exists(Signature.objects.filter(series=OuterRef("pk"), reopened_at=None)),
        Exists(SheetColumn.objects.filter(series=OuterRef("pk"), status=SheetColumn.Status.PLAYED)),
        has_signer(),
        key__in=keys,
        struck="",
    )
    return rows.exclude(pk__in=asked).select_related("sheet__team", "opponent")


def _opens_unsigned(sheet: SheetSeries) -> bool:
    with transaction.atomic():
        series = Series.objects.locked().get(pk=int(sheet.key.removeprefix("series:")))
        known = Ruling.objects.filter(series=series, case=UNSIGNED, details__sheet=sheet.pk)
        if not later_begun(series) or known.exists():
            return False
        open_found(
            series,
            UNSIGNED,
            f"{sheet.opponent} has not signed the sheet of {sheet.sheet.team} for {series}, and "
            f"the next series of one of them has begun.",
            grounds=Grounds(sheet=sheet.pk),
        )
        tell_watchers(series)
        return True


def _drop_settled(now: datetime) -> None:
    waiting = Ruling.objects.filter(
        case__in=(OVER_TIME, UNSIGNED), state=Ruling.State.OPEN, opened_by=None
    )
    one_by_one(
        "settled rulings",
        waiting.select_related("series"),
        lambda ruling: _drop_if_settled(ruling, now),
    )


def _drop_if_settled(ruling: Ruling, now: datetime) -> None:
    """Dismiss a ruling that has become settled meanwhile, in the caller's transaction."""
    words = _settled_by(ruling, now)
    if words:
        Series.objects.locked().get(pk=ruling.series_id)
        if Ruling.objects.get(pk=ruling.pk).state == Ruling.State.OPEN:
            drop_ruling(ruling, words)


def _settled_by(ruling: Ruling, now: datetime) -> str:
    """The reason why a ruling has become settled meanwhile; empty where it has not."""
    if ruling.case == OVER_TIME:
        if ruling.series.completed_at is not None:
            return "The series is over."
        return "" if is_past_its_time(ruling.series, now) else "The series has more time."
    signed = Exists(Signature.objects.filter(series=OuterRef("pk"), reopened_at=None))
    rows = SheetSeries.objects.filter(signed | ~has_signer(), pk=ruling.grounds.sheet or 0)
    return "The sheet has been signed." if rows.exists() else ""
