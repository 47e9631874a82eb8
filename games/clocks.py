"""The clocks of games that two people play online: whose clock runs, and how much time is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from config.jobs.uptime import silences, silent_for
from games.engine.situation import AWAY, HOME
from games.models import ClockTerms, Game, GameClock, Series
from games.rules.game_clocks import GRACE, Allowance, span
from games.standing_orders import word_in
from rosters.models import Team, TeamMember


def allowance_in(scope: str) -> Allowance:
    """The time that two people who play online may take in the event of a scope, as its director
    has set it; without limit where nothing is set."""
    terms = ClockTerms.objects.filter(event__key=scope).first()
    return Allowance(terms.decision_seconds, terms.game_seconds) if terms else Allowance(0, 0)


def two_people(series: Series) -> bool:
    """Whether both clubs have managers, and not one and the same person alone."""
    rows = TeamMember.objects.filter(team__in=(series.home_id, series.away_id))
    people: dict[int, set[int]] = {series.home_id: set(), series.away_id: set()}
    for team_id, user_id in rows.values_list("team_id", "user_id"):
        people[team_id].add(user_id)
    home, away = people.values()
    return bool(home and away and len(home | away) > 1)


def clock_of(game: Game) -> GameClock | None:
    """The clock of a game; ``None`` where it is played without one. At most one query."""
    if not game.clocked:
        return None
    return GameClock.objects.filter(game=game.pk).first()


def allowance_of(clock: GameClock) -> Allowance:
    """The time that a clock allows."""
    return Allowance(clock.decision_seconds, clock.game_seconds)


def told_of_clock(game: Game) -> dict[str, object] | None:
    """The clock of a game for the export of an event: the allowance, the seconds that each side had
    used at the last entry, and where the computer decided because a side's time had run out;
    ``None`` for a game without a clock."""
    if not game.clocked:
        return None
    clock = game.clock
    return {
        **allowance_of(clock).as_json(),
        "used_seconds": [round(clock.away_used, 1), round(clock.home_used, 1)],
        "ran_out": clock.ran_out,
    }


def used(clock: GameClock, side: int) -> tuple[float, float]:
    """The seconds that a side had used at the last entry: since the last throw, and in all."""
    if side == AWAY:
        return clock.away_used_now, clock.away_used
    return clock.home_used_now, clock.home_used


def side_on_the_clock(game: Game) -> int | None:
    """The side that has to decide first in a game under way; ``None`` while none has to."""
    if game.status != Game.Status.IN_PROGRESS:
        return None
    waits = word_in(game, ()).waits
    return None if waits is None else waits.side


def running_for(clock: GameClock, now: datetime) -> float:
    """For how many seconds the clock has run for its side while the house was up."""
    if clock.since is None or now <= clock.since:
        return 0.0
    silent = silent_for(silences(clock.since, now), clock.since, now)
    return max(0.0, (now - clock.since - silent).total_seconds())


def has_run_out(clock: GameClock, now: datetime) -> bool:
    """Whether the side on the clock has no time left, so that its own answer would come too late.
    ``GRACE`` is for an answer that is on its way, and not for a side that had no time left when it
    was asked."""
    if clock.side is None or clock.due_at is None or now < clock.due_at:
        return False
    left = allowance_of(clock).left(*used(clock, clock.side))
    if not left:
        return True
    return running_for(clock, now) >= left + GRACE.total_seconds()


@dataclass(frozen=True)
class ClockedSide:
    """A club with the time that it has left: ``left`` seconds to decide now, ``of_game`` in the
    whole game (``None``: no limit); ``due`` is when its time is up, while its clock runs."""

    side: int
    club: Team
    left: float
    of_game: float | None
    due: datetime | None

    @property
    def words(self) -> str:
        """What is left, in words."""
        return span(self.left)

    @property
    def game_words(self) -> str:
        """What is left of the game's time; empty where that has no end."""
        return "" if self.of_game is None else span(self.of_game)


@dataclass(frozen=True)
class RanOut:
    """A club whose time ran out, and what the computer entered for it: the number of the entry, and
    the decision in words."""

    club: Team
    entry: int
    said: str


@dataclass(frozen=True)
class ShownClock:
    """The clock of a game at the moment ``now``."""

    sides: Sequence[ClockedSide]
    allowance: Allowance
    ran_out: Sequence[RanOut]
    now: datetime

    @property
    def running(self) -> ClockedSide | None:
        """The side whose clock runs."""
        return next((side for side in self.sides if side.due is not None), None)


def shown_clock(game: Game, now: datetime) -> ShownClock | None:
    """The clock of a game, for a page or a program; ``None`` where it has none."""
    clock = clock_of(game)
    if clock is None:
        return None
    allowance = allowance_of(clock)
    clubs = (game.away, game.home)
    elapsed = running_for(clock, now)
    sides = []
    for side in (AWAY, HOME):
        runs = elapsed if clock.side == side else 0.0
        used_now, of_game = (taken + runs for taken in used(clock, side))
        left = allowance.left(used_now, of_game)
        sides.append(
            ClockedSide(
                side,
                clubs[side],
                left,
                max(0.0, allowance.game - of_game) if allowance.game else None,
                now + timedelta(seconds=left) if clock.side == side else None,
            )
        )
    ran_out = [
        RanOut(clubs[each["side"]], each["entry"], each["said"]) for each in reversed(clock.ran_out)
    ]
    return ShownClock(sides, allowance, ran_out, now)
