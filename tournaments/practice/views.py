"""Pages of the user's practice games, of a new one, and of an invitation."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.people.models import User
from config.refusals import Refusal, Refused
from games.presenters.resuming import resumed
from games.systems.registry import SYSTEMS
from games.systems.registry import system as system_of
from tournaments.practice.access import offered_practice_game, own_practice_game
from tournaments.practice.forms import PracticeForm
from tournaments.practice.selectors import practice_lines, terms_of
from tournaments.practice.services import (
    MOST_KEPT,
    delete_practice_game,
    join_practice_game,
    make_practice_game,
)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD"])
def games(request: HttpRequest) -> HttpResponse:
    """Show the user's practice games, and the systems for a new one."""
    lines = practice_lines(cast(User, request.user))
    context = {
        "lines": [
            (line, resumed(line.game) if line.goes_on and line.game else None) for line in lines
        ],
        "most": MOST_KEPT,
        "systems": SYSTEMS.values(),
        "host": request.build_absolute_uri("/")[:-1],
        "crumbs": [("Home", reverse("home")), ("Practice games", "")],
    }
    return render(request, "practice/games.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a practice game in one game system."""
    try:
        system = system_of(key)
    except Refused as refused:
        raise Http404(str(refused)) from refused
    user = cast(User, request.user)
    form = PracticeForm(system, user, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                practice_game = make_practice_game(asked=form.asked(), acting_user=user)
            except Refused as refused:
                form.refuse(refused.refusals)
            else:
                return redirect(
                    "practice:games" if practice_game.waits else practice_game.get_absolute_url()
                )
    context = {
        "system": system,
        "form": form,
        "crumbs": [
            ("Home", reverse("home")),
            ("Practice games", reverse("practice:games")),
            (system.name, ""),
        ],
    }
    return render(request, "practice/new.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation of a link; the button joins, and the game begins."""
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            practice_game = join_practice_game(token=token, acting_user=cast(User, request.user))
        except Refused as refused:
            refusals = refused.refusals
        else:
            return redirect(practice_game.get_absolute_url())
    practice_game = offered_practice_game(token)
    context = {"made": practice_game, "terms": terms_of(practice_game), "refusals": refusals}
    return render(request, "practice/join.html", context, status=422 if refusals else 200)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    user = cast(User, request.user)
    practice_game = own_practice_game(user, pk)
    try:
        delete_practice_game(made=practice_game, acting_user=user)
    except Refused as refused:
        messages.error(request, refused.refusals[0].message)
    else:
        messages.success(request, "The practice game is gone.")
    return redirect("practice:games")
