"""The page on which a director takes back what was simulated: everything is shown before."""

from itertools import groupby
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from games.engine.folds.wording import counted
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.simulated import taking_back
from tournaments.services.play_out import take_back
from tournaments.views.frame import frame


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_simulated(request: HttpRequest, slug: str) -> HttpResponse:
    """``?round=`` or ``?series=`` says of what; a post takes back the games that are ticked."""
    tournament = directed_tournament(request.user, slug)
    number = whole_number(request.GET.get("round", ""))
    series_id = whole_number(request.GET.get("series", ""))
    if number is None and series_id is None:
        # The desk leads to the rounds of which anything can be taken back.
        return redirect("tournaments:desk", slug)
    refusals: tuple[Refusal, ...] = ()
    reason = request.POST.get("reason", "")
    ticked = [key for each in request.POST.getlist("game") if (key := whole_number(each))]
    if request.method == "POST":
        try:
            if not ticked:
                raise Refused(Refusal("nothing-chosen", "Tick the games that are taken back."))
            found = take_back(
                tournament=tournament,
                number=number,
                series_id=series_id,
                games=ticked,
                reason=reason,
                acting_user=cast(User, request.user),
            )
        except Refused as refused:
            refusals = tuple(refused.refusals)
        else:
            messages.success(
                request, f"Taken back: {counted(len(found.games), 'game')}. People can play now."
            )
            return redirect("tournaments:desk", slug)
    league = load_league(tournament)
    found = taking_back(league, number=number, series_id=series_id)
    shown = next((each for each in league.rounds if each.number == number), None)
    context = {
        **frame(request, tournament, "desk", below="Take back what was simulated"),
        "refusals": refusals,
        "what": shown.told if shown is not None else "",
        "series": [
            (series, list(games))
            for series, games in groupby(found.games, lambda each: each.series)
        ],
        "count": len(found.games),
        "left": list(found.left.values()),
        "ticked": ticked,
        "reason": reason,
    }
    return render(request, "tournaments/take_back.html", context, status=422 if refusals else 200)
