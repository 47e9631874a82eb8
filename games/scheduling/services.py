"""Meeting times: one side proposes times, the other accepts one or proposes others.

The row of the series is locked first, as by every write to a series.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from config.journal.services import Entry, log_action, log_actions
from config.people.models import User
from config.people.services import scope
from config.refusals import Refusal, Refused
from games.hooks import SeriesCalledOff, SeriesTakenUp, SeriesUndrawn
from games.models import Series
from games.scheduling.models import CalendarLink, CancelledAppointment, MeetingTime
from games.scheduling.selectors import appointments_for, proposed_still
from games.seriesday.access import SeriesPart, part_of
from games.seriesday.topics import tell_watchers

State = MeetingTime.State

MOST_TIMES = 3
FURTHEST = timedelta(days=366)


def propose_times(
    *, series_id: int, times: Sequence[datetime], acting_user: User
) -> list[MeetingTime]:
    """Propose times for a series, in place of all open proposals of both sides; an agreed time
    stays until another is agreed. A time is agreed at once where a director proposes it, or where
    no manager acts for the other side.

    Refused: ``not-your-series``, ``series-over``, ``times-missing``, ``too-many-times``,
    ``time-impossible``.
    """
    now = timezone.now()
    wanted = sorted(set(times))
    with transaction.atomic():
        series, part = _locked(series_id, acting_user)
        _verify(series, wanted, now)
        team = _speaks_for(series, part)
        at_once = team is None or not part.managed - part.clubs
        if at_once and len(wanted) > 1:
            raise Refused(
                Refusal("too-many-times", "No agreement is needed here: give one time.", "times")
            )
        series.times.filter(state=State.OPEN).update(state=State.REPLACED)
        rows = [
            MeetingTime.objects.create(
                series=series, begins=begins, team_id=team, proposed_by=acting_user, proposed_at=now
            )
            for begins in wanted
        ]
        _log("times-proposed", series, acting_user, [row.begins for row in rows])
        if at_once:
            _agree(rows[0], acting_user, now)
        tell_watchers(series)
        return rows


def accept_time(*, time_id: int, acting_user: User) -> MeetingTime:
    """Accept a proposed time, for the other side or as a director. Refused: ``not-your-series``,
    ``not-the-opponent``, ``series-over``, ``time-moved-on`` where it is no longer proposed,
    ``time-impossible`` once it has passed."""
    now = timezone.now()
    with transaction.atomic():
        meeting_time, part = _locked_time(time_id, acting_user)
        if not part.directs and not part.clubs - {meeting_time.team_id}:
            raise Refused(Refusal("not-the-opponent", "The other side accepts a time."))
        if meeting_time.series.completed_at is not None:
            raise Refused(_over(meeting_time.series))
        if not MeetingTime.objects.filter(proposed_still(), pk=meeting_time.pk).exists():
            raise Refused(_moved_on())
        if meeting_time.begins <= now:
            raise Refused(Refusal("time-impossible", "That time has gone by.", "time"))
        _agree(meeting_time, acting_user, now)
        tell_watchers(meeting_time.series)
        return meeting_time


def withdraw_time(*, time_id: int, acting_user: User) -> MeetingTime:
    """Withdraw a proposed time, for the side that proposed it, or an agreed one, for either.
    Refused: ``not-your-series``, ``time-moved-on``."""
    with transaction.atomic():
        meeting_time, part = _locked_time(time_id, acting_user)
        may_withdraw = (
            part.directs or meeting_time.team_id in part.clubs or meeting_time.state == State.AGREED
        )
        if not may_withdraw:
            raise Refused(Refusal("not-your-series", "Who proposed a time takes it back."))
        if meeting_time.state not in (State.OPEN, State.AGREED):
            raise Refused(_moved_on())
        if meeting_time.state == State.AGREED:
            _cancel([meeting_time.series])
        meeting_time.state, meeting_time.answered_by, meeting_time.answered_at = (
            State.WITHDRAWN,
            acting_user,
            timezone.now(),
        )
        meeting_time.save(update_fields=["state", "answered_by", "answered_at"])
        _log("time-withdrawn", meeting_time.series, acting_user, [meeting_time.begins])
        tell_watchers(meeting_time.series)
        return meeting_time


def make_calendar_link(*, user: User) -> CalendarLink:
    """Create a secret address for the user's calendar; it replaces an older one."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        link, _ = CalendarLink.objects.update_or_create(
            user=user, defaults={"key": secrets.token_urlsafe(32), "made_at": timezone.now()}
        )
        log_action(code="calendar-link-made", actor=user, scope=scope(user), subject=user)
    return link


def revoke_calendar_link(*, user: User) -> None:
    """Refused: ``no-link``."""
    if not end_calendar_link(user):
        raise Refused(Refusal("no-link", "There is no link to your calendar."))


def end_calendar_link(user: User) -> bool:
    """Delete the address of the user's calendar; return whether there was one."""
    with transaction.atomic():
        deleted, _ = CalendarLink.objects.filter(user=user).delete()
        if deleted:
            log_action(code="calendar-link-revoked", actor=user, scope=scope(user), subject=user)
    return bool(deleted)


