from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from rosters.models import Card


class Deck(models.Model):
    """Up to sixty cards that a user has chosen; nobody else sees it. ``version`` counts its
    changes, so that two open pages do not overwrite each other's."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks"
    )
    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-changed_at", "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="commons_deck_has_name"),
            models.UniqueConstraint(fields=["owner", "name"], name="commons_deck_of_owner"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("commons:deck", args=[self.pk])

    @property
    def scope(self) -> str:
        """The event key of its log entries."""
        return f"deck:{self.pk}"


class DeckSpot(models.Model):
    """A card of a deck; ``number`` is its place in the order, batters and pitchers counted
    together."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="spots")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="deck_spots")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("deck", "number")
        constraints = (
            models.UniqueConstraint(fields=["deck", "card"], name="commons_card_once_a_deck"),
            models.UniqueConstraint(fields=["deck", "number"], name="commons_deck_number"),
        )

    def __str__(self) -> str:
        return f"{self.card} ({self.deck})"
