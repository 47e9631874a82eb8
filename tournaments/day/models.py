"""What a director settles about the day of his event, and what he has the hall told."""

from django.db import models
from django.db.models import Q

from tournaments.models import Tournament
from tournaments.rules.timetable import LONGEST_BREAK, LONGEST_GAME, MOST_TABLES


class Day(models.Model):
    """When the rounds of an event are played, at which tables, and what its hall screen shows."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="day")
    begins_at = models.DateTimeField(
        null=True, blank=True, help_text="When the first round begins; empty: no timetable."
    )
    minutes_per_game = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: as long as the rule edition gives a game."
    )
    break_minutes = models.PositiveSmallIntegerField(
        default=15, help_text="Between the end of a round and the beginning of the next."
    )
    day_begins = models.TimeField(
        null=True, blank=True, help_text="When play begins on every later day."
    )
    day_ends = models.TimeField(
        null=True,
        blank=True,
        help_text="A round that would not be over by then is of the next day.",
    )
    pauses = models.JSONField(
        default=list, blank=True, help_text="Of every day: lists of from and to, as 12:30."
    )
    first_table = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The number of a round's first table; empty: tables have no numbers.",
    )
    screen_key = models.CharField(
        max_length=32, blank=True, help_text="The secret part of the hall screen's address."
    )
    shows = models.JSONField(
        default=list, blank=True, help_text="What the screen shows, in turn; empty: all there is."
    )
    turn_seconds = models.PositiveSmallIntegerField(
        default=20, help_text="How long each of them stands."
    )
    notice = models.CharField(max_length=160, blank=True, help_text="What the hall is told now.")

    class Meta:
        verbose_name = "day"
        constraints = (
            # The screen is found by its key alone.
            models.UniqueConstraint(
                fields=["screen_key"], condition=~Q(screen_key=""), name="day_screen_key_once"
            ),
            models.CheckConstraint(
                condition=Q(minutes_per_game=None) | Q(minutes_per_game__range=(1, LONGEST_GAME)),
                name="day_minutes_per_game",
            ),
            models.CheckConstraint(
                condition=Q(break_minutes__lte=LONGEST_BREAK), name="day_break_minutes"
            ),
            models.CheckConstraint(
                condition=Q(first_table=None) | Q(first_table__range=(1, MOST_TABLES)),
                name="day_first_table",
            ),
        )

    def __str__(self) -> str:
        return f"Day of {self.tournament}"
