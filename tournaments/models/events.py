"""Tournaments and their clubs."""

from datetime import date, datetime
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from config.events.models import Event
from config.people.times import zone_of
from games.card_games.registry import follows_editions
from games.engine.system import System
from games.systems.registry import system
from rosters.editions import edition_in, preset_of, presets_for
from rosters.fields import ClubField
from rosters.models import CardSet, Team
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.presets import Preset
from tournaments.rules.drops import MEANINGS, VOID
from tournaments.rules.points import PointsLaw, read_points_law
from tournaments.rules.ties import TieOrder, order_from_json


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def locked(self) -> Self:
        """Lock both rows of each tournament, its own and its event's, and read them after other
        transactions have released them. Rows that only refer to an event do not wait."""
        return self.select_for_update(of=("self", "event"), no_key=True)


TournamentManager = models.Manager.from_queryset(TournamentQuerySet)


class Tournament(Event):
    """An event of many clubs, such as a league season, run by its directors. Its id is that of its
    event."""

    class State(models.TextChoices):
        SETUP = "setup", "Being set up"
        RUNNING = "running", "Running"
        COMPLETE = "complete", "Complete"

    KIND = "tournament"

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, parent_link=True, primary_key=True, db_column="id"
    )
    slug = models.SlugField(max_length=80, unique=True)
    card_set = models.ForeignKey(
        CardSet,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        help_text="The pool, in games that are played with cards.",
    )
    tie_order = models.JSONField(
        default=list,
        blank=True,
        help_text="Steps that break ties; empty: by winning percentage only. Frozen at the start.",
    )
    dropped_results = models.CharField(
        max_length=8,
        default=VOID,
        choices=tuple(
            (key, f"{says} (T0.08)" if key == VOID else says) for key, says in MEANINGS.items()
        ),
        help_text="What the results of a club mean that drops out and is not replaced (T0.08j).",
    )
    points = models.JSONField(
        "season points",
        default=dict,
        blank=True,
        help_text="What differs from the club's formula of season points; frozen at the start.",
    )
    seed = models.CharField(max_length=64)
    state = models.CharField(max_length=12, choices=State, default=State.SETUP)
    overtaken = models.JSONField(
        default=list,
        blank=True,
        editable=False,
        help_text="What was drawn upon results that are others by now, in words.",
    )

    objects: ClassVar[TournamentManager] = TournamentManager()

    class Meta:
        ordering = ("-pk",)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save it; a new one gets its key from its id."""
        new = not self.key
        self.kind = self.KIND
        super().save(*args, **kwargs)
        if new:
            self.key = key_of(self.pk)
            Event.objects.filter(pk=self.pk).update(key=self.key)

    def get_absolute_url(self) -> str:
        return reverse("tournaments:overview", args=[self.slug])

    @property
    def scope(self) -> str:
        """The topic for its log entries and live updates."""
        return self.key

    @property
    def system(self) -> System:
        return system(self.system_key)

    def day_of(self, moment: datetime) -> date:
        """Return the date of a moment in the event's time zone."""
        return moment.astimezone(zone_of(self.time_zone)).date()

    @property
    def ties(self) -> TieOrder:
        return order_from_json(self.tie_order)

    @property
    def points_law(self) -> PointsLaw:
        return read_points_law(self.points)

    @property
    def has_edition(self) -> bool:
        return follows_editions(self.system)

    @property
    def preset(self) -> Preset:
        """The preset of its edition; the document's if that preset no longer exists."""
        return preset_of(self)

    @property
    def presets(self) -> dict[str, Preset]:
        """The available presets: those of its game system, and its own."""
        return {**presets_for(self.system_key), self.preset.key: self.preset}

    @property
    def edition(self) -> RuleEdition:
        """The tournament rules it is played under."""
        return edition_in(self)


def key_of(number: int) -> str:
    return f"{Tournament.KIND}:{number}"


class Entrant(models.Model):
    """A club in a tournament, with its number on the schedule."""

    class Dropped(models.TextChoices):
        COVERED = "covered", "Others play on for it"
        VOID = "void", "Out; its results are thrown out"
        KEPT = "kept", "Out; its results stand"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    team = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="entries",
        as_of="tournament.ended_at",
        order="batting_order",
    )
    batting_order = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text="The names in its batting order when the event ended.",
    )
    number = models.PositiveSmallIntegerField()
    division = models.PositiveSmallIntegerField(default=1)
    dropped = models.CharField(
        max_length=8,
        choices=Dropped,
        blank=True,
        help_text="What became of it when its manager could not finish; empty: nothing of that.",
    )
    points_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="Which of the partners who share it is given its season points.",
    )

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_entrant_number"
            ),
            models.UniqueConstraint(fields=["tournament", "team"], name="tournaments_entrant_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="tournaments_entrant_number_from_1"
            ),
        )

    def __str__(self) -> str:
        return self.team.name

    @property
    def is_out(self) -> bool:
        """Whether it no longer plays and has no place in the tables (T0.08s)."""
        return self.dropped in (self.Dropped.VOID, self.Dropped.KEPT)
