"""The timetable of an event, and the tables of its series."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time

from config.people.times import zone_of
from games.models import Series
from tournaments.day.models import Day
from tournaments.models import Stage, Tournament
from tournaments.rules.paper import paper_used_in
from tournaments.rules.timetable import (
    USUAL_GAME,
    Plan,
    RoundToPlay,
    TimedRound,
    rounds_of_stage,
    timetable,
)
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import RoundOfPlay
from tournaments.selectors.round_board import minutes_per_game, starts_of


def day_of(tournament: Tournament) -> Day:
    """Return the stored day, or an unsaved one with defaults."""
    stored: Day | None = getattr(tournament, "day", None)
    return stored or Day(tournament=tournament)


def minutes_of(day: Day) -> int:
    return day.minutes_per_game or minutes_per_game(day.tournament) or USUAL_GAME


def paper_of(tournament: Tournament) -> str:
    """Return the paper size for its printed pages: ``a4`` or ``letter``."""
    return day_of(tournament).paper or paper_used_in(tournament.time_zone)


def pauses_of(day: Day) -> tuple[tuple[time, time], ...]:
    return tuple(
        sorted((time.fromisoformat(begin), time.fromisoformat(end)) for begin, end in day.pauses)
    )


def plan_of(day: Day) -> Plan | None:
    """Return the plan; ``None`` if the start of the first round is not set."""
    if day.begins_at is None:
        return None
    return Plan(
        begins=day.begins_at,
        zone=zone_of(day.tournament.time_zone),
        minutes_per_game=minutes_of(day),
        break_minutes=day.break_minutes,
        day_begins=day.day_begins,
        day_ends=day.day_ends,
        pauses=pauses_of(day),
    )


@dataclass(frozen=True)
class Timetable:
    """The rounds of an event with their times, drawn and future ones."""

    rounds: Sequence[TimedRound]

    @property
    def ends(self) -> TimedRound:
        return max(self.rounds, key=lambda timed_round: timed_round.expected_ends)

    @property
    def late(self) -> int:
        """Minutes by which the event is expected to end later than planned."""
        return self.ends.late

    def of_round(self, number: int) -> TimedRound | None:
        """Return the times of a drawn round."""
        return next(
            (timed_round for timed_round in self.rounds if timed_round.round.number == number), None
        )


def timetable_of(league: League, now: datetime) -> Timetable | None:
    """Return the current timetable; ``None`` if the event has none, or nothing to play."""
    plan = plan_of(day_of(league.tournament))
    rounds = rounds_to_play(league) if plan is not None else []
    if plan is None or not rounds:
        return None
    return Timetable(timetable(plan, rounds, now))


def rounds_to_play(league: League) -> list[RoundToPlay]:
    """Return every drawn round, then those still to be drawn, as many as the stages have. Two
    queries."""
    begun = starts_of(
        meeting.series_id for meeting in league.meetings if meeting.series_id is not None
    )
    future_rounds: list[RoundToPlay] = []
    last_stage = max((item.stage.number for item in league.rounds_of_format), default=0)
    drawn_rounds = [_drawn(round_, begun) for round_ in league.rounds]
    for stage in league.format:
        if stage.number < last_stage:
            continue
        drawn = league.of_stage(stage)
        lengths = rounds_of_stage(stage.spec, _clubs(league, stage), _sizes(league))
        complete = stage.kind == Stage.Kind.ROUND_ROBIN and drawn
        names = {number: f"Round {number}" for number in range(1, len(lengths) + 1)}
        if not complete:
            future_rounds += [
                RoundToPlay(0, names[number], str(stage), games)
                for number, games in enumerate(lengths, start=1)
                if number > len(drawn)
            ]
    return [*sorted(drawn_rounds, key=lambda item: item.number), *future_rounds]


def _drawn(round_: RoundOfPlay, begun: Mapping[int, datetime]) -> RoundToPlay:
    series = round_.series
    starts = [
        begun[pk] for meeting in series if (pk := meeting.series_id) in begun and pk is not None
    ]
    ends = [meeting.completed_at for meeting in series if meeting.completed_at is not None]
    over = max(ends) if ends and not round_.unplayed else None
    games = max((meeting.length for meeting in series), default=0)
    return RoundToPlay(
        round_.number,
        round_.name,
        str(round_.stage),
        games,
        min(starts) if starts else None,
        over,
    )


def _sizes(league: League) -> list[int]:
    return list(Counter(entrant.division for entrant in league.entrants).values())


def _clubs(league: League, stage: Stage) -> int:
    """Return the number of clubs that enter a stage."""
    entry = stage.spec.entry
    club_count = len(league.entrants)
    if entry is None:
        return club_count
    return min(club_count, entry.per_division * league.divisions + entry.others)


def tables_of(league: League) -> dict[int, int]:
    """Return the table of each series, by id: the series of a round in drawn order, from the first
    table on. Empty where tables have no numbers."""
    first = day_of(league.tournament).first_table
    if first is None:
        return {}
    return {
        meeting.series_id: first + index
        for round_ in league.rounds
        for index, meeting in enumerate(drawn for drawn in round_.drawn if not drawn.is_bye)
        if meeting.series_id is not None
    }


def place_of_series(series: Series) -> str:
    """Return the table of a series in words; empty where tables have no numbers."""
    day = Day.objects.filter(tournament__key=series.scope, first_table__isnull=False).first()
    if day is None:
        return ""
    table = tables_of(load_league(day.tournament)).get(series.pk)
    return f"table {table}" if table is not None else ""


def times_of_series(
    series: Collection[Series], now: datetime
) -> dict[int, tuple[datetime, datetime, str]]:
    """Return when series are expected to begin and end and at which table, for events with a
    timetable."""
    by_scope: dict[str, list[int]] = defaultdict(list)
    for item in series:
        by_scope[item.scope].append(item.pk)
    kind = "tournament:"
    keys = [scope.removeprefix(kind) for scope in by_scope if scope.startswith(kind)]
    times_by_series: dict[int, tuple[datetime, datetime, str]] = {}
    days = Day.objects.filter(tournament__in=keys, begins_at__isnull=False)
    for day in days.select_related("tournament__day"):
        league = load_league(day.tournament)
        times = timetable_of(league, now)
        wanted_keys = set(by_scope[day.tournament.scope])
        tables = tables_of(league)
        for round_ in league.rounds:
            timed_round = times.of_round(round_.number) if times is not None else None
            if timed_round is not None:
                span = timed_round.expected_begins, timed_round.expected_ends
                times_by_series |= {
                    pk: (*span, f"table {tables[pk]}" if pk in tables else "")
                    for item in round_.series
                    if (pk := item.series_id) is not None and pk in wanted_keys
                }
    return times_by_series
