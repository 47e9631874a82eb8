"""Ballots of an event, their candidates and votes, and stored awards."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from rosters.fields import ClubField
from rosters.models import Card, Team
from tournaments.models import EventRecord, Tournament


class Ballot(models.Model):
    """An award on which the clubs of an event vote. Votes are hidden until a director closes it or
    its deadline passes."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"
        CANCELLED = "cancelled", "Cancelled"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="ballots")
    title = models.CharField(max_length=80)
    source = models.CharField(
        max_length=40, help_text="Where its candidates are from, as the form calls it."
    )
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="Empty: when a director closes it."
    )
    closed_at = models.DateTimeField(null=True, blank=True, help_text="By a director.")

    class Meta:
        ordering = ("-id",)
        constraints = (
            # ``duplicate-title``.
            models.UniqueConstraint(
                fields=["tournament", "title"],
                condition=~Q(state="cancelled"),
                name="awards_title_once",
            ),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:ballot", args=[self.tournament.slug, self.pk])

    def state_at(self, now: datetime) -> str:
        """Return the state; an open ballot past its deadline is closed."""
        if self.state == self.State.OPEN and self.closes_at is not None and now >= self.closes_at:
            return self.State.CLOSED
        return self.state


class Candidate(models.Model):
    """A candidate of a ballot: a player of a club, or a club (without a card), with the player's
    statistic when the ballot was opened."""

    ballot = models.ForeignKey(Ballot, on_delete=models.CASCADE, related_name="candidates")
    number = models.PositiveSmallIntegerField()
    card = models.ForeignKey(
        Card, on_delete=models.PROTECT, null=True, blank=True, related_name="nominations"
    )
    # A club goes only while its event is being set up: after a start was taken back.
    team = ClubField(
        Team,
        on_delete=models.CASCADE,
        related_name="nominations",
        as_of="ballot.tournament.ended_at",
    )
    told = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("ballot", "number")
        constraints = (
            models.UniqueConstraint(fields=["ballot", "number"], name="awards_candidate_number"),
        )

    def __str__(self) -> str:
        return self.card.name if self.card is not None else self.team.name


class Named(models.Model):
    """A place on a club's vote: the candidate, and the manager who cast the vote."""

    ballot = models.ForeignKey(Ballot, on_delete=models.CASCADE, related_name="named")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField(help_text="1 to 3.")
    candidate = models.ForeignKey(Candidate, on_delete=models.CASCADE, related_name="named")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "named"
        ordering = ("ballot", "team", "place")
        constraints = (
            models.UniqueConstraint(fields=["ballot", "team", "place"], name="awards_place_once"),
            # ``named-twice``.
            models.UniqueConstraint(
                fields=["ballot", "team", "candidate"], name="awards_named_once"
            ),
            models.CheckConstraint(condition=Q(place__range=(1, 3)), name="awards_three_places"),
        )

    def __str__(self) -> str:
        return f"{self.team}, {self.place}"


class Counted(models.Model):
    """What the stored awards of a completed event were computed from: the version of its
    statistics, and the number of closed ballots. Deleting the event's record deletes this and the
    awards."""

    record = models.OneToOneField(
        EventRecord, on_delete=models.CASCADE, related_name="counted_awards", primary_key=True
    )
    book = models.PositiveBigIntegerField()
    ballots = models.PositiveIntegerField()

    class Meta:
        verbose_name = "count of awards"
        verbose_name_plural = "counts of awards"
        ordering = ("-record",)

    def __str__(self) -> str:
        return f"Awards of {self.record.tournament}, counted"


class Awarded(models.Model):
    """The winner of an award in a completed event: a player of a club, or a club (without a
    card)."""

    record = models.ForeignKey(EventRecord, on_delete=models.CASCADE, related_name="awarded")
    number = models.PositiveSmallIntegerField(help_text="In the order in which they are told.")
    key = models.CharField(max_length=40)
    title = models.CharField(max_length=80)
    value = models.CharField(max_length=40, blank=True)
    team = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="+",
        as_of="record.tournament.ended_at",
    )
    card = models.ForeignKey(
        Card, on_delete=models.PROTECT, null=True, blank=True, related_name="awarded"
    )
    ballot = models.ForeignKey(
        Ballot, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name_plural = "awarded"
        ordering = ("-record", "number")
        constraints = (
            models.UniqueConstraint(fields=["record", "number"], name="awards_awarded_number"),
        )

    def __str__(self) -> str:
        return f"{self.title}: {self.card.name if self.card is not None else self.team.name}"

    def get_absolute_url(self) -> str:
        if self.ballot is not None:
            return self.ballot.get_absolute_url()
        return reverse("tournaments:awards", args=[self.record.tournament.slug])
