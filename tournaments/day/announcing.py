"""The announcement of an event, sign-up and check-in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.downloads import csv_file
from config.inputs import whole_number
from config.people.models import User
from config.people.times import zone_of
from config.refusals import Refusal, Refused
from config.senders import sender_of
from config.spreadsheets import write_rows
from tournaments.day import asking, sign_ups
from tournaments.day.landing import landing_of
from tournaments.day.models import Announcement, SignUp
from tournaments.day.selectors import timetable_of
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.presenters import steps_in_words
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.league import load_league
from tournaments.views.acts import refusals_of
from tournaments.views.format_preview import act_or_preview
from tournaments.views.frame import frame

MOST_SEEN_AT_ONCE = 14
"""Number of people a phone shows without unfolding the list."""

Act = Callable[[HttpRequest, Tournament, User], str]


class AnnouncementForm(forms.ModelForm):
    map_url = forms.URLField(label="Map", required=False, max_length=300, assume_scheme="https")

    class Meta:
        model = Announcement
        fields = (
            "is_open",
            "place",
            "map_url",
            "hours",
            "fee",
            "run_by",
            "contact",
            "places",
            "offer_hours",
            "closes_at",
            "about",
        )
        widgets = {
            "closes_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
            "about": forms.Textarea(attrs={"rows": 5}),
        }
        labels = {"closes_at": "Sign up by"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["offer_hours"].required = False

    def clean_offer_hours(self) -> int:
        """Keep the old value if the field is empty."""
        return self.cleaned_data["offer_hours"] or self.initial["offer_hours"]


class SignUpForm(forms.Form):
    name = forms.CharField(label="Your name", max_length=80)
    town = forms.CharField(label="Where you come from", max_length=80)
    email = forms.EmailField(label="E-mail address")
    club = forms.CharField(label="Your club", max_length=60, required=False)
    partner = forms.CharField(label="Who shares it with you", max_length=80, required=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the announcement, the people on the list, and the sign-up form. Directors edit it
    here."""
    tournament = visible_tournament(request.user, slug)
    if request.method != "POST":
        return _page(request, tournament)
    name = request.POST.get("act", "")
    with timezone.override(zone_of(tournament.time_zone)):
        try:
            if name == "sign-up":
                done = _sign_up(request, tournament)
            elif name == "ask":
                done = asking.ask(request, tournament)
            elif not may_direct(request.user, tournament):
                raise Http404("No such act.")
            elif name in ACTS:
                act = partial(ACTS[name], request, tournament, cast(User, request.user))
                previews = name == "enter"
                answer = (
                    act_or_preview(request, tournament, act, "announcement") if previews else act()
                )
                if isinstance(answer, HttpResponse):
                    return answer
                done = answer
            else:
                raise Refused(Refusal("unknown-act", "There is no such act.", "act"))
        except Refused as refused:
            return _page(request, tournament, refused.refusals)
    messages.success(request, done)
    return redirect("tournaments:announcement", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """Show a sign-up to anyone who has its address, to confirm or withdraw it."""
    row = SignUp.objects.select_related("tournament").filter(key=key).first() if key else None
    if row is None:
        raise Http404("No such sign-up.")
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            if request.POST.get("act") == "withdraw":
                sign_ups.withdraw(key=key)
            elif request.POST.get("act") == "accept":
                sign_ups.accept(key=key)
            else:
                sign_ups.confirm(key=key)
        except Refused as refused:
            refusals = refused.refusals
        else:
            return redirect("tournaments:sign-up", key)
    context = {
        "row": row,
        "tournament": row.tournament,
        "place": sign_ups.place_in_line(row),
        "free": sign_ups.may_take_free_place(sign_ups.announcement_of(row.tournament), row),
        "closed": sign_ups.begun_because(row.tournament),
        "refusals": refusals,
    }
    with timezone.override(zone_of(row.tournament.time_zone)):
        answer = render(request, "day/sign_up.html", context, status=422 if refusals else 200)
    return _secret(answer)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HttpRequest, key: str) -> HttpResponse:
    """Check in, for anyone in the room who has read its code."""
    rows = Announcement.objects.select_related("tournament").filter(door_key=key)
    event = rows.first() if key else None
    if event is None:
        raise Http404("No such door.")
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        pk = whole_number(request.POST.get("person", "")) or 0
        try:
            row = sign_ups.check_in(tournament=event.tournament, pk=pk, acting_user=None)
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, f"{row.name} is here.")
            return redirect(f"{reverse('tournaments:here', args=[key])}?you={row.pk}")
    listed = [row_ for row_ in sign_ups.on_the_list(event.tournament) if row_.state == "coming"]
    own_pk = whole_number(request.GET.get("you", ""))
    you = next((row_ for row_ in listed if row_.pk == own_pk and row_.here_at is not None), None)
    context = {
        "you": landing_of(event.tournament, you, request.user, timezone.now()) if you else None,
        "zone": zone_of(event.tournament.time_zone),
        "tournament": event.tournament,
        "missing": []
        if event.tournament.state == Tournament.State.COMPLETE
        else [row_ for row_ in listed if row_.here_at is None],
        "there": [row_ for row_ in listed if row_.here_at is not None],
        "refusals": refusals,
    }
    return _secret(render(request, "day/here.html", context, status=422 if refusals else 200))


