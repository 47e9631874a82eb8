from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from config.events.models import Event
from games.engine.dice_stream import commitment
from rosters.fields import ClubField
from rosters.models import Ballpark, Card, CardSet, Team
from rosters.rules.draft.settings import DraftSettings, read_settings


class Draft(models.Model):
    """How the squads of an event come about: its people may look, its directors direct. A mock
    draft is an event of its own, which is a user's practice."""

    class State(models.TextChoices):
        PREPARING = "preparing", "Being prepared"
        RUNNING = "running", "Under way"
        COMPLETE = "complete", "Complete"

    event = models.OneToOneField(
        Event,
        on_delete=models.CASCADE,
        to_field="key",
        db_column="scope",
        related_name="draft",
    )
    name = models.CharField(max_length=80)
    system_key = models.CharField("game system", max_length=32)
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="drafts")
    divisions = models.JSONField(
        default=list, help_text="Of each division how many participants and imputed teams."
    )
    seed = models.CharField(
        max_length=64, help_text="Of the rolls, of imputed teams' slots and of their taste."
    )
    state = models.CharField(max_length=12, choices=State, default=State.PREPARING)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mock_drafts",
        null=True,
        blank=True,
        help_text="Who practises; empty for an event's own draft.",
    )
    watch_key = models.CharField(
        max_length=32,
        blank=True,
        help_text="Of the link by which anybody may look on; empty: there is none.",
    )
    projection = models.JSONField(
        null=True, blank=True, help_text="How simulated seasons of the squads ended, by division."
    )
    # Below the owner, whose key to the accounts is Django's settings.
    settings = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="drafts_has_name"),
            models.UniqueConstraint(
                fields=["watch_key"], condition=~Q(watch_key=""), name="drafts_watch_key_once"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("drafts:room", args=[self.pk])

    @property
    def scope(self) -> str:
        """The key of its event."""
        return self.event_id

    @property
    def topic(self) -> str:
        """The topic that its pages watch."""
        return f"draft:{self.pk}"

    def topic_of(self, division: int) -> str:
        """The topic that pages of a division's board watch."""
        return f"{self.topic}-{division}"

    def board_topic(self, division: int) -> str:
        """The topic of the same board for people who have only the link."""
        return f"board:{self.watch_key}-{division}"

    @property
    def topics(self) -> list[str]:
        """All that is watched of it."""
        found = [self.topic]
        for division in range(1, len(self.divisions) + 1):
            found.append(self.topic_of(division))
            if self.watch_key:
                found.append(self.board_topic(division))
        return found

    @property
    def settled(self) -> DraftSettings:
        """Its settings as the law reads them."""
        return read_settings(self.settings)

    @property
    def commitment(self) -> str:
        """The hash of its seed, published before the first roll."""
        return commitment(self.seed)

    @property
    def is_mock(self) -> bool:
        """Whether somebody only practises."""
        return self.owner_id is not None


class DraftSeat(models.Model):
    """A team in a draft: its rolls, its place, and who picks for it."""

    class Drafter(models.TextChoices):
        UNKNOWN = "", "Not here yet"
        MANAGER = "manager", "Its manager"
        HOUSE = "house", "The house"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(help_text="Among the entrants, from 1.")
    team = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="draft_seats",
        null=True,
        blank=True,
        as_of="draft.event.ended_at",
    )
    name = models.CharField(max_length=60)
    imputed = models.BooleanField(default=False)
    drafter = models.CharField(
        max_length=8,
        choices=Drafter,
        default=Drafter.UNKNOWN,
        blank=True,
        help_text="As the draft is opened; from then on its log says it.",
    )
    rolls = models.JSONField(default=list, help_text="Every shake, each the faces of its dice.")
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    proxy = models.CharField(
        max_length=60, blank=True, help_text="Who chooses his slot when he is not there."
    )

    class Meta:
        ordering = ("draft", "number")
        constraints = (
            models.UniqueConstraint(fields=["draft", "number"], name="drafts_seat_number"),
            models.UniqueConstraint(fields=["draft", "team"], name="drafts_team_once"),
            models.UniqueConstraint(fields=["draft", "division", "slot"], name="drafts_slot_once"),
            models.CheckConstraint(
                condition=Q(division=None, slot=None)
                | Q(division__isnull=False, slot__isnull=False),
                name="drafts_place_whole",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        """The key of the event that it is drafted for."""
        return self.draft.scope


class DraftEvent(models.Model):
    """A line of a division's draft log; what the kinds are ``rosters.rules.draft.events`` says.

    Lines are only ever added. The board is made of them; ``DraftPick`` repeats what stands on it.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="events")
    division = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(help_text="Within the division, from 1, without gaps.")
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(help_text="When it took effect.")
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="draft_events",
        help_text="Empty when the house itself acted.",
    )

    class Meta:
        ordering = ("draft", "division", "number")
        constraints = (
            # Two people who act at the same instant: one of them was first.
            models.UniqueConstraint(
                fields=["draft", "division", "number"], name="drafts_event_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class DraftPick(models.Model):
    """The card or the park that a pick has taken, as the log has it."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="picks")
    division = models.PositiveSmallIntegerField()
    pick = models.PositiveSmallIntegerField()
    seat = models.ForeignKey(DraftSeat, on_delete=models.CASCADE, related_name="picks")
    card = models.ForeignKey(
        Card, on_delete=models.PROTECT, related_name="drafted", null=True, blank=True
    )
    park_key = models.CharField(max_length=100, blank=True)
    park = models.ForeignKey(
        Ballpark, on_delete=models.PROTECT, related_name="drafted", null=True, blank=True
    )
    price = models.PositiveIntegerField(
        null=True, blank=True, help_text="In an auction; empty in other drafts."
    )

    class Meta:
        ordering = ("draft", "division", "pick")
        constraints = (
            models.UniqueConstraint(fields=["draft", "division", "pick"], name="drafts_pick_once"),
            models.UniqueConstraint(fields=["draft", "division", "card"], name="drafts_card_once"),
            models.UniqueConstraint(
                fields=["draft", "division", "park_key"],
                condition=~Q(park_key=""),
                name="drafts_park_once",
            ),
            models.CheckConstraint(
                condition=Q(card=None) & ~Q(park_key="") | Q(card__isnull=False, park_key=""),
                name="drafts_card_or_park",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pick}: {self.card or self.park_key}"


class SecretMaximum(models.Model):
    """Up to what a seat's bids on one lot are raised; for the eyes of the seat's people only."""

    seat = models.OneToOneField(
        DraftSeat, on_delete=models.CASCADE, related_name="maximum", primary_key=True
    )
    lot = models.PositiveIntegerField(help_text="The number of its nomination in the log.")
    amount = models.PositiveIntegerField()
    after = models.PositiveIntegerField(help_text="The last event of the log by then.")

    def __str__(self) -> str:
        return f"Lot {self.lot} ({self.seat})"

    @property
    def scope(self) -> str:
        """The key of the event that it is drafted for."""
        return self.seat.scope


class ListedCard(models.Model):
    """What a club has noted about a card before and during a draft; for its own eyes only."""

    seat = models.ForeignKey(DraftSeat, on_delete=models.CASCADE, related_name="listed")
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="listed")
    rank = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Its place in the queue, from 1; empty: not queued."
    )
    avoided = models.BooleanField(default=False, help_text="Never to be picked by the house.")
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("seat", "rank", "id")
        constraints = (models.UniqueConstraint(fields=["seat", "card"], name="drafts_listed_once"),)

    def __str__(self) -> str:
        return f"{self.card} ({self.seat})"
