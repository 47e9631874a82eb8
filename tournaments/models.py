from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.card_games.registry import follows_editions
from games.engine.system import System
from games.engine.systems import system
from games.models import Series
from rosters.models import CardSet, Team
from rosters.rules.editions.edition import RuleEdition, from_json
from rosters.rules.editions.presets import PRESETS, PURESTRAT_2013, Preset
from tournaments.rules.drops import MEANINGS, VOID
from tournaments.rules.formats import StageSpec, spec_from_json
from tournaments.rules.points import PointsLaw, read_points_law, show_points
from tournaments.rules.results import Tally
from tournaments.rules.standings import show_share
from tournaments.rules.ties import TieOrder, order_from_json


class Tournament(models.Model):
    """An event: a league season or a tournament, run by its directors."""

    class State(models.TextChoices):
        SETUP = "setup", "Being set up"
        RUNNING = "running", "Running"
        COMPLETE = "complete", "Complete"

    class Visibility(models.TextChoices):
        PUBLIC = "public", "Anybody may look"
        PRIVATE = "private", "Only its people may look"

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    system_key = models.CharField("game system", max_length=32)
    settings = models.JSONField(default=dict, help_text="Settled options; frozen at the start.")
    card_set = models.ForeignKey(
        CardSet,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        help_text="The pool, in games that are played with cards.",
    )
    edition_preset = models.CharField(
        "rule edition",
        max_length=32,
        default=PURESTRAT_2013.key,
        help_text="The preset of the tournament law, in games that follow one.",
    )
    edition_fields = models.JSONField(
        default=dict,
        blank=True,
        help_text="What differs from the preset; from the start on every field, frozen.",
    )
    tie_order = models.JSONField(
        default=list,
        blank=True,
        help_text="Steps that break ties; empty: by winning percentage only. Frozen at the start.",
    )
    dropped_results = models.CharField(
        max_length=8,
        default=VOID,
        choices=tuple(MEANINGS.items()),
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
    visibility = models.CharField(max_length=12, choices=Visibility, default=Visibility.PUBLIC)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=~Q(name=""), name="tournaments_has_name"),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:overview", args=[self.slug])

    @property
    def scope(self) -> str:
        """The topic under which everything in it is logged and announced."""
        return f"tournament:{self.pk}"

    @property
    def system(self) -> System:
        """The game system it is played under."""
        return system(self.system_key)

    @property
    def ties(self) -> TieOrder:
        """The order that breaks its ties."""
        return order_from_json(self.tie_order)

    @property
    def points_law(self) -> PointsLaw:
        """The formula of its season points."""
        return read_points_law(self.points)

    @property
    def has_edition(self) -> bool:
        """Whether it is played under a rule edition."""
        return follows_editions(self.system)

    @property
    def preset(self) -> Preset:
        """The preset its edition was made of; the document's where that preset is gone."""
        return PRESETS.get(self.edition_preset, PURESTRAT_2013)

    @property
    def edition(self) -> RuleEdition:
        """The tournament law it is played under."""
        return from_json(self.edition_fields, self.preset.edition)


class TournamentRole(models.Model):
    """A person's part in a tournament; managers have theirs through their club."""

    class Role(models.TextChoices):
        DIRECTOR = "director", "Director"
        SPECTATOR = "spectator", "Spectator"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournament_roles"
    )
    role = models.CharField(max_length=12, choices=Role)
    granted_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("tournament", "role", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "user"], name="tournaments_one_role_per_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.tournament})"


