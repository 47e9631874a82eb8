"""The page of a game, its transcript as a file, and playing it again to see whether it is true."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from config.ui.frame import wants_part
from games.access import may_score
from games.frame import Crumbs, crumbs_to
from games.models import Game
from games.presenters.retrosheet import archive
from games.presenters.scorecard import drawn_scorecard, reported_scorecard
from games.presenters.transcripts import transcript_text
from games.records import record_of
from games.reported_boxes import plays_of_report
from games.seeds import dice_segments
from games.selectors import has_event_file, visible_game
from games.seriesday.selectors.reports import told_box
from games.seriesday.selectors.suspended import orders_with, waiting_pitchers
from games.topics import game_topic
from games.verifying import verify
from games.views.parts import GOES_ON, game_part, page_of_card, page_of_player, part_response


@require_safe
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything there is to know about a game."""
    found = visible_game(request.user, pk)
    shown = game_part(found)
    if wants_part(request):
        return part_response(request, shown)
    goes_on = found.status in GOES_ON
    context = {
        **_frame(found),
        "part": mark_safe(shown.part.html),  # made by the template of the part, which escapes
        "topic": game_topic(found) if goes_on else "",
        "now": timezone.now() if goes_on and found.clocked else None,
        "waits": waiting_pitchers(request.user, found),
        "orders": orders_with(request.user, found),
        "score_url": _score_url(found) if goes_on and may_score(request.user, found.series) else "",
    }
    response = render(request, "games/game.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def scorecard(request: HttpRequest, pk: int) -> HttpResponse:
    """Every plate appearance as people draw it by hand, on one page to be printed."""
    found = visible_game(request.user, pk)
    told = told_box(found)
    events = plays_of_report(told[0]) if told is not None else None
    clubs = found.away, found.home
    if told is not None and events is not None:
        claim, names = told
        pages, settings = partial(page_of_card, found), found.series.settings
        card = reported_scorecard(claim, events, clubs, names, settings, pages)
    else:
        _verify_plays_known(found)
        card = drawn_scorecard(record_of(found), clubs, partial(page_of_player, found))
    context = {**_frame(found, "Scorecard"), "card": card}
    return render(request, "games/scorecard.html", context)


@require_safe
def transcript(request: HttpRequest, pk: int) -> HttpResponse:
    """The game as a text file, to be kept or played again elsewhere."""
    found = _with_plays(request, pk)
    seed = found.revealed_seed
    facts = [
        ("dice", found.get_source_display()),
        ("score", f"{found.away_runs}-{found.home_runs} ({found.get_status_display()})"),
    ]
    if seed:
        facts.append(("seed", seed))
    elif found.commitment:
        facts.append(("sha256 of the seed", found.commitment))
    for fresh in dice_segments(found):
        told = fresh.revealed_seed or f"sha256 {fresh.commitment}"
        facts.append((f"seed from throw {fresh.after + 1} on", told))
    text = transcript_text(
        record_of(found), title=f"{found.away} at {found.home}, game {found.number}", facts=facts
    )
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="game-{found.pk}.txt"'
    return response


@require_safe
def retrosheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The game as Retrosheet files; only of games of cards that are over."""
    found = visible_game(request.user, pk)
    if not has_event_file(found):
        raise Http404("This game has no event file.")
    return event_files(archive(found.series, [found]), f"game-{found.pk}")


def event_files(packed: bytes, name: str) -> HttpResponse:
    """An archive to be kept."""
    response = HttpResponse(packed, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}-retrosheet.zip"'
    return response


@require_safe
def verification(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the game again and say whether it comes out the same. It changes nothing."""
    found = _with_plays(request, pk)
    context = {**_frame(found, "Played again"), "checks": verify(found)}
    return render(request, "games/verification.html", context)


def _score_url(found: Game) -> str:
    """Where the game is scored, or reported."""
    page = "games:score" if found.has_plays else "seriesday:report"
    return reverse(page, args=[found.series_id, found.number])


def _with_plays(request: HttpRequest, pk: int) -> Game:
    """The game, where somebody wrote down its plays."""
    found = visible_game(request.user, pk)
    _verify_plays_known(found)
    return found


def _verify_plays_known(found: Game) -> None:
    """404 for a game that was not recorded play by play."""
    if not found.has_plays:
        raise Http404("Of this game only the result is known.")


def _frame(found: Game, last: str = "") -> dict[str, Any]:
    series = found.series
    crumbs: Crumbs = [
        *crumbs_to(series),
        (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
    ]
    name = f"Game {found.number}"
    crumbs += [(name, found.get_absolute_url()), (last, "")] if last else [(name, "")]
    return {"game": found, "series": series, "crumbs": crumbs}
