"""The stages of an event, and how its ties are broken."""

from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.people.models import User
from config.refusals import Refusal, Refused
from config.ui.frame import show
from tournaments.forms import TieOrderForm
from tournaments.models import Stage, StageEntrant, Tournament
from tournaments.presenters import advancement_lines, champions_of, steps_in_words, title_of
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.formats import FORMATS
from tournaments.rules.ties import ORDERS, order_to_json
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.league import League, load_league
from tournaments.selectors.progress import brackets_of
from tournaments.services.formats import change_tie_order, choose_format
from tournaments.stage_forms import StagesForm
from tournaments.views import cards
from tournaments.views.format_preview import act_or_preview
from tournaments.views.frame import frame


@require_safe
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Every stage: who is in it and why, its rounds, and who would get in as things stand."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    champions = champions_of(league)
    context = {
        **frame(request, tournament, "stages"),
        "league": league,
        "stages": [_shown(league, stage) for stage in league.format],
        "tie_games": [cards.round_cards(round_) for round_ in league.tie_games],
        "champions": champions,
        "champions_title": title_of(league, len(champions)),
    }
    return show(request, "tournaments/stages.html", "tournaments/_stages_live.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tie_order(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of the steps that break ties. A post of ``take`` takes one of the usual orders."""
    tournament = directed_tournament(request.user, slug)
    form = TieOrderForm(tournament.ties, request.POST if request.method == "POST" else None)
    refusals = ()
    status = 200
    if request.method == "POST":
        usual = ORDERS.get(request.POST.get("take", ""))
        try:
            if usual is None and "take" in request.POST:
                raise Refused(Refusal("unknown-order", "Choose one of the usual orders.", "take"))
            steps: Any = order_to_json(usual[1]) if usual else form.steps()
            change_tie_order(
                tournament=tournament, steps=steps, acting_user=cast(User, request.user)
            )
        except Refused as refused:
            refusals, status = refused.refusals, 422  # type: ignore[assignment]
        else:
            messages.success(request, "The order of tie-breaks is saved.")
            return redirect("tournaments:tie-order" if usual else "tournaments:rules", slug)
    context = {
        **frame(request, tournament, "rules", below="Ties"),
        "form": form,
        "criteria": CRITERIA.values(),
        "steps": steps_in_words(tournament.ties),
        "orders": [(key, name, order == tournament.ties) for key, (name, order) in ORDERS.items()],
        "own_order": all(order != tournament.ties for _, order in ORDERS.values()),
        "refusals": refusals,
        "frozen": tournament.state != Tournament.State.SETUP,
    }
    return render(request, "tournaments/tie_order.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_format(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of an event's own stages; ``?preset=`` fills it with those of a preset."""
    tournament = directed_tournament(request.user, slug)
    begun_with = FORMATS.get(request.GET.get("preset", ""))
    form = StagesForm(
        begun_with.stages
        if begun_with
        else [
            stage.spec for stage in tournament.stages.order_by("number") if not stage.is_tie_break
        ],
        begun_with.divisions
        if begun_with
        else max(tournament.entrants.values_list("division", flat=True), default=1),
        request.POST if request.method == "POST" else None,
    )
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            act = partial(
                choose_format,
                tournament=tournament,
                stages=form.stages(),
                divisions=form.cleaned_data["divisions"],
                acting_user=cast(User, request.user),
            )
            done = act_or_preview(request, tournament, act, "rules")
            if isinstance(done, HttpResponse):
                return done
        except Refused as refused:
            refusals = tuple(refused.refusals)
        else:
            messages.success(request, "The event has these stages.")
            return redirect("tournaments:rules", slug)
    context = {
        **frame(request, tournament, "rules", below="Stages"),
        "form": form,
        "presets": list(FORMATS.values()),
        "begun_with": begun_with.key if begun_with else "",
        "refusals": refusals,
        "frozen": tournament.state != Tournament.State.SETUP,
    }
    status = 422 if refusals else 200
    return render(request, "tournaments/own_format.html", context, status=status)


def _shown(league: League, stage: Stage) -> dict[str, Any]:
    rounds = league.of_stage(stage)
    # A round robin has a page of its own.
    shown = rounds if stage.kind != Stage.Kind.ROUND_ROBIN else ()
    knockout = stage.spec if stage.kind == Stage.Kind.KNOCKOUT else None
    # Drawn anew after each round, or with two losses out, no lines lead from match to match.
    is_bracket = knockout is not None and knockout.losses == 1 and not knockout.reseed
    brackets = brackets_of(league, stage)
    return {
        "stage": stage,
        "told": stage.spec.told,
        "entry": stage.spec.entry.in_words(league.divisions) if stage.spec.entry else "",
        "members": list(StageEntrant.objects.filter(stage=stage).select_related("entrant__team")),
        "rounds": [
            cards.round_cards(round_, drawn=is_bracket, brackets=brackets) for round_ in shown
        ],
        "is_bracket": is_bracket,
        "played": sum(round_.done for round_ in rounds),
        "series": sum(round_.total for round_ in rounds),
        "waiting": [] if rounds else advancement_lines(league, stage),
    }
