"""The book of an event: what its men have done so far, kept as sums of the lines of its games."""

from django.db import models

from games.models import Game
from rosters.models import Card, Team
from tournaments.models import Stage, Tournament


class Split(models.TextChoices):
    """Of which games a sum is; together they are all."""

    HOME = "H", "At home"
    AWAY = "A", "Away"


class Book(models.Model):
    """The book of an event: whoever writes in it takes this row first."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="book", primary_key=True
    )
    version = models.PositiveBigIntegerField(default=0, help_text="Of what is written in it.")

    class Meta:
        verbose_name = "book"

    def __str__(self) -> str:
        return f"The book of {self.tournament}"


class BookedGame(models.Model):
    """A game whose men's lines are in the sums, as it was when they were added."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="booked", primary_key=True
    )
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="booked_games")
    finished_at = models.DateTimeField()

    class Meta:
        ordering = ("game",)

    def __str__(self) -> str:
        return f"{self.game}, booked"


class Sum(models.Model):
    """What one man did for one club in one stage, at home or away."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="+", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    split = models.CharField(max_length=1, choices=Split)
    games = models.IntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.card} for {self.team}, {self.get_split_display().lower()}"


def _count() -> models.IntegerField:
    return models.IntegerField(default=0)


class BattingSum(Sum):
    plate_appearances = _count()
    at_bats = _count()
    runs = _count()
    hits = _count()
    doubles = _count()
    triples = _count()
    home_runs = _count()
    runs_batted_in = _count()
    walks = _count()
    strikeouts = _count()
    hit_by_pitch = _count()
    sacrifice_hits = _count()
    sacrifice_flies = _count()
    double_plays = _count()
    stolen_bases = _count()
    caught_stealing = _count()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "team", "card", "split"], name="book_batting_once"
            ),
        )


class FieldingSum(Sum):
    """What he did at one position; his games are those in which he stood there."""

    position = models.PositiveSmallIntegerField(help_text="By the scorer's number, from 1.")
    outs = _count()
    putouts = _count()
    assists = _count()
    errors = _count()
    double_plays = _count()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "team", "card", "split", "position"], name="book_fielding_once"
            ),
        )


class PitchingSum(Sum):
    started = _count()
    outs = _count()
    batters_faced = _count()
    hits = _count()
    runs = _count()
    earned_runs = _count()
    walks = _count()
    strikeouts = _count()
    home_runs = _count()
    hit_batters = _count()
    wild_pitches = _count()
    balks = _count()
    wins = _count()
    losses = _count()
    saves = _count()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "team", "card", "split"], name="book_pitching_once"
            ),
        )
