"""The day of an event, its announcement, sign-ups and questions."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.models import Entrant, Tournament
from tournaments.rules.paper import PAPERS
from tournaments.rules.timetable import LONGEST_BREAK, LONGEST_GAME, MOST_TABLES

MOST_OFFER_HOURS = 24 * 30


class Day(models.Model):
    """When and at which tables the rounds of an event are played, and what its hall screen
    shows."""

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
    paper = models.CharField(
        max_length=8,
        blank=True,
        choices=tuple(PAPERS.items()),
        help_text="What it is printed on; empty: the paper of where it is held.",
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


class Announcement(models.Model):
    """The announcement of an event, and how people sign up."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="announcement"
    )
    place = models.CharField(max_length=160, blank=True)
    map_url = models.URLField("map", max_length=300, blank=True)
    hours = models.CharField(
        max_length=160, blank=True, help_text="In words, by the clock of the place."
    )
    fee = models.CharField(max_length=120, blank=True, help_text="In words.")
    run_by = models.CharField("who runs it", max_length=120, blank=True)
    contact = models.CharField(
        "questions to", max_length=160, blank=True, help_text="An address or a number; public."
    )
    about = models.TextField(max_length=3000, blank=True)
    places = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: as many as come."
    )
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="Until when one may sign up; empty: until it is closed."
    )
    offer_hours = models.PositiveSmallIntegerField(
        "hours that an offered place is held",
        default=48,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_OFFER_HOURS)],
        help_text="Then it is offered to the next on the waiting list.",
    )
    is_open = models.BooleanField("sign-up is open", default=False)
    door_key = models.CharField(
        max_length=32, blank=True, help_text="The secret part of the address for the room."
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["door_key"], condition=~Q(door_key=""), name="day_door_key_once"
            ),
        )

    def __str__(self) -> str:
        return f"Announcement of {self.tournament}"


class SignUp(models.Model):
    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", "Has not confirmed yet"
        COMING = "coming", "Comes"
        OFFERED = "offered", "Is offered a place"
        WAITING = "waiting", "Waits for a place"
        WITHDRAWN = "withdrawn", "Does not come"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sign_ups")
    name = models.CharField(max_length=80)
    town = models.CharField(max_length=80, blank=True)
    partner = models.CharField(max_length=80, blank=True, help_text="Who shares the club.")
    club = models.CharField(max_length=60, blank=True)
    email = models.EmailField(blank=True, help_text="Empty: entered by a director.")
    state = models.CharField(max_length=12, choices=State)
    key = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="The order of the waiting list."
    )
    offered_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when the place that is offered is held."
    )
    lapsed_at = models.DateTimeField(
        null=True, blank=True, help_text="When an offer ran out; only a director offers again."
    )
    rank = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="On the waiting list, where a director ordered it."
    )
    told_apart = models.BooleanField(
        default=False, help_text="A director knows that the others of this address are others."
    )
    here_at = models.DateTimeField(null=True, blank=True, help_text="When he was there.")
    entered = models.BooleanField(default=False, help_text="Whether a club was entered for him.")
    entrant = models.ForeignKey(
        Entrant,
        on_delete=models.SET_NULL,
        related_name="sign_ups",
        null=True,
        blank=True,
        help_text="The club that was entered for him.",
    )

    class Meta:
        ordering = ("tournament", "confirmed_at", "id")
        constraints = (
            # A form sent twice makes one sign-up; a family may share an address.
            models.UniqueConstraint(
                fields=["tournament", "email", "name"],
                condition=~Q(email="") & ~Q(state="withdrawn"),
                name="day_sign_up_once",
            ),
            models.CheckConstraint(
                condition=Q(state="offered") ^ Q(offered_until=None), name="day_offer_has_an_end"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.tournament})"


class Question(models.Model):
    """A question to the directors of an event, and its answer."""

    class State(models.TextChoices):
        OPEN = "open", "Waits for an answer"
        ANSWERED = "answered", "Answered"
        CLOSED = "closed", "Closed without an answer"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="questions")
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="questions",
        null=True,
        blank=True,
        help_text="Empty: a visitor without an account.",
    )
    name = models.CharField(max_length=80, blank=True, help_text="Of a visitor.")
    email = models.EmailField(blank=True, help_text="Of a visitor: the answer is mailed there.")
    text = models.TextField(max_length=1000)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    answer = models.TextField(max_length=2000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="Who answered or closed it.",
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    shown = models.BooleanField(
        default=False, help_text="Whether question and answer stand on the announcement."
    )

    class Meta:
        ordering = ("tournament", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(state="answered") ^ Q(answer=""), name="day_question_answer"
            ),
            # Only answered questions are public.
            models.CheckConstraint(
                condition=Q(shown=False) | Q(state="answered"), name="day_question_shown"
            ),
        )
        indexes = (
            # Directors' open questions, read on every page for notifications.
            models.Index(
                fields=["tournament"], condition=Q(state="open"), name="day_question_waits"
            ),
        )

    def __str__(self) -> str:
        return f"Question {self.pk} ({self.tournament})"

    @property
    def who(self) -> str:
        """The asker's name, for directors."""
        return str(self.asker) if self.asker is not None else self.name or "A visitor"

    @property
    def by(self) -> str:
        """The asker's name, for everybody: only directors see a visitor's name."""
        return str(self.asker) if self.asker is not None else "A visitor"
