"""Singles, doubles, triples and home runs, with the runners who take or try for an extra base
(DD-181 to DD-188)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    DOUBLE,
    FIRST,
    FLY,
    GROUND,
    HOME_RUN,
    LINE,
    SCORED,
    SECOND,
    SINGLE,
    THIRD,
    TRIPLE,
    detail,
)
from games.systems.deep_drive.play.charts import HITS_DOUBLE, MAY, YES
from games.systems.deep_drive.play.decisions import BOTH, SEND
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.leaving import after_the_play
from games.systems.deep_drive.play.throws_at import HOME_PLATE, throw_at, throw_home

OUTFIELD: Final = 7


def outfielder(game: Diamond) -> i64:
    """Who of the outfield has the ball, by the modifier die as it lies (DD-237, E2.29)."""
    return game.charts.outfielder[game.modifier]


def single(game: Diamond, row: i64, fielder: i64 = 0, *, chance: bool = False) -> None:
    """A single by a row of the hits chart; ``fielder`` 0: an outfielder by the modifier.
    ``chance``: a SI or SI+ of the Defense Chart, on which nobody scores from third while playing
    safe (DD-099)."""
    at = fielder or outfielder(game)
    thrower = at if at >= OUTFIELD else outfielder(game)
    bases = game.bases
    game.advance(FIRST, 1)
    to = game.to
    if game.playing_safe:
        if chance or game.holds_third:
            game.hold_third(1)
    elif not game.wins_with(game.runs_of()):
        thrown = False
        if bases & 2:
            entry = game.charts.on_hit(row, game.shifted(2))
            if entry == YES:
                to[2] = SCORED
            elif entry == MAY and _sent(game, 2, HOME_PLATE, thrower):
                thrown = True
                throw_home(game, 2, thrower, single=True)
        if bases & 1 and not thrown and to[2] != THIRD and not game.wins_with(game.runs_of()):
            entry = game.charts.on_hit(row, game.shifted(1))
            if entry == YES:
                to[1] = THIRD
            elif entry == MAY and _sent(game, 1, THIRD, thrower):
                throw_at(game, 1, THIRD, thrower)
    ball = LINE if at >= OUTFIELD else GROUND
    game.happens(SINGLE, detail(at, ball, game.error))
    after_the_play(game)


def _sent(game: Diamond, base: i64, goal: i64, thrower: i64) -> bool:
    """Whether the side at bat sends a runner who may try (DD-188)."""
    game.lead_from, game.lead_goal, game.thrower = base, goal, thrower
    return game.table.choose(game, SEND, game.half, BOTH) == 1


def double(game: Diamond, fielder: i64 = 0) -> None:
    """A double: only a runner on first can gain or lose by it (DD-027, DD-185)."""
    at = fielder or outfielder(game)
    bases = game.bases
    game.advance(SECOND, 2)
    if game.holds_third:
        game.hold_third(2)
    if bases & 1 and not game.playing_safe and not game.wins_with(game.runs_of()):
        entry = game.charts.on_hit(HITS_DOUBLE, game.shifted(1))
        if entry == YES:
            game.to[1] = SCORED
        elif entry == MAY and _sent(game, 1, HOME_PLATE, at):
            throw_home(game, 1, at)
    game.happens(DOUBLE, detail(at, LINE, game.error))
    after_the_play(game)


def triple(game: Diamond, fielder: i64 = 0) -> None:
    """Everybody scores, the batter stops at third (DD-025)."""
    game.advance(THIRD, 3)
    game.happens(TRIPLE, detail(fielder or outfielder(game), LINE))


def home_run(game: Diamond, fielder: i64 = 0) -> None:
    """Everybody scores (DD-024)."""
    game.advance(SCORED, SCORED)
    game.happens(HOME_RUN, detail(fielder or outfielder(game), FLY))


def sure_hit(game: Diamond, kind: i64, batter: i64, by: i64, at: i64) -> None:
    """A hit on which all move so many bases, and no manager is asked."""
    game.advance(batter, by)
    game.happens(kind, at)
