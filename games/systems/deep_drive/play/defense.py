"""A DEF reading: a chance in the field by the Defense Chart, which is ours, or by one that people
have of their own (DD-018)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.events import FLY, GROUND, REACHED_ON_ERROR, detail
from games.systems.deep_drive.play import readings
from games.systems.deep_drive.play.charts import E1, HITS_SINGLE, HITS_SINGLE_PLUS
from games.systems.deep_drive.play.decisions import ANY_RESULT, DEFENSE, RESULTS
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.hits import OUTFIELD, double, home_run, single, triple
from games.systems.deep_drive.play.outs import out_by_code
from games.systems.deep_drive.play.throws import CHANCE, FIELDER


def defensive_check(game: Diamond) -> None:
    """Who gets the chance, and what he makes of it."""
    fielder: i64 = 0
    game.holds_third = game.playing_safe and game.rules.safe_on_defense
    if game.rules.asks_defense:
        chosen = game.table.choose(game, DEFENSE, 1 - game.half, ANY_RESULT)
        result: i64 = RESULTS[chosen][1]
    else:
        field = 1 - game.half
        charts = game.charts
        fielder = charts.defense_fielder[game.table.roll(FIELDER, field)]
        rolled = game.table.roll(CHANCE, field)
        result = charts.chance(fielder, game.rating(fielder), rolled, game.modifier)
    if result >= readings.CODE:
        out_by_code(game, result)
        return
    game.came_to = result
    if result == readings.SINGLE:
        single(game, HITS_SINGLE, fielder, chance=True)
    elif result == readings.SINGLE_PLUS:
        single(game, HITS_SINGLE_PLUS, fielder, chance=True)
    elif result == readings.DOUBLE:
        double(game, fielder)
    elif result == readings.TRIPLE:
        triple(game, fielder)
    elif result == readings.HOME_RUN:
        home_run(game, fielder)
    else:
        error(game, fielder, result - E1 + 1)


def error(game: Diamond, fielder: i64, by: i64) -> None:
    """The fielder errs, and everybody moves so many bases."""
    game.advance(by, by)
    if game.holds_third:
        game.hold_third(by)
    ball = FLY if fielder >= OUTFIELD else GROUND
    game.happens(REACHED_ON_ERROR, detail(fielder, ball, fielder) if fielder else 0)
