"""The page that shows what an act would change of divisions and stages, and asks once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.rules.dividing import AT_RANDOM, BY_ROLL
from tournaments.services.bulk_preview import preview_bulk
from tournaments.services.format_preview import FormatChange, change_or_preview
from tournaments.views.frame import frame

Done = TypeVar("Done")

PREVIEW: Final = "preview"
"""The field by which a form asks for the page in place of the act."""
BULK: Final = {"replay": "Take them", "start": "Start play"}
"""Acts on all clubs at once, each with the button that does it."""


def act_or_preview(
    request: HttpRequest, tournament: Tournament, act: Callable[[], Done], page: str = "desk"
) -> HttpResponse | Done:
    """What the act returned; or, where its form asks for a preview and who plays or qualifies where
    would be any different, a page that shows it, with a form that posts the same and does it.
    Refused as the act is."""
    if PREVIEW not in request.POST or tournament.state != Tournament.State.SETUP:
        return act()
    if request.POST.get("act") in BULK:
        context = {
            **frame(request, tournament, page, below="What it does"),
            "change": preview_bulk(tournament, act),
            "yes": BULK[request.POST["act"]],
            "sent": _sent(request),
        }
        return render(request, "tournaments/bulk_preview.html", context)
    by_chance = request.POST.get("way") in (AT_RANDOM, BY_ROLL)
    change = change_or_preview(tournament, act, by_chance=by_chance)
    if not isinstance(change, FormatChange):
        return change
    context = {
        **frame(request, tournament, page, below="What would change"),
        "change": change,
        "sent": _sent(request),
    }
    return render(request, "tournaments/format_preview.html", context)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What the form posts again to do it."""
    return [
        (name, str(value))
        for name, values in request.POST.lists()
        for value in values
        if name not in (PREVIEW, "csrfmiddlewaretoken")
    ]
