"""What the pages of one tournament have in common."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.day.selectors import paper_of
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors.drafts import draft_of

PAGES = (
    ("overview", "Overview"),
    ("standings", "Standings"),
    ("schedule", "Schedule"),
    ("daily", "Daily"),
    ("leaders", "Leaders"),
    ("statistics", "Statistics"),
    ("awards", "Awards"),
    ("stages", "Stages"),
    ("grid", "Cross-table"),
    ("reports", "Reports"),
    ("odds", "Odds"),
    ("rules", "Rules"),
)

OF_PLAYERS = ("leaders", "statistics")
"""Pages of events whose players are known."""

BESIDES = {
    "announcement": "Announcement",
    "paper": "On paper",
    "entry": "Quick entry",
    "leaders": "Leaders",
    "statistics": "Statistics",
    "transactions": "Transactions",
}
"""Pages that have no tab of their own, for directors or in some events."""


def frame(
    request: HttpRequest, tournament: Tournament, page: str, *, below: str = ""
) -> dict[str, Any]:
    """The head, tabs and live topic of a tournament's page; ``page`` is its URL's name, ``below``
    the title of one that is reached from there and has no tab of its own."""
    directs = may_direct(request.user, tournament)
    names = [
        each for each in PAGES if each[0] not in OF_PLAYERS or tournament.card_set_id is not None
    ]
    if directs or getattr(tournament, "day", None):
        names.insert(3, ("day", "Timetable"))
    if getattr(tournament, "announcement", None) or (directs and tournament.state == "setup"):
        names.insert(1, ("announcement", "Announcement"))
    if directs:
        # What a round waits for stands first: the last tabs are out of sight.
        names[1:1] = [("board", "Round board"), ("desk", "Director's desk")]
    tabs = [
        (label, reverse(f"tournaments:{name}", args=[tournament.slug])) for name, label in names
    ]
    if tournament.card_set_id is not None and (draft := draft_of(tournament)) is not None:
        # Beside the overview, for on a phone the last tabs are out of sight.
        tabs.insert(1, ("Draft", draft.get_absolute_url()))
    titles = dict(names)
    title = titles.get(page) or BESIDES.get(page, "")
    overview = reverse("tournaments:overview", args=[tournament.slug])
    crumbs = [("Home", reverse("home"))]
    if page == "overview":
        crumbs.append((tournament.name, ""))
    else:
        crumbs += [(tournament.name, overview), (title, "")]
    if below:
        at = reverse(f"tournaments:{page}", args=[tournament.slug])
        crumbs = [*crumbs[:-1], (title, at), (below, "")]
    return {
        "tournament": tournament,
        "topic": tournament.scope,
        "directs": directs,
        "paper_css": f"css/paper-{paper_of(tournament)}.css",
        "tabs": tabs,
        "tab": reverse(f"tournaments:{page}", args=[tournament.slug]) if page in titles else "",
        "crumbs": crumbs,
    }
