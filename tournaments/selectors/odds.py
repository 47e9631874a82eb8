"""An event's state for its odds, now or after an earlier round, and stored odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import takewhile
from typing import Final

from django.db.models import Count, Max, Q

from config.jobs.models import Job
from games.models import Series
from tournaments.models import ClubStrengths, EventOdds, Fixture, Stage, Tournament
from tournaments.rules.knockout import Match
from tournaments.rules.odds import error
from tournaments.rules.odds_state import BestOf, StageState, State, ToPlay
from tournaments.rules.strengths import Tried
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.progress import matches_of, members_of

ODDS: Final = "tournaments.odds"
"""The job kind that computes odds."""

LOOKED_BACK: Final = timedelta(days=2)
"""Events without a series completed in this time get no new odds."""


def odds_behind(now: datetime) -> list[tuple[Tournament, datetime]]:
    """Return running events in which a round was completed after their odds were last requested,
    and when; completed events only if they have odds. A few queries, and one for each event with a
    series completed since."""
    completed = Series.objects.filter(completed_at__gt=now - LOOKED_BACK, called_off_at=None)
    latest = dict(completed.order_by().values_list("event__key").annotate(Max("completed_at")))
    jobs = Job.objects.filter(kind=ODDS, scope__in=latest).order_by()
    requested_at = dict(jobs.values_list("scope").annotate(Max("created_at")))
    keys = [
        int(scope.partition(":")[2])
        for scope, when in latest.items()
        if scope.startswith("tournament:")
        and (scope not in requested_at or requested_at[scope] < when)
    ]
    states = Tournament.State
    events = Tournament.objects.filter(pk__in=keys).filter(
        Q(state=states.RUNNING)
        | Q(state=states.COMPLETE, pk__in=EventOdds.objects.values("tournament"))
    )
    events_behind = []
    for event in events:
        completed_at = _round_completed(event)
        if completed_at is not None and (
            event.scope not in requested_at or requested_at[event.scope] < completed_at
        ):
            events_behind.append((event, completed_at))
    return events_behind


def _round_completed(tournament: Tournament) -> datetime | None:
    """Return when the last series was completed in the rounds up to which everything is played."""
    rows = (
        Fixture.objects.filter(round__stage__tournament=tournament, series__isnull=False)
        .values_list("round__number")
        .annotate(
            left=Count("pk", filter=Q(series__completed_at=None)),
            latest=Max("series__completed_at"),
        )
        .order_by("round__number")
    )
    complete_rounds = takewhile(lambda row: not row[1], rows)
    return max((latest for _, _, latest in complete_rounds), default=None)


def after_round(league: League, number: int) -> League:
    """Return the event as it was after round ``number``: later rounds of round robins are unplayed,
    those of other stages not drawn."""
    rounds = []
    for round_ in league.rounds:
        if round_.number <= number:
            rounds.append(round_)
        elif round_.stage.kind == Stage.Kind.ROUND_ROBIN:
            rounds.append(replace(round_, drawn=tuple(map(_unplayed, round_.drawn))))
    return replace(league, rounds=tuple(rounds))


def last_whole_round(league: League) -> int:
    """Return the last round up to which everything is played; 0 before the first."""
    last_round = 0
    for round_ in league.rounds:
        if round_.unplayed:
            break
        last_round = round_.number
    return last_round


def state_of(league: League) -> State:
    """Return the state from which odds are computed. Games in progress, and best-ofs of stages that
    others follow, count as they are."""
    lengths = _hosts(league)
    season = [
        ToPlay(meeting.home.number, meeting.away.number, hosts)
        for meeting in league.meetings
        if meeting.counts and meeting.away is not None and meeting.is_open
        if (hosts := _left(meeting, lengths))
    ]
    stages = list(league.format)
    drawn = [stage for stage in stages if league.of_stage(stage)]
    current = drawn[-1] if drawn else stages[0]
    # A round robin is drawn as a whole: its rest is played, and nothing more is drawn.
    later_stages = [
        stage
        for stage in stages
        if stage.number > current.number
        or (stage == current and stage.kind != Stage.Kind.ROUND_ROBIN)
        or (stage.kind == Stage.Kind.KNOCKOUT and league.of_stage(stage))
    ]
    return State(
        league.field,
        league.tournament.ties,
        tuple(season),
        tuple(_stage_state(league, stage, lengths) for stage in later_stages),
        tuple(
            entrant.number for entrant in league.entrants if entrant.dropped and not entrant.is_out
        ),
    )


def mark_of(league: League, strengths: str) -> str:
    """Return a hash of the state and the clubs' strengths."""
    state = state_of(league)
    standing = (
        strengths,
        [(item.home, item.away, item.home_runs > item.away_runs) for item in league.results],
        state.to_play,
        state.stages,
        state.order,
        sorted(map(repr, state.field.rulings.items())),
        [(item.number, item.division, item.dropped) for item in league.entrants],
    )
    return sha256(repr(standing).encode()).hexdigest()


