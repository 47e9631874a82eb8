"""A stage with everything that tables and pages are made of, read in a fixed number of queries."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Game, Series
from tournaments.models import Entrant, Fixture, Stage, Tournament
from tournaments.rules.criteria import Field
from tournaments.rules.results import GameResult, outs_on_defence
from tournaments.selectors.rulings import Group, Rulings, rulings_of

KEPT_FIELDS = 32
"""Fields whose tables are kept: everybody who looks at a league sees the same one until the next
result."""


class Played(NamedTuple):
    """A game as far as the tables need it; ``away`` and ``home`` are ids of clubs."""

    pk: int
    series_id: int
    number: int
    away: int
    home: int
    away_runs: int
    home_runs: int
    inning: int
    half: int | None
    outs: int | None
    status: str

    @property
    def is_final(self) -> bool:
        """Whether the result counts."""
        return self.status == Game.Status.FINAL

    def result(self, numbers: Mapping[int, int], order: int, round_number: int) -> GameResult:
        """What it comes to in the tables; ``numbers``: the entrants' by the ids of their clubs."""
        away_outs, home_outs = outs_on_defence(self.inning, self.half, self.outs)
        return GameResult(
            numbers[self.home],
            numbers[self.away],
            self.home_runs,
            self.away_runs,
            order,
            round_number,
            home_outs,
            away_outs,
        )

    def runs_of(self, team_id: int) -> int:
        """The runs of one of its two clubs."""
        return self.home_runs if team_id == self.home else self.away_runs

    def won_by(self, team_id: int) -> bool:
        """Whether that club won; neither did while the game is not final or when it was tied."""
        mine = self.runs_of(team_id)
        return self.is_final and mine > self.away_runs + self.home_runs - mine


@dataclass(frozen=True)
class Meeting:
    """Who meets whom in a round: a series with its games so far, or a bye (``away`` is None)."""

    round_number: int
    home: Entrant
    away: Entrant | None
    series_id: int | None
    length: int
    completed_at: datetime | None
    games: tuple[Played, ...]
    late: bool = False
    counts: bool = True
    """Whether it is part of the season that the tables are made of; play-offs are not."""
    called_off: bool = False
    """Whether nothing more is played in it: one of the two dropped out (T0.08l)."""
    own_round_name: str = ""
    """What its round is called where it has a name of its own."""

    @property
    def round_name(self) -> str:
        """What its round is called: ``Round 3``, or ``Semi-finals``."""
        return self.own_round_name or f"Round {self.round_number}"

    @property
    def is_bye(self) -> bool:
        """Whether the home entrant sits this round out."""
        return self.away is None

    @property
    def is_complete(self) -> bool:
        """Whether every game of the series has been played."""
        return self.completed_at is not None

    @property
    def is_open(self) -> bool:
        """Whether there is something left to play."""
        return not self.is_bye and not self.is_complete

    @cached_property
    def is_void(self) -> bool:
        """Whether its games count for nobody: one of the two is out of the pool (T0.08j)."""
        return any(
            side is not None and side.dropped == Entrant.Dropped.VOID
            for side in (self.home, self.away)
        )

    @property
    def is_of_schedule(self) -> bool:
        """Whether it is counted among the series of the schedule: no bye, not thrown out, and not
        called off before any of its games was over."""
        if self.is_bye or self.is_void:
            return False
        return bool(self.finals) or not self.called_off

    @property
    def games_to_play(self) -> int:
        """The games of it that were played, or are to be."""
        return len(self.finals) if self.is_complete else self.length

    @cached_property
    def finals(self) -> tuple[Played, ...]:
        """The games that are over, in order."""
        return tuple(game for game in self.games if game.is_final)

    @property
    def state(self) -> str:
        """bye, void (thrown out), called-off, complete, unconfirmed, suspended, running, late or
        scheduled."""
        if self.is_bye:
            return "bye"
        if self.is_void and self.games:
            return "void"
        if self.called_off:
            return "called-off"
        if self.is_complete:
            return "complete"
        if any(game.status == Game.Status.REPORTED for game in self.games):
            return "unconfirmed"
        if any(game.status == Game.Status.SUSPENDED for game in self.games):
            return "suspended"
        if self.late:
            return "late"
        return "running" if self.games else "scheduled"

    def wins(self, entrant: Entrant | None) -> int:
        """Games of the series that this entrant has won."""
        if entrant is None:
            return 0
        return sum(game.won_by(entrant.team_id) for game in self.games)

    @property
    def winner(self) -> str:
        """``home`` or ``away`` for a complete series that one side won, else empty."""
        if not self.is_complete or self.is_bye:
            return ""
        if self.called_off and not self.counts and self.away is not None:
            # Who is left goes on.
            return "home" if self.away.is_out else "away" if self.home.is_out else ""
        difference = self.wins(self.home) - self.wins(self.away)
        return "home" if difference > 0 else "away" if difference < 0 else ""

    def has(self, entrant: Entrant) -> bool:
        """Whether the entrant is in it, playing or sitting out."""
        return entrant.pk in (self.home.pk, self.away.pk if self.away else None)