class Stage(models.Model):
    """A part of a tournament with one format."""

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round-robin", "Round robin"
        MATCHUPS = "matchups", "Power matchups"
        KNOCKOUT = "knockout", "Knockout"
        TIE_BREAK = "tie-break", "Tie-break game"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.ROUND_ROBIN)
    legs = models.PositiveSmallIntegerField(help_text="How often everybody meets everybody.")
    series_length = models.PositiveSmallIntegerField(help_text="Games a series.")
    home_pattern = models.CharField(max_length=16)
    name = models.CharField(max_length=40, blank=True)
    plan = models.JSONField(
        default=dict,
        blank=True,
        help_text="Who gets in from which stage, and the other settings of its kind.",
    )

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_stage_number"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"Stage {self.number}"

    @property
    def counts(self) -> bool:
        """Whether its games are part of the season that the tables are made of."""
        return self.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.MATCHUPS)

    @property
    def spec(self) -> StageSpec:
        """The stage as its settings say it."""
        return spec_from_json(
            {
                "kind": self.kind,
                "name": str(self),
                "series_length": self.series_length,
                "legs": self.legs,
                "pattern": self.home_pattern,
                **self.plan,
            }
        )


class Entrant(models.Model):
    """A club in a tournament, with its number on the schedule."""

    class Dropped(models.TextChoices):
        COVERED = "covered", "Others play on for it"
        VOID = "void", "Out; its results are thrown out"
        KEPT = "kept", "Out; its results stand"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
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
        """Whether it plays no more and has no place in the tables (T0.08s)."""
        return self.dropped in (self.Dropped.VOID, self.Dropped.KEPT)


class Drop(models.Model):
    """A club whose manager could not finish (T0.08): what was decided, and what undoing it needs.

    What was undone stays on record and counts for nothing.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="drops")
    way = models.CharField(max_length=8, choices=Entrant.Dropped)
    reason = models.CharField(max_length=300)
    round = models.PositiveSmallIntegerField(help_text="The round that was on.")
    rounds_drawn = models.PositiveSmallIntegerField(help_text="The last round that was drawn.")
    called_off = models.JSONField(default=list, help_text="Series, by key, that became byes.")
    struck = models.JSONField(default=list, help_text="Series of pitching sheets, by key.")
    bound = models.JSONField(default=list, help_text="Pitching sheets with a bound last series.")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    rolls = models.JSONField(default=dict, help_text="d20 by person, for the take-over (T0.08f).")
    taken_over_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("entrant", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["entrant"],
                condition=Q(undone_at=None, taken_over_by=None),
                name="tournaments_dropped_once",
            ),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="tournaments_drop_undone_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant} dropped out"


class Replacement(models.Model):
    """Somebody who plays a series for a dropped club (T0.08a to d)."""

    drop = models.ForeignKey(Drop, on_delete=models.CASCADE, related_name="replacements")
    series = models.OneToOneField(Series, on_delete=models.PROTECT, related_name="replacement")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    appointed = models.BooleanField(
        default=False, help_text="Whether he acts for the club on account of this alone."
    )
    named_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("drop", "id")

    def __str__(self) -> str:
        return f"{self.user} for {self.drop.entrant}"


class StageEntrant(models.Model):
    """Who got into a stage that others feed, as which seed, and why."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    seed = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ("stage", "seed")
        constraints = (
            models.UniqueConstraint(fields=["stage", "entrant"], name="tournaments_stage_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="tournaments_stage_seed"),
        )

    def __str__(self) -> str:
        return f"{self.seed}. {self.entrant}"


class TieRuling(models.Model):
    """What people did about a tie: a d20 for each, or a game whose winner goes ahead.

    A ruling that was withdrawn stays on record and counts for nothing.
    """

    class Kind(models.TextChoices):
        D20 = "d20", "d20"
        PLAYOFF = "playoff", "One-game playoff"
        SHOOT_OUT = "shoot-out", "Shoot-out"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_rulings")
    kind = models.CharField(max_length=12, choices=Kind)
    values = models.JSONField(
        default=dict, help_text="By number of the entrant: what was rolled; of games 1 and 0."
    )
    details = models.JSONField(
        default=dict,
        blank=True,
        help_text="Of shoot-outs: who bats last, the d20s for that, the runs by inning.",
    )
    stage = models.OneToOneField(
        Stage,
        on_delete=models.PROTECT,
        related_name="ruling",
        null=True,
        blank=True,
        help_text="The stage of the game that decides; empty where a result was entered.",
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("tournament", "id")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.tournament})"


