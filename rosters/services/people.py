"""Write the members of a club and their roles; no other code does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import verify_directs
from rosters.models import Team, TeamMember

DISMISSED: list[Callable[[TeamMember], None]] = []
"""What hears of a role that was taken away or given up, in the transaction of the act."""


def appoint(
    *,
    team: Team,
    user: User,
    role: str,
    scope: str,
    acting_user: User | None,
    ends_at: datetime | None = None,
    ends_with: str = "",
) -> TeamMember:
    """Give a user a role in a club, or change it; ``ends_at`` and ``ends_with``: when, or with
    what, a substitution ends. The calling act checks the permission: an accepted invite, a named
    substitute."""
    with transaction.atomic():
        Team.objects.select_for_update().get(pk=team.pk)
        member, created = TeamMember.every.get_or_create(
            team=team, user=user, defaults={"role": role}
        )
        old_facts = None if created else {"role": member.role}
        if (member.role, member.ends_at, member.ends_with) != (role, ends_at, ends_with):
            member.role, member.ends_at, member.ends_with = role, ends_at, ends_with
            member.save(update_fields=["role", "ends_at", "ends_with"])
        log_action(
            code="team-member-appointed",
            actor=acting_user,
            scope=scope,
            subject=member,
            old=old_facts,
            new={
                "role": role,
                "person": str(user),
                **({"until": ends_at.isoformat()} if ends_at is not None else {}),
                **({"ends": ends_with} if ends_with else {}),
            },
        )
    return member


def dismiss(*, member: TeamMember, scope: str, acting_user: User | None) -> None:
    """Remove a user's role in a club, or resign from one's own. Refused: ``director-only``."""
    if acting_user is None or member.user_id != acting_user.pk:
        verify_directs(acting_user, scope)
    with transaction.atomic():
        log_action(
            code="team-member-dismissed",
            actor=acting_user,
            scope=scope,
            subject=member,
            old={"role": member.role, "person": str(member.user)},
        )
        for hear in DISMISSED:
            hear(member)
        member.delete()
