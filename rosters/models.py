from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone

HEX_COLOUR = RegexValidator(r"^#[0-9a-f]{6}\Z", "A colour is written #rrggbb.")


class Team(models.Model):
    """A club: a name, a mark and the people who run it."""

    name = models.CharField(max_length=60)
    abbreviation = models.CharField(max_length=4, help_text="Two to four letters for score lines.")
    colour = models.CharField(max_length=7, default="#1f4d3a", validators=[HEX_COLOUR])
    accent = models.CharField(max_length=7, default="#f3efe4", validators=[HEX_COLOUR])
    batting_order = models.JSONField(
        default=list,
        blank=True,
        help_text="Nine names for score sheets of games that know a batting order; may be empty.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="rosters_team_has_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        """The scope under which changes of the club itself are logged."""
        return f"team:{self.pk}"


class TeamMember(models.Model):
    """A person who acts for a club. Two people may manage one club together."""

    class Role(models.TextChoices):
        MANAGER = "manager", "Manager"
        SUBSTITUTE = "substitute", "Substitute"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="teams"
    )
    role = models.CharField(max_length=12, choices=Role, default=Role.MANAGER)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("team", "role", "id")
        constraints = (
            models.UniqueConstraint(fields=["team", "user"], name="rosters_one_role_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.team})"
