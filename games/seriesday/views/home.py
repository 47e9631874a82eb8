"""Rolling for home before a series."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.inputs import whole_number
from config.refusals import Refusal
from games.frame import crumbs_to, user_of
from games.models import Series
from games.selectors import visible_series
from games.seriesday.access import part_in
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
from games.seriesday.views.acting import act_page, done, unknown_act


def _act(request: HttpRequest, series: Series) -> HttpResponse:
    post, user = request.POST, user_of(request)
    match post.get("act", ""):
        case "open":
            open_home_roll(
                series_id=series.pk,
                servers_dice=post.get("dice") == "server",
                acting_user=user,
            )
            return done(request, "Both clubs roll now.", "home", series.pk)
        case "roll":
            roll_for_home(
                series_id=series.pk,
                team_id=whole_number(post.get("team", "")) or 0,
                value=whole_number(post.get("value", "").strip()),
                acting_user=user,
            )
            return done(request, "Rolled.", "home", series.pk)
        case "choose":
            choose_home(series_id=series.pk, at_home=post.get("at") == "home", acting_user=user)
            return done(request, "Who is at home is settled.", "home", series.pk)
        case "withdraw":
            withdraw_home_roll(series_id=series.pk, reason=post.get("reason", ""), acting_user=user)
            return done(request, "The roll is taken back.", "home", series.pk)
    raise unknown_act()


@act_page(visible_series, _act)
def home(request: HttpRequest, series: Series, refusals: tuple[Refusal, ...]) -> HttpResponse:
    """Who is at home in the first game; a post rolls, or says what the winner wants."""
    part = part_in(request.user, series)
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
        "typed": request.POST if refusals else {},
        "refusals": refusals,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("Who is at home", ""),
        ],
    }
    return render(request, "seriesday/home.html", context, status=422 if refusals else 200)
