"""Somebody plays for a club whose manager is away (T33.0e, m)."""

from __future__ import annotations

from django.db import transaction

from config.people.models import User
from games.models import Series
from games.seriesday.services.absences import name_substitute
from rosters.models import Team, TeamMember
from rosters.services.people import appoint
from tournaments.models import Tournament


def substitute(*, tournament: Tournament, team: Team, person: User, acting_user: User) -> None:
    """Let a person act for a club of the event, beside its own people; wherever it was said that
    nobody is there for it, somebody is now."""
    with transaction.atomic():
        if not TeamMember.objects.filter(team=team, user=person).exists():
            appoint(
                team=team,
                user=person,
                role=TeamMember.Role.SUBSTITUTE,
                scope=tournament.scope,
                acting_user=acting_user,
            )
        open_ones = Series.objects.filter(scope=tournament.scope, completed_at=None)
        name_substitute(series_ids=list(open_ones.values_list("pk", flat=True)), team_id=team.pk)
