"""The statistics of an event's players, stored as sums of the lines of games."""

from django.db import models

from games.models import Game
from rosters.models import Card, Team
from tournaments.models import Stage, Tournament


class Split(models.TextChoices):
    """Home or away games of a sum; both together are all games."""

    HOME = "H", "At home"
    AWAY = "A", "Away"


class Book(models.Model):
    """The statistics of an event. Every writer locks this row first."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="book", primary_key=True
    )
    version = models.PositiveBigIntegerField(default=0, help_text="Of what is written in it.")
    in_house = models.BooleanField(
        default=False, help_text="Of a private event: it is part of the house's public records."
    )

    class Meta:
        verbose_name = "book"

    def __str__(self) -> str:
        return f"The book of {self.tournament}"


class Feat(models.Model):
    """A notable feat of a player in one game. With ``passed`` it is a mark passed with that game,
    such as the twentieth game in a row with a hit, and depends on other games, too."""

    game = models.ForeignKey("BookedGame", on_delete=models.CASCADE, related_name="feats")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="+", db_index=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=32)
    value = models.IntegerField()
    told = models.BooleanField(help_text="Told when it happens.")
    passed = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "card", "team", "kind"], name="book_feat_once"),
        )
        indexes = (
            # The best of a kind in some stages; of equal values the first game.
            models.Index(fields=["stage", "kind", "-value", "game"], name="book_feat_best"),
            # The best of a kind on the site.
            models.Index(fields=["kind", "-value"], name="book_feat_of_house"),
            # The latest news.
            models.Index(
                fields=["stage", "-id"], condition=models.Q(told=True), name="book_feat_told"
            ),
        )

    def __str__(self) -> str:
        return f"{self.card}: {self.kind} {self.value}"


class Course(models.Model):
    """A player's course through the games of an event's season, or of its play-offs, in schedule
    order: ``state`` as ``tournaments.rules.feats`` reads it, ``upto`` the place of the last game in
    it. A ``stale`` course lacks a game or has one too many, and the job recomputes it. A card is
    another player in each ``division``."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="courses", db_index=False
    )
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    season = models.BooleanField(help_text="Of the games that the tables are made of.")
    division = models.PositiveSmallIntegerField(default=1)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    upto = models.JSONField(default=list)
    state = models.JSONField(default=dict)
    best_hitting = models.PositiveIntegerField(default=0)
    best_scoreless = models.PositiveIntegerField(default=0)
    stale = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "season", "division", "card"], name="book_course_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["tournament"], condition=models.Q(stale=True), name="book_course_stale"
            ),
        )

    def __str__(self) -> str:
        return f"{self.card} in {self.tournament}"


class HouseBook(models.Model):
    """The records of all events of a game system that count on the site, as last computed from
    these ``events`` when ``mark`` described their statistics."""

    system_key = models.CharField("game system", max_length=32, unique=True)
    mark = models.CharField(max_length=64)
    events = models.JSONField(default=list)
    counted_at = models.DateTimeField()
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ("system_key",)

    def __str__(self) -> str:
        return f"Records of {self.system_key}"


class PackedArchive(models.Model):
    """A zip of an event made by a job; ``mark`` describes the state it was made of."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=16)
    mark = models.CharField(max_length=128)
    made_at = models.DateTimeField(db_index=True)
    size = models.PositiveIntegerField(help_text="Bytes.")
    data = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "kind"], name="book_archive_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament}"


class BookedGame(models.Model):
    """A game whose lines are in the sums, with its end as it was when they were added."""

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
    """What one player did for one club in one stage, at home or away."""

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
    """A player's fielding at one position, and the games played there."""

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


class Hand(models.TextChoices):
    """The pitcher's throwing hand, or the side of the plate the batter stood on."""

    LEFT = "L", "Left"
    RIGHT = "R", "Right"


class Half(models.TextChoices):
    BATTER = "B", "The batter's"
    PITCHER = "P", "The pitcher's"


class HandSum(Sum):
    """A batter's results against pitchers of one hand, or a pitcher's against batters of one side,
    in games recorded play by play, with the number of games in which they met."""

    half = models.CharField(max_length=1, choices=Half)
    hand = models.CharField(max_length=1, choices=Hand)
    plate_appearances = _count()
    at_bats = _count()
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

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "team", "card", "split", "half", "hand"], name="book_hand_once"
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
