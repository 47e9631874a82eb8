"""Play one now: a game against the house in one press, without an account."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from config.senders import Rate, sender_of
from config.ui.frame import show, wants_part
from games import trial
from games.models import Game
from games.presenters.sheet import sheet
from games.records import record_of
from games.rules.standing_orders import read_orders
from games.scorer import scorer
from games.services.going_on import Until
from games.standing_orders import topics_in
from games.systems.registry import system as system_of
from games.views.systems import AWAY, HOME, SampleClub
from rosters.models import Team

KEPT = "trial"
"""The session's word for the game."""

GAMES = Rate(
    "trial",
    40,
    words="So many games were begun from here within the hour; come back in a while.",
    code="too-many-games",
)
"""A session is kept for each who begins."""


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, key: str) -> HttpResponse:
    """The game as it stands; posts begin one or go on with it."""
    try:
        system = system_of(key)
    except Refused as refused:
        raise Http404(str(refused)) from refused
    kept = trial.read_trial(request.session.get(KEPT), key)
    refusals: tuple[Refusal, ...] = ()
    game = None if kept is None else trial.game_of(kept, _clubs())
    played_on = request.POST.get("act") == "on"
    if request.method == "POST":
        try:
            game = _pressed(request, key, kept, game)
        except Refused as refused:
            refusals = refused.refusals
        if not refusals and not wants_part(request):
            return redirect("systems:play", key)
    elif kept is None:
        return redirect("systems:system", key)
    context: dict[str, Any] = {
        "system": system,
        "game": game,
        "refusals": refusals,
        "score_url": reverse("systems:play", args=[key]),
        "played_on": played_on,
        "crumbs": [
            ("Game systems", reverse("systems:index")),
            (system.name, reverse("systems:system", args=[key])),
            ("Against the house", ""),
        ],
    }
    if game is not None:
        seen = whole_number(request.POST.get("after", ""))
        part = request.POST.get("part", request.GET.get("part", ""))
        context["scorer"] = scorer(
            game, trial.VISITORS, whole_story="all" in request.GET, seen=seen, part=part
        )
        if game.is_final:
            context["sheet"] = sheet(record_of(game), (game.away, game.home))
    status = 422 if refusals else 200
    return show(request, "systems/play.html", "systems/_play.html", context, status=status)


def _pressed(
    request: HttpRequest, key: str, kept: trial.Trial | None, game: Game | None
) -> Game | None:
    """The game after what was pressed, and the session with it."""
    if request.POST.get("act") == "start" or kept is None or game is None:
        GAMES.verify(sender_of(request))
        kept = trial.begun(key, request.session.get(KEPT))
        request.session[KEPT] = kept.as_json()
        return trial.game_of(kept, _clubs())
    if request.POST.get("act") == "orders":
        orders = read_orders(topics_in(game.series), {"level": request.POST.get("level", "")})
        assert orders.level is not None  # noqa: S101 - refused where it is none
        kept = replace(kept, level=orders.level)
        request.session[KEPT] = kept.as_json()
        return trial.game_of(kept, _clubs())
    if request.POST.get("act") != "on":
        raise Refused(
            Refusal("unknown-act", "An action here plays on or begins another game.", "act")
        )
    if whole_number(request.POST.get("after", "")) != len(game.entries) or game.is_final:
        # Pressed twice, or in another window: it shows how the game stands.
        return game
    until = request.POST.get("until", Until.TURN)
    if until not in set(Until):
        raise Refused(Refusal("unknown-until", f"Play goes on to {' or '.join(Until)}.", "until"))
    trial.gone_on(game, request.POST.get("entry", "").split(), Until(until))
    request.session[KEPT] = replace(kept, entries=tuple(game.entries)).as_json()
    return game


def _clubs() -> tuple[Team, Team]:
    return _team(-1, AWAY), _team(-2, HOME)


def _team(pk: int, club: SampleClub) -> Team:
    return Team(
        pk=pk,
        name=club.name,
        abbreviation=club.abbreviation,
        colour=club.colour,
        accent=club.accent,
        batting_order=list(club.batting_order),
    )
