"""An event with all that tables and pages need, loaded in a fixed number of queries."""

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
"""Size of the cache of fields and their tables: until the next result all readers of a league use
the same one."""


@dataclass(frozen=True)
class League:
    """A tournament's stages with all drawn rounds; ``stage`` is the first."""

    tournament: Tournament
    stage: Stage
    stages: tuple[Stage, ...]
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundOfPlay, ...]
    void: int = 0
    """Number of void games."""

    @cached_property
    def by_team(self) -> Mapping[int, Entrant]:
        """The entrants by the id of their club."""
        return {entrant.team_id: entrant for entrant in self.entrants}

    @cached_property
    def season(self) -> "League":
        """The league with only what counts in the tables: no play-offs, tie-break games or void
        meetings."""
        if all(stage.counts for stage in self.stages) and not any(
            entrant.dropped for entrant in self.entrants
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
        """The stages of its format, without tie-break games."""
        return tuple(stage for stage in self.stages if not stage.is_tie_break)

    @property
    def rounds_of_format(self) -> tuple[RoundOfPlay, ...]:
        return tuple(round_ for round_ in self.rounds if not round_.stage.is_tie_break)

    @property
    def tie_games(self) -> tuple[RoundOfPlay, ...]:
        return tuple(round_ for round_ in self.rounds if round_.stage.is_tie_break)

    @property
    def divisions(self) -> int:
        return len({entrant.division for entrant in self.entrants})

    @property
    def has_table(self) -> bool:
        """Whether some stage has a table; an event of knockouts has none."""
        return any(stage.counts for stage in self.stages)

    def of_stage(self, stage: Stage) -> tuple[RoundOfPlay, ...]:
        return tuple(round_ for round_ in self.rounds if round_.stage == stage)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        return tuple(meeting for round_ in self.rounds for meeting in round_.meetings)

    @cached_property
    def finals(self) -> tuple[Played, ...]:
        """The games that count, in schedule order, whenever they were played."""
        return tuple(game for meeting in self.meetings for game in meeting.counted)

    def games_in(self, stages: Collection[Stage]) -> tuple[Played, ...]:
        return tuple(
            game
            for round_ in self.rounds
            if round_.stage in stages
            for meeting in round_.meetings
            for game in meeting.counted
        )

    @cached_property
    def counts(self) -> EventCounts:
        """How much of the event has been played; every figure of it comes from here."""
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
            round=max((n for n, item in enumerate(season, start=1) if item.is_begun), default=0),
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
        """The games that count in the tables, in schedule order: a streak does not depend on which
        game was played first."""
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
        """All that tables, tie-breaks and outlooks depend on; the same object while none of it
        changes, for every reader."""
        scheduled: dict[frozenset[int], int] = {}
        for meeting in self.meetings:
            if meeting.counts and meeting.away is not None and not meeting.is_void:
                pair = frozenset((meeting.home.number, meeting.away.number))
                scheduled[pair] = scheduled.get(pair, 0) + meeting.length
        # Dice decide who advances where nothing else does, in every tie order.
        broken_by_people = len(self.tournament.ties.steps) > 1 or any(
            stage.spec.entry is not None for stage in self.stages
        )
        rulings = rulings_of(self.tournament) if broken_by_people else Rulings({}, {})
        return _field(
            tuple(club.number for club in self.entrants if club.dropped != Entrant.Dropped.VOID),
            self.results,
            tuple((entrant.number, entrant.division) for entrant in self.entrants),
            tuple(scheduled.items()),
            _frozen(rulings.values),
            tuple(club.number for club in self.entrants if club.is_out),
            _frozen(rulings.runs),
            self._seeds,
        )

    @cached_property
    def _seeds(self) -> tuple[tuple[int, int], ...]:
        """The seeds of the season's last seeded stage, where shoot-outs need them (T32.0c)."""
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
        return len(clubs_counted(self.entrants))

    @cached_property
    def unplayed(self) -> tuple[Meeting, ...]:
        """The series with a game left to play, round by round."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @cached_property
    def late(self) -> tuple[Meeting, ...]:
        """The incomplete series of rounds before the latest one with games."""
        return tuple(meeting for meeting in self.meetings if meeting.late)

    @cached_property
    def series_total(self) -> int:
        """The series of the whole schedule, without tie-break games; ``series_counts`` gives the
        same for many events without loading them."""
        return sum(round_.total for round_ in self.rounds_of_format)

    @cached_property
    def series_done(self) -> int:
        return sum(round_.done for round_ in self.rounds_of_format)

    @property
    def last_round(self) -> RoundOfPlay | None:
        begun = [round_ for round_ in self.rounds if round_.is_begun]
        return begun[-1] if begun else None

    @property
    def next_round(self) -> RoundOfPlay | None:
        """The first round with a game left to play."""
        return next((round_ for round_ in self.rounds if round_.unplayed), None)

    @property
    def latest(self) -> tuple[Meeting, ...]:
        """The completed series, the latest first."""
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
        return tuple(meeting for meeting in self.meetings if meeting.has(entrant))


def _kind(round_: RoundOfPlay, meeting: Meeting, game: Played) -> str:
    """Return the field of ``EventCounts`` that counts a game."""
    if meeting.is_void:
        return "thrown_out"
    if not game.is_final:
        unfinished = {Game.Status.SUSPENDED: "suspended", Game.Status.REPORTED: "unconfirmed"}
        state = unfinished.get(Game.Status(game.status), "under_way")
        return "void" if meeting.called_off else state
    if meeting.has_games:
        return "counted"
    return "shoot_outs" if round_.stage.is_by_shoot_outs else "tie_games"


def clubs_counted(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return all clubs but those whose results were thrown out."""
    return [entrant for entrant in entrants if entrant.dropped != Entrant.Dropped.VOID]


def series_counts(tournaments: Collection[Tournament]) -> dict[str, tuple[int, int]]:
    """Return ``series_total`` and ``series_done`` of these events by scope, without loading their
    series; prefetch ``entrants``.

    All series are counted from an index alone. Only series that do not count are loaded: tie-break
    games, series of clubs whose results were thrown out, and those called off before any of their
    games was final.
    """
    scoped = Series.objects.filter(event__key__in=[event.scope for event in tournaments]).order_by()
    void = [
        entrant.pk
        for event in tournaments
        for entrant in event.entrants.all()
        if entrant.dropped == Entrant.Dropped.VOID
    ]
    thrown_out = Fixture.objects.filter(Q(home__in=void) | Q(away__in=void)).values("series")
    tie_breaks = scoped.filter(fixture__round__stage__kind=Stage.Kind.TIE_BREAK)
    unplayed = scoped.filter(called_off_at__isnull=False).exclude(
        Exists(Game.objects.filter(series=OuterRef("pk"), status=Game.Status.FINAL))
    )
    left_out = {
        pk: (scope, completed_at is not None)
        for part in (tie_breaks, unplayed, *([scoped.filter(pk__in=thrown_out)] if void else []))
        for pk, scope, completed_at in part.values_list("pk", "event__key", "completed_at")
    }
    rows = scoped.values_list("event__key").annotate(Count("pk"), Count("completed_at"))
    counts = {scope: [total, completed] for scope, total, completed in rows}
    for scope, complete in left_out.values():
        counts[scope][0] -= 1
        counts[scope][1] -= complete
    return {scope: (total, completed) for scope, (total, completed) in counts.items()}


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
    """Load the tournament's stages with their rounds, series and games, in four queries. Rounds are
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
    # Read after the series: a game may be added to an open series in between, but a complete series
    # always has its games.
    game_rows = read_games(Game.objects.filter(series__event__key=tournament.scope))
    games = by_series(game_rows)
    latest_round = max((row[1] for row in rows if row[5] in games), default=0)
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
                # A best-of may end before its full length.
                length=len(played) if completed_at is not None else length or 0,
                completed_at=completed_at,
                games=played,
                late=series_id is not None and completed_at is None and number < latest_round,
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
    first_stage, *_ = stages.values()
    return League(
        tournament,
        first_stage,
        tuple(stages.values()),
        tuple(entrants.values()),
        rounds,
        sum(game.status == Game.Status.VOID for game in game_rows),
    )


def round_told(league: League, number: int) -> str:
    """A round by its number, within a sentence: ``round 3``, or ``the semi-finals``."""
    round_ = next((each for each in league.rounds if each.number == number), None)
    return round_.told if round_ is not None else f"round {number}"


def round_mark(league: League, number: int) -> str:
    """The same in a word."""
    round_ = next((each for each in league.rounds if each.number == number), None)
    return round_.mark if round_ is not None else str(number)
