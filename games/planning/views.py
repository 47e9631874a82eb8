"""Pages of a club's plans, and the page on which both sides get ready for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from config.inputs import form_refusals, whole_number
from config.people import scopes
from config.refusals import Refusal, Refused, refuse_all
from config.ui.frame import wants_part
from games.access import rights_in
from games.frame import user_of
from games.hooks import is_event_over
from games.models import Series
from games.planning import forms
from games.planning.access import planned_squad
from games.planning.board import PlanBoard, event_rules
from games.planning.disclosure import Reader, reader_of
from games.planning.presenters import before as before_presenter
from games.planning.presenters import club as club_presenter
from games.planning.presenters import lineup as lineup_presenter
from games.planning.presenters import rotation as rotation_presenter
from games.planning.services import lineups, orders, rotations
from games.planning.services.before_games import before_game, confirm_line_up, name_starter
from games.selectors import visible_series
from games.services.calling_off import ended
from games.topics import series_topic, squad_topic
from rosters.access import visible_squad
from rosters.models import Squad
from rosters.presenters.systems import presenter_of

HANDS = {"left": "L", "right": "R"}


@require_safe
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """The eligible pitchers, the rotation ahead and the lineups, as far as the visitor may see."""
    squad = visible_squad(request.user, pk)
    board = PlanBoard(squad)
    reader = reader_of(request.user, squad.scope)
    goes_on = not is_event_over(squad.scope)
    is_inside = reader.is_inside(squad.team_id)
    context = {
        **_frame(board, ""),
        "topic": squad_topic(squad) if is_inside else "",
        "ahead": club_presenter.club_context(board, reader),
        "may_plan": is_inside and goes_on,
        "may_direct": reader.directs and goes_on,
        "rules_url": _rules_url(squad),
        "printed_squad": presenter_of(board.system_key).printed_squad,
    }
    template = "planning/_club.html" if wants_part(request) else "planning/club.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: HttpRequest, pk: int, hand: str) -> HttpResponse:
    """The lineup against one hand; a post that does not save shows a preview."""
    against = HANDS.get(hand)
    squad = planned_squad(request.user, pk)
    board = PlanBoard(squad)
    if against is None or board.builder is None:
        raise Http404("No such line-up.")
    series, number = _of_series(board, request)
    refusals: tuple[Refusal, ...] = ()
    spots = lineup_presenter.laid_down(board, against, series, number)
    if request.method == "POST":
        act = request.POST.get("act", "")
        try:
            if act == "clear":
                lineups.clear_line_up(
                    squad=squad,
                    against=against,
                    acting_user=user_of(request),
                    series=series,
                    number=number,
                )
                messages.success(request, "The line-up is taken back.")
                return redirect(request.get_full_path())
            spots = forms.changed(board, against, forms.read_spots(request.POST), request.POST)
            if act == "save":
                lineups.save_line_up(
                    squad=squad,
                    against=against,
                    spots=spots,
                    acting_user=user_of(request),
                    series=series,
                    number=number,
                    seen=request.POST.get(forms.SEEN),
                )
                messages.success(request, "The line-up is saved.")
                return redirect(request.get_full_path())
        except Refused as refused:
            refusals = refused.refusals
    context = {
        **_frame(board, f"Line-up against {hand}-handed starters"),
        "hand": hand,
        "other_hand": "right" if hand == "left" else "left",
        "series": series,
        "number": number,
        "places": lineup_presenter.places(board),
        "games_of_series": range(1, series.length + 1) if series else (),
        "there": lineup_presenter.is_laid_down(board, against, series, number),
        "seen": _seen(request, refusals, lineups.stamp_of(squad, against, series, number)),
        "editor": lineup_presenter.editor(
            board, against, spots, played=request.POST.get("act") == "play"
        ),
        "refusals": refusals,
        "here": request.get_full_path(),
    }
    return _editor(request, "planning/line_up.html", context, refusals)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rotation(request: HttpRequest, pk: int) -> HttpResponse:
    """Declared starters of the games ahead, the best legal rotation and the cost of a change."""
    squad = planned_squad(request.user, pk)
    board = PlanBoard(squad)
    if not board.declares_starts:
        raise Http404("No rotation is kept here.")
    refusals: tuple[Refusal, ...] = ()
    tried: Mapping[int, int] | None = None
    seen: dict[int, int] = {}
    if request.method == "POST":
        try:
            sent = forms.read_starts(request.POST)
            seen = dict(sent.seen)
            if request.POST.get("act") == "propose":
                tried = rotation_presenter.proposal(board)
            else:
                tried = sent.changed
                refuse_all(sent.wrong)
                rotations.declare_starts(
                    squad=squad,
                    starts=tried,
                    acting_user=user_of(request),
                    seen=sent.seen,
                )
                done = "The rotation is declared." if tried else "Nothing was changed."
                messages.success(request, done)
                return redirect("planning:rotation", pk)
        except Refused as refused:
            refusals = refused.refusals
            # The page now shows what is declared there, so the user may overwrite it.
            for refusal in refusals:
                if refusal.code == "declared-since":
                    seen.pop(whole_number(refusal.place.removeprefix("game ")) or 0, None)
    context = {
        **_frame(board, "Rotation"),
        "planner": rotation_presenter.planner(board, tried, whole="all" in request.GET, seen=seen),
        "tried": tried is not None,
        "refusals": refusals,
    }
    return render(request, "planning/rotation.html", context, status=422 if refusals else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def instructions(request: HttpRequest, pk: int) -> HttpResponse:
    """The instructions for games in the manager's absence."""
    squad = planned_squad(request.user, pk)
    board = PlanBoard(squad)
    if not board.may_be_instructed:
        raise Http404("No instructions are kept here.")
    opponents = board.opponents
    opponent = None
    if "opponent" in request.GET:
        opponent = opponents.get(whole_number(request.GET["opponent"]) or 0)
        if opponent is None:
            raise Http404("The club does not meet them.")
    form = forms.InstructionsForm(
        request.POST if request.method == "POST" else None, board=board, opponent=opponent
    )
    if form.is_bound and form.is_valid():
        try:
            written = lineups.save_instructions(
                squad=squad,
                instructions=form.instructions(),
                acting_user=user_of(request),
                opponent=opponent,
                seen=form.seen,
            )
        except Refused as refused:
            for refusal in refused.refusals:
                place = refusal.place if refusal.place in form.fields else None
                form.add_error(place, ValidationError(refusal.message, code=refusal.code))
        else:
            messages.success(request, f"Saved as version {written.version}.")
            return redirect(request.get_full_path())
    refusals = form_refusals(form)
    context = {
        **_frame(board, "Instructions"),
        "form": form,
        "seen": _seen(request, refusals, str(form.version)),
        "refusals": refusals,
        "opponent": opponent,
        "opponents": opponents.values(),
        "versions": club_presenter.versions(board),
        "here": request.get_full_path(),
    }
    return render(request, "planning/instructions.html", context, status=422 if refusals else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, pk: int) -> HttpResponse:
    squad = planned_squad(request.user, pk)
    board = PlanBoard(squad)
    if board.order is None:
        raise Http404("This game has no fixed order of players.")
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            orders.lay_down_order(
                squad=squad,
                change=forms.order_asked(board, request.POST),
                acting_user=user_of(request),
            )
        except Refused as refused:
            refusals = refused.refusals
        else:
            if not request.headers.get("HX-Request"):
                return redirect(request.path)
            board = PlanBoard(squad)
    context = {
        **_frame(board, "Order"),
        "order": board.order,
        "kinds": club_presenter.in_order(board),
        "closed": orders.games_going_on(squad, board.order) if board.order else [],
        "refusals": refusals,
        "here": request.path,
    }
    return render(request, "planning/order.html", context, status=422 if refusals else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def before(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Both sides name their starters, visitors first, and confirm their lineups."""
    series = visible_series(request.user, pk)
    rights = rights_in(request.user, series, number) if 1 <= number <= series.length else None
    if rights is None or not rights.may_score or before_game(series, number) is None:
        raise Http404("No such game.")
    reader = reader_of(request.user, series.scope, directs=rights.may_direct)
    begun = series.game(number) is not None
    if begun and request.method != "POST":
        return redirect("games:score", pk, number)
    refusals: tuple[Refusal, ...] = ()
    drafts: dict[int, Any] = {}
    if request.method == "POST":
        try:
            done = _say(request, series, number, reader, drafts)
        except Refused as refused:
            refusals = refused.refusals
        else:
            if done:
                messages.success(request, done)
                return redirect("planning:before", pk, number)
    context = {
        "series": series,
        "number": number,
        "topic": series_topic(series),
        "begun": begun,
        "over": ended(series),
        "sides": () if begun else before_presenter.sides(series, number, reader, drafts),
        "may_begin": not begun and before_presenter.may_begin(series, number),
        "drafts": drafts,
        "refusals": refusals,
        "here": request.get_full_path(),
        "crumbs": [
            ("Home", reverse("home")),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            (f"Before game {number}", ""),
        ],
    }
    return _editor(request, "planning/before.html", context, refusals)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, kind: str, key: int) -> HttpResponse:
    """How an event keeps pitching, for its directors."""
    scope = f"{kind}:{key}"
    if not scopes.may_direct(request.user, scope):
        raise Http404("No such event.")
    above = scopes.way_back(scope)
    if above is None:
        raise Http404("No such event.")
    form = forms.RulesForm(
        request.POST if request.method == "POST" else None, rules=event_rules(scope)
    )
    if form.is_bound and form.is_valid():
        rotations.set_event_rules(
            scope=scope, values=form.cleaned_data, acting_user=user_of(request)
        )
        messages.success(request, "Saved.")
        return redirect(request.path)
    context = {
        "form": form,
        "crumbs": [("Home", reverse("home")), above, ("Pitching rules", "")],
    }
    return render(request, "planning/rules.html", context, status=422 if form.errors else 200)


def _say(
    request: HttpRequest,
    series: Series,
    number: int,
    reader: Reader,
    drafts: dict[int, Any],
) -> str:
    side = whole_number(request.POST.get("side"), most=1)
    if side is None or not reader.is_inside(series.sides(number)[side]):
        raise Refused(Refusal("not-your-side", "This is for the other side to say.", "side"))
    act = request.POST.get("act", "")
    if act == "name":
        name_starter(
            series=series,
            number=number,
            side=side,
            card=whole_number(request.POST.get("starter")) or 0,
            acting_user=user_of(request),
        )
        return "The starter is named."
    board = before_presenter.board_of(series, number, side)
    spots = forms.changed(board, "R", forms.read_spots(request.POST), request.POST)
    drafts[side] = spots
    if act != "confirm":
        return ""
    confirm_line_up(
        series=series, number=number, side=side, spots=spots, acting_user=user_of(request)
    )
    return "The line-up is confirmed."


def _editor(
    request: HttpRequest, template: str, context: dict[str, Any], refusals: tuple[Refusal, ...]
) -> HttpResponse:
    status = 422 if refusals and request.POST.get("act") else 200
    return render(request, template, context, status=status)


def _seen(request: HttpRequest, refusals: tuple[Refusal, ...], now: str) -> str:
    """The version that the page sends back as seen: the one it was opened with, or the present one
    once the user has been shown that it changed."""
    is_shown = any(refusal.code.endswith("-since") for refusal in refusals)
    return now if is_shown else request.POST.get(forms.SEEN, now)


def _of_series(board: PlanBoard, request: HttpRequest) -> tuple[Series | None, int]:
    """The upcoming series and game that the address names; (None, 0) for the whole event."""
    if "series" not in request.GET:
        return None, 0
    key = whole_number(request.GET["series"])
    series = next((game.series for game in board.schedule if game.series.pk == key), None)
    number = whole_number(request.GET.get("game") or "0", most=series.length if series else 0)
    if series is None or number is None:
        raise Http404("No such series.")
    return series, number


def _rules_url(squad: Squad) -> str:
    kind, _, key = squad.scope.partition(":")
    return reverse("planning:rules", args=[kind, key]) if key.isdecimal() else ""


def _frame(board: PlanBoard, last: str) -> dict[str, Any]:
    above = scopes.way_back(board.squad.scope)
    page = reverse("planning:club", args=[board.squad.pk])
    name = f"{board.team.name}: game plan"
    trail = [(name, page), (last, "")] if last else [(name, "")]
    return {
        "squad": board.squad,
        "team": board.team,
        "declares_starts": board.declares_starts,
        "sheet": board.sheet_row,
        "crumbs": [("Home", reverse("home")), *([above] if above else []), *trail],
    }
