"""The row of an event, on which everything hangs that belongs to it, and its people's roles."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Event(models.Model):
    """A tournament, a mock draft or a practice game: what clubs play or draft in.

    ``key`` is the topic under which its changes are announced and logged ("tournament:12"), and
    what series, squads, sheets and drafts point at: theirs is known without a join.
    """

    class Visibility(models.TextChoices):
        PUBLIC = "public", "Anybody may look"
        PRIVATE = "private", "Only its people may look"

    kind = models.CharField(max_length=16, editable=False)
    key = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(max_length=80)
    system_key = models.CharField("game system", max_length=32)
    settings = models.JSONField(default=dict, help_text="Settled options; frozen at the start.")
    edition_preset = models.CharField(
        "rule edition",
        max_length=32,
        blank=True,
        help_text="The preset of the tournament law, in games that follow one; empty: the usual.",
    )
    edition_fields = models.JSONField(
        default=dict,
        blank=True,
        help_text="What differs from the preset; from the start on every field, frozen.",
    )
    visibility = models.CharField(max_length=12, choices=Visibility, default=Visibility.PUBLIC)
    time_zone = models.CharField(
        max_length=64,
        default="UTC",
        help_text="Where the event is held: its days begin and end there (T33.0n).",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When everything was decided first; its clubs keep the names they had then.",
    )

    class Meta:
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=~Q(name=""), name="events_has_name"),)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it; one that has no key yet is given one of its kind that nobody can guess."""
        self.key = self.key or f"{self.kind}:{secrets.token_hex(12)}"
        super().save(*args, **kwargs)


class EventRole(models.Model):
    """A person's part in an event; managers have theirs through their club."""

    class Role(models.TextChoices):
        DIRECTOR = "director", "Director"
        SPECTATOR = "spectator", "Spectator"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="event_roles"
    )
    role = models.CharField(max_length=12, choices=Role)
    granted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event", "role", "id")
        constraints = (
            models.UniqueConstraint(fields=["event", "user"], name="events_one_role_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.event})"
