"""The page that shows what an act would change of divisions and stages, and asks once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.rules.dividing import AT_RANDOM, BY_ROLL
from tournaments.services.format_preview import FormatChange, change_or_preview
from tournaments.views.frame import frame

Done = TypeVar("Done")

PREVIEW: Final = "preview"
"""The field by which a form asks for the page in place of the act."""


def act_or_preview(
    request: HttpRequest, tournament: Tournament, act: Callable[[], Done], page: str = "desk"
) -> HttpResponse | Done:
    """What the act returned; or, where its form asks for a preview and who plays or qualifies where
    would be any different, a page that shows it, with a form that posts the same and does it.
    Refused as the act is."""
    if PREVIEW not in request.POST or tournament.state != Tournament.State.SETUP:
        return act()
    by_chance = request.POST.get("way") in (AT_RANDOM, BY_ROLL)
    change = change_or_preview(tournament, act, by_chance=by_chance)
    if not isinstance(change, FormatChange):
        return change
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
