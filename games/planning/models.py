from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from config.events.models import Event
from games.models import Series
from rosters.models import Card, Squad, Team


class LineUp(models.Model):
    """A lineup against starters of one throwing arm: for the whole event, a series, or one game.

    ``spots`` are nine pairs of a card's key and a position, in batting order; key 0 stands for the
    day's pitcher.
    """

    class Hand(models.TextChoices):
        LEFT = "L", "Left-handed starters"
        RIGHT = "R", "Right-handed starters"

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="line_ups")
    series = models.ForeignKey(
        Series, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    number = models.PositiveSmallIntegerField(
        default=0, help_text="Of the game in the series; 0 for all of them."
    )
    against = models.CharField(max_length=1, choices=Hand)
    spots = models.JSONField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "line-up"
        ordering = ("squad", "series", "number", "against")
        constraints = (
            models.UniqueConstraint(
                fields=["squad", "against"],
                condition=Q(series=None),
                name="planning_line_up_of_event",
            ),
            models.UniqueConstraint(
                fields=["squad", "series", "number", "against"],
                condition=Q(series__isnull=False),
                name="planning_line_up_of_series",
            ),
            models.CheckConstraint(
                condition=Q(series__isnull=False) | Q(number=0), name="planning_game_of_a_series"
            ),
        )

    def __str__(self) -> str:
        return f"{self.squad.team}, {self.get_against_display().lower()}"


class DeclaredStart(models.Model):
    """The declared starter of one of the club's games, by its column of the pitching sheet."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="starts")
    column = models.PositiveSmallIntegerField(help_text="Which of the club's games, from 1.")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    declared_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("squad", "column")
        constraints = (
            models.UniqueConstraint(fields=["squad", "column"], name="planning_one_start_a_game"),
            models.CheckConstraint(condition=Q(column__gte=1), name="planning_column_from_1"),
        )

    def __str__(self) -> str:
        return f"{self.card} starts game {self.column}"


class Instructions(models.Model):
    """One version of a manager's instructions for games in the manager's absence, never changed:
    against one opponent or all. The last version counts, and games keep the number of theirs."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="instructions")
    opponent = models.ForeignKey(
        Team, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    version = models.PositiveIntegerField(help_text="Of all those of the squad, from 1.")
    data = models.JSONField(default=dict)
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "instructions"
        ordering = ("squad", "-version")
        constraints = (
            models.UniqueConstraint(
                fields=["squad", "version"], name="planning_version_of_instructions"
            ),
        )

    def __str__(self) -> str:
        against = f" against {self.opponent}" if self.opponent else ""
        return f"Instructions {self.version} of {self.squad.team}{against}"


class GameCard(models.Model):
    """A club's starter before a game, and then its confirmed lineup."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    starter = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    named_at = models.DateTimeField(default=timezone.now)
    spots = models.JSONField(default=list, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("series", "number", "team")
        constraints = (
            models.UniqueConstraint(
                fields=["series", "number", "team"], name="planning_card_of_a_game"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at=None, confirmed_by=None, spots=[])
                | (Q(confirmed_at__isnull=False, confirmed_by__isnull=False) & ~Q(spots=[])),
                name="planning_confirmed_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}, game {self.number}: {self.starter}"


class EventRules(models.Model):
    """How an event keeps pitching, beside its pitching law."""

    class Declared(models.TextChoices):
        GAME = "game", "Game by game"
        SERIES = "series", "Before each series"
        SEASON = "season", "Before the season"

    event = models.OneToOneField(
        Event,
        on_delete=models.CASCADE,
        to_field="key",
        db_column="scope",
        related_name="pitching_rules",
    )
    bullpen_resets = models.BooleanField(
        default=False,
        help_text="Relief starts fresh before each series of the length that the law says "
        "(T10.2t: round-robin play of an internet event). Sheets that are open keep theirs.",
    )
    declared = models.CharField(
        "rotations are declared",
        max_length=8,
        choices=Declared,
        default=Declared.GAME,
        help_text="Until when a club may change who starts; a director may later, too.",
    )
    published = models.BooleanField(
        "rotations are published",
        default=False,
        help_text="Everybody sees who is declared; or else only the club, until the game is on.",
    )

    class Meta:
        verbose_name_plural = "event rules"
        ordering = ("event_id",)

    def __str__(self) -> str:
        return f"Pitching rules of {self.event_id}"