class Round(models.Model):
    """A round of a stage."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(
        max_length=40, blank=True, help_text="Where it has one of its own: Semi-finals."
    )

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="tournaments_round_number"),
        )

    def __str__(self) -> str:
        return self.name or f"Round {self.number}"


class Fixture(models.Model):
    """Who meets whom in a round: a series, or a bye, which is a record too."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    home = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        related_name="away_fixtures",
        null=True,
        blank=True,
        help_text="Empty: the home entrant has a bye.",
    )
    series = models.OneToOneField(
        Series, on_delete=models.PROTECT, related_name="fixture", null=True, blank=True
    )

    class Meta:
        ordering = ("round", "id")
        constraints = (
            models.UniqueConstraint(fields=["round", "home"], name="tournaments_home_once_a_round"),
            models.UniqueConstraint(fields=["round", "away"], name="tournaments_away_once_a_round"),
            models.CheckConstraint(
                condition=~Q(home=F("away")), name="tournaments_fixture_two_entrants"
            ),
            models.CheckConstraint(
                condition=Q(away=None, series=None) | Q(away__isnull=False, series__isnull=False),
                name="tournaments_bye_or_series",
            ),
        )

    def __str__(self) -> str:
        return f"{self.home} bye" if self.away is None else f"{self.away} at {self.home}"

    @property
    def is_bye(self) -> bool:
        """Whether the entrant sits this round out."""
        return self.away_id is None


class Invite(models.Model):
    """An offer of a role, carried by a link that a director copies or mails."""

    class Role(models.TextChoices):
        DIRECTOR = "director", "Director"
        MANAGER = "manager", "Manager"
        SUBSTITUTE = "substitute", "Substitute"
        SPECTATOR = "spectator", "Spectator"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invites")
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="invites", null=True, blank=True
    )
    role = models.CharField(max_length=12, choices=Role)
    email = models.EmailField(blank=True, help_text="Who it is for; empty: whoever has the link.")
    nonce = models.CharField(max_length=32, help_text="Changing it makes older links worthless.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invites_made"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="invites_accepted",
        null=True,
        blank=True,
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(role__in=["manager", "substitute"], entrant__isnull=False)
                | Q(role__in=["director", "spectator"], entrant=None),
                name="tournaments_invite_club_for_managers",
            ),
            models.CheckConstraint(
                condition=Q(accepted_by=None, accepted_at=None)
                | Q(accepted_by__isnull=False, accepted_at__isnull=False),
                name="tournaments_invite_accepted_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.entrant or self.tournament}"


class ClubStrengths(models.Model):
    """How the clubs of an event fare against each other, from games that the house played to find
    out; found anew when squads, plans or parks change."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="strengths"
    )
    mark = models.CharField(max_length=64, help_text="Of what the games were played with.")
    won = models.JSONField(help_text="Host, visitor, games the host won, games played.")
    scores = models.JSONField(help_text="How often which score, the winner's runs first.")
    found_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "club strengths"

    def __str__(self) -> str:
        return f"Strengths of the clubs of {self.tournament}"


class EventOdds(models.Model):
    """The odds of an event as it stood after a round."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="odds")
    mark = models.CharField(max_length=64, help_text="Of the state that was played on from.")
    round = models.PositiveSmallIntegerField(help_text="The last round that was played whole.")
    completions = models.PositiveIntegerField()
    counts = models.JSONField(
        help_text="By number of the club: how often it reached which stage, first place, the title."
    )
    found_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "event odds"
        ordering = ("tournament", "round", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "mark"], name="tournaments_odds_of_a_state_once"
            ),
        )

    def __str__(self) -> str:
        return f"Odds of {self.tournament} after round {self.round}"


