"""The people of an event's clubs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament


def people_of(tournament: Tournament) -> list[tuple[int, str]]:
    """The people whom a director may name as substitutes: id and name of everybody who acts for a
    club of the event, by name."""
    members = TeamMember.objects.filter(team__entries__tournament=tournament)
    found = {member.user_id: str(member.user) for member in members.select_related("user")}
    return sorted(found.items(), key=lambda row: row[1])


@dataclass(frozen=True)
class SharedClub:
    """A club that several manage, in the order in which they joined it."""

    entrant: Entrant
    partners: Sequence[TeamMember]


def shared_clubs(tournament: Tournament) -> list[SharedClub]:
    """The clubs of an event that have two managers or more; two queries."""
    clubs = {club.team_id: club for club in tournament.entrants.select_related("team")}
    found: dict[int, list[TeamMember]] = defaultdict(list)
    rows = TeamMember.objects.filter(team__in=clubs, role=TeamMember.Role.MANAGER)
    for member in rows.select_related("user").order_by("pk"):
        found[member.team_id].append(member)
    return [SharedClub(club, found[team]) for team, club in clubs.items() if len(found[team]) > 1]
