"""The game systems: what can be played here, and a look at a game of it."""

from dataclasses import dataclass, field
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.refusals import Refusal, Refused
from config.ui.dice import row
from games.engine.decisions import BATTING
from games.engine.dice import Dice
from games.engine.dice_stream import DiceStream
from games.engine.first_turn import throw_first_turn
from games.engine.folds.moments import current_situation
from games.engine.record import replay, simulate
from games.engine.system import System
from games.exhibition import exhibition_clubs, staffs_of, state_of
from games.exhibition import what_if as play_what_if
from games.forms import SampleForm, WhatIfForm
from games.presenters.dice import faces_of
from games.presenters.now import OUTS, Now, now_of
from games.presenters.sheet import sheet
from games.presenters.story import story
from games.presenters.table import ShownTable, has_table, shown_table
from games.presenters.words import (
    answers_in_words,
    dice_in_words,
    option_facts,
    range_in_words,
    value_in_words,
)
from games.rulebook import catalogue
from games.rulebook.views import rule_url
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from games.systems.registry import system as system_of

MOST_FACES_DRAWN = 6
"""A die with more is told in words."""


@dataclass(frozen=True)
class SampleClub:
    """A club that exists for as long as a page does."""

    name: str
    abbreviation: str
    colour: str
    accent: str
    batting_order: tuple[str, ...] = field(default=())


