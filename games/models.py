from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from config.events.models import Event
from games.engine.dice_stream import commitment
from games.engine.situation import AWAY, HOME
from games.engine.system import System
from games.fields import EventsField
from games.systems.registry import system
from rosters.fields import ClubField
from rosters.models import Team


class SeriesQuerySet(models.QuerySet["Series"]):
    """Series, and the lock with which every write to them begins."""

    def locked(self) -> SeriesQuerySet:
        """Their rows locked until the transaction ends, with their clubs. Every write to a series
        locks its row first, and those of several in the order of their keys, so that no two
        transactions wait for each other."""
        taken = self.select_for_update(of=("self",)).select_related("home", "away")
        return taken.order_by("pk")


class Series(models.Model):
    """Games of one club against another under one game system and its settings.

    Its changes are logged and announced under the key of its event.
    """

    home = ClubField(
        Team, on_delete=models.PROTECT, related_name="home_series", as_of="completed_at"
    )
    away = ClubField(
        Team, on_delete=models.PROTECT, related_name="away_series", as_of="completed_at"
    )
    system_key = models.CharField("game system", max_length=32)
    settings = models.JSONField(default=dict)
    length = models.PositiveSmallIntegerField()
    home_pattern = models.CharField(
        max_length=16, help_text="One letter a game: H the series' home club hosts, A the visitors."
    )
    home_column = models.PositiveSmallIntegerField(
        default=1, help_text="Which of the home club's games, from 1, the first of these is."
    )
    away_column = models.PositiveSmallIntegerField(
        default=1, help_text="The same for the visitors."
    )
    seed = models.CharField(max_length=64, help_text="Every simulated throw follows from it.")
    event = models.ForeignKey(
        Event,
        on_delete=models.PROTECT,
        to_field="key",
        db_column="scope",
        related_name="series",
        db_index=False,
    )
    phase = models.PositiveSmallIntegerField(
        default=1, help_text="Of the event's pitching: which of its clubs' sheets the games go on."
    )
    ends_when_decided = models.BooleanField(
        default=False, help_text="A best-of: over once a club has won more than half of its games."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    completed_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Nothing more is played in it, though games may be missing; complete since then.",
    )
    claimed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When a worker took it to play it; others take what nobody has.",
    )

    objects = SeriesQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "series"
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=~Q(home=F("away")), name="games_series_two_clubs"),
            models.CheckConstraint(
                condition=Q(length__gte=1, length__lte=16), name="games_series_length"
            ),
            models.CheckConstraint(
                condition=Q(called_off_at=None) | Q(completed_at__isnull=False),
                name="games_series_called_off_is_over",
            ),
        )
        indexes = (
            # What is left to play, asked by the director's desk and by every worker.
            models.Index(
                fields=["event", "id"],
                condition=Q(completed_at=None),
                name="games_series_unplayed",
            ),
            # The series of a tournament in order, and how many of them are complete.
            models.Index(fields=["event", "id", "completed_at"], name="games_series_scope"),
            # The few that were called off, wherever series are counted.
            models.Index(
                fields=["event", "id"],
                condition=Q(called_off_at__isnull=False),
                name="games_series_called_off",
            ),
            # The office's filter by game system, the last series first.
            models.Index(fields=["system_key", "-id"], name="games_series_system"),
            # The front page's latest results, of all tournaments.
            models.Index(
                fields=["-completed_at", "-id"],
                condition=Q(completed_at__isnull=False),
                name="games_series_latest",
            ),
        )

    def __str__(self) -> str:
        return f"{self.away} at {self.home}"

    def get_absolute_url(self) -> str:
        return reverse("games:series", args=[self.pk])

    @property
    def scope(self) -> str:
        """The key of its event."""
        return self.event_id

    @property
    def system(self) -> System:
        """The game system it is played under."""
        return system(self.system_key)

    def game(self, number: int) -> Game | None:
        """Game ``number`` of the series, 1 to ``length``; none if it has not begun or was taken off
        the books."""
        found = self.games.exclude(status=Game.Status.VOID).filter(number=number).first()
        if found is not None:
            found.stands_in(self)
        return found

    def is_decided(self, wins: Iterable[int]) -> bool:
        """Whether the ids of the winners so far (of a tie nobody's) end it before its length."""
        if not self.ends_when_decided:
            return False
        counted = Counter(wins)
        return any(2 * counted[team_id] > self.length for team_id in (self.home_id, self.away_id))

    def columns(self, number: int) -> tuple[int, int]:
        """Which of their games, from 1, game ``number`` is to the visiting and the home club of
        it: the column of their pitching sheets."""
        away, home = self.away_column + number - 1, self.home_column + number - 1
        return (away, home) if self.sides(number)[1] == self.home_id else (home, away)

    def sides(self, number: int) -> tuple[int, int]:
        """The ids of the visiting and the home club of game ``number`` (from 1)."""
        if self.home_pattern[(number - 1) % len(self.home_pattern)] == "H":
            return self.away_id, self.home_id
        return self.home_id, self.away_id


