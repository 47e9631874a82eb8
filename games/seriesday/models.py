from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.engine.dice_stream import commitment
from games.models import Game, Series, VoidedTail
from games.rules.grounds import Grounds
from games.rules.home_rolls import SIDES
from games.rules.remedies import remedy_label
from games.rules.reports import GameClaim
from games.rules.stored_reports import from_json
from pitching.models import Violation
from rosters.models import Team


class GameReport(models.Model):
    """One telling of what a game came to, never changed: who told it, and what became of it."""

    class Kind(models.TextChoices):
        REPORTED = "reported", "Reported"
        ANSWERED = "answered", "Other version"
        SETTLED = "settled", "Settled by a director"
        CORRECTED = "corrected", "Corrected by a director"

    class State(models.TextChoices):
        OPEN = "open", "Waits for the other side"
        DISPUTED = "disputed", "Disputed"
        CONFIRMED = "confirmed", "Confirmed"
        REPLACED = "replaced", "Replaced"
        LAPSED = "lapsed", "Closed, as its series or game ended"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    state = models.CharField(max_length=12, choices=State)
    team = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Whose version it is; empty: a director's.",
    )
    claim = models.JSONField(help_text="What is said of the game.")
    key = models.CharField(
        max_length=64, blank=True, help_text="Made by the device, so that it is stored once."
    )
    reason = models.CharField(max_length=300, blank=True)
    told_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="game_reports"
    )
    told_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: official without an answer (T0.06d).",
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("game", "version")
        constraints = (
            models.UniqueConstraint(fields=["game", "version"], name="seriesday_report_version"),
            # Of two people who answer at once, one is right.
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state="confirmed"),
                name="seriesday_one_confirmed_report",
            ),
            # A report that is sent twice is stored once.
            models.UniqueConstraint(
                fields=["told_by", "key"],
                condition=~Q(key=""),
                name="seriesday_report_sent_once",
            ),
        )
        indexes = (
            # What waits for an answer, for the board and for what becomes official by itself.
            models.Index(
                fields=["game"],
                condition=Q(state__in=["open", "disputed"]),
                name="seriesday_report_waits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}, version {self.version}"

    def get_absolute_url(self) -> str:
        return reverse("seriesday:report", args=[self.game.series_id, self.game.number])

    @property
    def told(self) -> GameClaim:
        """What is said of the game, as a value."""
        return from_json(self.claim)


class LeftGame(models.Model):
    """How a suspended game that is played at a table was left, so that it goes on from there. Each
    telling is a row of its own; the last one stands, and counts once both clubs agree to it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="left")
    version = models.PositiveSmallIntegerField()
    away_runs = models.PositiveSmallIntegerField()
    home_runs = models.PositiveSmallIntegerField()
    inning = models.PositiveSmallIntegerField()
    half = models.PositiveSmallIntegerField(help_text="0: the top.")
    outs = models.PositiveSmallIntegerField()
    men = models.JSONField(help_text="Names of who is on first, second and third; empty: nobody.")
    up = models.CharField(max_length=60, blank=True, help_text="Who is at bat.")
    sides = models.JSONField(
        help_text="Visitors, home: men in the game in their order, those gone, pitchers with outs."
    )
    words = models.CharField(max_length=300, blank=True)
    team = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Whose telling it is; empty: a director's.",
    )
    told_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    told_at = models.DateTimeField(default=timezone.now)
    agreed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("game", "version")
        constraints = (
            models.UniqueConstraint(fields=["game", "version"], name="seriesday_left_version"),
            models.CheckConstraint(condition=Q(half__lte=1), name="seriesday_left_half"),
        )

    def __str__(self) -> str:
        return f"How {self.game} was left, version {self.version}"


class Photograph(models.Model):
    """A picture of the scoresheet of a suspended game. It is stored in the database, so that no
    address but its own leads to it and a copy of the house has it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photographs")
    kind = models.CharField(max_length=12, help_text="Of the image: jpeg, png or webp.")
    data = models.BinaryField()
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("game", "id")

    def __str__(self) -> str:
        return f"Scoresheet of {self.game}"


class SeriesClock(models.Model):
    """When a series began, how much longer than its limit it may take, and until when it has to be
    played."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="clock")
    begun_at = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True, help_text="Empty: there is no deadline.")
    house_plays = models.BooleanField(
        default=True, help_text="What is unplayed at the deadline is simulated."
    )

    class Meta:
        ordering = ("series",)
        indexes = (
            # What has to be played by now, for the job that plays it.
            models.Index(
                fields=["due_at"],
                condition=Q(due_at__isnull=False),
                name="seriesday_clock_due",
            ),
        )

    def __str__(self) -> str:
        return f"Clock of {self.series}"

    def get_absolute_url(self) -> str:
        return self.series.get_absolute_url()


class HomeRoll(models.Model):
    """Both managers roll for home (T0.16a). Equal rolls are rolled anew, each attempt in a row of
    its own; ``home`` and ``away`` are the clubs of the series, whichever hosts its first game."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="home_rolls")
    number = models.PositiveSmallIntegerField(help_text="Of the attempt, from 1.")
    seed = models.CharField(
        max_length=64, blank=True, help_text="Of the server's d20; empty: rolled at the table."
    )
    home_roll = models.PositiveSmallIntegerField(null=True, blank=True)
    away_roll = models.PositiveSmallIntegerField(null=True, blank=True)
    hosts = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who is at home in the first game, once that is settled.",
    )
    pattern = models.CharField(max_length=16, help_text="Of the series, before it was settled.")
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("series", "number")
        constraints = (
            models.UniqueConstraint(fields=["series", "number"], name="seriesday_home_roll_number"),
            models.CheckConstraint(
                condition=Q(home_roll=None) | Q(home_roll__gte=1, home_roll__lte=SIDES),
                name="seriesday_home_rolls_a_d20",
            ),
            models.CheckConstraint(
                condition=Q(away_roll=None) | Q(away_roll__gte=1, away_roll__lte=SIDES),
                name="seriesday_away_rolls_a_d20",
            ),
        )

    def __str__(self) -> str:
        return f"Roll for home of {self.series}"

    @property
    def rolled(self) -> bool:
        """Whether both have rolled."""
        return self.home_roll is not None and self.away_roll is not None

    @property
    def commitment(self) -> str:
        """The hash published before the first roll; empty for dice of the table."""
        return commitment(self.seed) if self.seed else ""

    @property
    def revealed_seed(self) -> str:
        """The seed once both have rolled: its first d20 is the home club's, its second the
        visitors'."""
        return self.seed if self.rolled else ""


class SuspendedRoll(models.Model):
    """T33.0l: the d20 of a suspended game that stands level with others of a club, in the order in
    which they are finished. It counts while the game stands where it stood then."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="order_rolls")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    outs = models.PositiveSmallIntegerField(help_text="That both sides had made in the game.")
    value = models.PositiveSmallIntegerField()
    rolled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    rolled_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(value__gte=1, value__lte=SIDES), name="seriesday_order_rolls_a_d20"
            ),
        )

    def __str__(self) -> str:
        return f"{self.value} for {self.game}"


class Absence(models.Model):
    """A club's manager is absent from a series, as the club's own people said, or the others."""

    class Outcome(models.TextChoices):
        WITHDRAWN = "withdrawn", "There after all"
        EXTENDED = "extended", "More time"
        SUBSTITUTE = "substitute", "A substitute plays"
        SIMULATED = "simulated", "The house plays"
        CALLED_OFF = "called-off", "The series is called off"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="absences")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    told_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    told_at = models.DateTimeField(default=timezone.now)
    by_himself = models.BooleanField(help_text="The club's own people said so.")
    words = models.CharField(max_length=300, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=["series", "team"],
                condition=Q(outcome=""),
                name="seriesday_one_open_absence",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team} is not there for {self.series}"

    def get_absolute_url(self) -> str:
        return reverse("seriesday:absences", args=[self.series_id])


class RulingQuerySet(models.QuerySet["Ruling"]):
    def waiting(self) -> RulingQuerySet:
        """Rulings to be decided by a person who can: their series goes on, and their game is on the
        books."""
        return self.filter(
            state__in=(Ruling.State.OPEN, Ruling.State.APPEALED), series__called_off_at=None
        ).exclude(game__status=Game.Status.VOID)


class Ruling(models.Model):
    """A violation or mistake that has to be ruled on (T0.06, T31)."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        DECIDED = "decided", "Decided"
        APPEALED = "appealed", "Before the director"
        FINAL = "final", "Final"
        DISMISSED = "dismissed", "No violation"
        LAPSED = "lapsed", "Closed, as its series or game ended"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="rulings")
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    case = models.CharField(max_length=32, help_text="A key of the law's cases.")
    rule = models.CharField(max_length=12)
    facts = models.CharField(max_length=500)
    details = models.JSONField(default=dict, help_text="What the remedies depend on.")
    offended = models.ForeignKey(
        Team,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty where both sides share the fault, or it is for the director.",
    )
    violation = models.ForeignKey(
        Violation, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings"
    )
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    remedy = models.CharField(max_length=24, blank=True)
    cut = models.ForeignKey(
        VoidedTail,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="What its remedy took off the game, and an appeal may put back.",
    )
    footnote = models.CharField(max_length=300, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: found by the software.",
    )
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = (
            # T0.06a: what is closed says how.
            models.CheckConstraint(
                condition=~Q(state__in=["decided", "final"]) | ~Q(remedy=""),
                name="seriesday_ruling_says_how",
            ),
        )
        indexes = (
            # What waits for a choice or for the director.
            models.Index(
                fields=["series"],
                condition=Q(state__in=["open", "appealed"]),
                name="seriesday_ruling_waits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule}: {self.facts[:60]}"

    def get_absolute_url(self) -> str:
        return reverse("seriesday:ruling", args=[self.pk])

    @property
    def grounds(self) -> Grounds:
        """What the remedies depend on."""
        return Grounds.read(self.details)

    @property
    def remedy_label(self) -> str:
        """The remedy in words; empty where none was chosen."""
        return remedy_label(self.case, self.remedy)

    @property
    def waits(self) -> bool:
        """Whether it is still to be decided."""
        return self.state in (self.State.OPEN, self.State.APPEALED)


class RulingStep(models.Model):
    """Something done about a ruling; never changed."""

    class Kind(models.TextChoices):
        OPENED = "opened", "Reported"
        AGREED = "agreed", "Agreed that it happened"
        DENIED = "denied", "Denied that it happened"
        CHOSEN = "chosen", "Chose"
        APPEALED = "appealed", "Appealed to the director"
        RULED = "ruled", "Ruled"
        DISMISSED = "dismissed", "Dismissed"
        CLOSED = "closed", "Closed"
        REOPENED = "reopened", "Opened again"

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    as_director = models.BooleanField(default=False)
    remedy = models.CharField(max_length=24, blank=True)
    words = models.CharField(max_length=500, blank=True)
    effects: Any = models.JSONField(default=list, help_text="What it changed.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("ruling", "number")
        constraints = (
            models.UniqueConstraint(fields=["ruling", "number"], name="seriesday_step_number"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.at:%-d %b %Y %H:%M}"

    @property
    def remedy_label(self) -> str:
        """The remedy in words; empty where the step chose none."""
        return remedy_label(self.ruling.case, self.remedy)
