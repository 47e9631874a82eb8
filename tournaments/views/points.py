"""An event's season points: the formula, and who of partners is given them."""

from dataclasses import fields
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from tournaments.models import Tournament
from tournaments.rules.points import NUMBERS, PointsLaw, formula_in_words
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.people import shared_clubs
from tournaments.services.points import change_points, credit_partner
from tournaments.views.frame import frame


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of the formula's numbers, and of each shared club whom its points go to."""
    tournament = directed_tournament(request.user, slug)
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            messages.success(request, _act(request, tournament, cast(User, request.user)))
            return redirect("tournaments:points", slug)
        except Refused as refused:
            refusals = tuple(refused.refusals)
    law = tournament.points_law
    typed = request.POST if refusals and request.POST.get("act") == "formula" else None
    context = {
        **frame(request, tournament, "rules", below="Season points"),
        "refusals": refusals,
        "numbers": _numbers(law, typed),
        "told": formula_in_words(law),
        "clubs": shared_clubs(tournament),
        "frozen": tournament.state != Tournament.State.SETUP,
        "over": tournament.state == Tournament.State.COMPLETE,
    }
    return render(request, "tournaments/points.html", context, status=422 if refusals else 200)


def _numbers(law: PointsLaw, typed: Any) -> list[tuple[str, str, str]]:
    return [
        (
            each.name,
            NUMBERS[each.name],
            typed.get(each.name, "")[:20] if typed else str(getattr(law, each.name)),
        )
        for each in fields(law)
    ]


def _act(request: HttpRequest, tournament: Tournament, user: User) -> str:
    act = request.POST.get("act", "")
    if act == "formula":
        given = {key: request.POST[key] for key in NUMBERS if key in request.POST}
        change_points(tournament=tournament, numbers=given, acting_user=user)
        return "The formula of season points is saved."
    if act == "partner":
        member = request.POST.get("member", "")
        entrant = credit_partner(
            tournament=tournament,
            number=whole_number(request.POST.get("club", "")) or 0,
            member=(whole_number(member) or 0) if member else None,
            acting_user=user,
        )
        whose = "as was declared" if entrant.points_to_id else "as the rule says"
        return f"The points of {entrant} are given {whose}."
    raise Refused(Refusal("unknown-act", "Say what is to be done.", "act"))
