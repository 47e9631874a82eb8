"""Reporting a game from a phone, and answering the other side's report.

One page, and every button a form of its own: it works without scripts. A draft is kept on the
device, and its key sees to it that what is sent twice is stored once. With ``?box`` the page asks
for the players' lines as well, filled in from line-up and rotation.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from config.ui.frame import show
from games.access import rights_in
from games.card_games.registry import box_shape
from games.engine.event_files.game import MOST_LETTERS
from games.frame import crumbs_to, user_of
from games.models import Game, Series
from games.rules.box_shapes import NINE
from games.rules.breaches import CASES as BREACHES
from games.rules.endings import law_of
from games.rules.reports import GameClaim
from games.selectors import visible_series
from games.seriesday.access import SeriesPart, part_in
from games.seriesday.answers import (
    WAITING,
    answers_of,
    is_answerable,
    suspended_report_refusals,
)
from games.seriesday.changes import Changes, changes_by
from games.seriesday.event_files import (
    CHOICES,
    posted_claim,
    posted_text,
    read_event_file,
    reads_event_files,
)
from games.seriesday.filled_forms import filled_form
from games.seriesday.forms import read_claim
from games.seriesday.marks import Marks, marks_of
from games.seriesday.models import GameReport
from games.seriesday.presenters import shown_version
from games.seriesday.selectors.left import left_of
from games.seriesday.selectors.official import signed_sheets
from games.seriesday.selectors.reports import Version, versions_of
from games.seriesday.selectors.rulings import rulings_on
from games.seriesday.services.reporting import (
    confirm_report,
    correct_report,
    report_game,
    settle_report,
)
from games.seriesday.views.acting import telling_what_follows
from games.services.calling_off import ended
from games.services.rewinding import void_game
from games.sheets import keeps_sheets
from games.systems.registry import GAME_SYSTEMS
from games.topics import series_topic
from games.turns import passed_over
from pitching.services.signing import reopen_sheets
from rosters.matching import doubts_of

AGAINST_THE_LAW = ("not-eligible", "too-many-outs", *BREACHES)
"""Refusals of acts that may have happened all the same; they are stored and ruled on."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Tell what a game came to, confirm it, tell it otherwise, settle it, put it right."""
    series = visible_series(request.user, pk)
    if not 1 <= number <= series.length or not rights_in(request.user, series, number).may_score:
        raise Http404("No such game.")
    if request.method != "POST":
        return _page(request, series, number)
    try:
        if request.POST.get("act") == "preview":
            return _page(request, series, number, preview=_preview(request, series, number))
        with telling_what_follows(request, series.scope):
            done = _act(request, series, number)
    except Refused as refused:
        return _page(request, series, number, refusals=refused.refusals)
    how = posted_text(request)[1] if request.POST.get("act") == "event-file" else ""
    messages.success(request, f"{done}{how}")
    return redirect("seriesday:report", pk, number)


def _act(request: HttpRequest, series: Series, number: int) -> str:
    user, post = user_of(request), request.POST
    act = post.get("act", "")
    if act == "report":
        stored = report_game(
            series_id=series.pk,
            number=number,
            claim=_claim(request, series),
            key=post.get("key", "")[:64],
            acting_user=user,
            despite="despite" in post,
        )
        return _said(stored, part_in(user, series))
    game = series.game(number)
    corrects = game is not None and (game.is_final or bool(post.get("reason", "").strip()))
    if act == "event-file" and not corrects:
        stored = report_game(
            series_id=series.pk,
            number=number,
            claim=posted_claim(request, series, number),
            key=post.get("key", "")[:64],
            acting_user=user,
            despite="despite" in post,
        )
        return _said(stored, part_in(user, series))
    if game is None:
        raise Refused(Refusal("no-game-yet", "Nothing has been reported of this game."))
    version = whole_number(post.get("version", "")) or 0
    if act == "confirm":
        confirm_report(game_id=game.pk, version=version, acting_user=user)
        return "Confirmed: the result counts."
    if act == "settle":
        settle_report(
            game_id=game.pk, version=version, reason=post.get("reason", ""), acting_user=user
        )
        return "Settled: the result counts."
    if act in ("correct", "event-file"):
        _correct(request, series, game)
        return "The result is corrected."
    if act == "void":
        part_in(user, series).verify_directs()
        reason = post.get("reason", "")
        with transaction.atomic():
            if "reopens" in post:
                sheets = {"key": f"series:{series.pk}", "scope": series.scope}
                reopen_sheets(**sheets, reason=reason, acting_user=user)
            void_game(
                game_id=game.pk,
                reason=reason,
                acting_user=user,
            )
        return "Taken off the books."
    raise Refused(Refusal("unknown-act", f"There is no such act: {act[:20]!r}.", "act"))