class Game(models.Model):
    """One game: a transcript, what it comes to, and where it came from.

    ``transcript`` is the truth; events, runs, summary and ending are what the engine made of it at
    ``system_version`` and are kept so that old games never change.
    """

    class Status(models.TextChoices):
        IN_PROGRESS = "in-progress", "In progress"
        SUSPENDED = "suspended", "Suspended"
        REPORTED = "reported", "Not confirmed yet"
        FINAL = "final", "Final"
        VOID = "void", "Void"

    class Source(models.TextChoices):
        SIMULATED = "simulated", "Simulated"
        SCORED = "scored", "Scored at the table"
        ONLINE = "online", "Played in the browser"
        REPORTED = "reported", "Reported after the game"

    class Known(models.TextChoices):
        """What is known of a game; code that reads one asks this first, and claims no more."""

        RESULT = "result", "The result"
        BOX = "box", "The box score"
        TRANSCRIPT = "transcript", "Every play"

    # The indexes below begin with the series and with either club: none of its own is needed.
    series = models.ForeignKey(
        Series, on_delete=models.CASCADE, related_name="games", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="Within the series, from 1.")
    away = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="away_games",
        db_index=False,
        as_of="started_at",
        order="batting_orders",
        side=AWAY,
    )
    home = ClubField(
        Team,
        on_delete=models.PROTECT,
        related_name="home_games",
        db_index=False,
        as_of="started_at",
        order="batting_orders",
        side=HOME,
    )
    status = models.CharField(max_length=12, choices=Status)
    source = models.CharField(max_length=12, choices=Source)
    known = models.CharField(max_length=12, choices=Known, default=Known.TRANSCRIPT)
    seed = models.CharField(
        max_length=64, blank=True, help_text="Of the dice; empty when people threw them."
    )
    away_managed = models.BooleanField(
        default=False, help_text="The system's own manager decides for the visitors."
    )
    home_managed = models.BooleanField(
        default=False, help_text="The system's own manager decides for the home side."
    )
    clocked = models.BooleanField(
        default=False, help_text="Two people play it online by a clock, which is a row of its own."
    )
    clubs = models.JSONField(
        null=True,
        blank=True,
        help_text="Squads and line-ups, visitors first, in games that are played with cards.",
    )
    batting_orders = models.JSONField(
        null=True,
        blank=True,
        help_text="The names in both clubs' orders when it began, visitors first, without cards.",
    )
    system_version = models.PositiveSmallIntegerField()
    situation = models.CharField(max_length=48, help_text="Where the game started.")
    beginning = models.JSONField(
        null=True,
        blank=True,
        help_text="The state in which it was begun, where that was not the first pitch.",
    )
    transcript = models.TextField(blank=True, help_text="Entries separated by spaces.")
    events = EventsField(default=list, blank=True)
    away_runs = models.PositiveSmallIntegerField(default=0)
    home_runs = models.PositiveSmallIntegerField(default=0)
    summary = models.JSONField(default=dict, help_text="Line score, hits, errors, left on base.")
    reason = models.CharField(max_length=16, blank=True, help_text="Why it ended.")
    inning = models.PositiveSmallIntegerField(default=1)
    half = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of the inning in which it ended or stands; 0 the top."
    )
    outs = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Made in that half, also where fewer than three ended it."
    )
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="games_started",
        help_text="Empty when a job played it.",
    )

    kept: object = None
    """What ``games.records`` keeps with this object, so that nothing is worked out twice."""
    standing: object = None
    """The standing orders of both sides, once a user asked (``games.standing_orders``)."""
    listened: object = None
    """What managers are asked under these orders, as the game stands."""

    class Meta:
        ordering = ("series", "number", "id")
        constraints = (
            # Two tabs or two workers that play the same game store it once.
            models.UniqueConstraint(
                fields=["series", "number"],
                condition=~Q(status="void"),
                name="games_one_game_per_number",
            ),
            models.CheckConstraint(condition=~Q(home=F("away")), name="games_game_two_clubs"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_game_number"),
            models.CheckConstraint(
                condition=~Q(status="final") | (~Q(reason="") & Q(finished_at__isnull=False)),
                name="games_final_says_why",
            ),
        )
        indexes = (
            # The games of a series in order, and of a tournament series by series.
            models.Index(fields=["series", "number", "id"], name="games_game_series"),
            # The games of a club, the last first: whether its park stays, the office's search.
            models.Index(fields=["home", "-id"], name="games_game_home"),
            models.Index(fields=["away", "-id"], name="games_game_away"),
            # The office's filters, the last games first; most values are rare.
            models.Index(fields=["status", "-id"], name="games_game_status"),
            models.Index(fields=["source", "-id"], name="games_game_source"),
            models.Index(fields=["reason", "-id"], name="games_game_reason"),
            models.Index(fields=["-finished_at"], name="games_game_finished"),
        )

    def __str__(self) -> str:
        return f"{self.away} at {self.home}, game {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.pk])

    def take_batting_orders(self) -> None:
        """Keep the names in both clubs' orders as they are when the game begins."""
        if self.clubs is None:
            self.batting_orders = [self.away.batting_order, self.home.batting_order]

    def stands_in(self, series: Series) -> None:
        """Take a series of which this is a game, and its clubs, as they are in hand."""
        self.series = series
        clubs = {series.home_id: series.home, series.away_id: series.away}
        self.away, self.home = clubs[self.away_id], clubs[self.home_id]

    @property
    def entries(self) -> list[str]:
        """The transcript as a list of entries."""
        return self.transcript.split()

    @property
    def is_final(self) -> bool:
        """Whether the result counts."""
        return self.status == self.Status.FINAL

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end, also where the result does not count yet."""
        return self.is_final or self.waits_for_confirmation

    @property
    def has_plays(self) -> bool:
        """Whether its plays are known, and with them whatever is counted from plays."""
        return self.known == self.Known.TRANSCRIPT

    @property
    def waits_for_confirmation(self) -> bool:
        """Whether one side told its result and it does not count yet."""
        return self.status == self.Status.REPORTED

    @property
    def park(self) -> str:
        """The name of the home club's ballpark, where the game is played in it."""
        home = self.clubs[1] if self.clubs else {}
        return str(home.get("park", {}).get("name", ""))

    @property
    def revealed_seed(self) -> str:
        """The seed once nobody can gain by it: anyone who knows it sooner knows every throw to
        come.

        Pages, the API and the back office show this and never ``seed``.
        """
        return self.seed if self.is_final else ""

    @property
    def commitment(self) -> str:
        """The hash published before the first throw, which the seed proves afterwards."""
        return commitment(self.seed) if self.seed else ""


class ClubStandingOrders(models.Model):
    """On what the people of a club want to be asked while they play; see
    ``games.rules.standing_orders``."""

    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        to_field="key",
        db_column="scope",
        related_name="+",
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    orders = models.JSONField()
    said_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    said_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "standing orders of clubs"
        constraints = (
            models.UniqueConstraint(fields=["team", "event"], name="games_standing_orders_once"),
        )

    def __str__(self) -> str:
        return f"Standing orders of {self.team}"


class ClockTerms(models.Model):
    """What two people who play online in an event may take to decide, in seconds; 0: no end. Games
    that begin later have it."""

    event = models.OneToOneField(
        Event,
        on_delete=models.CASCADE,
        to_field="key",
        db_column="scope",
        related_name="clock_terms",
    )
    decision_seconds = models.PositiveIntegerField(default=0)
    game_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "clock terms"

    def __str__(self) -> str:
        return f"Clock terms of {self.event_id}"


class GameClock(models.Model):
    """What two people who play online may take to decide, and what they have taken.

    Nothing ticks: whose clock runs, and since when, is written with every change of the game;
    ``games.rules.game_clocks`` says what follows from it. Seconds throughout; an allowance of 0 has
    no end.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="clock", primary_key=True
    )
    decision_seconds = models.PositiveIntegerField(help_text="Before each throw, for each side.")
    game_seconds = models.PositiveIntegerField(help_text="In the whole game, for each side.")
    throws = models.PositiveIntegerField(
        default=0, help_text="Of the game, when what was used before the next one was counted."
    )
    away_used = models.FloatField(default=0, help_text="In the whole game.")
    home_used = models.FloatField(default=0, help_text="In the whole game.")
    away_used_now = models.FloatField(default=0, help_text="Since the last throw.")
    home_used_now = models.FloatField(default=0, help_text="Since the last throw.")
    side = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Whose clock runs: 0 the visitors'; empty: nobody's."
    )
    since = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When it runs out, unless the house is silent meanwhile."
    )
    ran_out = models.JSONField(
        default=list,
        blank=True,
        help_text="Where the house decided: number of the entry, side, and what was entered.",
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(side=None, since=None, due_at=None)
                | Q(side__in=(0, 1), since__isnull=False, due_at__isnull=False),
                name="games_clock_runs_since",
            ),
        )
        indexes = (
            # Which have run out, asked by the clock of the house.
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="games_clock_due"
            ),
        )

    def __str__(self) -> str:
        return f"Clock of {self.game}"


class GameWait(models.Model):
    """Which side of an online game is to move, and what the other has done about it. Every entry
    begins anew. ``games.rules.waits`` says what follows from it."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="wait", primary_key=True
    )
    side = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="0 the visitors; empty: neither is asked."
    )
    entries = models.PositiveIntegerField(default=0, help_text="Of the game by then.")
    since = models.DateTimeField(null=True, blank=True)
    allowed = models.DurationField(
        null=True, blank=True, help_text="What the clock gives the side; empty without a clock."
    )
    announced = models.PositiveSmallIntegerField(
        default=0, help_text="How long it was when pages were last told."
    )
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="When the side that waits had the other reminded."
    )
    called_at = models.DateTimeField(
        null=True, blank=True, help_text="When it asked the director to look."
    )
    offered_by = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The side that offers to suspend the game."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(side=None, since=None) | Q(side__in=(0, 1), since__isnull=False),
                name="games_wait_since",
            ),
        )
        indexes = (
            # Which have become long, looked for every few seconds.
            models.Index(
                fields=["since"], condition=Q(since__isnull=False), name="games_wait_since_at"
            ),
        )

    def __str__(self) -> str:
        return f"Wait in {self.game}"


