"""The strengths of an event's clubs, and its odds by round."""

from django.db import models
from django.utils import timezone

from tournaments.models.events import Tournament


class ClubStrengths(models.Model):
    """The strengths of an event's clubs against each other, from simulated games; recomputed when
    squads, plans or parks change."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="strengths"
    )
    mark = models.CharField(max_length=64, help_text="Of what the games were played with.")
    won = models.JSONField(help_text="Host, visitor, games the host won, games played.")
    scores = models.JSONField(help_text="How often which score, the winner's runs first.")
    found_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "club strengths"

    def __str__(self) -> str:
        return f"Strengths of the clubs of {self.tournament}"


class EventOdds(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="odds")
    mark = models.CharField(max_length=64, help_text="Of the state that was played on from.")
    round = models.PositiveSmallIntegerField(help_text="The last round that was played whole.")
    completions = models.PositiveIntegerField()
    counts = models.JSONField(
        help_text="By number of the club: how often it reached which stage, first place, the title."
    )
    found_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "event odds"
        ordering = ("tournament", "round", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "mark"], name="tournaments_odds_of_a_state_once"
            ),
        )

    def __str__(self) -> str:
        return f"Odds of {self.tournament} after round {self.round}"
