"""A game that asks the house's manager to decide."""

from dataclasses import replace

from games.engine.decisions import Manager
from games.engine.dice_stream import DiceStream
from games.engine.situation import Situation
from games.engine.table import SimulatedTable
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.manager import PurestratManager
from games.systems.purestrat.play.squad import Roles, Tendencies
from tests.engine.purestrat.stage import SYSTEM, Stage, hitter, pitcher

HE = PurestratManager()
ANYTHING = -1
BULLPEN = [pitcher(reads, starter=0, relief=2) for reads in ("K", "SI", "DO", "HR")]
"""Numbers 11 to 14 where one player sits on the bench, from the best to the worst."""

BENCH, BEST, WORST = 10, 11, 14


def at(
    situation: str,
    stage: Stage | None = None,
    *,
    visitors: dict[str, int] | None = None,
    hosts: dict[str, int] | None = None,
    roles: Roles | None = None,
) -> PurestratGame:
    """A game that stands so, between clubs with these tendencies; ``roles`` are the hosts'."""
    stage = stage or Stage(bench=[hitter("HR")], bullpen=BULLPEN)
    away, home = (
        replace(stage.club(), tendencies=Tendencies(**(each or {}))) for each in (visitors, hosts)
    )
    if roles is not None:
        home = replace(home, roles=roles)
    game = SYSTEM.game(
        SimulatedTable(DiceStream("any"), Manager(), Manager()),
        SYSTEM.settings(),
        Situation.read(situation),
        (away, home),
    )
    assert isinstance(game, PurestratGame)
    return game


def worth(game: PurestratGame, **runs: float) -> PurestratGame:
    """What a plate appearance of some of the visitors is worth, ``m1`` being number 1."""
    for name, value in runs.items():
        player = game.offence.squad[int(name[1:]) - 1]
        player.run_value_left = player.run_value_right = value
    return game


def mound(game: PurestratGame, *, outs: int, runs: int = 0, started: bool = True) -> PurestratGame:
    """The same game, the hosts' pitcher having got so many outs."""
    game.defence.mound_outs, game.defence.mound_runs = outs, runs
    game.defence.mound_started = started
    return game