@dataclass(frozen=True)
class RoundOfPlay:
    """A round with its meetings as they were ``drawn``, and the stage it belongs to."""

    number: int
    drawn: tuple[Meeting, ...]
    stage: Stage

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Its meetings, byes last."""
        return tuple(sorted(self.drawn, key=lambda meeting: meeting.is_bye))

    @property
    def name(self) -> str:
        """What it is called: ``Round 3``, or ``Semi-finals``."""
        return self.meetings[0].round_name

    @property
    def told(self) -> str:
        """Its name within a sentence: ``round 3``, or ``the semi-finals``."""
        own = self.meetings[0].own_round_name
        return f"the {own[0].lower()}{own[1:]}" if own else f"round {self.number}"

    @property
    def series(self) -> tuple[Meeting, ...]:
        """The meetings that are played."""
        return tuple(meeting for meeting in self.meetings if not meeting.is_bye)

    @property
    def byes(self) -> tuple[Meeting, ...]:
        """The entrants who sit the round out."""
        return tuple(meeting for meeting in self.meetings if meeting.is_bye)

    @property
    def resting(self) -> tuple[Entrant, ...]:
        """The clubs that sit the round out: drawn so, or because their opponent is out (T0.08l)."""
        drawn = [meeting.home for meeting in self.byes]
        drawn += [
            side
            for meeting in self.series
            if meeting.called_off and not meeting.finals
            for side in (meeting.home, meeting.away)
            if side is not None
        ]
        return tuple(each for each in drawn if not each.is_out)

    @property
    def unplayed(self) -> tuple[Meeting, ...]:
        """The series with something left to play."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @property
    def total(self) -> int:
        """Series that are played in it, or to be played."""
        return sum(meeting.is_of_schedule for meeting in self.meetings)

    @property
    def done(self) -> int:
        """Those of them that are complete."""
        return sum(meeting.is_of_schedule and meeting.is_complete for meeting in self.meetings)

    @property
    def late(self) -> tuple[Meeting, ...]:
        """The series that later rounds have overtaken."""
        return tuple(meeting for meeting in self.meetings if meeting.late)

    @property
    def state(self) -> str:
        """complete, late, running or scheduled."""
        if not self.unplayed:
            return "complete"
        if self.late:
            return "late"
        return "running" if any(meeting.games for meeting in self.meetings) else "scheduled"


