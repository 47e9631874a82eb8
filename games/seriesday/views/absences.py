"""Reporting that a manager is absent from a series."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from games.frame import crumbs_to, user_of
from games.models import Series
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.models import Absence
from games.seriesday.selectors.absences import absences_of, clock_of
from games.seriesday.services.absences import report_absence, withdraw_absence
from games.seriesday.views.acting import act_page, done, unknown_act


def _act(request: HttpRequest, series: Series) -> HttpResponse:
    post, user = request.POST, user_of(request)
    match post.get("act", ""):
        case "report":
            absence = report_absence(
                series_id=series.pk,
                team_id=whole_number(post.get("team", "")) or 0,
                words=post.get("words", ""),
                acting_user=user,
            )
            words = f"The director sees that {absence.team} is absent."
            return done(request, words, "absences", series.pk)
        case "withdraw":
            asked = whole_number(post.get("absence", "")) or 0
            if not Absence.objects.filter(pk=asked, series=series).exists():
                raise Refused(
                    Refusal("no-such-absence", "No such absence was reported here.", "absence")
                )
            absence = withdraw_absence(absence_id=asked, acting_user=user)
            words = f"Somebody is there for {absence.team} after all."
            return done(request, words, "absences", series.pk)
    raise unknown_act()


@act_page(visible_series, _act)
def absences(request: HttpRequest, series: Series, refusals: tuple[Refusal, ...]) -> HttpResponse:
    """Who is not there for a series; a post says so, or takes it back."""
    part = part_in(request.user, series)
    found = absences_of(series)
    waited_for = {each.team_id for each in found if not each.outcome}
    clubs = [club for club in (series.away, series.home) if club.pk not in waited_for]
    context: dict[str, Any] = {
        "series": series,
        "clock": clock_of(series),
        "absences": [
            (
                each,
                not each.outcome
                and (
                    part.directs or each.team_id in part.clubs or each.told_by_id == request.user.pk
                ),
            )
            for each in found
        ],
        "clubs": [(club, club.pk in part.clubs) for club in clubs],
        "may_report": part.has_part and series.completed_at is None and bool(clubs),
        "typed": request.POST if refusals else {},
        "refusals": refusals,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("Not there", ""),
        ],
    }
    return render(request, "seriesday/absences.html", context, status=422 if refusals else 200)
