"""Change the formula of an event's season points, and choose the partner who gets a shared club's
points."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.points import changes_of, read_points_law


@for_directors
def change_points(
    *, tournament: Tournament, numbers: Mapping[str, object], acting_user: User
) -> Tournament:
    """Reckon season points by the club's formula with these numbers in it; those not named are the
    club's. Refused: ``already-started``, and as ``read_points_law``."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(Refusal("already-started", "Play has begun: what was declared stands."))
        before = tournament.points
        tournament.points = changes_of(read_points_law(numbers))
        tournament.save(update_fields=["points"])
        log_action(
            code="points-declared",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"points": before},
            new={"points": tournament.points},
        )
        publish(tournament.scope)
    return tournament


@for_directors
def credit_partner(
    *, tournament: Tournament, number: int, member: int | None, acting_user: User
) -> Entrant:
    """Say which of the partners who share a club is given its season points, by the id of the
    membership; ``None``: the one whom the formula's rule names.

    Refused: ``already-over``, ``no-such-club``, ``not-a-partner``."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state == Tournament.State.COMPLETE:
            raise Refused(
                Refusal("already-over", "The points are given: partners declare it beforehand.")
            )
        entrant = tournament.entrants.select_related("team").filter(number=number).first()
        if entrant is None:
            raise Refused(Refusal("no-such-club", f"There is no club No. {number}.", "club"))
        person = None
        if member is not None:
            partner = TeamMember.objects.filter(
                pk=member, team=entrant.team_id, role=TeamMember.Role.MANAGER
            ).first()
            if partner is None:
                raise Refused(
                    Refusal("not-a-partner", f"That is no manager of {entrant}.", "member")
                )
            person = partner.user_id
        before = entrant.points_to_id
        entrant.points_to_id = person
        entrant.save(update_fields=["points_to"])
        log_action(
            code="points-credited",
            actor=acting_user,
            scope=tournament.scope,
            subject=entrant,
            old={"points_to": before},
            new={"points_to": person},
        )
        publish(tournament.scope)
    return entrant
