"""The manager who plays for a club that nobody manages: whom he has pitch, and when."""

import pytest

from games.engine.decisions import Manager
from games.engine.dice_stream import DiceStream
from games.engine.situation import Situation
from games.engine.table import SimulatedTable
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.manager import PurestratManager
from tests.engine.purestrat.stage import SYSTEM, Stage, pitcher

# Numbers 10 to 13 of the squad, from the best of them to the worst.
BULLPEN = [pitcher(reads, starter=0, relief=2) for reads in ("K", "SI", "DO", "HR")]
EVERYBODY = 0b1111 << 10 | 1


def standing(situation: str, *, outs: int = 15, runs: int = 0, tired: bool = False):
    """A game in which the home side's starter has got so many outs and given so many runs."""
    game = SYSTEM.game(
        SimulatedTable(DiceStream("any"), Manager(), Manager()),
        SYSTEM.settings(),
        Situation.read(situation),
        Stage(bullpen=BULLPEN).clubs(),
    )
    assert isinstance(game, PurestratGame)
    game.defence.mound_outs = outs
    game.defence.mound_runs = runs
    game.defence.endurance.tired = tired
    return game


def comes_in(game: PurestratGame) -> int:
    """Who does, 0 for nobody."""
    return PurestratManager().pitch(game, EVERYBODY)


def test_the_best_reliever_comes_into_a_close_game() -> None:
    assert comes_in(standing("T8 0 -.-.- 3-4 1/1", tired=True)) == 10


@pytest.mark.parametrize("score", ["1-12", "12-1"])
def test_a_game_out_of_reach_is_finished_by_the_best_of_the_lesser_half(score: str) -> None:
    assert comes_in(standing(f"T7 0 -.-.- {score} 1/1", tired=True)) == 12


def test_whoever_is_alone_in_the_bullpen_finishes_a_game_out_of_reach() -> None:
    game = standing("T7 0 -.-.- 1-12 1/1", tired=True)
    assert PurestratManager().pitch(game, 1 << 13 | 1) == 13


@pytest.mark.parametrize(
    ("innings", "runs", "goes_on"),
    [
        (4, 5, True),
        (5, 4, True),
        (5, 5, False),
        (6, 3, True),
        (6, 4, False),
        (7, 3, True),
        (7, 4, False),
        (8, 5, True),
    ],
)
def test_a_starter_begins_another_inning_while_it_goes_well(
    innings: int, runs: int, goes_on: bool
) -> None:
    game = standing(f"T{innings + 1} 0 -.-.- {runs}-{runs} 1/1", outs=3 * innings, runs=runs)
    assert (comes_in(game) == 0) == goes_on


def test_within_an_inning_he_stays_as_long_as_he_is_not_tired() -> None:
    game = standing("T7 1 -.-.- 4-4 1/1", outs=19, runs=4)
    game.new_half = False
    assert comes_in(game) == 0
