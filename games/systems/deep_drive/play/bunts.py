"""Bunts (DD-123 to DD-153, E2.33)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BALL,
    BATTER_OUT,
    BUNT,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FORCE_OUT,
    FOUL_BUNT,
    HIT_BY_PITCH,
    NOBODY,
    OUT,
    POP,
    POP_UP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SINGLE,
    detail,
)
from games.systems.deep_drive.play import charts as chart
from games.systems.deep_drive.play import readings
from games.systems.deep_drive.play.decisions import BOTH, BUNT_PLAY
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.throws import (
    BUNT_DEFENSE,
    BUNT_LEAD,
    BUNT_OUT,
    BUNT_SINGLE,
)

TOUGH_PLAY: Final = 4
"""Taken off the die of a tough play (DD-142)."""
COLUMNS: Final = chart.RATINGS


def bunt(game: Diamond, reading: i64, pitchers: bool) -> None:
    """A reading as it counts on a bunt; ``pitchers``: it stands on the pitcher's card."""
    fielder = game.charts.bunt_fielder[game.modifier]
    if reading == readings.DEEP_DRIVE:
        if pitchers:
            _quickly_handled(game, fielder)
        else:
            _popped_into_two(game, fielder)
    elif reading == readings.SINGLE or reading == readings.SINGLE_PLUS:
        if pitchers:
            _out_row(game, fielder)
        else:
            _possible_single(game, fielder)
    elif reading == readings.WALK:
        game.stay(NOBODY)
        game.happens(BALL, 0)
    elif reading == readings.HIT_BY_PITCH:
        game.force(FIRST)
        game.happens(HIT_BY_PITCH, 0)
    elif reading == readings.STRIKEOUT:
        game.stay(NOBODY)
        game.happens(FOUL_BUNT, 0)
        game.two_strikes = True
    elif reading == readings.DEFENSE:
        if pitchers:
            _tough_play(game, fielder)
        else:
            _blooper(game, fielder)
    else:
        _out_row(game, fielder)


def _sacrifice(game: Diamond, fielder: i64) -> None:
    """The batter is out and everybody moves up; with two out, or nobody on, only the first."""
    at = detail(fielder, BUNT)
    if game.outs == 2 or not game.bases:
        game.stay(OUT)
        game.happens(BATTER_OUT, at)
        return
    game.advance(OUT, 1)
    game.happens(SACRIFICE, at)


def _pop_out(game: Diamond, fielder: i64) -> None:
    game.stay(OUT)
    game.happens(POP_UP, detail(fielder, BUNT))


def _popped_into_two(game: Diamond, fielder: i64) -> None:
    """DD off the batter's card (DD-128)."""
    lead = game.lead_base()
    if not lead or game.outs == 2:
        _pop_out(game, fielder)
        return
    game.stay(OUT)
    game.to[lead] = OUT
    game.happens(DOUBLE_PLAY, detail(fielder, POP))


def _quickly_handled(game: Diamond, fielder: i64) -> None:
    """DD off the pitcher's card: the lead forced runner is out, or the batter (DD-129, DD-130)."""
    bases = game.bases
    at = detail(fielder, BUNT)
    if not bases & 1:
        game.stay(OUT)
        game.happens(BATTER_OUT, at)
        return
    lead = 3 if bases == 7 else 2 if bases & 2 else 1
    game.force(FIRST)
    game.to[lead] = OUT
    game.happens(FORCE_OUT, at)


def _possible_single(game: Diamond, fielder: i64) -> None:
    """A die against the batter's speed (DD-131 to DD-136)."""
    rolled = game.table.roll(BUNT_SINGLE, game.half)
    if game.batter().run < game.charts.bunt_single[rolled]:
        _sacrifice(game, fielder)
        return
    game.advance(FIRST, 1)
    game.happens(SINGLE, detail(fielder, BUNT))


def _blooper(game: Diamond, fielder: i64) -> None:
    """DEF off the batter's card (DD-141)."""
    if game.table.roll(BUNT_DEFENSE, 1 - game.half) <= game.rating(fielder):
        _pop_out(game, fielder)
    else:
        _sacrifice(game, fielder)


def _tough_play(game: Diamond, fielder: i64) -> None:
    """DEF off the pitcher's card (DD-142)."""
    if game.table.roll(BUNT_DEFENSE, 1 - game.half) - TOUGH_PLAY <= game.rating(fielder):
        _sacrifice(game, fielder)
        return
    game.advance(FIRST, 1)
    game.happens(REACHED_ON_ERROR, detail(fielder, BUNT, fielder))


def _out_row(game: Diamond, fielder: i64) -> None:
    """OUT, and a single off the pitcher's card (DD-143 to DD-153)."""
    what = game.charts.bunt_out[game.table.roll(BUNT_OUT, game.half)]
    lead = game.lead_base()
    if what == chart.BUNT_POPPED:
        _pop_out(game, fielder)
    elif what == chart.BUNT_SACRIFICE or not lead:
        _sacrifice(game, fielder)
    elif what == chart.BUNT_LEAD_OUT:
        _lead_out(game, lead, fielder)
    else:
        game.lead_from, game.lead_goal = lead, lead + 1
        game.ground_fielder = fielder
        if game.table.choose(game, BUNT_PLAY, 1 - game.half, BOTH) == 0:
            _sacrifice(game, fielder)
            return
        last = game.charts.bunt_lead[game.speed(lead) * COLUMNS + game.rating(fielder)]
        if game.table.roll(BUNT_LEAD, 1 - game.half) <= last:
            _lead_out(game, lead, fielder)
        else:
            game.advance(FIRST, 1)
            game.happens(FIELDERS_CHOICE, detail(fielder, BUNT))


def _lead_out(game: Diamond, lead: i64, fielder: i64) -> None:
    """The lead runner is thrown out, the others move up and the batter is safe."""
    if game.outs == 2:
        game.force(FIRST)
    else:
        game.advance(FIRST, 1)
    game.to[lead] = OUT
    game.happens(FORCE_OUT, detail(fielder, BUNT))
