"""A stage with everything that tables and pages are made of, read in a fixed number of queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import count

from django.db.models import Count, Exists, OuterRef, Q

from games.models import Game, Series
from tournaments.models import Entrant, Fixture, Stage, Tournament
from tournaments.rules.counts import EventCounts, GamesOf
from tournaments.rules.criterion import Field
from tournaments.rules.results import GameResult
from tournaments.selectors.meetings import Meeting, Played, RoundOfPlay, by_series, read_games
from tournaments.selectors.rulings import Group, Rulings, rulings_of

KEPT_FIELDS = 32
"""Fields whose tables are kept: everybody who looks at a league sees the same one until the next
result."""


@dataclass(frozen=True)
class League:
    """A tournament's stages with all that was drawn of them, as they stand; ``stage`` is the
    first."""

    tournament: Tournament
    stage: Stage
    stages: tuple[Stage, ...]
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundOfPlay, ...]
    void: int = 0
    """Games that were taken off the books."""

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
            replace(round_, drawn=tuple(meeting for meeting in round_.drawn if not meeting.is_void))
            for round_ in self.rounds
            if round_.stage.counts and not all(meeting.is_void for meeting in round_.drawn)
        )
        return replace(self, rounds=counting)

    @property
    def format(self) -> tuple[Stage, ...]:
        """The stages of its format: games that break ties are none."""
        return tuple(stage for stage in self.stages if not stage.is_tie_break)

    @property
    def rounds_of_format(self) -> tuple[RoundOfPlay, ...]:
        """The rounds of those stages."""
        return tuple(round_ for round_ in self.rounds if not round_.stage.is_tie_break)

    @property
    def tie_games(self) -> tuple[RoundOfPlay, ...]:
        """The games and shoot-outs that break ties, with the stage that holds each."""
        return tuple(round_ for round_ in self.rounds if round_.stage.is_tie_break)

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
        return tuple(game for meeting in self.meetings for game in meeting.counted)

    def games_in(self, stages: Collection[Stage]) -> tuple[Played, ...]:
        """The games that count in these stages."""
        return tuple(
            game
            for round_ in self.rounds
            if round_.stage in stages
            for meeting in round_.meetings
            for game in meeting.counted
        )

    @cached_property
    def counts(self) -> EventCounts:
        """How much of the event has been played, as every figure of it is given."""
        games = {True: GamesOf(), False: GamesOf()}
        kinds: Counter[str] = Counter(void=self.void)
        for round_ in self.rounds:
            for meeting in round_.meetings:
                if meeting.has_games:
                    games[meeting.counts] += GamesOf(len(meeting.counted), meeting.games_to_play)
                elif not round_.stage.is_tie_break:
                    kinds["shoot_outs_to_play"] += meeting.games_to_play
                kinds.update(_kind(round_, meeting, game) for game in meeting.games)
        season = [round_ for round_ in self.rounds if round_.stage.counts]
        return EventCounts(
            clubs=self.clubs,
            dropped=len(self.entrants) - self.clubs,
            rounds=len(season),
            round=max((at for at, each in enumerate(season, start=1) if each.is_begun), default=0),
            series=self.series_total,
            series_done=self.series_done,
            season=games[True],
            playoffs=games[False],
            shoot_outs=kinds["shoot_outs"],
            shoot_outs_to_play=kinds["shoot_outs_to_play"],
            tie_games=kinds["tie_games"],
            thrown_out=kinds["thrown_out"],
            void=kinds["void"],
            suspended=kinds["suspended"],
            unconfirmed=kinds["unconfirmed"],
            under_way=kinds["under_way"],
        )

    @cached_property
    def results(self) -> tuple[GameResult, ...]:
        """The games that the tables are made of, in the order of the schedule: a streak is the
        same, whichever game was played first."""
        numbers = {team_id: entrant.number for team_id, entrant in self.by_team.items()}
        return tuple(
            game.result(numbers, order, meeting.round_number)
            for order, (meeting, game) in enumerate(
                (meeting, game)
                for meeting in self.meetings
                if meeting.counts
                for game in meeting.counted
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

    @property
    def clubs(self) -> int:
        """How many clubs are counted."""
        return len(clubs_counted(self.entrants))

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
        """Series of the whole schedule that were played or are to be, games that break ties apart;
        ``series_counts`` says the same of many events without reading them."""
        return sum(round_.total for round_ in self.rounds_of_format)

    @cached_property
    def series_done(self) -> int:
        """The series that are complete."""
        return sum(round_.done for round_ in self.rounds_of_format)

    @property
    def last_round(self) -> RoundOfPlay | None:
        """The furthest round of which something counts."""
        begun = [round_ for round_ in self.rounds if round_.is_begun]
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


def _kind(round_: RoundOfPlay, meeting: Meeting, game: Played) -> str:
    """Which of the kinds of ``EventCounts`` a game is of."""
    if meeting.is_void:
        return "thrown_out"
    if not game.is_final:
        unfinished = {Game.Status.SUSPENDED: "suspended", Game.Status.REPORTED: "unconfirmed"}
        waits = unfinished.get(Game.Status(game.status), "under_way")
        return "void" if meeting.called_off else waits
    if meeting.has_games:
        return "counted"
    return "shoot_outs" if round_.stage.is_by_shoot_outs else "tie_games"


def clubs_counted(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Clubs that play for something: all but those whose results were thrown out."""
    return [each for each in entrants if each.dropped != Entrant.Dropped.VOID]


