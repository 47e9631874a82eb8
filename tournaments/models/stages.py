"""Stages, their entrants, and the fixtures of their rounds."""

from django.db import models
from django.db.models import F, Q

from games.models import Series
from tournaments.models.events import Entrant, Tournament
from tournaments.rules.formats import StageSpec, spec_from_json


class Stage(models.Model):
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
        """Whether its games count in the season's tables."""
        return self.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.MATCHUPS)

    @property
    def is_by_shoot_outs(self) -> bool:
        """Whether its games are shoot-outs (T32); in systems without them they are games."""
        if self.is_tie_break:
            ruling = getattr(self, "ruling", None)
            has_shoot_outs = ruling is not None and ruling.kind == "shoot-out"
        else:
            has_shoot_outs = self.kind == Stage.Kind.KNOCKOUT and bool(self.plan.get("shoot_outs"))
        return has_shoot_outs and any(
            option.key == "shootout" for option in self.tournament.system.options
        )

    @property
    def is_tie_break(self) -> bool:
        """Whether it is a tie-break game or shoot-out: it is not shown as a stage, nor its game in
        a round."""
        return self.kind == Stage.Kind.TIE_BREAK

    @property
    def has_games(self) -> bool:
        """Whether its games count as games; tie-break games and shoot-outs only decide."""
        return not self.is_tie_break and not self.is_by_shoot_outs

    @property
    def spec(self) -> StageSpec:
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


class StageEntrant(models.Model):
    """An entrant that qualified for a stage, with its seed and the reason."""

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


class Round(models.Model):
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
    """A meeting of a round: a series, or a bye, which has a row too."""

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
        return self.away_id is None
