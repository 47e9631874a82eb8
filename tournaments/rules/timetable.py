"""When the rounds of an event begin and end, as planned and as expected. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from math import ceil, log2
from typing import Final

from tournaments.rules.formats import KNOCKOUT, MATCHUPS, StageSpec

USUAL_GAME: Final = 45
"""Minutes (T33.0a), where an edition gives no limit."""

LONGEST_GAME: Final = 600
LONGEST_BREAK: Final = 24 * 60
MOST_TABLES: Final = 999
MOST_PAUSES: Final = 6
_FURTHEST: Final = 400
"""Days; beyond these a plan stops looking for a time."""

Pause = tuple[time, time]


@dataclass(frozen=True)
class Plan:
    """What a director has set: minutes, and times of day in ``zone``. ``day_begins`` and
    ``day_ends`` apply to every day, except that the first begins at ``begins``; ``None``: play
    continues through the night."""

    begins: datetime
    zone: tzinfo
    minutes_per_game: int = USUAL_GAME
    break_minutes: int = 15
    day_begins: time | None = None
    day_ends: time | None = None
    pauses: tuple[Pause, ...] = ()


@dataclass(frozen=True)
class RoundToPlay:
    """A round with at most ``games`` games in a series: when it began, when it was over, and when
    it ends at its present pace, where known. ``number`` 0: not drawn yet."""

    number: int
    name: str
    stage: str
    games: int
    begun: datetime | None = None
    over: datetime | None = None
    at_this_pace: datetime | None = None


@dataclass(frozen=True)
class TimedRound:
    round: RoundToPlay
    begins: datetime
    ends: datetime
    expected_begins: datetime
    expected_ends: datetime

    @property
    def late(self) -> int:
        """Minutes by which its expected end is after the planned end; negative if it is earlier."""
        return round((self.expected_ends - self.ends) / timedelta(minutes=1))


def timetable(plan: Plan, rounds: Sequence[RoundToPlay], now: datetime) -> list[TimedRound]:
    """Return every round with its times. A round that has begun or is over keeps its actual times.
    Other rounds follow the plan, or come later where the round before is late or their time has
    passed."""
    timed: list[TimedRound] = []
    gap = timedelta(minutes=plan.break_minutes)
    for round_ in rounds:
        planned = _placed(plan, timed[-1].ends + gap if timed else None, round_.games)
        if round_.begun is not None or round_.over is not None:
            began = round_.begun or planned[0]
            usual_end = _end(plan, began, round_.games)
            expected = began, round_.over or max(round_.at_this_pace or usual_end, now)
        else:
            free = max((previous.expected_ends for previous in timed), default=None)
            earliest = max(planned[0], now, *(() if free is None else (free + gap,)))
            late = earliest != planned[0]
            expected = _placed(plan, earliest, round_.games) if late else planned
        timed.append(TimedRound(round_, *planned, *expected))
    return timed


def rounds_of_stage(spec: StageSpec, clubs: int, sizes: Sequence[int]) -> list[int]:
    """Return the maximum games of a series in each round of a stage with ``clubs`` clubs; ``sizes``
    are those of the divisions of a round robin. Two losses take twice the rounds of one, and may
    take fewer."""
    if spec.kind == MATCHUPS:
        count = spec.rounds
    elif spec.kind == KNOCKOUT:
        count = spec.losses * ceil(log2(max(clubs, 2)))
    else:
        largest = max(sizes, default=2)
        count = spec.legs * (largest - 1 + largest % 2)
        if spec.crossover and len(sizes) == 2:
            count += 1 - largest % 2
    return [spec.length(number) for number in range(1, count + 1)]


def _placed(plan: Plan, earliest: datetime | None, games: int) -> tuple[datetime, datetime]:
    """Return when a round with this many games begins and ends, from ``earliest`` on; with ``None``
    it is the first round, which begins when the plan says."""
    if earliest is None:
        return plan.begins, _end(plan, plan.begins, games)
    moment = earliest.astimezone(UTC)
    for _ in range(_FURTHEST):
        local = moment.astimezone(plan.zone)
        opens = plan.day_begins or plan.begins.astimezone(plan.zone).time()
        if plan.day_ends is not None and local.time() < opens:
            moment = _moment(plan, local.date(), opens)
            continue
        pause = next((span for span in plan.pauses if span[0] <= local.time() < span[1]), None)
        if pause is not None:
            moment = _moment(plan, local.date(), pause[1])
            continue
        end = _end(plan, moment, games)
        if plan.day_ends is None or end <= _moment(plan, local.date(), plan.day_ends):
            return moment, end
        if local.time() == opens:
            # The round is longer than a day, so it begins with one.
            return moment, end
        moment = _moment(plan, local.date() + timedelta(days=1), opens)
    return moment, _end(plan, moment, games)


def _end(plan: Plan, begins: datetime, games: int) -> datetime:
    """Return when games that begin at ``begins`` are over, with the pauses that fall among them."""
    playing_time = timedelta(minutes=games * plan.minutes_per_game)
    moment = begins.astimezone(UTC)
    day = begins.astimezone(plan.zone).date()
    for _ in range(_FURTHEST):
        for begin, end in plan.pauses:
            pause = _moment(plan, day, begin)
            if moment <= pause < moment + playing_time:
                playing_time -= pause - moment
                moment = _moment(plan, day, end)
        day += timedelta(days=1)
        if moment + playing_time <= _moment(plan, day, time()):
            break
    return moment + playing_time


def _moment(plan: Plan, day: date, at: time) -> datetime:
    """Return the moment in UTC, in which hours can be added across a clock change."""
    return datetime.combine(day, at, plan.zone).astimezone(UTC)
