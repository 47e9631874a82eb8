"""The daily page of an event: a newspaper's, to be read, printed, or had by mail."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.people.models import User
from config.refusals import Refused
from games.planning.disclosure import reader_of
from tournaments.models import DailyReader
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.daily import Edition, edition
from tournaments.selectors.days import day_before, days_played
from tournaments.selectors.league import load_league
from tournaments.selectors.squads import squad_names
from tournaments.services.daily import choose_daily, reader_by
from tournaments.views import cards
from tournaments.views.days import read_day
from tournaments.views.frame import frame


@require_safe
def daily(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a day, of the last one that was played where none is asked for."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    played = days_played(tournament)
    usual = played[0] if played else timezone.localdate()
    day, refusals = read_day(request.GET.get("day", ""), usual)
    shared = frame(request, tournament, "daily")
    reader = reader_of(request.user, tournament.scope, directs=shared["directs"])
    told = edition(league, day, reader) if day in played else None
    user = request.user
    context = {
        **shared,
        "refusals": refusals,
        "day": day,
        "told": told,
        "links": names_leading(told) if told else {},
        "divisions": cards.division_rows(told.league, told.divisions) if told else [],
        "before": day_before(played, day),
        "later": next((each for each in reversed(played) if each > day), None),
        "is_reader": user.is_authenticated
        and DailyReader.objects.filter(tournament=tournament, user=user).exists(),
    }
    status = 400 if refusals else 200
    return render(request, "tournaments/daily.html", context, status=status)


def names_leading(told: Edition) -> dict[str, str]:
    """The addresses of the clubs and players that a page may name. Two players of one name cannot
    be told apart: both are found by it in the statistics."""
    slug = told.tournament.slug
    at = reverse("tournaments:player", args=[slug, 0]).removesuffix("0/")
    everybody = reverse("tournaments:statistics", args=[slug])
    links: dict[str, str] = {}
    for card, name in squad_names(told.tournament):
        links[name] = everybody if name in links else f"{at}{card}/"
    return links | {
        club.team.name: reverse("tournaments:team", args=[slug, club.number])
        for club in told.league.entrants
    }


@login_required
@require_POST
def mail(request: HttpRequest, slug: str) -> HttpResponse:
    """Be mailed the page every morning, or no more."""
    tournament = visible_tournament(request.user, slug)
    wanted = request.POST.get("wanted") == "1"
    try:
        choose_daily(tournament=tournament, wanted=wanted, acting_user=cast(User, request.user))
    except Refused as refused:
        messages.error(request, refused.refusals[0].message)
    else:
        told = "You are mailed this page every morning after play."
        messages.success(request, told if wanted else "You are mailed this page no more.")
    return redirect("tournaments:daily", slug)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def no_more(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link of a mail leads: anyone who has it may end that mail, and nothing else. Mail
    programs post to it by themselves (RFC 8058), so there is no form of ours behind it."""
    row = reader_by(token)
    if row is None:
        raise Http404("This link belongs to no subscription.")
    if request.method == "POST":
        choose_daily(tournament=row.tournament, wanted=False, acting_user=row.user)
        return render(request, "tournaments/daily_no_more.html", {"over": True, "row": row})
    return render(request, "tournaments/daily_no_more.html", {"over": False, "row": row})