def tried_in(stored: ClubStrengths) -> Tried:
    return Tried(
        {(host, visitor): (won, games) for host, visitor, won, games in stored.won},
        [(most, least) for most, least, times in stored.scores for _ in range(times)],
    )


@dataclass(frozen=True)
class Chance:
    """A share of the completions, with its sampling error."""

    share: float
    error: float


@dataclass(frozen=True)
class ClubOdds:
    """A club's odds to enter the next stage, to be first in its division, and to win the event."""

    number: int
    advance: Chance | None
    division: Chance
    event: Chance


@dataclass(frozen=True)
class RoundOdds:
    """The odds after a round, by club number."""

    round: int
    completions: int
    mark: str
    clubs: dict[int, ClubOdds]


def odds_by_round(tournament: Tournament, next_stage: int | None) -> list[RoundOdds]:
    """Return the latest odds for each round. ``next_stage`` is the number of the stage for
    ``advance``."""
    odds_of_round = {}
    for row in EventOdds.objects.filter(tournament=tournament).order_by("round", "pk"):
        odds_of_round[row.round] = _read(row, next_stage)
    return list(odds_of_round.values())


def next_stage_of(league: League) -> Stage | None:
    """Return the first stage that clubs have to qualify for, begun or not."""
    return next((stage for stage in league.stages if stage.spec.entry is not None), None)


def _read(row: EventOdds, next_stage: int | None) -> RoundOdds:
    def chance(times: int) -> Chance:
        share = times / row.completions
        return Chance(share, error(share, row.completions))

    clubs = {}
    for key, counts in row.counts.items():
        reached = counts["stages"]
        clubs[int(key)] = ClubOdds(
            int(key),
            chance(reached.get(str(next_stage), 0)) if str(next_stage) in reached else None,
            chance(counts["division"]),
            chance(counts["event"]),
        )
    return RoundOdds(row.round, row.completions, row.mark, clubs)


def _unplayed(meeting: Meeting) -> Meeting:
    if meeting.is_bye or meeting.called_off or meeting.is_void:
        return meeting
    return replace(meeting, games=(), completed_at=None)


def _hosts(league: League) -> dict[int, tuple[int, str]]:
    rows = Series.objects.filter(event__key=league.tournament.scope)
    return {
        pk: (length, pattern)
        for pk, length, pattern in rows.values_list("pk", "length", "home_pattern")
    }


def _left(meeting: Meeting, lengths: dict[int, tuple[int, str]]) -> str:
    """Return who hosts the games of a series that do not count yet."""
    length, pattern = lengths[meeting.series_id or 0]
    done = {game.number for game in meeting.finals}
    return "".join(
        pattern[(number - 1) % len(pattern)]
        for number in range(1, length + 1)
        if number not in done
    )


def _stage_state(league: League, stage: Stage, lengths: dict[int, tuple[int, str]]) -> StageState:
    rounds: Sequence[RoundOfPlay] = league.of_stage(stage)
    members = members_of(stage) if rounds or stage.spec.entry is None else []
    seeds = {member.entrant.number: member.seed for member in members}
    begun = {}
    for meeting in rounds[-1].meetings if rounds else ():
        if meeting.away is not None and meeting.is_open:
            better, worse = sorted(
                (meeting.home, meeting.away), key=lambda club: seeds[club.number]
            )
            hosts = _left(meeting, lengths)
            if better is not meeting.home:
                hosts = hosts.translate(str.maketrans("HA", "AH"))
            begun[seeds[better.number], seeds[worse.number]] = BestOf(
                meeting.wins(better), meeting.wins(worse), hosts
            )
    return StageState(
        stage.number,
        stage.spec,
        tuple(member.entrant.number for member in members),
        _drawn(league, stage, rounds, seeds),
        begun,
    )


def _drawn(
    league: League, stage: Stage, rounds: Sequence[RoundOfPlay], seeds: dict[int, int]
) -> tuple[tuple[Match, ...], ...]:
    """Return the rounds by seed; of matchups only the pairs, because their series may be tied."""
    if stage.kind == Stage.Kind.KNOCKOUT:
        return tuple(tuple(matches) for matches in matches_of(league, stage))
    return tuple(
        tuple(
            Match(*sorted((seeds[meeting.home.number], seeds[meeting.away.number])))
            for meeting in round_.meetings
            if meeting.away is not None
        )
        for round_ in rounds
    )
