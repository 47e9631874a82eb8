"""Managers of another time: bunts that cost more, starters who go longer or not so long."""

from dataclasses import replace

import pytest

from games.systems.purestrat.play.manager import BY_THE_BOOK, SACRIFICE
from games.systems.purestrat.play.squad import Tendencies
from tests.engine.purestrat.deciding import ANYTHING, BULLPEN, HE, at, mound, worth
from tests.engine.purestrat.stage import Stage, pitcher


@pytest.mark.parametrize(
    ("situation", "runs", "era", "choice"),
    [
        # Late he may be so much better than by the book.
        ("T7 0 8.-.- 3-3 1/1", 0.05, 40, SACRIFICE),
        ("T7 0 8.-.- 3-3 1/1", 0.07, 40, 0),
        ("T7 0 8.-.- 3-3 1/1", 0.01, -20, 0),
        # Each inning before costs .012, and by the book none of them is early enough.
        ("T6 0 8.-.- 3-3 1/1", 0.04, 40, SACRIFICE),
        ("T6 0 8.-.- 3-3 1/1", 0.05, 40, 0),
        ("T1 0 8.-.- 0-0 1/1", -0.02, 40, SACRIFICE),
        ("T1 0 8.-.- 0-0 1/1", 0.0, 40, 0),
        ("T1 0 8.-.- 0-0 1/1", -0.2, 0, 0),
        ("T6 0 8.-.- 3-5 1/1", -0.2, 40, 0),
    ],
)
def test_an_era_of_bunts_begins_them_sooner_and_with_better_players(
    situation: str, runs: float, era: int, choice: int
) -> None:
    game = worth(
        at(situation, Stage(batter={"bunt": 2}), visitors={"era_bunting": era}),
        m1=runs,
    )
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


def test_whoever_never_bunts_bunts_in_no_era() -> None:
    likes = {"era_bunting": 140, "bunting": 0}
    game = worth(at("T3 0 8.-.- 0-0 1/1", Stage(batter={"bunt": 2}), visitors=likes), m1=-0.2)
    assert HE.swing(game, 1 | 1 << SACRIFICE) == 0


@pytest.mark.parametrize(
    ("situation", "runs", "told", "choice"),
    [
        # Who pitches bunts where he is worth less than -.4 and so many thousandths.
        ("T1 0 8.-.- 0-0 9/1", -0.11, 300, SACRIFICE),
        ("T1 0 8.-.- 0-0 9/1", -0.09, 300, 0),
        # With a player out he has to be .04 worse, for each run between the clubs .015, up to five.
        ("T1 1 8.-.- 0-0 9/1", -0.15, 300, SACRIFICE),
        ("T1 1 8.-.- 0-0 9/1", -0.13, 300, 0),
        ("T1 0 8.-.- 0-2 9/1", -0.14, 300, SACRIFICE),
        ("T1 0 8.-.- 2-0 9/1", -0.12, 300, 0),
        ("T1 0 8.-.- 0-9 9/1", -0.18, 300, SACRIFICE),
        ("T1 0 8.-.- 9-0 9/1", -0.17, 300, 0),
        # A runner on second alone is not moved with one out.
        ("T1 1 -.8.- 0-0 9/1", -0.30, 300, 0),
        ("T1 0 -.8.- 0-0 9/1", -0.30, 300, SACRIFICE),
    ],
)
def test_a_pitcher_bunts_by_how_badly_he_hits_and_how_close_the_game_is(
    situation: str, runs: float, told: int, choice: int
) -> None:
    game = worth(at(situation, visitors={"era_sacrifices": told}), m9=runs)
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


@pytest.mark.parametrize(
    ("bunting", "runs", "choice"),
    [(BY_THE_BOOK + 2, -0.07, SACRIFICE), (BY_THE_BOOK - 2, -0.13, 0), (0, -0.4, 0)],
)
def test_a_taste_for_bunts_is_one_for_pitchers_bunts_too(
    bunting: int, runs: float, choice: int
) -> None:
    likes = {"era_sacrifices": 300, "bunting": bunting}
    game = worth(at("T1 0 8.-.- 0-0 9/1", visitors=likes), m9=runs)
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


