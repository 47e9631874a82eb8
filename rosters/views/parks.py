"""Ballparks: their lists, a park, one's own, and which club plays where."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.bodies import takes
from config.downloads import csv_file
from config.people.models import User
from config.refusals import Refusal, Refused
from config.spreadsheets import read_as, write_rows
from games.systems.registry import park_cards
from rosters.access import clubs_of, may_delete_park, may_design_parks
from rosters.forms.parks import (
    LARGEST_FILE,
    PLACES,
    HomeForm,
    ParkFilter,
    ParkForm,
    ParksFileForm,
)
from rosters.models import Ballpark, Team
from rosters.park_files import card_column, read_parks
from rosters.presenters.address import Address
from rosters.presenters.parks import card_of, dials, kind_of
from rosters.rules.parks import NUMBERS
from rosters.selectors.parks import clubs_at_home, parks, the_park
from rosters.services.parks import choose_park, delete_park, design_park, design_parks

PAGE = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The parks of every list."""
    form = ParkFilter(request.GET)
    page = Paginator(parks(form.view()), PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "parks": [(park, dials(park), kind_of(park)) for park in page.object_list],
        "may_design": may_design_parks(request.user),
        "csv_url": Address(reverse("rosters:parks-csv"), request.GET).asking(),
        "crumbs": [("Home", reverse("home")), ("Ballparks", "")],
    }
    return render(request, "rosters/parks.html", context)


@require_safe
def spreadsheet(request: HttpRequest) -> HttpResponse:
    """The parks that the page's address asks for, all of its pages, as CSV."""
    headers = ("key", "name", "place", "list", "year", *NUMBERS, card_column(), "run_factor")
    lines = (
        (
            park.key,
            park.name,
            park.city,
            park.source.key if park.source else "own",
            park.year or "",
            *(getattr(park, number) for number in NUMBERS),
            card_of(park),
            park.run_factor or "",
        )
        for park in parks(ParkFilter(request.GET).view()).iterator()
    )
    return csv_file(write_rows((headers, *lines)), "ballparks")


@require_http_methods(["GET", "HEAD", "POST"])
def park(request: HttpRequest, park_id: int) -> HttpResponse:
    """One park; anyone who has clubs makes it the home of one of them."""
    found = the_park(park_id)
    own = clubs_of(request.user)
    has_clubs = own.exists()
    if request.method == "POST" and not has_clubs:
        raise Http404("This is for those who have clubs.")
    form = HomeForm(request.POST if request.method == "POST" else None, request.user)
    if form.is_bound and form.is_valid():
        team = form.cleaned_data["team"]
        try:
            choose_park(team=team, park=found, acting_user=cast(User, request.user))
        except Refused as refused:
            form.refuse(Refusal(one.code, one.message, "team") for one in refused.refusals)
        else:
            messages.success(request, f"{team} plays at {found.name}.")
            return redirect(request.path)
    at_home = set(own.filter(ballpark=found).values_list("pk", flat=True))
    context = {
        "park": found,
        "dials": dials(found),
        "kind": kind_of(found),
        "printer": park_cards(),
        "card": card_of(found),
        # Where a club plays in one event only is its event's business.
        "homes": [
            (team, team.pk in at_home and team.ballpark_id == found.pk)
            for team in clubs_at_home(request.user, found)
        ],
        "form": form if has_clubs else None,
        "may_delete": may_delete_park(request.user, found),
        "crumbs": _crumbs(found.name),
    }
    return render(request, "rosters/park.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def design(request: HttpRequest) -> HttpResponse:
    """A park of one's own."""
    if not may_design_parks(request.user):
        raise Http404("This page is for directors and managers.")
    form = ParkForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            made = design_park(design=form.design(), acting_user=cast(User, request.user))
        except Refused as refused:
            said = {(one.code, PLACES.get(one.place, one.place)): one for one in refused.refusals}
            form.refuse(Refusal(one.code, one.message, place) for (_, place), one in said.items())
        else:
            messages.success(request, f"{made} is here.")
            return redirect("rosters:park", made.pk)
    context = {"form": form, "crumbs": _crumbs("A park of your own")}
    return render(request, "rosters/design_park.html", context, status=422 if form.errors else 200)


@takes(LARGEST_FILE + 64 * 1024)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Parks of a file, each with its card; all of them or none."""
    if not may_design_parks(request.user):
        raise Http404("This page is for directors and managers.")
    posted = request.method == "POST"
    form = ParksFileForm(request.POST, request.FILES) if posted else ParksFileForm()
    refusals: tuple[Refusal, ...] = ()
    if form.is_bound and form.is_valid():
        try:
            data = form.cleaned_data["file"]
            made = design_parks(rows=read_parks(data), acting_user=cast(User, request.user))
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, f"{made}{read_as(data)}")
            return redirect(f"{reverse('rosters:parks')}?list=own")
    context = {
        "form": form,
        "refusals": refusals,
        "printer": park_cards(),
        "crumbs": _crumbs("Parks of a file"),
    }
    status = 422 if form.errors or refusals else 200
    return render(request, "rosters/upload_parks.html", context, status=status)


@require_POST
@login_required
def delete(request: HttpRequest, park_id: int) -> HttpResponse:
    """Take out a park of one's own where no club plays."""
    found: Ballpark = the_park(park_id)
    if not may_delete_park(request.user, found):
        raise Http404("No such ballpark of yours.")
    try:
        delete_park(park=found, acting_user=cast(User, request.user))
    except Refused as refused:
        messages.error(request, str(refused.refusals[0].message))
        return redirect("rosters:park", park_id)
    messages.success(request, f"{found} is gone.")
    return redirect("rosters:parks")


@require_POST
@login_required
def leave(request: HttpRequest, team_id: int) -> HttpResponse:
    """Take a club's park away: it plays where the game's settings say."""
    team = clubs_of(request.user).filter(pk=team_id).select_related("ballpark").first()
    if team is None:
        raise Http404("No such club.")
    back = _home_of(team)
    try:
        choose_park(team=team, park=None, acting_user=cast(User, request.user))
    except Refused as refused:
        messages.error(request, str(refused.refusals[0].message))
    else:
        messages.success(request, f"{team} has no park of its own now.")
    return redirect(back)


def _home_of(team: Team) -> str:
    if team.ballpark_id is None:
        return reverse("rosters:parks")
    return reverse("rosters:park", args=[team.ballpark_id])


def _crumbs(title: str) -> list[tuple[str, str]]:
    return [("Home", reverse("home")), ("Ballparks", reverse("rosters:parks")), (title, "")]