@dataclass(frozen=True)
class League:
    """A tournament's stages with all that was drawn of them, as they stand; ``stage`` is the
    first."""

    tournament: Tournament
    stage: Stage
    stages: tuple[Stage, ...]
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundOfPlay, ...]

    @cached_property
    def by_team(self) -> Mapping[int, Entrant]:
        """The entrants by the id of their club."""
        return {entrant.team_id: entrant for entrant in self.entrants}

    @cached_property
    def season(self) -> "League":
        """What the tables are made of: everything but play-offs and tie-break games."""
        if all(stage.counts for stage in self.stages) and not any(
            each.dropped for each in self.entrants
        ):
            return self
        counting = tuple(
            RoundOfPlay(
                round_.number,
                tuple(meeting for meeting in round_.drawn if not meeting.is_void),
                round_.stage,
            )
            for round_ in self.rounds
            if round_.stage.counts and not all(meeting.is_void for meeting in round_.drawn)
        )
        return League(self.tournament, self.stage, self.stages, self.entrants, counting)

    @property
    def divisions(self) -> int:
        """How many divisions its clubs are in."""
        return len({entrant.division for entrant in self.entrants})

    @property
    def has_table(self) -> bool:
        """Whether anything is played for places in a table: in an event of knockouts nothing is."""
        return any(stage.counts for stage in self.stages)

    def of_stage(self, stage: Stage) -> tuple[RoundOfPlay, ...]:
        """The rounds of one of its stages."""
        return tuple(round_ for round_ in self.rounds if round_.stage == stage)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Every meeting, round by round."""
        return tuple(meeting for round_ in self.rounds for meeting in round_.meetings)

    @cached_property
    def finals(self) -> tuple[Played, ...]:
        """The games that count, in the order of the schedule, whenever they were played."""
        return tuple(
            game for meeting in self.meetings if not meeting.is_void for game in meeting.finals
        )

    @cached_property
    def results(self) -> tuple[GameResult, ...]:
        """The games that the tables are made of, in the order of the schedule: a streak is the same
        anyone who played first."""
        numbers = {team_id: entrant.number for team_id, entrant in self.by_team.items()}
        return tuple(
            game.result(numbers, order, meeting.round_number)
            for order, (meeting, game) in enumerate(
                (meeting, game)
                for meeting in self.meetings
                if meeting.counts and not meeting.is_void
                for game in meeting.finals
            )
        )

    @cached_property
    def field(self) -> Field:
        """Everything that tables, their tie-breaks and prospects rest on: the same object as long
        as all of that is the same for every reader."""
        scheduled: dict[frozenset[int], int] = {}
        for meeting in self.meetings:
            if meeting.counts and meeting.away is not None and not meeting.is_void:
                pair = frozenset((meeting.home.number, meeting.away.number))
                scheduled[pair] = scheduled.get(pair, 0) + meeting.length
        # Who gets into a stage is decided by dice where nothing else does, whatever the order.
        broken_by_people = len(self.tournament.ties.steps) > 1 or any(
            stage.spec.entry is not None for stage in self.stages
        )
        rulings = rulings_of(self.tournament) if broken_by_people else Rulings({}, {})
        return _field(
            tuple(each.number for each in self.entrants if each.dropped != Entrant.Dropped.VOID),
            self.results,
            tuple((entrant.number, entrant.division) for entrant in self.entrants),
            tuple(scheduled.items()),
            _frozen(rulings.values),
            tuple(each.number for each in self.entrants if each.is_out),
            _frozen(rulings.runs),
            self._seeds,
        )

    @cached_property
    def _seeds(self) -> tuple[tuple[int, int], ...]:
        """The seeds of the last stage of the season that clubs got into, where shoot-outs ask for
        them (T32.0c)."""
        if all(step.criterion != "shoot-out" for step in self.tournament.ties.steps):
            return ()
        seeded = [stage for stage in self.stages if stage.counts and stage.spec.entry is not None]
        drawn = [stage for stage in seeded if self.of_stage(stage)]
        if not drawn:
            return ()
        members = drawn[-1].members.order_by("seed")
        return tuple(members.values_list("entrant__number", "seed"))

    @cached_property
    def unconfirmed(self) -> int:
        """Games that one side has reported and that do not count yet."""
        return sum(
            game.status == Game.Status.REPORTED
            for meeting in self.meetings
            if not meeting.called_off
            for game in meeting.games
        )

    @property
    def clubs(self) -> int:
        """How many clubs are counted."""
        return clubs_counted(self.entrants)

    @cached_property
    def unplayed(self) -> tuple[Meeting, ...]:
        """The series with something left to play, round by round."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @cached_property
    def late(self) -> tuple[Meeting, ...]:
        """The series that later rounds have overtaken."""
        return tuple(meeting for meeting in self.meetings if meeting.late)

    @cached_property
    def series_total(self) -> int:
        """Series of the whole schedule that were played or are to be; ``series_counts`` says the
        same of many events without reading them."""
        return sum(round_.total for round_ in self.rounds)

    @cached_property
    def series_done(self) -> int:
        """Those of them that are complete."""
        return sum(round_.done for round_ in self.rounds)

    @property
    def games_total(self) -> int:
        """Games of those series."""
        return sum(meeting.games_to_play for meeting in self.meetings if meeting.is_of_schedule)

    @property
    def last_round(self) -> RoundOfPlay | None:
        """The furthest round of which something counts."""
        begun = [
            round_ for round_ in self.rounds if any(meeting.finals for meeting in round_.meetings)
        ]
        return begun[-1] if begun else None

    @property
    def next_round(self) -> RoundOfPlay | None:
        """The first round with something left to play."""
        return next((round_ for round_ in self.rounds if round_.unplayed), None)

    @property
    def latest(self) -> tuple[Meeting, ...]:
        """The series that were completed, those completed last first."""
        complete = [
            meeting
            for meeting in self.meetings
            if meeting.completed_at is not None and not meeting.called_off
        ]
        return tuple(
            sorted(
                complete,
                key=lambda meeting: (meeting.completed_at, meeting.round_number),
                reverse=True,
            )
        )

    def meetings_of(self, entrant: Entrant) -> tuple[Meeting, ...]:
        """An entrant's way through the schedule, byes among it."""
        return tuple(meeting for meeting in self.meetings if meeting.has(entrant))


def clubs_counted(entrants: Iterable[Entrant]) -> int:
    """Clubs that play for something: all but those whose results were thrown out."""
    return sum(each.dropped != Entrant.Dropped.VOID for each in entrants)