@pytest.mark.parametrize(
    ("era", "runs", "choice"),
    [(0, -0.06, SACRIFICE), (0, -0.05, 0), (-20, -0.08, SACRIFICE), (-20, -0.07, 0)],
)
def test_cards_that_tell_of_pitchers_bunts_have_hitters_bunt_from_the_first_inning_on(
    era: int, runs: float, choice: int
) -> None:
    likes = {"era_bunting": era, "era_sacrifices": 300}
    game = worth(at("T1 0 8.-.- 0-0 1/1", Stage(batter={"bunt": 2}), visitors=likes), m1=runs)
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


@pytest.mark.parametrize(("era", "choice"), [(-29, SACRIFICE), (-30, 0)])
def test_where_few_bunted_not_even_pitchers_do_with_one_out(era: int, choice: int) -> None:
    game = at("T1 1 8.-.- 0-5 9/1", visitors={"era_bunting": era})
    game.offence.hitters = [replace(card, bunt=3) for card in game.offence.hitters]
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


@pytest.mark.parametrize(
    ("innings", "runs", "length", "goes_on"),
    [
        # Two for each inning past his point of weakness, seven here, and for each run.
        (7, 0, 2, True),
        (7, 1, 2, False),
        (7, 1, 4, True),
        (8, 0, 4, True),
        (8, 1, 4, False),
        (6, 4, 8, True),
        (6, 5, 8, False),
        (4, 9, 1, True),
    ],
)
def test_a_starter_of_an_era_goes_by_his_card_and_the_runs_off_him(
    innings: int, runs: int, length: int, goes_on: bool
) -> None:
    stage = Stage(bullpen=BULLPEN, mound={"starter": 7})
    situation = f"T{innings + 1} 0 -.-.- {runs}-{runs} 1/1"
    game = mound(
        at(situation, stage, hosts={"era_length": length}),
        outs=3 * innings,
        runs=runs,
    )
    game.new_half = True
    assert (HE.pitch(game, ANYTHING) == 0) == goes_on


def test_a_quick_hook_takes_an_inning_of_it() -> None:
    stage = Stage(bullpen=BULLPEN, mound={"starter": 7})
    likes = {"era_length": 4, "quick_hook": BY_THE_BOOK + 3}
    game = mound(at("T9 0 -.-.- 0-0 1/1", stage, hosts=likes), outs=24)
    game.new_half = True
    assert HE.pitch(game, ANYTHING) != 0


@pytest.mark.parametrize(
    ("up", "tenths", "goes_on"),
    [(9, 0, False), (9, 1, True), (8, 1, False), (5, 5, True), (4, 5, False), (1, 9, True)],
)
def test_a_starter_goes_an_inning_longer_against_so_many_tenths_of_the_order(
    up: int, tenths: int, goes_on: bool
) -> None:
    stage = Stage(bullpen=BULLPEN, mound={"starter": 7})
    likes = {"era_length": 2, "era_starts": tenths}
    game = mound(at(f"T9 0 -.-.- 0-0 {up}/1", stage, hosts=likes), outs=24, runs=0)
    game.new_half = True
    assert (HE.pitch(game, ANYTHING) == 0) == goes_on


@pytest.mark.parametrize(("up", "stays"), [(9, True), (5, True), (4, False), (1, False)])
def test_a_reliever_stays_an_out_longer_against_so_many_tenths_of_the_order(
    up: int, stays: bool
) -> None:
    """Half of them; he has got three outs, which is all that patience of nought leaves him."""
    likes = {"era_length": 2, "era_relief": 5}
    game = at(f"T8 0 -.-.- 0-0 {up}/1", Stage(bullpen=BULLPEN), hosts=likes)
    game = mound(game, outs=3, started=False)
    game.new_half = True
    assert (HE.pitch(game, ANYTHING) == 0) == stays


def test_clubs_of_before_have_no_era() -> None:
    assert Tendencies().era_length == Tendencies().era_bunting == 0
    assert Tendencies().era_sacrifices == Tendencies().era_relief == Tendencies().era_starts == 0
    assert pitcher("K").starter
