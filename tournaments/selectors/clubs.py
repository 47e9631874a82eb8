"""Clubs of an event with the people who share them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament


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
