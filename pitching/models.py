from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from config.events.models import Event
from pitching.rules.laws import LAWS, LawOfPitching
from pitching.rules.rest_and_relief import REST_AND_RELIEF
from rosters.fields import ClubField
from rosters.models import Card, Team


class PitchingSheet(models.Model):
    """A club's pitching sheet in one phase of an event: the record that both managers sign.

    Columns hold the games. The law is that of the day the sheet was opened.
    """

    team = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="pitching_sheets",
        as_of="event.ended_at",
    )
    event = models.ForeignKey(
        Event,
        on_delete=models.PROTECT,
        to_field="key",
        db_column="scope",
        related_name="sheets",
    )
    phase = models.PositiveSmallIntegerField(default=1)
    begins_at = models.PositiveSmallIntegerField(
        default=1,
        help_text="Its first column: those of a club run on from one phase to the next.",
    )
    law_key = models.CharField(
        max_length=24,
        default=REST_AND_RELIEF,
        help_text="The law of pitching, as the game system has it.",
    )
    law = models.JSONField(
        default=dict, blank=True, help_text="What differs from the usual numbers of that law."
    )
    bullpen_resets = models.BooleanField(
        default=False, help_text="Round-robin play of an internet event (T10.2t)."
    )
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="next", null=True, blank=True
    )
    starts_carry_over = models.BooleanField(default=True)
    relief_carries_over = models.BooleanField(default=True)
    bound_to = models.ForeignKey(
        "SheetSeries",
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="The series against a club that dropped out (T0.08o).",
    )
    bound_series = models.ForeignKey(
        "SheetSeries",
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="The last series, whose rotation must have been legal in that one.",
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event_id", "phase", "team")
        constraints = (
            models.UniqueConstraint(
                fields=["team", "event", "phase"], name="pitching_one_sheet_per_phase"
            ),
            models.CheckConstraint(condition=Q(phase__gte=1), name="pitching_phase_from_1"),
            models.CheckConstraint(condition=Q(begins_at__gte=1), name="pitching_begins_at_1"),
            models.CheckConstraint(
                condition=Q(bound_to=None, bound_series=None)
                | Q(bound_to__isnull=False, bound_series__isnull=False),
                name="pitching_bound_to_and_by",
            ),
        )

    def __str__(self) -> str:
        return f"Pitching sheet of {self.team}"

    def get_absolute_url(self) -> str:
        return reverse("pitching:sheet", args=[self.pk])

    @property
    def scope(self) -> str:
        return self.event_id

    @property
    def its_law(self) -> LawOfPitching:
        return LAWS[self.law_key](self.law)


class SheetSeries(models.Model):
    """A series of a club's schedule on its sheet: consecutive columns."""

    class Struck(models.TextChoices):
        ERASED = "erased", "Erased"
        BYE = "bye", "Became a bye"

    sheet = models.ForeignKey(PitchingSheet, on_delete=models.CASCADE, related_name="series")
    key = models.CharField(max_length=64, help_text='A topic, such as "series:12".')
    opponent = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    first_column = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField()
    struck = models.CharField(
        max_length=8, choices=Struck, blank=True, help_text="Why its columns are no games (T0.08)."
    )
    called_off = models.BooleanField(
        default=False,
        help_text="Nothing more is played in it; suspended games keep the outs made (A-P9).",
    )

    class Meta:
        verbose_name_plural = "series"
        ordering = ("sheet", "first_column")
        constraints = (
            models.UniqueConstraint(fields=["sheet", "key"], name="pitching_series_of_sheet"),
            models.UniqueConstraint(
                fields=["sheet", "first_column"], name="pitching_series_at_column"
            ),
            models.CheckConstraint(
                condition=Q(first_column__gte=1, length__gte=1), name="pitching_series_columns"
            ),
        )

    def __str__(self) -> str:
        return f"against {self.opponent}"

    @property
    def columns(self) -> range:
        return range(self.first_column, self.first_column + self.length)

    @property
    def last_column(self) -> int:
        return self.first_column + self.length - 1


class SheetColumn(models.Model):
    """A game on a sheet. The outings of its entry ``version`` are what was pitched in it."""

    class Status(models.TextChoices):
        PLAYED = "played", "Played"
        SUSPENDED = "suspended", "Suspended"
        TAKEN_BACK = "taken-back", "Taken back"

    sheet = models.ForeignKey(PitchingSheet, on_delete=models.CASCADE, related_name="columns")
    series = models.ForeignKey(SheetSeries, on_delete=models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, help_text='The game, as a topic: "game:12".')
    status = models.CharField(max_length=12, choices=Status)
    outs = models.PositiveSmallIntegerField(help_text="Made by the opponents in the game.")
    version = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("sheet", "number", "id")
        constraints = (
            models.UniqueConstraint(fields=["sheet", "key"], name="pitching_game_once_a_sheet"),
            # T33.0i: one column a game, and one game a column.
            models.UniqueConstraint(
                fields=["sheet", "number"],
                condition=~Q(status="taken-back"),
                name="pitching_one_game_a_column",
            ),
        )

    def __str__(self) -> str:
        return f"Game {self.number}"


class ColumnEntry(models.Model):
    """One version of a column, never changed: who wrote it, when and why."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", "Recorded"
        SUSPENDED = "suspended", "Suspended"
        COMPLETED = "completed", "Completed"
        CORRECTED = "corrected", "Corrected"
        TAKEN_BACK = "taken-back", "Taken back"

    column = models.ForeignKey(SheetColumn, on_delete=models.CASCADE, related_name="entries")
    version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    outs = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="Empty when a job played the game.",
    )
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("column", "version")
        constraints = (
            models.UniqueConstraint(fields=["column", "version"], name="pitching_entry_version"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, version {self.version}"


class Outing(models.Model):
    """What one pitcher did in one game. 0 outs: retired no batter (T10.2m)."""

    entry = models.ForeignKey(ColumnEntry, on_delete=models.CASCADE, related_name="outings")
    card = models.ForeignKey(
        Card,
        on_delete=models.PROTECT,
        related_name="outings",
        null=True,
        blank=True,
        help_text="Empty for a man from the stands (T25.3d).",
    )
    place = models.PositiveSmallIntegerField(help_text="In the order in which they came, from 1.")
    outs = models.PositiveSmallIntegerField()
    started = models.BooleanField(default=False)
    accepted = models.BooleanField(
        default=False, help_text="Against the rules, and let stand (T31.2b)."
    )
    footnote = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("entry", "place")
        constraints = (
            models.UniqueConstraint(fields=["entry", "card"], name="pitching_pitcher_once_a_game"),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(card=None), name="pitching_one_from_the_stands"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(started=True), name="pitching_one_starter"
            ),
            models.CheckConstraint(condition=Q(outs__lte=99), name="pitching_outs_of_a_game"),
            # T0.06c: an accepted outing needs a footnote.
            models.CheckConstraint(
                condition=Q(accepted=False) | ~Q(footnote=""), name="pitching_accepted_says_why"
            ),
        )

    def __str__(self) -> str:
        return f"{self.card or 'A player from the stands'}: {self.outs} outs"


class Violation(models.Model):
    """A breach of the law that an entry shows; open until it is ruled on."""

    entry = models.ForeignKey(ColumnEntry, on_delete=models.CASCADE, related_name="violations")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    rule = models.CharField(max_length=12)
    code = models.CharField(max_length=32)
    outs = models.PositiveSmallIntegerField()
    allowed = models.PositiveSmallIntegerField()
    sentence = models.CharField(max_length=500)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("entry", "id")
        indexes = (
            # For violations that wait for a ruling.
            models.Index(
                fields=["entry"], condition=Q(closed_at=None), name="pitching_violation_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule}: {self.card}"


class Signature(models.Model):
    """A user's signature under a club's sheet for a series: the opponent's, or a director's
    instead."""

    series = models.ForeignKey(SheetSeries, on_delete=models.CASCADE, related_name="signatures")
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    as_director = models.BooleanField(default=False)
    signed_at = models.DateTimeField(default=timezone.now)
    reopened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    reopened_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True, help_text="Why it was opened again.")

    class Meta:
        ordering = ("series", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["series"], condition=Q(reopened_at=None), name="pitching_signed_once"
            ),
            models.CheckConstraint(
                condition=Q(reopened_at=None, reopened_by=None, reason="")
                | (Q(reopened_at__isnull=False, reopened_by__isnull=False) & ~Q(reason="")),
                name="pitching_reopened_says_why",
            ),
        )

    def __str__(self) -> str:
        return f"signed by {self.signed_by}"
