from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import ClassVar, Final

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from config.events.models import Event
from rosters.fields import ClubField
from rosters.rules.parks import ParkNumbers, Pick

HEX_COLOUR = RegexValidator(r"^#[0-9a-f]{6}\Z", "A colour is written #rrggbb.")


IDENTITY = ("name", "abbreviation", "colour", "accent")
"""What of a club is shown as it was when it played."""


def former_name(
    former_names: Sequence[Mapping[str, str]], instant: datetime | None
) -> Mapping[str, str] | None:
    """The entry of ``Team.former_names`` that held at an instant; ``None`` where today's does."""
    if instant is None:
        return None
    return next(
        (name for name in former_names if instant < datetime.fromisoformat(name["until"])), None
    )


def name_as_of(
    name: str, former_names: Sequence[Mapping[str, str]], instant: datetime | None
) -> str:
    """Of a club's fields as a query gives them: its name at an instant."""
    former = former_name(former_names, instant)
    return name if former is None else former["name"]


class Team(models.Model):
    """A club: a name, a mark and the people who run it."""

    name = models.CharField(max_length=60)
    abbreviation = models.CharField(max_length=4, help_text="Two to four letters for score lines.")
    colour = models.CharField(max_length=7, default="#1f4d3a", validators=[HEX_COLOUR])
    accent = models.CharField(max_length=7, default="#f3efe4", validators=[HEX_COLOUR])
    batting_order = models.JSONField(
        default=list,
        blank=True,
        help_text="Nine names for score sheets of games that know a batting order; may be empty.",
    )
    ballpark = models.ForeignKey(
        "Ballpark",
        on_delete=models.PROTECT,
        related_name="clubs",
        null=True,
        blank=True,
        help_text="Where it plays at home, for games that know ballparks.",
    )
    tendencies = models.JSONField(
        default=dict,
        blank=True,
        help_text="How the house's manager plays for it, 0 to 10 by name; what is missing is 5.",
    )
    former_names = models.JSONField(
        default=list,
        blank=True,
        editable=False,
        help_text="Earlier names, letters and colors, each until an instant; the earliest first.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="rosters_team_has_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        """The scope under which changes of the club itself are logged."""
        return f"team:{self.pk}"

    def as_of(self, instant: datetime | None) -> Team:
        """The club under the name and in the colors of that instant; of today without one."""
        former = former_name(self.former_names, instant)
        if former is None:
            return self
        then = copy(self)
        for field in IDENTITY:
            setattr(then, field, former[field])
        return then


UNTIL_MANAGER: Final = "manager:"
"""Before the key of an event, with what a substitution ends: a manager who comes after it, or the
end of the event."""


class ActingMembers(models.Manager["TeamMember"]):
    """Those who act for their clubs now: a substitution that is over gives no rights."""

    def get_queryset(self) -> models.QuerySet[TeamMember]:
        """Without those whose substitution is over at this moment: its end has come, or it was for
        as long as the club had no other manager."""
        rows = super().get_queryset()
        over = Q(ends_at__isnull=False, ends_at__lte=timezone.now())
        managers = TeamMember.every.filter(
            team=models.OuterRef("team"),
            role=TeamMember.Role.MANAGER,
            joined_at__gt=models.OuterRef("joined_at"),
        )
        back = Q(ends_with__startswith=UNTIL_MANAGER) & models.Exists(managers)
        return rows.exclude(over | back)


class TeamMember(models.Model):
    """A person who acts for a club. Two people may manage one club together. A substitution ends at
    a time, or with a series or a round; without an end it is taken back."""

    class Role(models.TextChoices):
        MANAGER = "manager", "Manager"
        SUBSTITUTE = "substitute", "Substitute"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="teams"
    )
    role = models.CharField(max_length=12, choices=Role, default=Role.MANAGER)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text="When the substitution ends, or has ended."
    )
    ends_with = models.CharField(
        max_length=60,
        blank=True,
        help_text="With what it ends: series:12, round:5-3 (of event 5), replacement:4 (a drop).",
    )

    every: ClassVar[models.Manager[TeamMember]] = models.Manager()
    objects: ClassVar[ActingMembers] = ActingMembers()

    class Meta:
        ordering = ("team", "role", "id")
        default_manager_name = "every"
        constraints = (
            models.UniqueConstraint(fields=["team", "user"], name="rosters_one_role_per_person"),
            models.CheckConstraint(
                condition=Q(role="substitute") | Q(ends_at=None, ends_with=""),
                name="rosters_managers_have_no_end",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.team})"