def end_times(change: SeriesCalledOff | SeriesUndrawn) -> None:
    """Expire the open and agreed times of series that end, and cancel their appointments."""
    ended = list(
        Series.objects.filter(pk__in=change.series_ids).select_related("home", "away", "event")
    )
    _cancel(ended)
    rows = MeetingTime.objects.filter(series__in=ended, state__in=(State.OPEN, State.AGREED))
    times: dict[int, list[datetime]] = defaultdict(list)
    for series_id, begins in rows.values_list("series", "begins"):
        times[series_id].append(begins)
    rows.update(state=State.LAPSED)
    _log_all("times-ended", ended, change.acting_user, times, change.reason)


def restore_times(change: SeriesTakenUp) -> None:
    """Restore the times that expired when their series was called off."""
    rows = MeetingTime.objects.filter(series__in=change.series_ids, state=State.LAPSED)
    times: dict[int, list[datetime]] = defaultdict(list)
    for series_id, begins in rows.values_list("series", "begins"):
        times[series_id].append(begins)
    rows.filter(answered_at__isnull=False).update(state=State.AGREED)
    rows.update(state=State.OPEN)
    series = Series.objects.filter(pk__in=times).select_related("home", "away")
    _log_all("times-restored", series, change.acting_user, times)


def _cancel(series: Sequence[Series]) -> None:
    """Store the cancelled appointments of these series for calendars."""
    now = timezone.now()
    by_key = {item.pk: item for item in series}
    cancelled = [
        CancelledAppointment(
            uid=planned.uid,
            event_id=by_key[pk].scope,
            home=by_key[pk].home,
            away=by_key[pk].away,
            summary=planned.summary,
            begins=planned.begins,
            ends=planned.ends,
            cancelled_at=now,
        )
        for pk, planned in appointments_for(series, now).items()
    ]
    CancelledAppointment.objects.filter(uid__in=[item.uid for item in cancelled]).delete()
    CancelledAppointment.objects.bulk_create(cancelled)


def _over(series: Series) -> Refusal:
    off = series.called_off_at is not None
    words = "This series is called off." if off else "This series has been played."
    return Refusal("series-over", words)


def _agree(found: MeetingTime, user: User, now: datetime) -> None:
    other_times = found.series.times.filter(state__in=(State.OPEN, State.AGREED)).exclude(
        pk=found.pk
    )
    other_times.update(state=State.REPLACED)
    found.state, found.answered_by, found.answered_at = State.AGREED, user, now
    found.save(update_fields=["state", "answered_by", "answered_at"])
    _log("time-agreed", found.series, user, [found.begins])


def _verify(series: Series, wanted: Sequence[datetime], now: datetime) -> None:
    if series.completed_at is not None:
        raise Refused(_over(series))
    if not wanted:
        raise Refused(Refusal("times-missing", "Say when you can play.", "times"))
    if len(wanted) > MOST_TIMES:
        raise Refused(
            Refusal("too-many-times", f"At most {MOST_TIMES} times are proposed at once.", "times")
        )
    if wanted[0] <= now or wanted[-1] > now + FURTHEST:
        raise Refused(Refusal("time-impossible", "A time lies ahead, and within a year.", "times"))


def _speaks_for(series: Series, part: SeriesPart) -> int | None:
    if not part.has_part:
        raise Refused(
            Refusal("not-your-series", "The people of both clubs find a time, and directors.")
        )
    if not part.clubs:
        return None
    return series.home_id if series.home_id in part.clubs else min(part.clubs)


def _locked(series_id: int, user: User) -> tuple[Series, SeriesPart]:
    series = Series.objects.locked().get(pk=series_id)
    return series, part_of(user, series)


def _locked_time(time_id: int, user: User) -> tuple[MeetingTime, SeriesPart]:
    series_id = MeetingTime.objects.values_list("series_id", flat=True).get(pk=time_id)
    series, part = _locked(series_id, user)
    meeting_time = MeetingTime.objects.get(pk=time_id)
    meeting_time.series = series
    _speaks_for(series, part)
    return meeting_time, part


def _moved_on() -> Refusal:
    return Refusal("time-moved-on", "That time is no longer proposed; look again.")


def _log(code: str, series: Series, user: User, times: Sequence[datetime]) -> None:
    log_action(
        code=code, actor=user, scope=series.scope, subject=series, new={"times": _in_words(times)}
    )


def _log_all(
    code: str,
    series: Iterable[Series],
    user: User | None,
    times: Mapping[int, Sequence[datetime]],
    reason: str = "The drop was taken back.",
) -> None:
    log_actions(
        Entry(
            code,
            user,
            one_series.scope,
            one_series,
            new={"times": _in_words(times[one_series.pk]), "reason": reason},
        )
        for one_series in series
        if one_series.pk in times
    )


def _in_words(times: Sequence[datetime]) -> str:
    return ", ".join(f"{moment:%Y-%m-%d %H:%M} UTC" for moment in times)
