"""Series that are assigned to clubs: the next one of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from config.notices.kinds import Kind, Waiting, register
from rosters.members import Members
from rosters.models import TeamMember
from tournaments.models import Fixture, Tournament

ASSIGNED = Kind("series-assigned", "A series to play", "When the next series of your club is on.")


def assigned(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The first open series of each club that somebody acts for."""
    manned = TeamMember.objects.values("team")
    rows = Fixture.objects.filter(
        Q(home__team__in=manned) | Q(away__team__in=manned),
        round__stage__tournament__state=Tournament.State.RUNNING,
        series__isnull=False,
        series__completed_at=None,
    )
    if asked is not None:
        ids = [scope.partition(":")[2] for scope in asked if scope.startswith("tournament:")]
        rows = rows.filter(round__stage__tournament__in=ids)
    # Of all that are open their keys, and of what is told the rest.
    first: dict[int, int] = {}
    ordered = rows.order_by("round__number", "pk").values_list("pk", "home", "away")
    for pk, home, away in ordered:
        first.setdefault(home, pk)
        if away is not None:
            first.setdefault(away, pk)
    found = Fixture.objects.filter(pk__in=set(first.values())).select_related(
        "round__stage__tournament", "home__team", "away__team"
    )
    fixtures = list(found.order_by("round__number", "pk"))
    members = Members(
        club.team_id
        for fixture in fixtures
        for club in (fixture.home, fixture.away)
        if club is not None
    )
    for fixture in fixtures:
        clubs = [each for each in (fixture.away, fixture.home) if each is not None]
        people = [members.of(each.team_id) for each in clubs if first[each.pk] == fixture.pk]
        yield Waiting(
            key=f"series:{fixture.series_id}",
            people=frozenset().union(*people),
            title=f"Play {clubs[0].team} at {clubs[1].team}",
            detail=f"Round {fixture.round.number} is on.",
            url=reverse("games:series", args=[fixture.series_id]),
            scope=fixture.round.stage.tournament.scope,
        )


def register_all() -> None:
    """Let people be told of their series."""
    register(ASSIGNED, assigned)