class PlayersLines(models.Model):
    """What the players of a finished game did: told in its box score, or read off its plays once,
    so that nobody reads them again to find who leads. Of a game that was played on since, or put
    right, the lines count no more: they are of another ``finished_at``."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="players_lines", primary_key=True
    )
    finished_at = models.DateTimeField(help_text="Of the game as it was counted.")
    batting: Any = models.JSONField(help_text="Side, card, and the counts of a batter.")
    pitching: Any = models.JSONField(help_text="Side, card, and the counts of a pitcher.")
    fielding: Any = models.JSONField(
        default=list, help_text="Side, card, position, and the counts of a man there."
    )
    duels: Any = models.JSONField(
        default=list,
        help_text="Side at bat, batter, pitcher, on which side of the plate, with which hand, and "
        "what came of it; empty where nobody knows the plays.",
    )
    balls: Any = models.JSONField(
        default=list,
        help_text="Side, batter, the position that had his balls first; hits, and others.",
    )
    stretches: Any = models.JSONField(
        default=list,
        help_text="Side, pitcher, runs charged to him; outs before the first, most between two, "
        "and since the last.",
    )
    incidents: Any = models.JSONField(
        null=True,
        default=list,
        help_text="Who was hurt, and who was lent by the opponent: kind, side, card, and how many "
        "more games he is out. Null: nobody has looked.",
    )

    class Meta:
        verbose_name_plural = "players' lines"
        ordering = ("game",)

    def __str__(self) -> str:
        return f"Players' lines of {self.game}"


class VoidedTail(models.Model):
    """What a rewind took off a transcript: kept, with who did it and why."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="voided_tails")
    entry = models.PositiveIntegerField(help_text="Number of the first entry taken off.")
    entries = models.TextField()
    reason = models.CharField(max_length=300)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.game} from entry {self.entry}"


class DiceSegment(models.Model):
    """Fresh dice of the server's from some throw of a game on: a ruling took it back, or the house
    plays on what people left. Their hash is published before the first of them is thrown."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="dice_segments")
    number = models.PositiveSmallIntegerField()
    after = models.PositiveIntegerField(help_text="Throws of the game before the first of these.")
    seed = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="When the game was taken back to before them."
    )
    cut_by = models.ForeignKey(
        VoidedTail,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="dice_segments",
        help_text="What of the game was taken off with them.",
    )

    class Meta:
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="games_dice_segment_number"),
        )

    def __str__(self) -> str:
        return f"{self.game}, dice after throw {self.after}"

    @property
    def commitment(self) -> str:
        """The hash published before the first throw."""
        return commitment(self.seed)

    @property
    def revealed_seed(self) -> str:
        """The seed once the game is over."""
        return self.seed if self.game.is_final else ""
