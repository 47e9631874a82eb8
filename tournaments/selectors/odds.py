"""An event's state for its odds, now or after an earlier round, and the odds that were found."""

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
"""The kind of job that finds odds."""

LOOKED_BACK: Final = timedelta(days=2)
"""Events of which nothing was completed for longer are not looked at for new odds."""


def odds_behind(now: datetime) -> list[tuple[Tournament, datetime]]:
    """Events under way of which a round was completed after their odds were last asked for, and
    when; of those that are over only where there are odds. A few queries, and one for each event
    in which something has been completed since."""
    completed = Series.objects.filter(completed_at__gt=now - LOOKED_BACK, called_off_at=None)
    latest = dict(completed.order_by().values_list("event__key").annotate(Max("completed_at")))
    jobs = Job.objects.filter(kind=ODDS, scope__in=latest).order_by()
    asked = dict(jobs.values_list("scope").annotate(Max("created_at")))
    keys = [
        int(scope.partition(":")[2])
        for scope, when in latest.items()
        if scope.startswith("tournament:") and (scope not in asked or asked[scope] < when)
    ]
    states = Tournament.State
    events = Tournament.objects.filter(pk__in=keys).filter(
        Q(state=states.RUNNING)
        | Q(state=states.COMPLETE, pk__in=EventOdds.objects.values("tournament"))
    )
    found = []
    for event in events:
        since = _round_completed(event)
        if since is not None and (event.scope not in asked or asked[event.scope] < since):
            found.append((event, since))
    return found


def _round_completed(tournament: Tournament) -> datetime | None:
    """When the last series of those rounds was completed up to which everything is played."""
    rows = (
        Fixture.objects.filter(round__stage__tournament=tournament, series__isnull=False)
        .values_list("round__number")
        .annotate(
            left=Count("pk", filter=Q(series__completed_at=None)),
            latest=Max("series__completed_at"),
        )
        .order_by("round__number")
    )
    whole = takewhile(lambda row: not row[1], rows)
    return max((latest for _, _, latest in whole), default=None)


def after_round(league: League, number: int) -> League:
    """The event as it stood when round ``number`` was over: later rounds of round robins are to be
    played, those of other stages not drawn."""
    rounds = []
    for round_ in league.rounds:
        if round_.number <= number:
            rounds.append(round_)
        elif round_.stage.kind == Stage.Kind.ROUND_ROBIN:
            rounds.append(replace(round_, drawn=tuple(map(_unplayed, round_.drawn))))
    return replace(league, rounds=tuple(rounds))


def last_whole_round(league: League) -> int:
    """The last round up to which everything is played; 0 before the first."""
    found = 0
    for round_ in league.rounds:
        if round_.unplayed:
            break
        found = round_.number
    return found


def state_of(league: League) -> State:
    """What the odds are reckoned from. Games under way, and best-ofs of stages that others follow,
    count as they stand."""
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
    # A round robin is drawn whole: what is left of it is played, and nothing more is to be drawn.
    follow = [
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
        tuple(_stage_state(league, stage, lengths) for stage in follow),
        tuple(each.number for each in league.entrants if each.dropped and not each.is_out),
    )


def mark_of(league: League, strengths: str) -> str:
    """Another word for another state or other strengths of the clubs."""
    state = state_of(league)
    standing = (
        strengths,
        [(each.home, each.away, each.home_runs > each.away_runs) for each in league.results],
        state.to_play,
        state.stages,
        state.order,
        sorted(map(repr, state.field.rulings.items())),
        [(each.number, each.division, each.dropped) for each in league.entrants],
    )
    return sha256(repr(standing).encode()).hexdigest()


def tried_in(stored: ClubStrengths) -> Tried:
    """The games that a stored row tells of."""
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
    """A club's odds: to get into the next stage, to be first of its division, to win the event."""

    number: int
    advance: Chance | None
    division: Chance
    event: Chance


@dataclass(frozen=True)
class RoundOdds:
    """The odds after a round, by number of the club."""

    round: int
    completions: int
    mark: str
    clubs: dict[int, ClubOdds]


def odds_by_round(tournament: Tournament, next_stage: int | None) -> list[RoundOdds]:
    """The odds that were found, round by round: of each the latest. ``next_stage``: the number of
    the stage that getting into is shown."""
    found = {}
    for row in EventOdds.objects.filter(tournament=tournament).order_by("round", "pk"):
        found[row.round] = _read(row, next_stage)
    return list(found.values())


def next_stage_of(league: League) -> Stage | None:
    """The first stage that clubs have to get into, whether or not it has begun."""
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
    """Length and home pattern of each series."""
    rows = Series.objects.filter(event__key=league.tournament.scope)
    return {
        pk: (length, pattern)
        for pk, length, pattern in rows.values_list("pk", "length", "home_pattern")
    }


def _left(meeting: Meeting, lengths: dict[int, tuple[int, str]]) -> str:
    """Who hosts the games of a series that do not count yet."""
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
                (meeting.home, meeting.away), key=lambda each: seeds[each.number]
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
    """The rounds by seed; of matchups only who met whom, for a series may be level there."""
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
