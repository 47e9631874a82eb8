"""The people of an event's clubs."""

from __future__ import annotations

from rosters.models import TeamMember
from tournaments.models import Tournament


def people_of(tournament: Tournament) -> list[tuple[int, str]]:
    """The people whom a director may name as substitutes: id and name of everybody who acts for a
    club of the event, by name."""
    members = TeamMember.objects.filter(team__entries__tournament=tournament)
    found = {member.user_id: str(member.user) for member in members.select_related("user")}
    return sorted(found.items(), key=lambda row: row[1])
