"""Players who leave in the middle of a play: ejected after an argument, hurt in a collision (DD-219
to DD-224, DD-235, DD-236). Others take their places at once, and they do not return."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.nine.changes import replace_fielder, replace_hurt
from games.systems.deep_drive.play.charts import (
    A_DIE_OF_THREE,
    HURT_FIELDER,
    HURT_RUNNER,
)
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.throws import INJURY, INJURY_GAMES

# What is told beside a play, by number.
EJECTED: Final = 0
RUNDOWN: Final = 1
COLLISION: Final = 2
CUT_OFF: Final = 3
ACTS: Final = (
    "{player} argues and is ejected.",
    "{player} is caught in a rundown and tagged out.",
    "{player} collides with the fielder at the base.",
    "{player} cuts off the throw.",
)

THE_FIELDER: Final = 1
THE_RUNNER: Final = 2


def after_the_play(game: Diamond) -> None:
    """Tell what the play was about, and let players go whom it has cost their place."""
    if game.is_over():
        return
    side = game.half
    lineup = game.offence.lineup
    if game.caught_in_rundown:
        game.note_act(side, RUNDOWN, lineup.slots[game.caught_in_rundown])
    if game.cut_off_by:
        game.note_act(1 - side, CUT_OFF, game.defence.lineup.at[game.cut_off_by])
    if game.collides:
        game.note_act(side, COLLISION, lineup.slots[game.collides])
    slot, position = game.runner_slot, game.covering
    hurt, ejected = game.hurt_off, game.sent_off
    if hurt & HURT_RUNNER:
        game.note_injury(side, lineup.slots[slot], _games(game))
    if hurt & HURT_FIELDER:
        game.note_injury(1 - side, game.defence.lineup.at[position], _games(game))
    if ejected == THE_RUNNER:
        _eject(game, side, lineup.slots[slot])
    elif ejected == THE_FIELDER:
        _eject(game, 1 - side, game.defence.lineup.at[position])
    if hurt & HURT_RUNNER or ejected == THE_RUNNER:
        replace_hurt(game, side, slot, _base_of(game, slot))
    if hurt & HURT_FIELDER or ejected == THE_FIELDER:
        replace_fielder(game, 1 - side, position)


def _eject(game: Diamond, side: i64, player: i64) -> None:
    """A player is sent off, and may no more come back than one who is hurt."""
    game.sides[side].lineup.injure(player)
    game.note_act(side, EJECTED, player)


def _base_of(game: Diamond, slot: i64) -> i64:
    """The base a runner stands on, 0 for none."""
    if game.outs < 3:
        for base in range(1, 4):
            if game.runners.on[base] == slot:
                return base
    return 0


def _games(game: Diamond) -> i64:
    """Games beyond this one that an injury costs (the Injury Chart is ours)."""
    if not game.rules.full_injuries:
        return 0
    games = game.charts.injury[game.table.roll(INJURY, game.half)]
    if games >= A_DIE_OF_THREE:
        return games - A_DIE_OF_THREE + game.table.roll(INJURY_GAMES, game.half) % 3
    return games
