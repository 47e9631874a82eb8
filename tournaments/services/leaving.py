"""What happens to events when a person closes their account."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from config.events.models import EventRole
from config.people.models import User
from config.refusals import Refusal
from rosters.models import TeamMember
from rosters.services.people import dismiss
from tournaments.models import DailyReader, Entrant, Invite, Tournament
from tournaments.permissions import part_in
from tournaments.services.invites import revoke_role


class LeavingEvents:
    """Running events need a director; those that are over keep who took part."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """``directs-alone``, for each event that is not complete and has no other director."""
        found = []
        for tournament in _open().filter(pk__in=_directed(user)).order_by("pk"):
            others = tournament.roles.filter(role=EventRole.Role.DIRECTOR, user__is_active=True)
            if not others.exclude(user=user).exists():
                found.append(
                    Refusal(
                        "directs-alone",
                        f"You are the only director of {tournament}, which is not over. Invite "
                        "another director at its desk first, or delete or finish it.",
                        facts={"event": tournament.name, "slug": tournament.slug},
                    )
                )
        return found

    def scopes(self, user: User) -> Iterable[str]:
        """The scopes of all events in which the person has a part."""
        return [event.scope for event in Tournament.objects.filter(part_in(user))]

    def leave(self, user: User) -> None:
        """Take the person out of the events that are not complete; invites do not tell the address
        any more."""
        for role in EventRole.objects.filter(user=user, event__in=_open()):
            revoke_role(role=role, acting_user=user)
        entries = Entrant.objects.filter(tournament__in=_open()).select_related("tournament")
        for member in TeamMember.every.filter(user=user).select_related("team", "user"):
            entrant = entries.filter(team=member.team_id).first()
            if entrant is not None:
                dismiss(member=member, scope=entrant.tournament.scope, acting_user=user)
        DailyReader.objects.filter(user=user).delete()
        Invite.objects.filter(accepted_by=user).exclude(email="").update(email="")
        Invite.objects.filter(email=user.email, accepted_by=None).delete()


def _open() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(state=Tournament.State.COMPLETE)


def _directed(user: User) -> QuerySet[EventRole, Any]:
    roles = EventRole.objects.filter(user=user, role=EventRole.Role.DIRECTOR)
    return roles.values("event")
