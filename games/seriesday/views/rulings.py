"""Reporting a violation, and choosing what is done about it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.inputs import whole_number
from config.refusals import Refusal
from games.frame import crumbs_to, user_of
from games.models import Game, Series
from games.rules.remedies import BOTH, CASES, OFFENDED
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.changes import Changes, changes_by, changes_in_series_by
from games.seriesday.models import Ruling
from games.seriesday.selectors.reports import staffs
from games.seriesday.selectors.rulings import (
    cases_of,
    games_begun,
    ruling_page,
    rulings_of,
    visible_ruling,
)
from games.seriesday.services.rulings import (
    Violation,
    agree,
    appeal,
    choose_remedy,
    closed_cases,
    dismiss,
    open_ruling,
)
from games.seriesday.views.acting import act_page, done, unknown_act
from games.systems.registry import GAME_SYSTEMS
from rosters.editions import names_paragraphs


def _report(request: HttpRequest, series: Series) -> HttpResponse:
    opened = open_ruling(
        series_id=series.pk,
        number=whole_number(request.POST.get("number", "")) or 0,
        violation=_violation(request),
        acting_user=user_of(request),
    )
    return done(request, "Reported. It stays open until it is ruled on.", "ruling", opened.pk)


def _violation(request: HttpRequest) -> Violation:
    post = request.POST

    def number(key: str) -> int | None:
        return whole_number(post.get(key, "").strip())

    return Violation(
        case=post.get("case", ""),
        facts=post.get("facts", ""),
        offender=number("offender"),
        entry=number("entry"),
        pitcher=number("pitcher"),
        made_in_half=number("made_in_half"),
        noticed_in_half=number("noticed_in_half"),
        batters_since=number("batters_since") or 0,
    )


def _preview(request: HttpRequest, found: Ruling) -> Changes:
    """What a remedy would change; nothing is stored."""
    act = partial(_choose, request, found, play_on=False)
    if found.game is None:
        return changes_in_series_by(found.series, act)
    return changes_by(found.game, act)


def _choose(request: HttpRequest, found: Ruling, *, play_on: bool = True) -> Ruling:
    post = request.POST
    return choose_remedy(
        ruling_id=found.pk,
        remedy=post.get("remedy", ""),
        acting_user=user_of(request),
        words=post.get("words", ""),
        footnote=post.get("footnote", ""),
        entry=whole_number(post.get("entry", "").strip()),
        play_on=play_on,
    )


def _act(request: HttpRequest, found: Ruling) -> HttpResponse:
    user, post = user_of(request), request.POST
    words = post.get("words", "")
    match post.get("act", ""):
        case "preview":
            return _one(request, found, (), preview=_preview(request, found))
        case "choose":
            _choose(request, found)
            said = "Decided and carried out."
        case "agree":
            agree(ruling_id=found.pk, acting_user=user)
            said = "You agree that it happened."
        case "deny":
            agree(ruling_id=found.pk, acting_user=user, denies=True)
            shared = CASES[found.case].chooses == BOTH
            said = "Denied: no mistake has happened." if shared else "Denied: the director rules."
        case "appeal":
            appeal(ruling_id=found.pk, words=words, acting_user=user)
            said = "It has gone to the director."
        case "dismiss":
            dismiss(ruling_id=found.pk, words=words, acting_user=user)
            said = "Dismissed."
        case _:
            raise unknown_act()
    return done(request, said, "ruling", found.pk)


@act_page(visible_series, _report)
def rulings(request: HttpRequest, series: Series, refusals: tuple[Refusal, ...]) -> HttpResponse:
    """What was ruled on in a series; a post reports a violation."""
    part = part_in(request.user, series)
    games = games_begun(series)
    asked = whole_number(request.POST.get("number", "") or request.GET.get("game", ""))
    about = next((each for each in games if each.number == asked), games[-1] if games else None)
    cases = []
    if part.has_part and about is not None:
        about.stands_in(series)
        closed = closed_cases(about, part)
        offered = cases_of(GAME_SYSTEMS[series.system_key])
        cases = [case for case in offered if case.key not in closed]
    staff = staffs(series, 1) if cases else None
    context: dict[str, Any] = {
        "series": series,
        "rulings": rulings_of(series),
        "games": games,
        "about": about,
        # T31.8c: a mistake in a game that is over was noticed as it ended, or too late.
        "last_half": 2 * (about.inning - 1) + (about.half or 0) + 1
        if about is not None and about.status in (Game.Status.FINAL, Game.Status.REPORTED)
        else "",
        "cases": [(case, case.chooses == OFFENDED) for case in cases],
        "names_paragraphs": names_paragraphs(series.system_key),
        "clubs": (series.away, series.home),
        "staff": staff or (),
        "typed": request.POST if refusals else {},
        "refusals": refusals,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("Rulings", ""),
        ],
    }
    return render(request, "seriesday/rulings.html", context, status=422 if refusals else 200)


def _one(
    request: HttpRequest,
    found: Ruling,
    refusals: tuple[Refusal, ...],
    preview: Changes | None = None,
) -> HttpResponse:
    page = ruling_page(request.user, found)
    series = found.series
    chosen = request.POST.get("remedy", "")
    context: dict[str, Any] = {
        "page": page,
        "ruling": found,
        "series": series,
        "game": found.game,
        "refusals": refusals,
        "preview": preview,
        "chosen": next((each for each in page.offers if each.remedy.key == chosen), None),
        "typed": request.POST,
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            ("Ruling", ""),
        ],
    }
    return render(request, "seriesday/ruling.html", context, status=422 if refusals else 200)


@act_page(visible_ruling, _act)
def ruling(request: HttpRequest, found: Ruling, refusals: tuple[Refusal, ...]) -> HttpResponse:
    """A ruling: the rule, the facts, the remedies, and what each of them would change."""
    return _one(request, found, refusals)