def series_counts(tournaments: Collection[Tournament]) -> dict[str, tuple[int, int]]:
    """``series_total`` and ``series_done`` of these events by their scopes, without reading their
    series; ``entrants`` are best prefetched.

    All are counted from an index alone. Read are only those that do not count: the series of clubs
    whose results were thrown out, and those called off before anything of them was played.
    """
    scoped = Series.objects.filter(event__key__in=[one.scope for one in tournaments]).order_by()
    void = [
        entrant.pk
        for one in tournaments
        for entrant in one.entrants.all()
        if entrant.dropped == Entrant.Dropped.VOID
    ]
    thrown_out = Fixture.objects.filter(Q(home__in=void) | Q(away__in=void)).values("series")
    unplayed = scoped.filter(called_off_at__isnull=False).exclude(
        Exists(Game.objects.filter(series=OuterRef("pk"), status=Game.Status.FINAL))
    )
    left_out = {
        pk: (scope, completed_at is not None)
        for found in (unplayed, *([scoped.filter(pk__in=thrown_out)] if void else []))
        for pk, scope, completed_at in found.values_list("pk", "event__key", "completed_at")
    }
    rows = scoped.values_list("event__key").annotate(Count("pk"), Count("completed_at"))
    counts = {scope: [total, done] for scope, total, done in rows}
    for scope, complete in left_out.values():
        counts[scope][0] -= 1
        counts[scope][1] -= complete
    return {scope: (total, done) for scope, (total, done) in counts.items()}


_FrozenRulings = tuple[tuple[Group, tuple[tuple[int, int], ...]], ...]


def _frozen(rulings: Mapping[Group, Mapping[int, int]]) -> _FrozenRulings:
    return tuple((tie, tuple(numbers.items())) for tie, numbers in rulings.items())


@lru_cache(maxsize=KEPT_FIELDS)
def _field(
    entrants: tuple[int, ...],
    results: tuple[GameResult, ...],
    divisions: tuple[tuple[int, int], ...],
    scheduled: tuple[tuple[frozenset[int], int], ...],
    rulings: _FrozenRulings,
    outside: tuple[int, ...],
    runs: _FrozenRulings,
    seeds: tuple[tuple[int, int], ...],
) -> Field:
    return Field(
        entrants,
        results,
        dict(divisions),
        dict(scheduled),
        {tie: dict(numbers) for tie, numbers in rulings},
        outside,
        {tie: dict(numbers) for tie, numbers in runs},
        dict(seeds),
    )


def load_league(tournament: Tournament) -> League:
    """The tournament's stages with their rounds, series and games, in four queries. Rounds are
    numbered through the whole event."""
    stages = {stage.pk: stage for stage in tournament.stages.order_by("number")}
    entrants = {
        entrant.pk: entrant
        for entrant in tournament.entrants.select_related("team").order_by("number")
    }
    fixtures = Fixture.objects.filter(round__stage__in=stages).order_by("round__number", "pk")
    rows = list(
        fixtures.values_list(
            "round__stage",
            "round__number",
            "round__name",
            "home_id",
            "away_id",
            "series_id",
            "series__length",
            "series__completed_at",
            "series__called_off_at",
        )
    )
    # Read after the series: who plays at this moment may add a game to an open series, but a
    # complete one is never without its games.
    games = games_by_series(Game.objects.filter(series__fixture__round__stage__in=stages))
    furthest = max((row[1] for row in rows if row[5] in games), default=0)
    by_round: dict[int, list[Meeting]] = {}
    stage_of: dict[int, Stage] = {}
    for row in rows:
        stage_id, number, name, home, away, series_id, length, completed_at, called_off_at = row
        stage_of[number] = stages[stage_id]
        played = games.get(series_id, ())
        by_round.setdefault(number, []).append(
            Meeting(
                round_number=number,
                home=entrants[home],
                away=entrants[away] if away else None,
                series_id=series_id,
                # A best-of may be over before its length.
                length=len(played) if completed_at is not None else length or 0,
                completed_at=completed_at,
                games=played,
                late=series_id is not None and completed_at is None and number < furthest,
                counts=stages[stage_id].counts,
                called_off=called_off_at is not None,
                own_round_name=name,
            )
        )
    rounds = tuple(
        RoundOfPlay(number, tuple(meetings), stage_of[number])
        for number, meetings in by_round.items()
    )
    first, *_ = stages.values()
    return League(tournament, first, tuple(stages.values()), tuple(entrants.values()), rounds)


def games_by_series(games: QuerySet[Game]) -> dict[int, tuple[Played, ...]]:
    """Games by the id of their series, in order; void ones are left out, transcripts not read."""
    found: dict[int, list[Played]] = {}
    for row in (
        games.exclude(status=Game.Status.VOID)
        .order_by("series_id", "number")
        .values_list(
            "pk",
            "series_id",
            "number",
            "away_id",
            "home_id",
            "away_runs",
            "home_runs",
            "inning",
            "half",
            "outs",
            "status",
        )
    ):
        played = Played._make(row)
        found.setdefault(played.series_id, []).append(played)
    return {series_id: tuple(rows) for series_id, rows in found.items()}
