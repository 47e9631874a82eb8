"""Pages for agreeing on a time for a series, and calendar feeds."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.calendars import Appointment, calendar
from config.inputs import whole_number
from config.refusals import Refusal, Refused
from config.site import whole_address
from games.frame import crumbs_to, user_of
from games.models import Series
from games.scheduling.forms import TimesForm
from games.scheduling.models import CalendarLink, MeetingTime
from games.scheduling.selectors import appointments_of, feed_of, owner_of, times_of
from games.scheduling.services import (
    accept_time,
    make_calendar_link,
    propose_times,
    revoke_calendar_link,
    withdraw_time,
)
from games.selectors import visible_series
from games.seriesday.access import part_in

CALENDAR = "text/calendar; charset=utf-8"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def times(request: HttpRequest, pk: int) -> HttpResponse:
    """Meeting times of a series, in the user's time zone."""
    series = visible_series(request.user, pk)
    if not part_in(request.user, series).has_part:
        raise Http404("No such series.")
    if request.method != "POST":
        return _page(request, series, TimesForm())
    form = TimesForm(request.POST) if request.POST.get("act") == "propose" else TimesForm()
    if form.is_bound and not form.is_valid():
        return _page(request, series, form, status=422)
    try:
        done = _act(request, series, form)
    except Refused as refused:
        return _page(request, series, form, refused.refusals, status=422)
    messages.success(request, done)
    return redirect("scheduling:times", pk)


@require_safe
def personal_feed(request: HttpRequest, key: str) -> HttpResponse:
    """A user's calendar, for anyone who has its secret address."""
    user = owner_of(key)
    if user is None:
        raise Http404("No such calendar.")
    return feed(f"Horsehide: {user}", feed_of(user, timezone.now()))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_calendar(request: HttpRequest) -> HttpResponse:
    """The user's appointments. A post creates the calendar's secret address anew or revokes it."""
    user = user_of(request)
    if request.method != "POST":
        link = CalendarLink.objects.filter(user=user).first()
        path = reverse("scheduling:personal-feed", args=[link.key]) if link else ""
        context = {
            "appointments": appointments_of(user, timezone.now()),
            "address": whole_address(path) if path else "",
            "zone": timezone.get_current_timezone_name(),
        }
        return render(request, "scheduling/calendar.html", context)
    try:
        if request.POST.get("act") == "revoke":
            revoke_calendar_link(user=user)
            messages.success(request, "The address of your calendar is revoked.")
        else:
            make_calendar_link(user=user)
            messages.success(request, "Your calendar has an address; an older one no longer works.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("scheduling:calendar")


def feed(name: str, appointments: list[Appointment]) -> HttpResponse:
    """A calendar file; programs fetch it again and again, and must not share it."""
    response = HttpResponse(calendar(name, appointments), content_type=CALENDAR)
    response["Cache-Control"] = "private, max-age=300"
    return response


def _act(request: HttpRequest, series: Series, form: TimesForm) -> str:
    user = user_of(request)
    act = request.POST.get("act", "")
    if act == "propose":
        rows = propose_times(series_id=series.pk, times=form.times, acting_user=user)
        agreed = rows[0].state == MeetingTime.State.AGREED
        return "The time is agreed." if agreed else "Proposed. The other side is notified."
    chosen = series.times.filter(pk=whole_number(request.POST.get("time", "")) or 0).first()
    if chosen is None:
        raise Refused(Refusal("no-such-time", "That time has not been proposed.", "time"))
    if act == "accept":
        accept_time(time_id=chosen.pk, acting_user=user)
        return "Agreed."
    if act == "withdraw":
        withdraw_time(time_id=chosen.pk, acting_user=user)
        return "Taken back."
    raise Refused(Refusal("unknown-act", "There is no such act.", "act"))


def _page(
    request: HttpRequest,
    series: Series,
    form: TimesForm,
    refusals: tuple[Refusal, ...] = (),
    status: int = 200,
) -> HttpResponse:
    part = part_in(request.user, series)
    rows = times_of(series)
    context: dict[str, Any] = {
        "series": series,
        "agreed": next((row for row in rows if row.state == MeetingTime.State.AGREED), None),
        "open": [
            (row, part.directs or bool(part.clubs - {row.team_id}), row.team_id in part.clubs)
            for row in rows
            if row.state == MeetingTime.State.OPEN
        ],
        "form": form,
        "zone": timezone.get_current_timezone_name(),
        "alone": not part.clubs or not part.managed - part.clubs,
        "refusals": refusals,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("When to play", ""),
        ],
    }
    return render(request, "scheduling/times.html", context, status=status)
