"""Pages of the timetable, the director's settings of the day, and the hall screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.db.models import Count, Max
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.journal.models import Action
from config.live.parts import KeptParts
from config.people.models import User
from config.people.times import zone_of
from config.refusals import Refusal, Refused
from config.ui.frame import wants_part
from rosters.drafts.models import DraftEvent
from tournaments.day import services
from tournaments.day.forms import DayForm, NoticeForm, ScreenForm
from tournaments.day.hall import hall_context
from tournaments.day.models import Day
from tournaments.day.selectors import day_of, minutes_of, tables_of, timetable_of
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors.access import directed_tournament, own_teams, visible_tournament
from tournaments.selectors.league import load_league
from tournaments.views.acts import refusals_of
from tournaments.views.frame import frame

KEPT = KeptParts(seconds=20.0)

Act = Callable[[Tournament, Form, User], str]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """Show when every round begins and ends, and who sits where. Directors change it and the hall
    screen here; a post names its act."""
    if request.method != "POST":
        return _page(request, visible_tournament(request.user, slug))
    tournament = directed_tournament(request.user, slug)
    name = request.POST.get("act", "")
    form: Form | None = None
    with timezone.override(zone_of(tournament.time_zone)):
        try:
            if name not in ACTS:
                raise Refused(
                    Refusal("unknown-act", "There is no such action on this page.", "act")
                )
            form = _form(name, day_of(tournament), request)
            if not form.is_valid():
                raise Refused(*refusals_of(form))
            done = ACTS[name](tournament, form, cast(User, request.user))
        except Refused as refused:
            return _page(request, tournament, refused.refusals, {name: form} if form else {})
    messages.success(request, done)
    if name == "notice" and request.POST.get("next") == "board":
        return redirect("tournaments:board", slug)
    return redirect("tournaments:day", slug)


@never_cache
@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the hall screen to anyone who may view the event."""
    tournament = visible_tournament(request.user, slug)
    address = reverse("tournaments:hall", args=[slug])
    return _screen(request, tournament, address, live=True)


@never_cache
@require_safe
def screen(request: HttpRequest, key: str) -> HttpResponse:
    """Show the hall screen to anyone with its secret address, even of a private event."""
    day_row = (
        Day.objects.select_related("tournament").filter(screen_key=key).first() if key else None
    )
    if day_row is None:
        raise Http404("No such screen.")
    is_public = day_row.tournament.visibility == Tournament.Visibility.PUBLIC
    address = reverse("tournaments:screen", args=[key])
    answer = _screen(request, day_row.tournament, address, live=is_public)
    # The address is secret: keep it from search engines and from the next page.
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer


def _screen(request: HttpRequest, tournament: Tournament, at: str, *, live: bool) -> HttpResponse:
    """Render the screen once for all viewers; it changes with a log entry, a pick, or the
    minute."""
    lines = Action.objects.filter(scope=tournament.scope).aggregate(last=Max("pk"), all=Count("pk"))
    pick = DraftEvent.objects.filter(draft__event__key=tournament.scope).aggregate(last=Max("pk"))
    now = timezone.now()
    minute = now.replace(second=0, microsecond=0)
    key = (tournament.pk, at, live, minute, lines["last"], lines["all"], pick["last"])

    def make() -> str:
        with timezone.override(zone_of(tournament.time_zone)):
            context = {**hall_context(tournament, now), "at": at, "live": live}
            return render_to_string("day/_hall.html", context)

    part = KEPT.get(key, make).html
    if wants_part(request):
        response = HttpResponse(part)
    else:
        response = render(request, "day/hall.html", {"tournament": tournament, "part": part})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _page(
    request: HttpRequest,
    tournament: Tournament,
    refusals: tuple[Refusal, ...] = (),
    sent: dict[str, Form] | None = None,
) -> HttpResponse:
    league = load_league(tournament)
    event_day = day_of(tournament)
    times = timetable_of(league, timezone.now())
    tables = tables_of(league)
    directs = may_direct(request.user, tournament)
    own_clubs = own_teams(request.user)
    context: dict[str, Any] = {
        **frame(request, tournament, "day"),
        "day": event_day,
        "minutes": minutes_of(event_day),
        "timetable": times,
        "seats": _seats(league, tables) if tables else [],
        "own": own_clubs,
        "directs": directs,
        "refusals": refusals,
    }
    if directs:
        forms = sent or {}
        context |= {
            "day_form": forms.get("settle") or DayForm.of(event_day),
            "screen_form": forms.get("screen") or ScreenForm.of(event_day),
            "notice_form": forms.get("notice") or NoticeForm(initial={"notice": event_day.notice}),
            "screen_link": request.build_absolute_uri(
                reverse("tournaments:screen", args=[event_day.screen_key])
            )
            if event_day.screen_key
            else "",
        }
    with timezone.override(zone_of(tournament.time_zone)):
        return render(request, "day/day.html", context, status=422 if refusals else 200)


def _seats(league: Any, tables: dict[int, int]) -> list[Any]:
    shown = league.next_round
    if shown is None:
        return []
    seats = [(tables.get(meeting.series_id or 0), meeting) for meeting in shown.series]
    return sorted(seats, key=lambda seat: seat[0] or 0)


def _form(name: str, found: Day, request: HttpRequest) -> Form:
    if name == "settle":
        return DayForm.of(found, request.POST)
    if name == "screen":
        return ScreenForm.of(found, request.POST)
    return NoticeForm(request.POST if name == "notice" else {})


def _settle(tournament: Tournament, form: Form, user: User) -> str:
    settled = cast(DayForm, form).settled()
    services.settle_day(tournament=tournament, settled=settled, acting_user=user)
    return "The settings of the day are saved."


def _notice(tournament: Tournament, form: Form, user: User) -> str:
    text = form.cleaned_data["notice"]
    services.tell_hall(tournament=tournament, notice=text, acting_user=user)
    return "The notice is shown in the hall." if text.strip() else "Taken down."


def _screen_settled(tournament: Tournament, form: Form, user: User) -> str:
    services.settle_screen(
        tournament=tournament,
        shows=form.cleaned_data["shows"],
        turn_seconds=form.cleaned_data["turn_seconds"],
        acting_user=user,
    )
    return "The screen's choice of pages is saved."


def _address(tournament: Tournament, form: Form, user: User) -> str:
    services.make_address(tournament=tournament, acting_user=user)
    return "The screen has an address that needs no account; an older one no longer works."


def _no_address(tournament: Tournament, form: Form, user: User) -> str:
    services.withdraw_address(tournament=tournament, acting_user=user)
    return "No secret address leads to the screen any more."


ACTS: dict[str, Act] = {
    "settle": _settle,
    "notice": _notice,
    "screen": _screen_settled,
    "address": _address,
    "no-address": _no_address,
}
