"""Pitching lines of every pitcher, for games with known pitchers.

A run is charged to the pitcher who put the runner on base; when one of several runners is forced or
put out in the batter's stead, the batter who takes his place on a fielder's choice is his pitcher's
(Official Baseball Rules 9.16(g)). The runner with whom an extra inning begins counts as one who
reached on an error: he is charged to the pitcher who begins it on the mound, and his run is not
earned. ``earned_runs`` decides which runs are earned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.engine.club import Clubs
from games.engine.events import (
    BAD_JUMP,
    BALK,
    BUNT,
    CHANGE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FORCE_OUT,
    FOUL_BUNT,
    GROUND,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    OUT,
    PLACED,
    SCORED,
    STRIKEOUT,
    THIRD,
    TRIPLE_PLAY,
    WALKS,
    WILD_PITCH,
    ball_of,
    changed,
)
from games.engine.folds.earned_runs import (
    HalfWithoutErrors,
    earned_by_moment,
    earned_on,
    half_as_found,
)
from games.engine.folds.moments import Moment, forced_from
from games.engine.folds.people import PITCHER, People
from games.engine.game_state import ClubInPlay, GameState
from games.engine.situation import AWAY, HOME, START

NOTHING_HAPPENED = (BAD_JUMP, FOUL_BUNT)
"""Plays that move no runner: they do not begin the half-inning."""

NOBODY_IN_PARTICULAR = 0
"""The pitcher charged with a runner where a record begins with runners and does not say."""


@dataclass(slots=True)
class PitcherLine:
    """Counts against one pitcher. ``player`` is his number in the squad; walks include intentional
    ones; ``inherited`` are the runners on base when he came in, ``lead`` the runs by which his side
    led then. ``decision`` is W, L or S once the game is over."""

    player: int
    started: bool = False
    outs: int = 0
    batters_faced: int = 0
    hits: int = 0
    runs: int = 0
    earned_runs: int = 0
    walks: int = 0
    intentional_walks: int = 0
    strikeouts: int = 0
    home_runs: int = 0
    hit_batters: int = 0
    wild_pitches: int = 0
    balks: int = 0
    inherited: int = 0
    inherited_scored: int = 0
    lead: int = 0
    decision: str = ""

    @property
    def innings(self) -> str:
        """Outs in innings notation: ``6.2`` for twenty."""
        return f"{self.outs // 3}.{self.outs % 3}"


@dataclass(frozen=True, slots=True)
class Run:
    """A run in order of scoring: ``side`` scored it, ``charged`` is the pitcher of the other side
    charged with it (0: none), ``of_record`` pitches for the side that scored. ``earned`` is against
    him; ``team_earned`` against his team, which has the benefit of chances missed before he came in
    (9.16(i))."""

    side: int
    charged: int
    of_record: int
    earned: bool = False
    team_earned: bool = False


@dataclass(frozen=True, slots=True)
class Staffs:
    """Both sides' pitchers in order of appearance, and the runs; ``before`` is the score at the
    start of the record, ``answering`` the pitchers charged with the runners on base at the end;
    ``waiting``: see ``GameState``."""

    away: tuple[PitcherLine, ...]
    home: tuple[PitcherLine, ...]
    runs: tuple[Run, ...] = ()
    before: tuple[int, int] = (0, 0)
    answering: tuple[int, int, int] = (0, 0, 0)
    waiting: bool = False

    @property
    def sides(self) -> tuple[tuple[PitcherLine, ...], tuple[PitcherLine, ...]]:
        """The visitors' pitchers and the home side's."""
        return self.away, self.home


@dataclass(slots=True)
class _Staff:
    """A side's pitchers in order of appearance."""

    lines: list[PitcherLine] = field(default_factory=list)

    def current(self) -> PitcherLine:
        return self.lines[-1]

    def of(self, player: int) -> PitcherLine | None:
        """A pitcher's line; the latest of one who came in twice."""
        return next((line for line in reversed(self.lines) if line.player == player), None)