class Source(models.Model):
    """Where players come from: a published database, the house's fictional league, a user's own
    cards."""

    class Kind(models.TextChoices):
        IMPORTED = "imported", "Imported"
        INVENTED = "invented", "Invented"

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind)
    attribution = models.TextField(
        blank=True, help_text="What its publisher asks to be said wherever its figures are shown."
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who played, as one source knows him."""

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="players")
    key = models.CharField(max_length=60, help_text="The source's own key.")
    first_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60)
    bats = models.CharField(max_length=1, blank=True, help_text="L, R or B; empty: not known.")
    throws = models.CharField(max_length=1, blank=True, help_text="L, R or S; empty: not known.")
    birth_year = models.SmallIntegerField(null=True, blank=True)
    retrosheet_id = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ("last_name", "first_name", "id")
        constraints = (
            models.UniqueConstraint(fields=["source", "key"], name="rosters_player_of_source"),
        )

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class PlayerSeason(models.Model):
    """A player's year: whole, and league by league where he played in two.

    The lines are those of ``rosters.stats.lines`` by field; a missing count is null there. The
    columns repeat what the pool is filtered and sorted by.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seasons")
    year = models.SmallIntegerField()
    league = models.CharField(max_length=4, blank=True, help_text="Empty: the sum of several.")
    whole = models.BooleanField(help_text="Everything he did that year.")
    teams = models.JSONField(default=list)
    batting = models.JSONField(null=True, blank=True)
    pitching = models.JSONField(null=True, blank=True)
    fielding = models.JSONField(default=list, blank=True)
    batting_splits = models.JSONField(null=True, blank=True)
    pitching_splits = models.JSONField(null=True, blank=True)
    positions = models.CharField(
        max_length=40, blank=True, help_text="Positions played, most games first: ss 2b."
    )
    at_bats = models.PositiveSmallIntegerField(default=0)
    walks = models.PositiveSmallIntegerField(default=0)
    outs = models.PositiveSmallIntegerField(default=0, help_text="Innings pitched times three.")
    starts = models.PositiveSmallIntegerField(default=0)
    relief_games = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("year", "player")
        constraints = (
            models.UniqueConstraint(
                fields=["player", "year", "league"], name="rosters_season_of_player"
            ),
        )
        indexes = (
            # The pool of a year: its whole seasons.
            models.Index(
                fields=["year", "player"], condition=models.Q(whole=True), name="rosters_pool"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.year}" + ("" if self.whole else f" ({self.league})")


class ClubSeason(models.Model):
    """A club's year in a source: its totals, its park and how that played."""

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="clubs")
    year = models.SmallIntegerField()
    league = models.CharField(max_length=4, blank=True)
    division = models.CharField(
        max_length=4, blank=True, help_text="Of its league, as the source calls it: E, C, W."
    )
    key = models.CharField(max_length=8)
    name = models.CharField(max_length=80)
    park = models.CharField(max_length=120, blank=True)
    park_key = models.CharField(max_length=80, blank=True, help_text="Its ballpark's own key.")
    park_factor = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Runs in its park against elsewhere; 100 is neutral."
    )
    totals = models.JSONField(default=dict)

    class Meta:
        ordering = ("year", "league", "name")
        constraints = (
            models.UniqueConstraint(fields=["source", "year", "key"], name="rosters_club_season"),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.year}"


class Ballpark(models.Model):
    """A ballpark as games of cards know it: four numbers of a d20, and a park card.

    A source lists its parks year by year; a park that a user described has no source and no year.
    """

    source = models.ForeignKey(
        Source, on_delete=models.CASCADE, related_name="ballparks", null=True, blank=True
    )
    year = models.SmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=80, blank=True, help_text="The source's own key.")
    name = models.CharField(max_length=80)
    city = models.CharField(max_length=80, blank=True)
    singles_left = models.PositiveSmallIntegerField()
    singles_right = models.PositiveSmallIntegerField()
    home_runs_left = models.PositiveSmallIntegerField()
    home_runs_right = models.PositiveSmallIntegerField()
    faces = models.CharField(
        max_length=40,
        blank=True,
        help_text="The park card, as the system that has any stores it.",
    )
    run_factor = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="As published, 100 for a neutral park."
    )
    estimator = models.CharField(
        max_length=40, blank=True, help_text="How the numbers were got from the run factor."
    )
    designed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="ballparks",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("name", "-year", "id")
        constraints = (
            models.UniqueConstraint(fields=["source", "year", "key"], name="rosters_park_of_year"),
            models.CheckConstraint(
                condition=models.Q(
                    singles_left__lte=20,
                    singles_right__lte=20,
                    home_runs_left__lte=20,
                    home_runs_right__lte=20,
                ),
                name="rosters_park_numbers_of_a_d20",
            ),
            # T0.02e: a park of one's own is the same to both hands.
            models.CheckConstraint(
                condition=models.Q(source__isnull=False)
                | models.Q(
                    singles_left=models.F("singles_right"),
                    home_runs_left=models.F("home_runs_right"),
                ),
                name="rosters_own_park_is_even",
            ),
        )

    def __str__(self) -> str:
        return self.name if self.year is None else f"{self.name} ({self.year})"

    @property
    def numbers(self) -> ParkNumbers:
        """The four numbers."""
        return ParkNumbers(
            self.singles_left, self.singles_right, self.home_runs_left, self.home_runs_right
        )

    @property
    def pick(self) -> Pick:
        """The park as a club of a division takes it (T0.02)."""
        key = f"own:{self.pk}" if self.is_designed else f"{self.source_id}:{self.key}"
        return Pick(key, self.name, self.is_designed)

    @property
    def is_designed(self) -> bool:
        """Whether a user has described it, and it is not from a list (T0.02e)."""
        return self.source_id is None


