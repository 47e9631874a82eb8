"""Clubs whose managers could not finish, and their replacements (T0.08)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Series
from tournaments.models.events import Entrant


class Drop(models.Model):
    """A club whose manager could not finish (T0.08): the decision, and what its undoing needs. An
    undone drop stays on record but has no effect."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="drops")
    way = models.CharField(max_length=8, choices=Entrant.Dropped)
    reason = models.CharField(max_length=300)
    round = models.PositiveSmallIntegerField(help_text="The round that was on.")
    rounds_drawn = models.PositiveSmallIntegerField(help_text="The last round that was drawn.")
    called_off = models.JSONField(default=list, help_text="Series, by key, that became byes.")
    struck = models.JSONField(default=list, help_text="Series of pitching sheets, by key.")
    bound = models.JSONField(default=list, help_text="Pitching sheets with a bound last series.")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    rolls = models.JSONField(default=dict, help_text="d20 by person, for the take-over (T0.08f).")
    taken_over_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("entrant", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["entrant"],
                condition=Q(undone_at=None, taken_over_by=None),
                name="tournaments_dropped_once",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="tournaments_drop_undone_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant} dropped out"


class Replacement(models.Model):
    """A manager who plays a series for a dropped club (T0.08a to d)."""

    drop = models.ForeignKey(Drop, on_delete=models.CASCADE, related_name="replacements")
    series = models.OneToOneField(Series, on_delete=models.PROTECT, related_name="replacement")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    appointed = models.BooleanField(
        default=False, help_text="Whether he acts for the club on account of this alone."
    )
    named_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("drop", "id")

    def __str__(self) -> str:
        return f"{self.user} for {self.drop.entrant}"