class EventRecord(models.Model):
    """An event that is over, for the archive. Like everything that hangs on it, it is written anew
    from the results whenever one of them changes, and gone while the event is open again."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="record")
    closed_at = models.DateTimeField(default=timezone.now, editable=False)
    clubs = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(help_text="Games that count.")

    class Meta:
        ordering = ("-closed_at", "-id")
        indexes = (
            # The archive, a page at a time.
            models.Index(fields=["-closed_at", "-id"], name="tournaments_archive"),
        )

    def __str__(self) -> str:
        return f"Record of {self.tournament}"


class Finish(models.Model):
    """What a club of an event that is over came to: games of the season and of the play-offs as
    they were played, and its season points."""

    class Prize(models.TextChoices):
        WINNER = "winner", "Winner"
        RUNNER_UP = "runner-up", "Runner-up"

    record = models.ForeignKey(EventRecord, on_delete=models.CASCADE, related_name="finishes")
    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="finish")
    prize = models.CharField(max_length=12, choices=Prize, blank=True)
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    tied = models.PositiveSmallIntegerField()
    playoffs_won = models.PositiveSmallIntegerField()
    playoffs_lost = models.PositiveSmallIntegerField()
    points = models.DecimalField(max_digits=10, decimal_places=4)

    class Meta:
        verbose_name_plural = "finishes"
        ordering = ("record", "-points", "entrant")

    def __str__(self) -> str:
        return f"{self.entrant} in {self.record.tournament}"

    @property
    def shown_points(self) -> str:
        """Its points as they are printed."""
        return show_points(Fraction(self.points))


class ManagerFinish(models.Model):
    """Who managed a club in an event that is over, partners each; ``has_points``: whom its season
    points are credited to."""

    finish = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="managers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="finishes"
    )
    has_points = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "finishes of managers"
        ordering = ("finish", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["finish", "user"], name="tournaments_finish_once_a_manager"
            ),
            models.UniqueConstraint(
                fields=["finish"],
                condition=Q(has_points=True),
                name="tournaments_points_to_one_partner",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.finish}"


class Encounter(models.Model):
    """How a club fared against another in an event that is over, play-offs among it; a row for
    each of the two."""

    finish = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="encounters")
    other = models.ForeignKey(Finish, on_delete=models.CASCADE, related_name="+")
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    tied = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("finish", "other")
        constraints = (
            models.UniqueConstraint(
                fields=["finish", "other"], name="tournaments_encounter_once_a_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.finish.entrant} against {self.other.entrant}"


class ManagerRecord(models.Model):
    """What a manager has come to in all events that are over and that anybody may look at, reckoned
    anew from his finishes whenever one of them changes."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="record"
    )
    events = models.PositiveIntegerField()
    titles = models.PositiveIntegerField()
    finals_lost = models.PositiveIntegerField()
    won = models.PositiveIntegerField(help_text="Games of seasons.")
    lost = models.PositiveIntegerField()
    tied = models.PositiveIntegerField()
    playoffs_won = models.PositiveIntegerField()
    playoffs_lost = models.PositiveIntegerField()
    points = models.DecimalField(max_digits=12, decimal_places=4)

    class Meta:
        ordering = ("-titles", "-points", "-won", "id")
        indexes = (
            # The all-time records, a page at a time.
            models.Index(
                fields=["-titles", "-points", "-won", "id"], name="tournaments_all_time_records"
            ),
        )

    def __str__(self) -> str:
        return f"All-time record of {self.user}"

    @property
    def name(self) -> str:
        """What he is called on pages."""
        return self.user.name or "a manager"

    @property
    def games(self) -> int:
        """All games, play-offs among them."""
        return self.won + self.lost + self.tied + self.playoffs_won + self.playoffs_lost

    @property
    def shown_points(self) -> str:
        """Season points as they are printed."""
        return show_points(Fraction(self.points))

    @property
    def pct(self) -> str:
        """The share of the season's games won, half of those tied: ``.583``."""
        return show_share(Tally(self.won, self.lost, self.tied).pct)