def series_counts(tournaments: Collection[Tournament]) -> dict[str, tuple[int, int]]:
    """``series_total`` and ``series_done`` of these events by their scopes, without reading their
    series; ``entrants`` are best prefetched.

    All are counted from an index alone. Read are only those that do not count: games that break
    ties, the series of clubs whose results were thrown out, and those called off before anything of
    them was played.
    """
    scoped = Series.objects.filter(event__key__in=[one.scope for one in tournaments]).order_by()
    void = [
        entrant.pk
        for one in tournaments
        for entrant in one.entrants.all()
        if entrant.dropped == Entrant.Dropped.VOID
    ]
    thrown_out = Fixture.objects.filter(Q(home__in=void) | Q(away__in=void)).values("series")
    tie_breaks = scoped.filter(fixture__round__stage__kind=Stage.Kind.TIE_BREAK)
    unplayed = scoped.filter(called_off_at__isnull=False).exclude(
        Exists(Game.objects.filter(series=OuterRef("pk"), status=Game.Status.FINAL))
    )
    left_out = {
        pk: (scope, completed_at is not None)
        for found in (tie_breaks, unplayed, *([scoped.filter(pk__in=thrown_out)] if void else []))
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
    stages = {
        stage.pk: stage for stage in tournament.stages.select_related("ruling").order_by("number")
    }
    has_games = {pk: stage.has_games for pk, stage in stages.items()}
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
    read = read_games(Game.objects.filter(series__event__key=tournament.scope))
    games = by_series(read)
    furthest = max((row[1] for row in rows if row[5] in games), default=0)
    by_round: dict[int, list[Meeting]] = {}
    stage_of = {row[1]: stages[row[0]] for row in rows}
    places = count(1)
    place_of = {
        number: 0 if stage.is_tie_break else next(places) for number, stage in stage_of.items()
    }
    for row in rows:
        stage_id, number, name, home, away, series_id, length, completed_at, called_off_at = row
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
                has_games=has_games[stage_id],
                called_off=called_off_at is not None,
                own_round_name=name,
                round_place=place_of[number],
            )
        )
    rounds = tuple(
        RoundOfPlay(number, tuple(meetings), stage_of[number])
        for number, meetings in by_round.items()
    )
    first, *_ = stages.values()
    return League(
        tournament,
        first,
        tuple(stages.values()),
        tuple(entrants.values()),
        rounds,
        sum(game.status == Game.Status.VOID for game in read),
    )
