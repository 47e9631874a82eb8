from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.events.models import EventRole
from config.people.models import User
from config.refusals import Refused
from config.ui.frame import show
from games.systems.registry import SYSTEMS, usual_system
from tournaments.forms import TournamentForm
from tournaments.models import Tournament
from tournaments.services.events import create_tournament


def last_system(user: User) -> str:
    """The game system of the last event that a user set up; empty where there is none, or where
    it is not in the house any more."""
    own = Tournament.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR)
    key = own.order_by("-pk").values_list("system_key", flat=True).first()
    return key if key is not None and key in SYSTEMS else ""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Set a tournament up.

    Another system means other options: asked for them (by htmx as the choice changes, by a button
    elsewhere) the form comes back with everything that was typed, and judges nothing yet.
    """
    user = cast(User, request.user)
    if request.method == "POST" and "show-options" not in request.POST:
        form = TournamentForm(request.POST, system_key=request.POST.get("system", ""))
        if form.is_valid():
            try:
                made = create_tournament(plan=form.plan(user.time_zone or "UTC"), acting_user=user)
            except Refused as refused:
                form.refuse(refused.refusals)
            else:
                messages.success(request, f"{made} is set up. Look it over, then start it.")
                return redirect("tournaments:desk", made.slug)
        status = 422
    else:
        typed = request.POST if request.method == "POST" else request.GET
        form = TournamentForm(
            initial={name: value for name, value in typed.items() if name != "csrfmiddlewaretoken"},
            system_key=typed.get("system") or last_system(user) or usual_system(),
        )
        status = 200
    context = {
        "form": form,
        "crumbs": [("Home", reverse("home")), ("New tournament", "")],
    }
    return show(
        request, "tournaments/new.html", "tournaments/_options.html", context, status=status
    )
