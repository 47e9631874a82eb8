"""Rolling for home before a series."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from games.models import Series
from games.selectors import visible_series
from games.seriesday.access import Part, part_in
from games.seriesday.selectors.home import attempts_of
from games.seriesday.services.home import (
    choose_home,
    current_roll,
    may_still_roll,
    open_home_roll,
    roll_for_home,
    winner_of,
    withdraw_home_roll,
)
from games.views.frame import crumbs_to, user_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is at home in the first game; a post rolls, or says what the winner wants."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    series = visible_series(request.user, pk)
    part = part_in(request.user, series)
    if request.method != "POST":
        return _page(request, series, part)
    if not part.has_part:
        raise Http404("No such series.")
    try:
        done = _act(request, series)
    except Refused as refused:
        return _page(request, series, part, refused.refusals)
    messages.success(request, done)
    return redirect("seriesday:home", series.pk)


def _act(request: HttpRequest, series: Series) -> str:
    post, user = request.POST, user_of(request)
    match post.get("act", ""):
        case "open":
            open_home_roll(
                series_id=series.pk,
                servers_dice=post.get("dice") == "server",
                acting_user=user,
            )
            return "Both clubs roll now."
        case "roll":
            team = whole_number(post.get("team", "")) or 0
            roll_for_home(
                series_id=series.pk,
                team_id=team,
                value=whole_number(post.get("value", "").strip()),
                acting_user=user,
            )
            return "Rolled."
        case "choose":
            choose_home(series_id=series.pk, at_home=post.get("at") == "home", acting_user=user)
            return "It is settled who is at home."
        case "withdraw":
            withdraw_home_roll(series_id=series.pk, reason=post.get("reason", ""), acting_user=user)
            return "The roll is taken back."
    raise Refused(Refusal("unknown-act", "There is no such act.", "act"))


def _page(
    request: HttpRequest, series: Series, part: Part, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    series.refresh_from_db(fields=["home_pattern"])
    roll = current_roll(series)
    still = may_still_roll(series)
    winner = None if roll is None else winner_of(roll)
    clubs = ((series.home, roll and roll.home_roll), (series.away, roll and roll.away_roll))
    mine = [club for club, _ in clubs if club.pk in part.clubs or part.directs]
    context: dict[str, Any] = {
        "series": series,
        "roll": roll,
        "attempts": attempts_of(series),
        "still": still,
        "may_open": still and part.has_part and roll is None,
        "to_roll": [club for club, shown in clubs if club in mine and roll and shown is None]
        if still and roll is not None and not roll.rolled
        else [],
        "winner": next((club for club, _ in clubs if club.pk == winner), None),
        "may_choose": still
        and roll is not None
        and not roll.hosts_id
        and winner is not None
        and (winner in part.clubs or part.directs),
        "may_withdraw": still and part.directs and roll is not None,
        "hosts": [
            (number, series.home if series.sides(number)[1] == series.home_id else series.away)
            for number in range(1, series.length + 1)
        ],
        "refusals": refusals,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("Home", ""),
        ],
    }
    return render(request, "seriesday/home.html", context, status=422 if refusals else 200)
