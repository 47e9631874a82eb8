"""When the rounds of an event begin and end, as planned and as they are going. Pure."""

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
"""Days; a plan that finds no place by then has none."""

Pause = tuple[time, time]


@dataclass(frozen=True)
class Plan:
    """What a director settled: minutes; times of day by the clock of ``zone``. ``day_begins`` and
    ``day_ends`` are of every day but the first's beginning; ``None``: play goes through."""

    begins: datetime
    zone: tzinfo
    minutes_per_game: int = USUAL_GAME
    break_minutes: int = 15
    day_begins: time | None = None
    day_ends: time | None = None
    pauses: tuple[Pause, ...] = ()


@dataclass(frozen=True)
class RoundToPlay:
    """A round of ``games`` a series at most: when it was ``begun`` and ``over``, and when it ends
    at its pace, as far as that is known. ``number`` 0: not drawn yet."""

    number: int
    name: str
    stage: str
    games: int
    begun: datetime | None = None
    over: datetime | None = None
    at_this_pace: datetime | None = None


@dataclass(frozen=True)
class TimedRound:
    """A round with its times: as planned, and as they are expected by now."""

    round: RoundToPlay
    begins: datetime
    ends: datetime
    expected_begins: datetime
    expected_ends: datetime

    @property
    def late(self) -> int:
        """Minutes by which it is expected to end later than planned; below 0: earlier."""
        return round((self.expected_ends - self.ends) / timedelta(minutes=1))


def timetable(plan: Plan, rounds: Sequence[RoundToPlay], now: datetime) -> list[TimedRound]:
    """Every round with its times. What has begun or is over stands as it was; what has not goes by
    the plan, and later where what is before it is, or where its time has passed."""
    found: list[TimedRound] = []
    between = timedelta(minutes=plan.break_minutes)
    for each in rounds:
        planned = _placed(plan, found[-1].ends + between if found else None, each.games)
        if each.begun is not None or each.over is not None:
            begun = each.begun or planned[0]
            usual = _end(plan, begun, each.games)
            expected = begun, each.over or max(each.at_this_pace or usual, now)
        else:
            free = max((one.expected_ends for one in found), default=None)
            earliest = max(planned[0], now, *(() if free is None else (free + between,)))
            late = earliest != planned[0]
            expected = _placed(plan, earliest, each.games) if late else planned
        found.append(TimedRound(each, *planned, *expected))
    return found


def rounds_of_stage(spec: StageSpec, clubs: int, sizes: Sequence[int]) -> list[int]:
    """The games a series has at most in each round of a stage of so many ``clubs``; ``sizes``: of
    the divisions, of a round robin. Two losses take twice the rounds of one, and may take fewer."""
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
    """Where a round of so many games finds its place from ``earliest`` on; ``None``: the first,
    which begins when the plan says."""
    if earliest is None:
        return plan.begins, _end(plan, plan.begins, games)
    at = earliest.astimezone(UTC)
    for _ in range(_FURTHEST):
        local = at.astimezone(plan.zone)
        opens = plan.day_begins or plan.begins.astimezone(plan.zone).time()
        if plan.day_ends is not None and local.time() < opens:
            at = _moment(plan, local.date(), opens)
            continue
        pause = next((each for each in plan.pauses if each[0] <= local.time() < each[1]), None)
        if pause is not None:
            at = _moment(plan, local.date(), pause[1])
            continue
        end = _end(plan, at, games)
        if plan.day_ends is None or end <= _moment(plan, local.date(), plan.day_ends):
            return at, end
        if local.time() == opens:
            # Longer than a day is: it begins with one.
            return at, end
        at = _moment(plan, local.date() + timedelta(days=1), opens)
    return at, _end(plan, at, games)


def _end(plan: Plan, begins: datetime, games: int) -> datetime:
    """When so many games are over that begin then, with the pauses that fall among them."""
    left = timedelta(minutes=games * plan.minutes_per_game)
    at = begins.astimezone(UTC)
    day = begins.astimezone(plan.zone).date()
    for _ in range(_FURTHEST):
        for begin, end in plan.pauses:
            pause = _moment(plan, day, begin)
            if at <= pause < at + left:
                left -= pause - at
                at = _moment(plan, day, end)
        day += timedelta(days=1)
        if at + left <= _moment(plan, day, time()):
            break
    return at + left


def _moment(plan: Plan, day: date, at: time) -> datetime:
    """In UTC: hours are added by the sun, not by a clock that is put forward."""
    return datetime.combine(day, at, plan.zone).astimezone(UTC)
