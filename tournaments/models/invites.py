"""Invitations to an event."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.events import Entrant, Tournament


class Invite(models.Model):
    """An offer of a role, carried by a link that a director copies or mails."""

    class Role(models.TextChoices):
        DIRECTOR = "director", "Director"
        MANAGER = "manager", "Manager"
        SUBSTITUTE = "substitute", "Substitute"
        SPECTATOR = "spectator", "Spectator"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invites")
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="invites", null=True, blank=True
    )
    role = models.CharField(max_length=12, choices=Role)
    email = models.EmailField(blank=True, help_text="Who it is for; empty: whoever has the link.")
    nonce = models.CharField(max_length=32, help_text="Changing it makes older links worthless.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invites_made"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    ends = models.CharField(
        max_length=60, blank=True, help_text="A substitute's: series:12 or round:3, with its end."
    )
    until = models.DateTimeField(
        null=True, blank=True, help_text="A substitute's: when the substitution ends."
    )
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="invites_accepted",
        null=True,
        blank=True,
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=["manager", "substitute"], entrant__isnull=False)
                | Q(role__in=["director", "spectator"], entrant=None),
                name="tournaments_invite_club_for_managers",
            ),
            models.CheckConstraint(
                condition=Q(accepted_by=None, accepted_at=None)
                | Q(accepted_by__isnull=False, accepted_at__isnull=False),
                name="tournaments_invite_accepted_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.entrant or self.tournament}"