AWAY = SampleClub(
    "Lamplighters",
    "LMP",
    "#7a3b12",
    "#ffd27d",
    ("Wick", "Tallow", "Ember", "Flint", "Lucifer", "Snuffer", "Cinder", "Mantle", "Taper"),
)
HOME = SampleClub(
    "Night Owls",
    "OWL",
    "#26345e",
    "#e8e3d3",
    ("Barn", "Tawny", "Snowy", "Scops", "Hawk", "Pygmy", "Eagle", "Ural", "Boreal"),
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every game system."""
    shown = [(system, _dice(system)) for system in SYSTEMS.values()]
    return render(request, "systems/index.html", {"systems": shown})


@require_safe
def system(request: HttpRequest, key: str) -> HttpResponse:
    """What a game is, what it asks and what can be set."""
    found = _system(key)
    context = {
        "system": found,
        "introduction": GAME_SYSTEMS[key].introduction,
        "dice": _dice(found),
        "decisions": [
            (
                decision,
                "The side at bat" if decision.asked == BATTING else "The side in the field",
                answers_in_words(decision),
            )
            for decision in found.decisions
        ],
        "options": [
            (
                option,
                range_in_words(option),
                value_in_words(option, option.default),
                [(rule, rule_url(catalogue.rule(rule))) for rule in option.rules],
            )
            for option in found.options
        ],
        "book": catalogue.book_for_system(found.key),
        "glimpse": _glimpse(found),
        "form": SampleForm(system=found),
        "crumbs": [("Game systems", reverse("systems:index")), (found.name, "")],
    }
    return render(request, "systems/system.html", context)


@require_safe
def sample(request: HttpRequest, key: str) -> HttpResponse:
    """A game from a seed, played while the page is made; nothing is stored."""
    found = _system(key)
    form = SampleForm(request.GET if "seed" in request.GET else None, system=found)
    seed = str(form.initial["seed"])
    refusals: tuple[Refusal, ...] = ()
    settings = found.settings()
    if form.is_bound and form.is_valid():
        seed = form.cleaned_data["seed"]
        try:
            settings = found.settings(form.options())
        except Refused as refused:
            refusals = refused.refusals
    wrong = form.is_bound and (not form.is_valid() or bool(refusals))
    clubs, throws = (AWAY, HOME), []
    if found.first_turn_thrown:
        thrown = throw_first_turn(DiceStream(f"{seed}/first-turn"))
        throws = [tuple(zip(clubs, pair, strict=True)) for pair in thrown.throws]
        clubs = (clubs[thrown.first], clubs[1 - thrown.first])
    record = (
        None if wrong else simulate(found, settings, seed, clubs=exhibition_clubs(found, settings))
    )
    context = {
        "system": found,
        "form": form,
        "refusals": refusals,
        "seed": seed,
        "sheet": sheet(record, clubs) if record else None,
        "throws": throws,
        "first": clubs[0],
        "settings": option_facts(found, settings),
        "another": SampleForm(system=found).initial["seed"],
        "crumbs": [
            ("Game systems", reverse("systems:index")),
            (found.name, reverse("systems:system", args=[found.key])),
            ("Sample game", ""),
        ],
    }
    return render(request, "systems/sample.html", context, status=422 if wrong else 200)


@require_safe
def what_if(request: HttpRequest, key: str) -> HttpResponse:
    """A game that begins in the middle, where a user says; nothing is stored."""
    found = _system(key)
    form = WhatIfForm(
        request.GET if "seed" in request.GET else None,
        system=found,
        clubs=(AWAY.name, HOME.name),
        staffs=staffs_of(found, exhibition_clubs(found)),
    )
    refusals: tuple[Refusal, ...] = ()
    played = None
    if form.is_bound and form.is_valid():
        state = state_of(found, exhibition_clubs(found), form.situation(), form.mounds())
        try:
            played = play_what_if(found, found.settings(), form.cleaned_data["seed"], state)
        except Refused as refused:
            refusals = refused.refusals
    context = {
        "system": found,
        "form": form,
        "refusals": refusals,
        "played": played,
        "sheet": sheet(played.record, (AWAY, HOME)) if played else None,
        "won": zip((AWAY, HOME), played.won, strict=True) if played else (),
        "crumbs": [
            ("Game systems", reverse("systems:index")),
            (found.name, reverse("systems:system", args=[found.key])),
            ("What if", ""),
        ],
    }
    wrong = form.is_bound and played is None
    return render(request, "systems/what_if.html", context, status=422 if wrong else 200)


@dataclass(frozen=True)
class Glimpse:
    """A game in the middle: where it stands, and what lies on its table."""

    now: Now
    table: ShownTable | None


GLIMPSED = "a game in progress"
"""The seed of the game that a system's page shows."""


@cache
def _glimpse(system: System) -> Glimpse:
    """The first moment of a game's second half at which a runner is on base, or its middle where
    there are no bases."""
    clubs, settings = exhibition_clubs(system), system.settings()
    entries = simulate(system, settings, GLIMPSED, clubs=clubs).transcript
    middle = len(entries) // 2
    for upto in range(middle, len(entries)):
        record = replay(system, settings, entries[:upto], clubs=clubs)
        between = current_situation(record)
        if record.open and (not system.batters or (between.bases and between.outs < OUTS)):
            break
    told = story(record, (AWAY, HOME))
    last = next((half.plays[-1] for half in reversed(told.halves) if half.plays), None)
    now = now_of(record, (AWAY, HOME), last)
    return Glimpse(now, shown_table(record, (AWAY, HOME), now) if has_table(system) else None)


def _system(key: str) -> System:
    try:
        return system_of(key)
    except Refused as refused:
        raise Http404(str(refused)) from refused


def _dice(system: System) -> list[tuple[str, str, str]]:
    """What is thrown, one row for all throws of the same dice: what they are for, the dice in
    words, and the faces drawn where all have the same."""
    alike: dict[tuple[object, ...], list[Dice]] = {}
    for dice in system.dice:
        alike.setdefault((dice.sides, dice.faces), []).append(dice)
    rows = []
    for first, *others in alike.values():
        names = ", ".join(dice.name.replace("-", " ") for dice in (first, *others))
        drawn = max(first.sides) == min(first.sides) <= MOST_FACES_DRAWN
        faces = row(faces_of(first)) if drawn else ""
        rows.append((names, dice_in_words(first), faces))
    return rows
