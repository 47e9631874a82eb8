"""Mail subscriptions to the daily page of an event."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.events import Tournament


class DailyReader(models.Model):
    """A subscriber to the daily page of an event, and the day of the last page mailed."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="daily_readers"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_pages"
    )
    since = models.DateTimeField(default=timezone.now, editable=False)
    sent_of = models.DateField(
        null=True, blank=True, help_text="The last day, by his own clock, whose page was mailed."
    )

    class Meta:
        ordering = ("tournament", "user")
        constraints = (
            models.UniqueConstraint(fields=["tournament", "user"], name="tournaments_reads_once"),
        )

    def __str__(self) -> str:
        return f"{self.user} reads the daily page of {self.tournament}"
