"""Great games and streaks of an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.refusals import Refusal, envelope
from config.spreadsheets import write_rows
from tournaments.book.feats import FIRST, remembered, remembered_data
from tournaments.book.models import Book
from tournaments.rules.feats import OF_A_GAME
from tournaments.selectors.access import visible_tournament
from tournaments.views.frame import frame

WHOLE = 100
"""Lines of a kind that is asked for by itself."""


def asked_kinds(kind: str) -> tuple[Sequence[str], int | None, list[Refusal]]:
    """The kinds to be shown, how many lines of each (``None``: as is usual), and what is wrong with
    what was asked for: ``unknown-kind``."""
    if not kind:
        return FIRST, None, []
    if kind in OF_A_GAME:
        return [kind], WHOLE, []
    words = f"Nothing is kept by the name “{kind[:40]}”."
    return FIRST, None, [Refusal("unknown-kind", words, "kind", {"known": list(OF_A_GAME)})]


@require_safe
def feats(request: HttpRequest, slug: str) -> HttpResponse:
    """The best games of some kinds or of one, the longest streaks, and what was told of late."""
    tournament = visible_tournament(request.user, slug)
    kind = request.GET.get("kind", "")
    kinds, most, refusals = asked_kinds(kind)
    found = remembered(tournament, kinds, *([most] if most else []))
    shared = frame(request, tournament, "statistics", below="Great games")
    context = {
        **shared,
        "found": found,
        "kinds": [(key, each.title) for key, each in OF_A_GAME.items()],
        "kind": kind if not refusals else "",
        "refusals": refusals,
        "in_house": shared["directs"]
        and Book.objects.filter(tournament=tournament, in_house=True).exists(),
    }
    return render(request, "tournaments/feats.html", context, status=400 if refusals else 200)


@require_safe
def feats_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """All kinds as JSON or CSV, or the one that is asked for."""
    tournament = visible_tournament(request.user, slug)
    kinds, most, refusals = asked_kinds(request.GET.get("kind", ""))
    if refusals:
        return JsonResponse(envelope(refusals), status=400)
    found = remembered(tournament, kinds if most else list(OF_A_GAME), WHOLE)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-great-games.{form}"'}
    if form == "json":
        return JsonResponse(remembered_data(found), headers=headers)
    rows: list[Sequence[Any]] = [["kind", "rank", "player", "club", "value", "games"]]
    for each in (*found.lists, *found.streaks):
        for line in each.lines:
            games = " ".join(map(str, line.games))
            club = line.club.team.abbreviation
            rows.append([each.key, line.rank, line.name, club, line.shown, games])
    return csv_file(write_rows(rows), f"{slug}-great-games")