def _preview(request: HttpRequest, series: Series, number: int) -> Changes:
    """What a correction would change; nothing is stored."""
    game = series.game(number)
    if game is None:
        raise Refused(Refusal("no-game-yet", "Nothing has been reported of this game."))
    return changes_by(game, lambda: _correct(request, series, game))


def _correct(request: HttpRequest, series: Series, game: Game) -> GameReport:
    return correct_report(
        game_id=game.pk,
        claim=_claim(request, series, game.number),
        reason=request.POST.get("reason", ""),
        acting_user=user_of(request),
        despite="despite" in request.POST,
        reopens="reopens" in request.POST,
    )


def _claim(request: HttpRequest, series: Series, number: int = 0) -> GameClaim:
    if request.POST.get("act") == "event-file":
        return posted_claim(request, series, number)
    shape = box_shape(series.system, series.settings)
    pitchers = keeps_sheets(series) or (shape is not None and "boxed" in request.POST)
    law = law_of(series.settings)
    return read_claim(request.POST.dict(), law, pitchers=pitchers, shape=shape or NINE)


def _said(stored: GameReport, part: SeriesPart) -> str:
    if stored.state == GameReport.State.CONFIRMED:
        return "Stored." if stored.game.status == Game.Status.SUSPENDED else "The result counts."
    if stored.state == GameReport.State.DISPUTED:
        return "Your version is stored; a director settles which one counts."
    return f"Reported. {_confirms(stored.game.series, part, [stored])} has to confirm it."


