"""The page of a game, its transcript as a file, and playing it again to see whether it is true."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.doors import may_score
from games.models import Game
from games.records import record_of
from games.selectors import has_event_file, visible_game, voided_tails
from games.showing.retrosheet import archive
from games.showing.sheet import sheet
from games.showing.transcripts import transcript_text
from games.showing.words import option_facts
from games.topics import game_topic
from games.verifying import verify
from games.views.frame import Crumbs, crumbs_to, show


@gzip_page
@require_safe
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything there is to know about a game."""
    found = visible_game(request.user, pk)
    goes_on = found.status in (Game.Status.IN_PROGRESS, Game.Status.SUSPENDED)
    context = {
        **_frame(found),
        "sheet": sheet(record_of(found), (found.away, found.home)),
        "goes_on": goes_on,
        "event_file": has_event_file(found),
        "topic": game_topic(found) if goes_on else "",
        "score_url": reverse("games:score", args=[found.series_id, found.number])
        if goes_on and may_score(request.user, found.series)
        else "",
        "tails": voided_tails(found),
        "settings": option_facts(found.series.system, found.series.settings),
    }
    return show(request, "games/game.html", "games/_game_live.html", context)


@require_safe
def transcript(request: HttpRequest, pk: int) -> HttpResponse:
    """The game as a text file, to be kept or played again elsewhere."""
    found = visible_game(request.user, pk)
    seed = found.revealed_seed
    facts = [
        ("dice", found.get_source_display()),
        ("score", f"{found.away_runs}-{found.home_runs} ({found.get_status_display()})"),
    ]
    if seed:
        facts.append(("seed", seed))
    elif found.commitment:
        facts.append(("sha256 of the seed", found.commitment))
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
    found = visible_game(request.user, pk)
    context = {**_frame(found, "Played again"), "checks": verify(found)}
    return render(request, "games/verification.html", context)


def _frame(found: Game, last: str = "") -> dict[str, Any]:
    series = found.series
    crumbs: Crumbs = [
        *crumbs_to(series),
        (f"{series.away.name} at {series.home.name}", series.get_absolute_url()),
    ]
    name = f"Game {found.number}"
    crumbs += [(name, found.get_absolute_url()), (last, "")] if last else [(name, "")]
    return {"game": found, "series": series, "crumbs": crumbs}
