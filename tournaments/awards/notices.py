"""Notifications of votes that managers have still to cast."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q

from config.notices.kinds import Kind, Waiting, register
from rosters.models import TeamMember
from tournaments.awards.models import Ballot, Named
from tournaments.models import Entrant

TO_VOTE = Kind("vote-to-give", "A vote to give", "When your club has still to vote on an award.")


def votes(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """Yield the open ballots on which clubs have not voted, for their managers."""
    rows = Ballot.objects.filter(Q(closes_at=None) | Q(closes_at__gt=now), state=Ballot.State.OPEN)
    if asked is not None:
        ids = [scope.partition(":")[2] for scope in asked if scope.startswith("tournament:")]
        rows = rows.filter(tournament__in=ids)
    ballots = list(rows.select_related("tournament").order_by("pk"))
    if not ballots:
        return
    cast = set(Named.objects.filter(ballot__in=ballots, place=1).values_list("ballot", "team"))
    events = {ballot.tournament_id for ballot in ballots}
    playing = Entrant.objects.filter(tournament__in=events).exclude(
        dropped__in=(Entrant.Dropped.VOID, Entrant.Dropped.KEPT)
    )
    teams: dict[int, list[int]] = {}
    for event, team in playing.values_list("tournament", "team"):
        teams.setdefault(event, []).append(team)
    managers: dict[int, set[int]] = {}
    members = TeamMember.objects.filter(
        role=TeamMember.Role.MANAGER,
        team__in={team for event_teams in teams.values() for team in event_teams},
    )
    for team, user in members.values_list("team", "user"):
        managers.setdefault(team, set()).add(user)
    for ballot in ballots:
        people: set[int] = set()
        for team in teams.get(ballot.tournament_id, ()):
            if (ballot.pk, team) not in cast:
                people |= managers.get(team, set())
        yield Waiting(
            key=f"ballot:{ballot.pk}",
            people=frozenset(people),
            title=f"Vote on “{ballot}”",
            detail=f"In {ballot.tournament}.",
            url=ballot.get_absolute_url(),
            scope=ballot.tournament.scope,
            due=ballot.closes_at,
        )


def register_all() -> None:
    acts = ("opened", "voted", "closed", "cancelled")
    register(TO_VOTE, votes, upon=[f"ballot-{act}" for act in acts])
