"""Outs by their code: pops, line outs and who is doubled up, flies and who tags up, grounders by
their letter (DD-032 to DD-053, DD-189 to DD-210, DD-248 to DD-281)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BATTER_OUT,
    DOUBLE_PLAY,
    FIRST,
    FLY,
    FORCE_OUT,
    FOUL,
    GROUND,
    LINE,
    NOBODY,
    OUT,
    POP,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    THIRD,
    TRIPLE_PLAY,
    detail,
)
from games.systems.deep_drive.play import readings
from games.systems.deep_drive.play.cards import AVERAGE, SLOW_RUNNER
from games.systems.deep_drive.play.charts import (
    DEEP_DRIVE_FLY,
    FLY_DEEP,
    FLY_PLAIN,
    FLY_SHALLOW,
    HITS_SINGLE_PLUS,
    MAY,
    PRINTED_LINE_ORDERS,
    YES,
    line_order,
)
from games.systems.deep_drive.play.decisions import (
    BOTH,
    DOUBLED,
    LETTER_F,
    LETTER_G,
    LETTER_J,
    LETTER_P,
    TAG,
)
from games.systems.deep_drive.play.diamond import BACK, IN, Diamond
from games.systems.deep_drive.play.hits import single, sure_hit
from games.systems.deep_drive.play.leaving import after_the_play
from games.systems.deep_drive.play.throws import DOUBLED_UP, LETTER_M
from games.systems.deep_drive.play.throws import TRIPLE_PLAY as TRIPLE_THROW
from games.systems.deep_drive.play.throws_at import HOME_PLATE, throw_at, throw_home

FIRST_BASEMAN: Final = 3
THIRD_BASEMAN: Final = 5

DOUBLED_UP_TO: Final = 9
"""Percentiles at which a runner is doubled up on a line out (DD-046)."""
TRIPLE_PLAY_TO: Final = 29
"""Percentiles at which a double play becomes a triple play (DD-053)."""

BEST: Final = 5


def out_by_code(game: Diamond, code: i64) -> None:
    """An out by its code, with the strategies that change it."""
    game.came_to = code
    kind = code >> readings.KIND_SHIFT
    fielder = code & readings.FIELDER_MASK
    how = code >> readings.HOW_SHIFT & 3
    if kind == readings.GROUNDER:
        grounder(game, fielder, how)
    elif kind == readings.FLY:
        fly(game, fielder, fly_row(fielder, how))
    elif kind == readings.LINER:
        liner(game, fielder)
    else:
        pop(game, fielder, how)


def drawn_in(game: Diamond, fielder: i64) -> bool:
    """Whether the fielder a ball goes to plays in, with somebody on third (DD-082, DD-089)."""
    if game.infield == BACK or not game.bases & 4 or game.outs == 2:
        return False
    return game.infield == IN or fielder in (FIRST_BASEMAN, THIRD_BASEMAN)


# Pops and line outs.


def pop(game: Diamond, fielder: i64, how: i64) -> None:
    """A pop-up: no runner moves. Foul and middle pops go by the ones die (DD-038, DD-039)."""
    ball = POP
    if not fielder:
        odd = game.ones & 1
        if how == readings.FOUL:
            fielder, ball = 2 + odd, FOUL
        else:
            fielder = 6 if odd else 4
        game.came_to = readings.POP << readings.KIND_SHIFT | fielder
    batter_out(game, detail(fielder, ball))


def batter_out(game: Diamond, at: i64) -> None:
    """The batter is out and no runner moves."""
    game.stay(OUT)
    game.happens(BATTER_OUT, at)


def liner(game: Diamond, fielder: i64) -> None:
    """A line out: with runners on and fewer than two out somebody may be doubled up; a single
    through a drawn-in infield (DD-045 to DD-053, DD-083)."""
    if drawn_in(game, fielder):
        game.came_to = readings.SINGLE_PLUS
        single(game, HITS_SINGLE_PLUS)
        return
    at = detail(fielder, LINE)
    game.stay(OUT)
    if (
        game.outs == 2
        or not game.bases
        or game.playing_safe
        or game.table.roll(DOUBLED_UP, game.half) > DOUBLED_UP_TO
    ):
        game.happens(BATTER_OUT, at)
        return
    _double_up(game, fielder)
    three = (
        game.outs == 0
        and _somebody_left(game)
        and game.table.roll(TRIPLE_THROW, game.half) <= TRIPLE_PLAY_TO
    )
    if three:
        _double_up(game, fielder)
    game.happens(TRIPLE_PLAY if three else DOUBLE_PLAY, at)


def _somebody_left(game: Diamond) -> bool:
    to = game.to
    return 1 <= to[1] <= 3 or 1 <= to[2] <= 3 or 1 <= to[3] <= 3


def _double_up(game: Diamond, fielder: i64) -> None:
    """The first runner present in the order of the fielder is out (DD-047 to DD-051)."""
    to = game.to
    if game.rules.asks_doubled and fielder not in PRINTED_LINE_ORDERS:
        mask: i64 = 0
        for base in range(1, 4):
            if to[base] == base:
                mask |= 1 << base
        if mask & mask - 1:
            to[game.table.choose(game, DOUBLED, 1 - game.half, mask)] = OUT
            return
    for base in line_order(game.charts.line_orders[fielder]):
        if to[base] == base:
            to[base] = OUT
            return


# Flies.


def fly_row(fielder: i64, how: i64) -> i64:
    """The row of the fly chart of an out code."""
    kind = FLY_PLAIN
    if how == readings.DEEP:
        kind = FLY_DEEP
    elif how == readings.SLOW:
        kind = FLY_SHALLOW
    return (fielder - 7) * 3 + kind


def fly(game: Diamond, fielder: i64, row: i64) -> None:
    """A fly that is caught; who was on third is settled first (DD-10)."""
    at = detail(fielder, FLY)
    if game.outfield_in and game.bases & 4 and game.outs < 2:
        if row == DEEP_DRIVE_FLY or row % 3 == FLY_DEEP:
            game.came_to = readings.SINGLE
            sure_hit(game, SINGLE, FIRST, 1, at)
            return
        if row % 3 == FLY_PLAIN:
            row += FLY_DEEP
            game.came_to |= readings.DEEP << readings.HOW_SHIFT
    game.stay(OUT)
    if game.outs == 2 or not game.bases:
        game.happens(BATTER_OUT, at)
        return
    to = game.to
    base: i64 = 3
    while base:
        waits = to[base] == base and game.outs + game.outs_of() < 3
        if waits and _tag_up(game, base, row, fielder):
            break
        base -= 1
    outs = game.outs_of()
    kind = BATTER_OUT
    if outs == 3:
        kind = TRIPLE_PLAY
    elif to[3] == SCORED:
        kind = SACRIFICE_FLY
    elif outs == 2:
        kind = DOUBLE_PLAY
    game.happens(kind, at | detail(0, 0, game.error))
    after_the_play(game)


def _tag_up(game: Diamond, base: i64, row: i64, fielder: i64) -> bool:
    """A runner who may go on after the catch (DD-208 to DD-210). Whether the ball is cut off, so
    that runners behind him hold (DD-242)."""
    to = game.to
    goal = base + 1
    if base == 3:
        if game.playing_safe:
            return False
    elif to[goal] == goal or (base == 1 and to[3] == goal) or game.wins_with(game.runs_of()):
        return False
    entry = game.charts.on_fly(row, goal, game.speed(base))
    if entry == YES:
        to[base] = goal
    elif entry == MAY:
        game.lead_from, game.lead_goal, game.thrower = base, goal, fielder
        if game.table.choose(game, TAG, game.half, BOTH) == 1:
            if goal == HOME_PLATE:
                return throw_home(game, base, fielder)
            throw_at(game, base, goal, fielder)
    return False


# Grounders.

_A: Final = 1
_B: Final = 2
_C: Final = 3
_D: Final = 4
_E: Final = 5
_F: Final = 6
_G: Final = 7
_H: Final = 8
_I: Final = 9
_J: Final = 10
_K: Final = 11
_L: Final = 12
_M: Final = 13
_N: Final = 14
_O: Final = 15
_P: Final = 16
_Q: Final = 17


def grounder(game: Diamond, fielder: i64, how: i64) -> None:
    """A ground ball to a fielder, plain, hard or slow."""
    at = detail(fielder, GROUND)
    bases = game.bases
    game.stay(OUT)
    if game.outs == 2 or not bases:
        game.happens(BATTER_OUT, at)
        return
    if drawn_in(game, fielder) and (
        how == readings.PLAIN or bases == 7 or not game.rules.infield_in_by_chart
    ):
        _through_the_infield(game, how, at)
        return
    game.ground_fielder = fielder
    letter = game.charts.on_ground(fielder, how, bases)
    if letter in (_A, _D, _H, _O):
        _batter_alone(game, letter)
        _finish(game, BATTER_OUT, at)
    elif letter in (_E, _K, _M):
        _two(game, letter, fielder)
        _double_play(game, fielder, at)
    elif letter in (_F, _G, _J, _P):
        _asked(game, letter, fielder, at)
    else:
        _one_forced(game, letter, fielder)
        _finish(game, FORCE_OUT, at)


def _through_the_infield(game: Diamond, how: i64, at: i64) -> None:
    """The infield plays in (DD-085 to DD-087): at a slow or hard one the runner on third stays; at
    any other, or with the bases loaded, he is out at the plate."""
    to = game.to
    stays = how != readings.PLAIN or (game.playing_safe and game.rules.safe_from_infield)
    if game.bases == 7 or not stays:
        game.force(FIRST)
        to[3] = OUT
        game.happens(FORCE_OUT, at)
        return
    if game.bases == 5:
        to[1] = SECOND
    game.happens(BATTER_OUT, at)


def _batter_alone(game: Diamond, letter: i64) -> None:
    """Letters on which only the batter is out."""
    to = game.to
    if letter == _D:
        to[1] = SECOND
    elif letter == _H:
        game.everybody(1)
    elif letter == _O:
        to[3] = SCORED


def _forced(game: Diamond, victim: i64, batter: i64) -> None:
    """The runner on a base is out, the others behind the batter move up one."""
    to = game.to
    to[0] = batter
    game.everybody(1)
    to[victim] = OUT


def _one_forced(game: Diamond, letter: i64, fielder: i64) -> None:
    """Letters on which one runner is forced and the batter safe."""
    victim: i64 = 1
    if letter == _B:
        if game.bases == 7:
            victim = 3
    elif letter == _C:
        if game.speed(2) < game.speed(1) or game.rating(fielder) == BEST:
            victim = 2
    elif letter == _N:
        if game.rating(fielder) == BEST:
            victim = 2
    elif letter == _Q and game.speed(2) < game.speed(1):
        victim = 2
    _forced(game, victim, FIRST)
    if letter == _L and game.rating(fielder) > 3:
        game.to[3] = 3


def _two(game: Diamond, letter: i64, fielder: i64) -> None:
    """Letters that are a double play whatever anybody says."""
    victim: i64 = 1
    if letter == _E and game.bases == 7:
        victim = 3
    elif letter == _M:
        tens = game.table.roll(LETTER_M, game.half) if game.rules.m_is_fresh else game.tens
        if tens == 0 or tens == 5:
            victim = 2
    _forced(game, victim, OUT)


def _asked(game: Diamond, letter: i64, fielder: i64, at: i64) -> None:
    """Letters on which the side in the field decides."""
    to = game.to
    field = 1 - game.half
    if letter == _F:
        if game.table.choose(game, LETTER_F, field, BOTH) == 0:
            _forced(game, 1, OUT)
        elif game.rules.f_is_double_play:
            _forced(game, 2, OUT)
        else:
            _forced(game, 2, FIRST)
            _finish(game, FORCE_OUT, at)
            return
    elif letter == _G:
        if game.table.choose(game, LETTER_G, field, BOTH) == 1:
            to[1] = SECOND
            _finish(game, BATTER_OUT, at)
            return
        _forced(game, 1, OUT)
        if game.speed(3) < AVERAGE:
            to[3] = 3
    else:
        slowest = AVERAGE if letter == _J else SLOW_RUNNER
        able = game.rating(fielder) == BEST and game.speed(2) <= slowest
        decision = LETTER_J if letter == _J else LETTER_P
        if able and game.table.choose(game, decision, field, BOTH) == 1:
            _forced(game, 2, FIRST)
            _finish(game, FORCE_OUT, at)
            return
        _forced(game, 1, OUT)
    _double_play(game, fielder, at)


def _double_play(game: Diamond, fielder: i64, at: i64) -> None:
    """Two outs, unless the batter beats the pivot fielder (DD-114 to DD-119)."""
    if game.rules.pivot and beats_the_pivot(game, fielder):
        game.to[0] = FIRST
        _finish(game, FORCE_OUT, at)
        return
    _finish(game, DOUBLE_PLAY, at)


def beats_the_pivot(game: Diamond, fielder: i64) -> bool:
    """Whether the batter is safe on what would be a double play (DD-114 to DD-119)."""
    number = game.batter().double_play
    if not number or fielder == 2:
        return False
    right = game.bats_left() if fielder == 1 else fielder <= 4
    pivot = 6 if right else 4
    return game.rating(pivot) < number


def _finish(game: Diamond, kind: i64, at: i64) -> None:
    """The play happens: on the third out no runner goes on; the runner on third holds for who
    plays safe, and before a drawn-in infield (DD-012, DD-100, DD-085)."""
    to = game.to
    if game.outs + game.outs_of() >= 3:
        for base in range(1, 4):
            if to[base] != NOBODY and to[base] != OUT:
                to[base] = base
    elif to[3] == SCORED and (game.playing_safe or drawn_in(game, game.ground_fielder)):
        to[3] = 3
        if to[2] == THIRD:
            to[2] = 2
    game.happens(kind, at)
