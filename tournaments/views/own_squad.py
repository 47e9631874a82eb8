"""A club's page for the squad that its manager has built."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from games.card_games.own_squads import own_squads
from tournaments.selectors.access import enterable_club
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.squads import squad_of
from tournaments.services.own_squads import (
    enter_own_squad,
    squad_terms,
    why_not_now,
    withdraw_own_squad,
)
from tournaments.views.frame import frame


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_squad(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the user has made, and what of it may be entered for the club."""
    user = cast(User, request.user)
    tournament, entrant = enterable_club(user, slug, number)
    kind = own_squads(tournament.system)
    if kind is None:
        raise Http404("This event has no squads that managers build themselves.")
    page = reverse("tournaments:team", args=[slug, number])
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            if request.POST.get("act") == "withdraw":
                withdraw_own_squad(entrant=entrant, acting_user=user)
                said = f"The {kind.word} is withdrawn."
            else:
                key = whole_number(request.POST.get("squad")) or 0
                entered = enter_own_squad(entrant=entrant, key=key, acting_user=user)
                said = f"{entered.entered_as} is entered for {entrant.team}."
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, said)
            return redirect(request.path)
    shared = frame(request, tournament, "team")
    context = {
        **shared,
        "crumbs": [
            *shared["crumbs"][:-1],
            (entrant.team.name, page),
            (f"Enter a {kind.word}", ""),
        ],
        "entrant": entrant,
        "team": entrant.team,
        "kind": kind,
        "title": f"Enter a {kind.word}",
        "held": squad_of(tournament, entrant),
        "in_setup": tournament.state == tournament.State.SETUP,
        "draft": draft_of(tournament) if tournament.card_set_id else None,
        "closed": why_not_now(tournament, entrant, kind, user),
        "offered": kind.offered(user, squad_terms(tournament)),
        "builder_url": kind.builder_url(),
        "refusals": refusals,
    }
    return render(request, "tournaments/own_squad.html", context, status=422 if refusals else 200)
