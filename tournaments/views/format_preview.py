"""The page that shows what an act would change of divisions and stages, and asks once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.rules.dividing import AT_RANDOM, BY_ROLL
from tournaments.services.format_preview import preview_change
from tournaments.views.frame import frame

PREVIEW: Final = "preview"
"""The field by which a form asks for the page in place of the act."""


def preview_page(
    request: HttpRequest, tournament: Tournament, act: Callable[[], object], page: str = "desk"
) -> HttpResponse | None:
    """The preview of what was posted, with a form that posts it again and does it; ``None`` where
    no preview is asked for, or clubs come or go and nothing else is any different. Refused as the
    act is."""
    if PREVIEW not in request.POST or tournament.state != Tournament.State.SETUP:
        return None
    by_chance = request.POST.get("way") in (AT_RANDOM, BY_ROLL)
    change = preview_change(tournament, act, by_chance=by_chance)
    if not change.matters:
        return None
    context = {
        **frame(request, tournament, page, below="What would change"),
        "change": change,
        "sent": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in (PREVIEW, "csrfmiddlewaretoken")
        ],
    }
    return render(request, "tournaments/format_preview.html", context)
