from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from config.events.models import Event
from games.models import Series
from rosters.models import Team


class MeetingTime(models.Model):
    """A time proposed for playing a series, and its outcome."""

    class State(models.TextChoices):
        OPEN = "open", "Proposed"
        AGREED = "agreed", "Agreed"
        REPLACED = "replaced", "Replaced"
        WITHDRAWN = "withdrawn", "Withdrawn"
        LAPSED = "lapsed", "Ended with its series"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="times")
    begins = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    team = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who proposed it; empty: a director said so.",
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("series", "begins", "id")
        constraints = (
            # If two users accept different times at once, only one succeeds.
            models.UniqueConstraint(
                fields=["series"], condition=Q(state="agreed"), name="scheduling_one_agreed_time"
            ),
            models.UniqueConstraint(
                fields=["series", "begins"],
                condition=Q(state="open"),
                name="scheduling_time_proposed_once",
            ),
        )
        indexes = (
            # For times that wait for an answer and times coming up.
            models.Index(
                fields=["state", "begins"],
                condition=Q(state__in=["open", "agreed"]),
                name="scheduling_times",
            ),
        )

    def __str__(self) -> str:
        return f"{self.series}, {self.begins:%-d %b %Y %H:%M} UTC"

    def get_absolute_url(self) -> str:
        return reverse("scheduling:times", args=[self.series_id])


class CancelledAppointment(models.Model):
    """A former appointment of a series: calendars that have shown it receive the cancellation. The
    series itself may be deleted."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, to_field="key", db_column="scope", related_name="+"
    )
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    uid = models.CharField(max_length=120, unique=True, help_text="In calendars.")
    summary = models.CharField(max_length=300)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    cancelled_at = models.DateTimeField()

    class Meta:
        ordering = ("begins", "id")

    def __str__(self) -> str:
        return f"{self.summary}, cancelled"


class CalendarLink(models.Model):
    """The secret address under which other programs read a user's calendar."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_link"
    )
    key = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("user",)

    def __str__(self) -> str:
        return f"Calendar of {self.user}"