def _page(
    request: HttpRequest,
    series: Series,
    number: int,
    *,
    refusals: tuple[Refusal, ...] = (),
    preview: Changes | None = None,
) -> HttpResponse:
    game = series.game(number)
    part = part_in(request.user, series)
    sides = _sides(series, number)
    versions = versions_of(game) if game is not None else []
    waiting = [each for each in versions if each.report.state in WAITING]
    answers = answers_of(request.user, part, game, [each.report for each in waiting])
    theirs = [each for each in waiting if part.clubs and each.report.team_id not in part.clubs] or [
        each for each in waiting if each.report in answers.confirm
    ]
    mine = [each for each in waiting if each not in theirs]
    over = ended(series, game)
    tells = not over and (
        game is None or (not game.is_final and (not game.has_plays or bool(theirs)))
    )
    counts = [each for each in versions if each.report.state == GameReport.State.CONFIRMED]
    context: dict[str, Any] = {
        "series": series,
        "number": number,
        "game": game,
        "away": sides[0],
        "home": sides[1],
        "was_left": left_of(game)
        if game is not None and game.status == Game.Status.SUSPENDED and not game.has_plays
        else None,
        "versions": [shown_version(each, sides) for each in versions],
        "counts": [shown_version(each, sides) for each in counts],
        "theirs": [shown_version(each, sides) for each in theirs],
        "mine": [shown_version(each, sides) for each in mine],
        "rulings": rulings_on(request.user, game) if game is not None else (),
        "waits_for": _confirms(series, part, [each.report for each in mine]),
        "over": over,
        "settles": answers.settle,
        "directs": part.directs,
        "tells": tells and (bool(part.clubs) or game is None or not waiting),
        "may_report_suspended": not suspended_report_refusals(series, game),
        "corrects": answers.correct,
        "signed": signed_sheets(series) if answers.correct else (),
        "form": filled_form(
            series,
            number,
            part.reader,
            sides,
            sent=_sent(request, refusals),
            told=_latest_claim(mine or theirs or counts or versions),
            asks_box="box" in request.GET,
            key_used=any(each.code == "key-used" for each in refusals),
            marks=_marks(request, series, refusals),
        ),
        "refusals": [each for each in refusals if not each.facts.get("meant")],
        "event_file": _event_file(request, series, refusals),
        # In games on no sheet there would be no ruling on it.
        "against_the_law": bool(refusals)
        and keeps_sheets(series)
        and all(each.code in AGAINST_THE_LAW for each in refusals),
        "preview": preview,
        "passed": passed_over(series, game),
        "computer_game": GAME_SYSTEMS[series.system_key].computer_game,
        "posted": request.POST.get("act", ""),
        "typed": request.POST if refusals else {},
        "topic": series_topic(series),
        "next_url": _next(series, number),
        "here": reverse("seriesday:report", args=[series.pk, number]),
        "box_url": f"{reverse('seriesday:report', args=[series.pk, number])}?box=1",
        "crumbs": [
            *crumbs_to(series),
            (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
            (f"Game {number}", ""),
        ],
    }
    return show(
        request,
        "seriesday/report.html",
        "seriesday/_report.html",
        context,
        status=422 if refusals else 200,
    )


def _event_file(
    request: HttpRequest, series: Series, refusals: tuple[Refusal, ...]
) -> dict[str, Any] | None:
    """The form for an event file, with what was sent and not stored; ``None`` where none can be
    read."""
    if not reads_event_files(series):
        return None
    sent = bool(refusals) and request.POST.get("act") == "event-file"
    text, rows = "", []
    if sent:
        with suppress(Refused):
            text, _ = posted_text(request)
            rows = read_event_file(series, text).rows
    return {
        "sent": sent,
        "text": text[:MOST_LETTERS],
        "choices": CHOICES,
        "ended": request.POST.get("ended", "") if sent else "",
        "doubts": doubts_of(refusals, request.POST, rows) if sent else [],
    }


def _sent(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> dict[str, str] | None:
    """The form that was sent, if one was; with the ending that was certain all the same, where more
    is asked of it."""
    if request.method != "POST" or "away_runs" not in request.POST:
        return None
    certain = next((str(each.facts["ending"]) for each in refusals if "ending" in each.facts), "")
    return request.POST.dict() | ({"ending": certain} if certain else {})


def _latest_claim(known: list[Version]) -> GameClaim | None:
    return known[0].claim if known else None


def _marks(request: HttpRequest, series: Series, refusals: tuple[Refusal, ...]) -> Marks:
    """What is wrong at which row of the form that was sent."""
    sent = _sent(request)
    if not refusals or sent is None:
        return {}
    try:
        claim = _claim(request, series)
    except Refused:
        claim = None
    shape = box_shape(series.system, series.settings) or NINE
    return marks_of(refusals, sent, claim, shape)


def _sides(series: Series, number: int) -> tuple[Any, Any]:
    away_id, _ = series.sides(number)
    both = (series.away, series.home)
    return both if away_id == series.away_id else (series.home, series.away)


def _confirms(series: Series, part: SeriesPart, mine: list[GameReport]) -> str:
    """Who is asked to confirm: the other club, or the director where only the sender is its own."""
    other = series.away if series.home_id in part.clubs else series.home
    asks = any(is_answerable(other.pk, each.told_by_id) for each in mine)
    return other.name if asks else "The director"


def _next(series: Series, number: int) -> str:
    """Where the next game is reported."""
    if number >= series.length:
        return ""
    return reverse("seriesday:report", args=[series.pk, number + 1])
