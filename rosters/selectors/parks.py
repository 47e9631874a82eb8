"""Ballparks, list by list."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.http import Http404

from config.inputs import whole_number
from config.people.scopes import may_view
from config.refusals import Refusal, Refused
from rosters.access import Visitor, clubs_shown_to
from rosters.models import Ballpark, Squad, Team
from rosters.rules.parks import NUMBERS

OWN = "own"
"""The list of parks that users have described."""

ORDERS = ("name", *NUMBERS)

MOST_SQUADS = 12
"""How many squads a park's page looks at: each may be in another event, whose access is checked."""


@dataclass(frozen=True)
class ParkView:
    """The filters of a list of parks: words of name or place, a list (``source-year`` or ``OWN``;
    empty for all), a sort (a column, with a minus sign for the highest first)."""

    q: str = ""
    list: str = ""
    sort: str = "name"


def park_lists() -> list[tuple[str, str]]:
    """Key and name of every list, the built-in and the users' own first, then by falling year."""
    rows = (
        Ballpark.objects.filter(source__isnull=False)
        .order_by("-year", "source__name")
        .values_list("source__key", "source__name", "year", "source__kind")
        .distinct()
    )
    lists = sorted(rows, key=lambda row: row[3] != "invented")
    own = [(OWN, "People's own")] if Ballpark.objects.filter(source=None).exists() else []
    return [
        *((f"{key}-{year}", f"{name}, {year}") for key, name, year, kind in lists),
        *own,
    ]


def parks(view: ParkView) -> QuerySet[Ballpark]:
    """The parks of a view. Refused: ``unknown-list``, ``unknown-sort``."""
    rows = Ballpark.objects.select_related("source", "designed_by")
    for word in view.q.split():
        rows = rows.filter(Q(name__icontains=word) | Q(city__icontains=word))
    if view.list == OWN:
        rows = rows.filter(source=None)
    elif view.list:
        source, _, year_text = view.list.rpartition("-")
        year = whole_number(year_text, most=9999)
        if year is None:
            raise Refused(
                Refusal("unknown-list", f"There is no list {view.list!r} of parks.", "list")
            )
        rows = rows.filter(source__key=source, year=year)
    column = view.sort.removeprefix("-")
    if column not in ORDERS:
        raise Refused(
            Refusal(
                "unknown-sort",
                f"Parks are sorted by {', '.join(ORDERS)}, not by {column!r}.",
                "sort",
                {"known": list(ORDERS)},
            )
        )
    order = F(column).desc() if view.sort.startswith("-") else F(column).asc()
    return rows.order_by(order, "name", F("year").desc(nulls_last=True), "pk")


def the_park(pk: int | str) -> Ballpark:
    """The park with this number, visible to all users; 404 if there is none."""
    park = Ballpark.objects.select_related("source", "designed_by").filter(pk=pk).first()
    if park is None:
        raise Http404("No such ballpark.")
    return park


def clubs_at_home(user: Visitor, park: Ballpark) -> QuerySet[Team]:
    """The clubs visible to the user that play there, in all events or in one of the latest."""
    squads = Squad.objects.filter(ballpark=park).order_by("-pk")[:MOST_SQUADS]
    rows = list(squads.values_list("event__key", "team"))
    visible = {event for event in {event for event, _ in rows} if may_view(user, event)}
    team_ids = {team for event, team in rows if event in visible}
    shown = clubs_shown_to(user).filter(Q(ballpark=park) | Q(pk__in=team_ids))
    return shown.order_by("name")
