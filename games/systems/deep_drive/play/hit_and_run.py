"""The hit and run (DD-154 to DD-180, E2.35)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.events import (
    BALL,
    CAUGHT_STEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FIRST,
    FLY,
    FOUL_BALL,
    LINE,
    NOBODY,
    OUT,
    SECOND,
    SINGLE,
    STEAL,
    STRIKE,
    detail,
)
from games.engine.lineup import CATCHER
from games.systems.deep_drive.play import readings
from games.systems.deep_drive.play.cards import FAST
from games.systems.deep_drive.play.charts import CAUGHT, DEEP_DRIVE_FLY, RUNS
from games.systems.deep_drive.play.defense import defensive_check
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.hits import home_run, outfielder, sure_hit, triple
from games.systems.deep_drive.play.outs import batter_out, drawn_in, fly, grounder, out_by_code
from games.systems.deep_drive.play.throws import MODIFIER


def hit_and_run(game: Diamond, reading: i64, code: i64) -> None:
    """A reading as it counts on a hit and run; ``code`` is the out code where it is OUT."""
    if reading == readings.SINGLE or reading == readings.SINGLE_PLUS:
        _single(game)
    elif reading == readings.WALK:
        _runners_go(game, game.charts.run_on_ball[game.modifier], BALL)
    elif reading == readings.HIT_BY_PITCH:
        _nothing(game, FOUL_BALL)
    elif reading == readings.STRIKEOUT:
        _runners_go(game, game.charts.run_on_strike[game.modifier], STRIKE)
    elif reading == readings.DEFENSE:
        defensive_check(game)
    else:
        _out(game, code)


def deep_drive(game: Diamond, reading: i64) -> None:
    """The right side of the batter's card, or the park, on a hit and run (DD-155 to DD-157)."""
    if reading == readings.DOUBLE:
        sure_hit(game, DOUBLE, SECOND, 3, detail(outfielder(game), LINE))
    elif reading == readings.TRIPLE:
        triple(game)
    elif reading == readings.HOME_RUN:
        home_run(game)
    elif game.outfield_in:
        fly(game, reading & readings.FIELDER_MASK, DEEP_DRIVE_FLY)
    else:
        _lead_doubled_up(game, detail(reading & readings.FIELDER_MASK, FLY))


def _single(game: Diamond) -> None:
    """Everybody moves two bases (DD-158)."""
    sure_hit(game, SINGLE, FIRST, 2, detail(outfielder(game), LINE))


def _nothing(game: Diamond, kind: i64) -> None:
    game.stay(NOBODY)
    game.happens(kind, 0)


def _runners_go(game: Diamond, what: i64, pitch: i64) -> None:
    """A ball or a strike while they run (DD-160 to DD-165, DD-168 to DD-173)."""
    lead = game.lead_base()
    if not lead or (what != CAUGHT and what != RUNS):
        _nothing(game, FOUL_BALL if lead else pitch)
        return
    if what == CAUGHT:
        game.stay(NOBODY)
        game.to[lead] = OUT
        game.happens(CAUGHT_STEALING, detail(CATCHER))
        return
    card = game.runner(lead)
    safe = card.run >= FAST and game.table.roll(MODIFIER, game.half) < card.stealing.jump
    if safe:
        game.advance(NOBODY, 1)
        game.happens(STEAL, detail(CATCHER))
        return
    game.stay(NOBODY)
    if game.outs < 2:
        game.everybody(1)
    game.to[lead] = OUT
    game.happens(CAUGHT_STEALING, detail(CATCHER))


def _lead_doubled_up(game: Diamond, at: i64) -> None:
    """The batter is out and the lead runner with him, if there is room for two outs."""
    lead = game.lead_base()
    if game.outs == 2 or not lead:
        batter_out(game, at)
        return
    game.stay(OUT)
    game.to[lead] = OUT
    game.happens(DOUBLE_PLAY, at)


def _out(game: Diamond, code: i64) -> None:
    """An out by its code (DD-175 to DD-180)."""
    game.came_to = code
    kind = code >> readings.KIND_SHIFT
    fielder = code & readings.FIELDER_MASK
    how = code >> readings.HOW_SHIFT & 3
    if kind == readings.LINER:
        if drawn_in(game, fielder):
            _single(game)
        else:
            _lead_doubled_up(game, detail(fielder, LINE))
    elif kind == readings.GROUNDER:
        grounder(game, fielder, readings.SLOW)
    elif kind == readings.FLY and how != readings.PLAIN and not game.outfield_in:
        if how == readings.DEEP:
            batter_out(game, detail(fielder, FLY))
        else:
            _lead_doubled_up(game, detail(fielder, FLY))
    else:
        out_by_code(game, code)