class CardSet(models.Model):
    """Cards of one game system: made from seasons by a card maker, or typed in by their owner.

    A set does not change once it is there; another version of the maker makes another set, so that
    an old event keeps its cards.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    system_key = models.CharField("game system", max_length=32)
    maker_version = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the card maker; empty for cards that were entered."
    )
    source = models.ForeignKey(
        Source, on_delete=models.PROTECT, related_name="card_sets", null=True, blank=True
    )
    years = models.JSONField(default=list, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="card_sets",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Below the maker, whose key to the accounts is Django's settings.
    settings = models.JSONField(
        default=dict, blank=True, help_text="What was chosen when the set was made."
    )
    truth = models.JSONField(
        default=dict,
        blank=True,
        help_text="Whom the cards are made for, by year and league, and how true they came out, as "
        "they were counted when the set was made; empty where nobody counted.",
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class CardFile(models.Model):
    """A file of cards that waits for the job that reads it, and is gone with it."""

    data = models.BinaryField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="card_files"
    )
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-uploaded_at",)

    def __str__(self) -> str:
        return f"File {self.pk} of {self.uploaded_by}"


class Card(models.Model):
    """A player's card in a set; ``cells`` are the system's own columns as text."""

    class Kind(models.TextChoices):
        HITTER = "hitter", "Hitter"
        PITCHER = "pitcher", "Pitcher"

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="cards")
    key = models.CharField(max_length=80)
    name = models.CharField(max_length=120)
    year = models.SmallIntegerField()
    teams = models.JSONField(default=list)
    kind = models.CharField(max_length=8, choices=Kind)
    bats = models.CharField(max_length=1, blank=True)
    throws = models.CharField(max_length=1, blank=True)
    positions = models.CharField(max_length=40, blank=True)
    cells = models.JSONField(default=dict)
    value = models.FloatField(help_text="Runs above an average card, computed from the card.")
    over_replacement = models.FloatField(
        null=True,
        blank=True,
        help_text="Runs above what a division's draft leaves at his scarcest position; empty where "
        "he may not be drafted, or the set is too small for a draft.",
    )
    season = models.ForeignKey(
        PlayerSeason, on_delete=models.PROTECT, related_name="cards", null=True, blank=True
    )
    truth = models.JSONField(
        default=dict,
        blank=True,
        help_text="The man's own figures, what the card makes of them, and the largest error.",
    )

    class Meta:
        ordering = ("card_set", "name", "key")
        constraints = (
            models.UniqueConstraint(fields=["card_set", "key"], name="rosters_card_of_set"),
        )
        indexes = (
            # The pool of a set, best first.
            models.Index(fields=["card_set", "-value"], name="rosters_card_by_value"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.year})"


class Squad(models.Model):
    """A club's cards in one event, and where it plays at home there. The same club holds another
    squad in another event, and neither touches the other.
    """

    team = ClubField(Team, on_delete=models.CASCADE, related_name="squads", as_of="event.ended_at")
    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        to_field="key",
        db_column="scope",
        related_name="squads",
        db_index=False,
    )
    ballpark = models.ForeignKey(
        Ballpark,
        on_delete=models.PROTECT,
        related_name="squads",
        null=True,
        blank=True,
        help_text="Its home in this event; empty: the club's own.",
    )
    entered_as = models.CharField(
        max_length=80,
        blank=True,
        help_text="What its manager had made and entered; empty: drafted, dealt or replayed.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event_id", "team")
        constraints = (
            models.UniqueConstraint(fields=["event", "team"], name="rosters_squad_of_event"),
        )

    def __str__(self) -> str:
        return f"{self.team} in {self.event_id}"

    @property
    def scope(self) -> str:
        """The key of its event."""
        return self.event_id


class RosterSpot(models.Model):
    """A card in a squad; ``number`` is the order in which it came."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="spots")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="spots")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the draft; empty when nobody drafted it."
    )
    pick = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the whole draft; empty when nobody drafted it."
    )
    price = models.PositiveIntegerField(
        null=True, blank=True, help_text="At auction; empty where it was not bought."
    )

    class Meta:
        ordering = ("squad", "number")
        constraints = (
            models.UniqueConstraint(fields=["squad", "card"], name="rosters_card_once_a_squad"),
            models.UniqueConstraint(fields=["squad", "number"], name="rosters_spot_number"),
        )

    def __str__(self) -> str:
        return f"{self.card} ({self.squad.team})"
