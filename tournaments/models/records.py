"""Completed events, and the results of their clubs and managers."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.events import Entrant, Tournament
from tournaments.rules.points import show_points
from tournaments.rules.results import Tally
from tournaments.rules.standings import show_share


class EventRecord(models.Model):
    """A completed event, for the archive. It and all that refers to it are rewritten from the
    results whenever one changes, and deleted while the event is open again."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="record")
    closed_at = models.DateTimeField(default=timezone.now, editable=False)
    clubs = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(help_text="Games that count.")

    class Meta:
        ordering = ("-closed_at", "-id")
        indexes = (
            # The archive, by page.
            models.Index(fields=["-closed_at", "-id"], name="tournaments_archive"),
        )

    def __str__(self) -> str:
        return f"Record of {self.tournament}"


class Finish(models.Model):
    """A club's final result in a completed event: season and play-off games as played, and season
    points."""

    class Prize(models.TextChoices):
        WINNER = "winner", "Winner"
        RUNNER_UP = "runner-up", "Runner-up"

    record = models.ForeignKey(EventRecord, on_delete=models.CASCADE, related_name="finishes")
    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="finish")
    prize = models.CharField(max_length=12, choices=Prize, blank=True)
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    tied = models.PositiveSmallIntegerField()
    playoffs_won = models.PositiveSmallIntegerField()
    playoffs_lost = models.PositiveSmallIntegerField()
    points = models.DecimalField(max_digits=14, decimal_places=4)

    class Meta:
        verbose_name_plural = "finishes"
        ordering = ("record", "-points", "entrant")

    def __str__(self) -> str:
        return f"{self.entrant} in {self.record.tournament}"

    @property
    def shown_points(self) -> str:
        return show_points(Fraction(self.points))


class ManagerFinish(models.Model):
    """A manager of a club in a completed event, one row for each partner; ``has_points``: the
    season points are credited to this manager."""

    finish = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="managers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="finishes"
    )
    has_points = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "finishes of managers"
        ordering = ("finish", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["finish", "user"], name="tournaments_finish_once_a_manager"
            ),
            models.UniqueConstraint(
                fields=["finish"],
                condition=Q(has_points=True),
                name="tournaments_points_to_one_partner",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.finish}"


class Encounter(models.Model):
    """A club's results against another in a completed event, play-offs included; one row for each
    of the two."""

    finish = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="encounters")
    other = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="+")
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    tied = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("finish", "other")
        constraints = (
            models.UniqueConstraint(
                fields=["finish", "other"], name="tournaments_encounter_once_a_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.finish.entrant} against {self.other.entrant}"


class ManagerRecord(models.Model):
    """A manager's record in all completed public events, recomputed from the manager's finishes
    whenever one changes."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="record"
    )
    events = models.PositiveIntegerField()
    titles = models.PositiveIntegerField()
    finals_lost = models.PositiveIntegerField()
    won = models.PositiveIntegerField(help_text="Games of seasons.")
    lost = models.PositiveIntegerField()
    tied = models.PositiveIntegerField()
    playoffs_won = models.PositiveIntegerField()
    playoffs_lost = models.PositiveIntegerField()
    points = models.DecimalField(max_digits=16, decimal_places=4)

    class Meta:
        ordering = ("-titles", "-points", "-won", "id")
        indexes = (
            # The all-time records, by page.
            models.Index(
                fields=["-titles", "-points", "-won", "id"], name="tournaments_all_time_records"
            ),
        )

    def __str__(self) -> str:
        return f"All-time record of {self.user}"

    @property
    def name(self) -> str:
        return self.user.name or "a manager"

    @property
    def games(self) -> int:
        return self.won + self.lost + self.tied + self.playoffs_won + self.playoffs_lost

    @property
    def shown_points(self) -> str:
        return show_points(Fraction(self.points))

    @property
    def pct(self) -> str:
        """The winning percentage of season games: ``.583``."""
        return show_share(Tally(self.won, self.lost, self.tied).pct)