@login_required
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the code for the room, for printing."""
    tournament = directed_tournament(request.user, slug)
    event_announcement = sign_ups.announcement_of(tournament)
    if not event_announcement.door_key:
        raise Http404("There is no code for the room.")
    context = {
        **frame(request, tournament, "announcement", below="Poster"),
        "path": reverse("tournaments:here", args=[event_announcement.door_key]),
    }
    return render(request, "day/poster.html", context)


@login_required
@require_safe
def spreadsheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the people who come or wait as CSV, with mail addresses."""
    tournament = directed_tournament(request.user, slug)
    rows: list[list[object]] = [
        ["name", "town", "club", "email", "partner", "state", "confirmed", "here"]
    ]
    rows += [
        [
            row.name,
            row.town,
            row.club,
            row.email,
            row.partner,
            row.state,
            row.confirmed_at.isoformat() if row.confirmed_at else "",
            row.here_at.isoformat() if row.here_at else "",
        ]
        for row in sign_ups.on_the_list(tournament)
    ]
    return csv_file(write_rows(rows), f"{tournament.slug}-people")


def _page(
    request: HttpRequest, tournament: Tournament, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    event_announcement = sign_ups.announcement_of(tournament)
    league = load_league(tournament)
    now = timezone.now()
    directs = may_direct(request.user, tournament)
    if event_announcement.pk is None and not directs:
        raise Http404("Nothing is announced.")
    listed = sign_ups.on_the_list(tournament)
    coming = [row for row in listed if row.state == "coming"]
    act = request.POST.get("act", "")
    context: dict[str, Any] = {
        **frame(request, tournament, "announcement"),
        "announcement": event_announcement,
        "timetable": timetable_of(league, now),
        "stages": [stage.spec.told for stage in league.stages],
        "steps": steps_in_words(tournament.ties),
        "coming": coming,
        "many": len(listed) > MOST_SEEN_AT_ONCE,
        "people_told": f"{len(coming)} of {len(listed)} have a place" if listed else "",
        "offered": (offered := [row for row in listed if row.state == "offered"]),
        "waiting": [row for row in listed if row.state == "waiting"],
        "missing": [row for row in coming if row.here_at is None],
        "left": None
        if event_announcement.places is None
        else max(0, event_announcement.places - len(coming) - len(offered)),
        "closed": sign_ups.closed_because(event_announcement, now),
        "begun": sign_ups.begun_because(tournament),
        "sign_up_form": SignUpForm(request.POST if act == "sign-up" else None),
        "directs": directs,
        "refusals": refusals,
        **asking.asked_of(request, tournament, refusals, directs=directs),
    }
    with timezone.override(zone_of(tournament.time_zone)):
        if directs:
            sent = request.POST if act == "announce" else None
            doubles = sign_ups.of_one_address(listed)
            context |= {
                "doubles": [(row, doubles[row.pk]) for row in listed if row.pk in doubles],
                "form": AnnouncementForm(sent, instance=event_announcement),
                "typed": request.POST.get("people", "") if refusals else "",
                "unconfirmed": SignUp.objects.filter(
                    tournament=tournament, state="unconfirmed"
                ).count(),
            }
        return render(request, "day/announcement.html", context, status=422 if refusals else 200)


def _secret(answer: HttpResponse) -> HttpResponse:
    # The address is secret: keep it from search engines and from the next page.
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer


def _sign_up(request: HttpRequest, tournament: Tournament) -> str:
    form = SignUpForm(request.POST)
    if not form.is_valid():
        raise Refused(*refusals_of(form))
    row = sign_ups.sign_up(
        tournament=tournament,
        told=sign_ups.Told(**form.cleaned_data),
        sender=sender_of(request),
    )
    return f"A mail to {row.email} asks you to confirm; until then you have no place."


def _announce(request: HttpRequest, tournament: Tournament, user: User) -> str:
    form = AnnouncementForm(request.POST, instance=sign_ups.announcement_of(tournament))
    if not form.is_valid():
        raise Refused(*refusals_of(cast(forms.Form, form)))
    sign_ups.announce(tournament=tournament, said=form.cleaned_data, acting_user=user)
    return "The announcement is saved."


def _import(request: HttpRequest, tournament: Tournament, user: User) -> str:
    text = request.POST.get("people", "")
    return str(sign_ups.import_list(tournament=tournament, text=text, acting_user=user))


def _person(request: HttpRequest) -> int:
    return whole_number(request.POST.get("person", "")) or 0


def _take_off(request: HttpRequest, tournament: Tournament, user: User) -> str:
    row = sign_ups.take_off(tournament=tournament, pk=_person(request), acting_user=user)
    return f"{row.name} is off the list."


def _offer(request: HttpRequest, tournament: Tournament, user: User) -> str:
    row = sign_ups.offer_place(tournament=tournament, pk=_person(request), acting_user=user)
    if row.state == SignUp.State.COMING:
        return f"{row.name} has a place."
    return f"{row.name} is offered a place by mail."


def _order(request: HttpRequest, tournament: Tournament, user: User) -> str:
    place = whole_number(request.POST.get("place", "")) or 0
    row = sign_ups.move_in_line(
        tournament=tournament, pk=_person(request), place=place, acting_user=user
    )
    return f"{row.name} is number {place} on the waiting list."


def _apart(request: HttpRequest, tournament: Tournament, user: User) -> str:
    sign_ups.tell_apart(tournament=tournament, pk=_person(request), acting_user=user)
    return "They are different people, and each has a place on the list."


def _here(request: HttpRequest, tournament: Tournament, user: User) -> str:
    is_here = request.POST.get("here") != "no"
    row = sign_ups.check_in(
        tournament=tournament, pk=_person(request), acting_user=user, here=is_here
    )
    return f"{row.name} is {'here' if is_here else 'not here'}."


def _enter(request: HttpRequest, tournament: Tournament, user: User) -> str:
    count = sign_ups.enter_those_who_come(tournament=tournament, acting_user=user)
    return f"{count} club{'' if count == 1 else 's'} entered."


def _door(request: HttpRequest, tournament: Tournament, user: User) -> str:
    sign_ups.make_door(tournament=tournament, acting_user=user)
    return "The room has a code; an older one no longer works."


ACTS: dict[str, Act] = {
    "announce": _announce,
    "import": _import,
    "take-off": _take_off,
    "offer": _offer,
    "order": _order,
    "apart": _apart,
    "here": _here,
    "enter": _enter,
    "door": _door,
    "show-question": asking.show,
}
