from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from config.events.models import Event
from games.models import Series

PRACTICE = "practice"


class PracticeGame(models.Model):
    """A game that does not count, of its owner and possibly an invited opponent.

    Its clubs, squads and series are copies of its own, so it never affects an event.
    """

    class Mode(models.TextChoices):
        HOT_SEAT = "hot-seat", "I play both sides"
        HOUSE = "house", "Against the house"
        ONLINE = "online", "Online with another"

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, to_field="key", related_name="practice_game"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="practice_games"
    )
    guest = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="practice_games_joined",
        null=True,
        blank=True,
        help_text="Who plays the other side online.",
    )
    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="practice")
    mode = models.CharField(max_length=12, choices=Mode)
    owner_away = models.BooleanField(help_text="Its owner plays the visitors.")
    token = models.CharField(
        max_length=32, blank=True, help_text="Of the link for who joins; empty once somebody has."
    )
    made_of = models.JSONField(help_text="Where each club is from, in words, visitors first.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=["owner", "-id"], name="practice_of_owner"),)
        constraints = (
            models.UniqueConstraint(
                fields=["token"], condition=~models.Q(token=""), name="practice_token_once"
            ),
        )

    def __str__(self) -> str:
        return f"Practice: {self.series}"

    def get_absolute_url(self) -> str:
        return reverse("games:score", args=[self.series_id, 1])

    @property
    def scope(self) -> str:
        return self.event_id

    @property
    def waits(self) -> bool:
        """Whether the opponent has still to join."""
        return bool(self.token)
