"""The law an event is played under: its rules sheet, its edition, and editions side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.people.models import User
from config.refusals import Refused
from games.card_games.registry import edition_settings
from games.clocks import allowance_in
from games.presenters.words import house_rules, value_in_words
from games.services.clocks import set_terms
from rosters.rules.editions.edition import PARTS, TITLES, RuleEdition
from rosters.rules.editions.fields import options
from rosters.rules.editions.presets import PRESETS, STPC_2024, USUAL, Preset
from tournaments.forms import ClockForm, EditionForm
from tournaments.models import Tournament
from tournaments.presenters import stage_in_words, steps_in_words
from tournaments.rules.drops import MEANINGS
from tournaments.rules.points import formula_in_words
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.services.editions import change_edition
from tournaments.views.frame import frame


@dataclass(frozen=True)
class EditionLine:
    """A field of the law with its value in one edition, and in another beside it."""

    label: str
    help: str
    rules: Sequence[str]
    ours: str
    theirs: str

    @property
    def differs(self) -> bool:
        """Whether the two editions say different things."""
        return self.ours != self.theirs


@dataclass(frozen=True)
class EditionPart:
    """A part of the law, line by line."""

    title: str
    lines: Sequence[EditionLine]


def edition_parts(ours: RuleEdition, theirs: RuleEdition) -> list[EditionPart]:
    """Two editions side by side, every field."""
    return [
        EditionPart(
            TITLES[part],
            [
                EditionLine(
                    option.label,
                    option.help,
                    option.rules,
                    value_in_words(option, getattr(getattr(ours, part), option.key)),
                    value_in_words(option, getattr(getattr(theirs, part), option.key)),
                )
                for option in options(law)
            ],
        )
        for part, law in PARTS.items()
    ]


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """Two presets of the tournament law side by side, with what differs."""
    ours = _preset(request.GET.get("one", ""), USUAL)
    theirs = _preset(request.GET.get("other", ""), STPC_2024)
    parts = edition_parts(ours.edition, theirs.edition)
    every = request.GET.get("all") == "1"
    shown = [
        EditionPart(part.title, [line for line in part.lines if every or line.differs])
        for part in parts
    ]
    context = {
        "presets": PRESETS.values(),
        "ours": ours,
        "theirs": theirs,
        "parts": [part for part in shown if part.lines],
        "differing": sum(line.differs for part in parts for line in part.lines),
        "every": every,
        "crumbs": [("Home", reverse("home")), ("Rule editions", "")],
    }
    return render(request, "tournaments/editions.html", context)


@require_safe
def rules_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything an event is played by, made of its settings, to be read and printed."""
    tournament = visible_tournament(request.user, slug)
    stages = [stage for stage in tournament.stages.all() if not stage.is_tie_break]
    divisions = tournament.entrants.values("division").distinct().count()
    decided = edition_settings(tournament.system, tournament.edition)
    context = {
        **frame(request, tournament, "rules"),
        "stages": [(stage, stage_in_words(stage, divisions)) for stage in stages],
        "steps": steps_in_words(tournament.ties),
        "points": formula_in_words(tournament.points_law),
        "clubs": tournament.entrants.count(),
        "dropped_results": MEANINGS[tournament.dropped_results],
        "house_rules": [
            rule
            for rule in house_rules(tournament.system, tournament.settings)
            if rule.key not in decided
        ],
        "preset": tournament.preset,
        "parts": edition_parts(tournament.edition, tournament.preset.edition)
        if tournament.has_edition
        else [],
        "frozen": tournament.state != Tournament.State.SETUP,
        "clock": allowance_in(tournament.scope),
    }
    return render(request, "tournaments/rules_sheet.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edition(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of an event's rule edition. A post of ``take`` takes a preset as it is."""
    tournament = directed_tournament(request.user, slug)
    status = 200
    if request.method == "POST":
        form = EditionForm.of(tournament, request.POST)
        taken = "take" in request.POST
        if taken or form.is_valid():
            try:
                changed = change_edition(
                    tournament=tournament,
                    preset=request.POST.get("preset", ""),
                    fields={} if taken else form.edition_fields(),
                    acting_user=cast(User, request.user),
                )
            except Refused as refused:
                form.full_clean()
                form.refuse(refused.refusals)
            else:
                messages.success(request, f"{changed} is played under {changed.preset.name}.")
                return redirect("tournaments:edition" if taken else "tournaments:rules", slug)
        status = 422
    else:
        form = EditionForm.of(tournament)
    context = {
        **frame(request, tournament, "rules", below="Edition"),
        "form": form,
        "frozen": tournament.state != Tournament.State.SETUP,
    }
    return render(request, "tournaments/edition.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """How long two people who play online may take to decide, for its director."""
    tournament = directed_tournament(request.user, slug)
    form = ClockForm.of(allowance_in(tournament.scope), request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                set_terms(
                    scope=tournament.scope,
                    allowance=form.allowance(),
                    acting_user=cast(User, request.user),
                    subject=tournament,
                )
            except Refused as refused:
                form.refuse(refused.refusals)
            else:
                messages.success(request, "Games that begin from now on are played by this clock.")
                return redirect("tournaments:rules", slug)
    context = {**frame(request, tournament, "rules", below="Clock"), "form": form}
    return render(request, "tournaments/clock.html", context, status=status)


def _preset(key: str, usual: Preset) -> Preset:
    return PRESETS.get(key, usual)