def pitchers(moments: Sequence[Moment], clubs: Clubs, state: GameState | None = None) -> Staffs:
    """The lines of both sides' pitchers, and every run with its pitcher. ``clubs`` and ``state``
    are those at the start of the record."""
    people = People(clubs)
    staffs = (_Staff(), _Staff())
    for side in (AWAY, HOME):
        staffs[side].lines.append(PitcherLine(people.at(side, PITCHER), started=True))
    first = moments[0].before if moments else state.situation if state is not None else START
    on: dict[int, int] = {}
    """By base, the pitcher charged with the runner there."""
    if state is not None and state.lineups is not None:
        on = _take_up(staffs, state, clubs)
    elif moments:
        # Runners at the start of the record are charged to the pitcher who begins in the field.
        current_pitcher = staffs[1 - first.batting].current().player
        on = {base: current_pitcher for base in (1, 2, 3) if first.runners[base - 1]}
    runs: list[Run] = []
    relief: dict[int, HalfWithoutErrors] = {}
    """By pitcher who came in during this half-inning, the half-inning as he found it."""
    begun = first.outs > 0 or any(first.runners)
    if state is not None and state.waiting:
        begun = False
    for moment, earned in earned_by_moment(moments):
        staff = staffs[1 - moment.side]
        if moment.kind == HALF:
            on, relief, begun = {}, {}, False
        elif moment.kind == PLACED:
            on[moment.value] = staff.current().player
        elif moment.kind == CHANGE:
            side, _, position, player = changed(moment.value)
            if position == PITCHER and player != staffs[side].current().player:
                fields = side == 1 - moment.side
                if fields and not begun:
                    # The pitcher who begins the half-inning is charged with the placed runner.
                    on = dict.fromkeys(on, player)
                inherited = len(on) if fields and begun else 0
                lead = moment.before.runs[side] - moment.before.runs[1 - side]
                staffs[side].lines.append(PitcherLine(player, inherited=inherited, lead=lead))
                if begun and fields:
                    relief[player] = half_as_found(moment)
        elif moment.is_play:
            _count(staff.current(), moment)
            on, charged = _charge(staff, moment, on)
            of_record = staffs[moment.side].current().player
            begun = begun or moment.kind not in NOTHING_HAPPENED
            earned_against_relievers = [
                (number, player)
                for player, half in relief.items()
                for number in earned_on(half, moment, len(runs))
            ]
            runs += [Run(moment.side, player, of_record) for player in charged]
            for number, player in earned_against_relievers:
                if runs[number].charged == player:
                    _earn(runs, number, staff)
        for number in earned:
            runs[number] = replace(runs[number], team_earned=True)
            if runs[number].charged not in relief:
                _earn(runs, number, staff)
    return Staffs(
        tuple(staffs[AWAY].lines),
        tuple(staffs[HOME].lines),
        tuple(runs),
        moments[0].before.runs if moments else (0, 0),
        (on.get(1, 0), on.get(2, 0), on.get(3, 0)),
        waiting=bool(on) and not begun,
    )


def _earn(runs: list[Run], number: int, staff: _Staff) -> None:
    """Mark a run as earned against the pitcher charged with it."""
    runs[number] = replace(runs[number], earned=True)
    line = staff.of(runs[number].charged)
    if line is not None:
        line.earned_runs += 1


def _take_up(staffs: tuple[_Staff, _Staff], state: GameState, clubs: Clubs) -> dict[int, int]:
    """Begin from a state: a pitcher charged with a runner on base who has left gets a line before
    the current pitcher's. Returns the charged pitchers by base."""
    situation = state.situation
    for side in (AWAY, HOME):
        line, club = staffs[side].lines[0], clubs[side]
        line.player = state.pitcher_of(side)
        line.started = (
            not isinstance(club, ClubInPlay) or line.player == club.club.starting_pitcher()
        )
        line.lead = situation.runs[side] - situation.runs[1 - side]
    staff = staffs[1 - situation.batting]
    for player in state.answering:
        if player and staff.of(player) is None:
            staff.lines.insert(-1, PitcherLine(player))
    staff.current().inherited = sum(
        player not in (NOBODY_IN_PARTICULAR, staff.current().player) for player in state.answering
    )
    return {base: state.answering[base - 1] for base in (1, 2, 3) if situation.runners[base - 1]}


def _count(line: PitcherLine, moment: Moment) -> None:
    kind = moment.kind
    line.outs += len(moment.out)
    line.wild_pitches += kind == WILD_PITCH
    line.balks += kind == BALK
    if not moment.ends_turn:
        return
    line.batters_faced += 1
    line.hits += kind in HITS
    line.home_runs += kind == HOME_RUN
    line.walks += kind in WALKS
    line.intentional_walks += kind == INTENTIONAL_WALK
    line.strikeouts += kind == STRIKEOUT
    line.hit_batters += kind == HIT_BY_PITCH


def _is_forced(moment: Moment) -> bool:
    """Tell whether a double or triple play on the ground put out only forced runners, or did not
    put out the batter."""
    out = [base for base in (3, 2, 1) if moment.to[base] == OUT]
    return (
        moment.kind in (DOUBLE_PLAY, TRIPLE_PLAY)
        and ball_of(moment.event) in (GROUND, BUNT)
        and (moment.to[0] != OUT or all(forced_from(moment, base) for base in out))
    )


def _passed_on(moment: Moment, on: dict[int, int], current: int) -> tuple[dict[int, int], int]:
    """The pitchers charged with the runners on base and with the batter, when a runner is put out
    in the batter's stead: each runner behind him is charged to the pitcher of the one before, and
    the batter comes last (9.16(g))."""
    on, batter = dict(on), current
    for base in (3, 2, 1):
        if moment.to[base] == OUT:
            before = on.get(base, current)
            for behind in range(base - 1, 0, -1):
                if behind in on:
                    before, on[behind] = on[behind], before
            batter = before
    return on, batter


def _charge(staff: _Staff, moment: Moment, on: dict[int, int]) -> tuple[dict[int, int], list[int]]:
    """The pitchers charged with the runners on base after the play, and with the runs that
    scored."""
    current = staff.current().player
    batter = current
    if moment.kind in (FORCE_OUT, FIELDERS_CHOICE) or _is_forced(moment):
        on, batter = _passed_on(moment, on, current)
    after: dict[int, int] = {}
    charged: list[int] = []
    for base in (3, 2, 1, 0):
        reached = moment.to[base]
        charged_pitcher = batter if base == 0 else on.get(base, current)
        if FIRST <= reached <= THIRD:
            after[reached] = charged_pitcher
        elif reached == SCORED:
            line = staff.of(charged_pitcher)
            if line is not None:
                line.runs += 1
                if line.player != current:
                    staff.current().inherited_scored += 1
            charged.append(charged_pitcher)
    return (after if moment.after.outs < 3 else {}), charged
