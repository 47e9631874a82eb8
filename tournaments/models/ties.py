"""Recorded rulings about ties."""

from collections.abc import Callable

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.events import Tournament
from tournaments.models.stages import Stage


class TieRuling(models.Model):
    """A recorded decision about a tie: a d20 for each club, or a game whose winner goes ahead.

    A withdrawn ruling stays on record but has no effect.
    """

    class Kind(models.TextChoices):
        D20 = "d20", "d20"
        PLAYOFF = "playoff", "One-game playoff"
        SHOOT_OUT = "shoot-out", "Shoot-out"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_rulings")
    kind = models.CharField(max_length=12, choices=Kind)
    values = models.JSONField(
        default=dict, help_text="By number of the entrant: what was rolled; of games 1 and 0."
    )
    details = models.JSONField(
        default=dict,
        blank=True,
        help_text="Of shoot-outs: who bats last, the d20s for that, the runs by inning.",
    )
    stage = models.OneToOneField(
        Stage,
        on_delete=models.PROTECT,
        related_name="ruling",
        null=True,
        blank=True,
        help_text="The stage of the game that decides; empty where a result was entered.",
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("tournament", "id")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.tournament})"

    def told(self, name: Callable[[int], str]) -> str:
        """Describe the decision with the names of the clubs: ``Crows 17, Owls 4``; for a game
        entered by hand ``Owls ahead of Crows``, for one drawn here its two clubs."""
        values = {name(int(number)): value for number, value in self.values.items()}
        if self.stage_id is not None:
            return " against ".join(values)
        ranked = sorted(values, key=lambda club: -values[club])
        if self.kind == TieRuling.Kind.D20:
            return ", ".join(f"{club} {values[club]}" for club in ranked)
        return " ahead of ".join(ranked)
