"""The members of an event's clubs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament


def people_of(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the users whom a director may name as substitutes: id and name of every member of a
    club of the event, by name."""
    members = TeamMember.objects.filter(team__entries__tournament=tournament)
    name_of = {member.user_id: str(member.user) for member in members.select_related("user")}
    return sorted(name_of.items(), key=lambda row: row[1])


@dataclass(frozen=True)
class SharedClub:
    """A club with several managers, in the order in which they joined it."""

    entrant: Entrant
    partners: Sequence[TeamMember]


def shared_clubs(tournament: Tournament) -> list[SharedClub]:
    """Return the clubs of an event with two or more managers; two queries."""
    clubs = {club.team_id: club for club in tournament.entrants.select_related("team")}
    managers: dict[int, list[TeamMember]] = defaultdict(list)
    rows = TeamMember.objects.filter(team__in=clubs, role=TeamMember.Role.MANAGER)
    for member in rows.select_related("user").order_by("pk"):
        managers[member.team_id].append(member)
    return [
        SharedClub(club, managers[team]) for team, club in clubs.items() if len(managers[team]) > 1
    ]
