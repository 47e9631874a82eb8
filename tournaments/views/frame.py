"""What the pages of one tournament have in common."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from tournaments.models import Tournament
from tournaments.permissions import may_direct

PAGES = (
    ("overview", "Overview"),
    ("standings", "Standings"),
    ("schedule", "Schedule"),
    ("grid", "Cross-table"),
)


def frame(request: HttpRequest, tournament: Tournament, page: str) -> dict[str, Any]:
    """The head, tabs and live topic of a tournament's page; ``page`` is its URL's name."""
    directs = may_direct(request.user, tournament)
    names = [*PAGES, ("desk", "Director's desk")] if directs else PAGES
    tabs = [
        (label, reverse(f"tournaments:{name}", args=[tournament.slug])) for name, label in names
    ]
    titles = dict(names)
    overview = reverse("tournaments:overview", args=[tournament.slug])
    crumbs = [("Home", reverse("home"))]
    if page == "overview":
        crumbs.append((tournament.name, ""))
    else:
        crumbs += [(tournament.name, overview), (titles.get(page, ""), "")]
    return {
        "tournament": tournament,
        "topic": tournament.scope,
        "directs": directs,
        "tabs": tabs,
        "tab": reverse(f"tournaments:{page}", args=[tournament.slug]) if page in titles else "",
        "crumbs": crumbs,
    }


def show(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or for its own live part asking anew that part alone; both under one address."""
    partial = wants_part(request)
    shown = {**context, "partial": partial}
    response = render(request, part if partial else page, shown, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and not for a page of its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request
