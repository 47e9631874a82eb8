"""The round board: what every series waits for, and one tap to act on it. Pushed live."""

from __future__ import annotations

from typing import Any, cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.journal.models import Action
from config.live.parts import KeptParts
from config.people.models import User
from config.refusals import Refusal, Refused
from config.rest import read_form
from config.ui.frame import show, wants_part
from tournaments.board_acts import ACTS
from tournaments.day.selectors import tables_of, timetable_of
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.people import people_of
from tournaments.selectors.round_board import BoardLine, RoundBoard, round_board
from tournaments.selectors.suspended import orders_of, out_of_turn, suspended_games
from tournaments.selectors.work import work_of
from tournaments.services.substitutions import rounds_left, substitutes_of
from tournaments.views.cards import series_url
from tournaments.views.frame import frame

KEPT = KeptParts()

PROJECTOR = "projector"

TOKEN_HERE = f"token-{uuid4()}"
"""Where in a part that is kept the token of the caller belongs."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a round. A post names its act."""
    tournament = directed_tournament(request.user, slug)
    if request.method != "POST":
        return _part(request, tournament) if wants_part(request) else _page(request, tournament)
    try:
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            raise Refused(Refusal("unknown-act", "There is no such action on the board.", "act"))
        sent = read_form(act.fields, request.POST)
        done = act.do(tournament=tournament, acting_user=cast(User, request.user), **sent)
    except Refused as refused:
        return _page(request, tournament, refused.refusals)
    messages.success(request, act.said(done, sent))
    where = reverse("tournaments:board", args=[slug])
    number = whole_number(request.POST.get("round", ""))
    return redirect(f"{where}?round={number}" if number else where)


def _part(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part that moves, made once for all who watch it. Whatever it shows changes with a line in
    the log, or with the minute."""
    lines = Action.objects.filter(scope=tournament.scope).aggregate(last=Max("pk"), all=Count("pk"))
    key = (
        tournament.pk,
        request.get_full_path(),
        timezone.get_current_timezone_name(),
        timezone.now().replace(second=0, microsecond=0),
        lines["last"],
        # Of two that are written at once the earlier may be there later.
        lines["all"],
    )

    def make() -> str:
        return _page(request, tournament, token=TOKEN_HERE).content.decode()

    # The part that all share holds no token; each reader gets their own.
    response = HttpResponse(KEPT.get(key, make).html.replace(TOKEN_HERE, get_token(request)))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _page(
    request: HttpRequest,
    tournament: Tournament,
    refusals: tuple[Refusal, ...] = (),
    token: str = "",
) -> HttpResponse:
    league = load_league(tournament)
    asked = request.POST.get("round") or request.GET.get("round", "")
    found = round_board(league, whole_number(asked))
    suspended = suspended_games(league)
    tables = tables_of(league)
    work = work_of(league, found, suspended, tables)
    times = timetable_of(league, timezone.now())
    here = request.get_full_path()
    if request.method == "POST":
        # The part that moves goes on showing the round that was acted on.
        here = request.path if found is None else f"{request.path}?round={found.round.number}"
    context: dict[str, Any] = {
        **frame(request, tournament, "board"),
        "league": league,
        "board": found,
        "rows": []
        if found is None
        else [
            (line, series_url(line.meeting.series_id), tables.get(line.meeting.series_id or 0))
            for line in found.lines
        ],
        "token": token or get_token(request),
        "work": work,
        # Where no clock is left to start, or the list offers it, it is not offered here.
        "may_begin": found is not None
        and any(not line.begun_at and not line.meeting.is_complete for line in found.lines)
        and not any(
            button.act == "begin" and button.fields.get("round") == str(found.round.number)
            for line in work
            for button in line.buttons
        ),
        "timetable": times,
        "timed": times.of_round(found.round.number) if times and found else None,
        "acting": (acting := _acting(request, found)),
        "suspended": suspended,
        "orders": orders_of(league, suspended),
        "out_of_turn": out_of_turn(tournament),
        "people": people_of(tournament) if found is not None else [],
        "round_ends": (round_ends := rounds_left(league)),
        "acting_ends": [
            *([(f"series:{acting.meeting.series_id}", "this series")] if acting else []),
            *round_ends,
        ],
        "substitutes": substitutes_of(tournament),
        "projector": request.GET.get("view") == PROJECTOR,
        "here": here,
        "typed": request.POST,
        "refusals": refusals,
    }
    return show(
        request,
        "tournaments/board.html",
        "tournaments/_board_live.html",
        context,
        status=422 if refusals else 200,
    )


def _acting(request: HttpRequest, found: RoundBoard | None) -> BoardLine | None:
    """The series whose buttons are asked for: they stand outside the part that moves."""
    asked = whole_number(request.GET.get("series", "") or request.POST.get("series", ""))
    lines = () if found is None else found.lines
    open_ones = [line for line in lines if not line.meeting.is_complete]
    return next((line for line in open_ones if asked and line.meeting.series_id == asked), None)
