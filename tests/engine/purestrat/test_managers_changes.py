"""Whom the house's manager brings in, at the edge of his habits: pinch hitters, pitchers."""

import pytest

from games.systems.purestrat.play.squad import Roles
from tests.engine.purestrat.deciding import (
    ANYTHING,
    BENCH,
    BEST,
    BULLPEN,
    HE,
    WORST,
    at,
    mound,
    worth,
)
from tests.engine.purestrat.stage import Stage, hitter, pitcher

# Pinch hitters.


@pytest.mark.parametrize(
    ("situation", "outs", "taste", "hits"),
    [
        ("T7 0 -.-.- 3-3 9/1", 9, 5, True),
        ("T7 0 -.-.- 4-3 9/1", 9, 5, False),
        ("T6 0 -.-.- 3-3 9/1", 9, 5, False),
        ("T6 1 -.8.- 3-3 9/1", 9, 5, True),
        ("T6 1 -.-.8 3-3 9/1", 9, 5, True),
        ("T6 1 8.-.- 3-3 9/1", 9, 5, False),
        ("T5 1 -.8.- 3-3 9/1", 9, 5, False),
        ("T6 1 -.8.- 4-3 9/1", 9, 5, False),
        ("T8 0 -.-.- 5-3 9/1", 9, 5, True),
        ("T8 0 -.-.- 6-3 9/1", 9, 5, False),
        # He has had six innings.
        ("T7 0 -.-.- 6-3 9/1", 18, 5, True),
        ("T7 0 -.-.- 6-3 9/1", 17, 5, False),
        ("T6 0 -.-.- 6-3 9/1", 18, 5, False),
        # By temper an inning sooner or later.
        ("T6 0 -.-.- 3-3 9/1", 9, 8, True),
        ("T6 0 -.-.- 3-3 9/1", 9, 7, False),
        ("T7 0 -.-.- 3-3 9/1", 9, 2, False),
        ("T7 0 -.-.- 3-3 9/1", 9, 3, True),
    ],
)
def test_when_somebody_hits_for_the_pitcher(
    situation: str, outs: int, taste: int, hits: bool
) -> None:
    game = at(situation, visitors={"pinch_hitting": taste})
    game.offence.mound_outs = outs
    assert HE.hit(game, ANYTHING) == (BENCH if hits else 0)


@pytest.mark.parametrize(
    ("situation", "hits"),
    [
        ("T3 0 -.-.- 9-0 9/1", True),
        ("T5 0 8.-.- 9-0 9/1", False),
        ("T5 0 -.8.- 9-0 9/1", False),
        ("T5 1 8.-.- 9-0 9/1", True),
        ("T5 0 -.-.8 9-0 9/1", True),
        ("T6 0 8.-.- 9-0 9/1", True),
    ],
)
def test_a_tired_pitcher_is_hit_for_unless_he_can_bunt_somebody_over(
    situation: str, hits: bool
) -> None:
    game = at(situation)
    assert HE.hit(game, ANYTHING) == 0
    game.offence.endurance.tired = True
    assert HE.hit(game, ANYTHING) == (BENCH if hits else 0)


def test_nobody_hits_for_the_last_pitcher_nor_for_whoever_closes() -> None:
    alone = at("T8 0 -.-.- 3-3 9/1", Stage(bench=[hitter("HR")]))
    assert HE.hit(alone, ANYTHING) == 0
    closing = at("T8 0 -.-.- 4-3 9/1")
    closing.offence.mound_started = False
    closing.offence.mound_outs = 3
    assert HE.hit(closing, ANYTHING) == 0
    behind = at("T8 0 -.-.- 3-3 9/1")
    behind.offence.mound_started = False
    assert HE.hit(behind, ANYTHING) == BENCH


@pytest.mark.parametrize(
    ("situation", "gain", "taste", "hits"),
    [
        ("T7 0 -.-.- 3-3 1/1", 0.036, 5, True),
        ("T7 0 -.-.- 3-3 1/1", 0.034, 5, False),
        ("T7 0 -.-.- 4-3 1/1", 0.5, 5, False),
        ("T6 0 -.-.- 3-3 1/1", 0.5, 5, False),
        ("T7 0 -.-.- 3-3 1/1", 0.016, 9, True),
        ("T7 0 -.-.- 3-3 1/1", 0.014, 9, False),
    ],
)
def test_a_hitter_is_hit_for_late_and_when_the_gain_is_plain(
    situation: str, gain: float, taste: int, hits: bool
) -> None:
    game = at(situation, visitors={"pinch_hitting": taste})
    worth(game, m1=0.0, m10=gain)
    assert HE.hit(game, ANYTHING) == (BENCH if hits else 0)


def test_whoever_is_named_to_hit_goes_before_the_better_bat() -> None:
    stage = Stage(bench=[hitter("HR"), hitter("K")], bullpen=BULLPEN)
    situation = "B7 0 -.-.- 3-3 1/9"
    assert HE.hit(at(situation, stage), ANYTHING) == BENCH
    named = at(situation, stage, roles=Roles(pinch_hitters=(11,)))
    assert HE.hit(named, ANYTHING) == 11
    kept = at(situation, stage, roles=Roles(avoided=1 << BENCH))
    assert HE.hit(kept, ANYTHING) == 11


# Pitchers.

CLOSERS = [
    pitcher("K", starter=0, relief=2, closer=0),
    pitcher("SI", starter=0, relief=2, closer=3),
    pitcher("DO", starter=0, relief=2, closer=5),
]
"""Numbers 10 to 12: the best arm, and two who close, the worse arm the longer."""


@pytest.mark.parametrize(
    ("situation", "comes"),
    [
        ("T9 0 -.-.- 3-4 1/1", True),
        ("T9 0 -.-.- 3-6 1/1", True),
        ("T9 0 -.-.- 3-7 1/1", False),
        ("T9 0 -.-.- 3-3 1/1", False),
        ("T8 0 -.-.- 3-4 1/1", False),
    ],
)
def test_the_ninth_with_a_lead_to_save_belongs_to_whoever_closes_best(
    situation: str, comes: bool
) -> None:
    game = mound(at(situation, Stage(bullpen=CLOSERS)), outs=24)
    best = max((10, 11, 12), key=lambda number: game.defence.squad[number - 1].closing)
    assert HE.pitch(game, ANYTHING) == (best if comes else 0)


def test_whoever_is_named_closes_and_is_kept_for_it() -> None:
    named = Roles(closer=10)
    ninth = mound(at("T9 0 -.-.- 3-4 1/1", Stage(bullpen=CLOSERS), roles=named), outs=24)
    assert HE.pitch(ninth, ANYTHING) == 10
    seventh = mound(at("T7 0 -.-.- 3-4 1/1", Stage(bullpen=CLOSERS), roles=named), outs=18, runs=5)
    assert HE.pitch(seventh, ANYTHING) == 11


@pytest.mark.parametrize(
    ("roles", "outs", "runs", "new_half", "goes"),
    [
        (Roles(hook_runs=3), 9, 3, True, True),
        (Roles(hook_runs=3), 9, 2, True, False),
        (Roles(hook_runs=3), 10, 3, False, True),
        (Roles(hook_outs=12), 12, 0, True, True),
        (Roles(hook_outs=12), 11, 0, True, False),
        (Roles(hook_outs=12), 13, 0, False, False),
    ],
)
def test_a_hook_that_the_people_have_laid_down_is_kept(
    roles: Roles, outs: int, runs: int, new_half: bool, goes: bool
) -> None:
    game = mound(at("T5 0 -.-.- 3-3 1/1", roles=roles), outs=outs, runs=runs)
    game.new_half = new_half
    assert bool(HE.pitch(game, ANYTHING)) == goes


@pytest.mark.parametrize(
    ("situation", "runs", "taste", "goes"),
    [
        ("T5 1 9.-.- 3-6 1/1", 6, 5, True),
        ("T5 1 9.-.- 3-6 1/1", 5, 5, False),
        ("T5 1 -.-.- 3-6 1/1", 6, 5, False),
        ("T4 1 9.-.- 3-6 1/1", 6, 5, False),
        ("T5 1 9.-.- 3-6 1/1", 5, 8, True),
        ("T5 1 9.-.- 3-6 1/1", 5, 7, False),
    ],
)
def test_a_starter_who_is_hit_hard_goes_in_the_middle_of_an_inning(
    situation: str, runs: int, taste: int, goes: bool
) -> None:
    game = mound(at(situation, hosts={"quick_hook": taste}), outs=13, runs=runs)
    game.new_half = False
    assert bool(HE.pitch(game, ANYTHING)) == goes


@pytest.mark.parametrize(
    ("situation", "outs", "new_half", "goes"),
    [
        ("T8 0 -.-.- 3-3 1/1", 3, True, True),
        ("T8 0 -.-.- 3-3 1/1", 2, True, False),
        ("T8 0 -.-.- 3-3 1/1", 3, False, False),
        ("T7 0 -.-.- 3-3 1/1", 3, True, True),
        ("T6 0 -.-.- 3-3 1/1", 3, True, False),
    ],
)
def test_a_reliever_has_done_his_work_after_an_inning(
    situation: str, outs: int, new_half: bool, goes: bool
) -> None:
    game = mound(at(situation), outs=outs, started=False)
    game.new_half = new_half
    assert bool(HE.pitch(game, ANYTHING)) == goes


@pytest.mark.parametrize(
    ("situation", "comes"),
    [
        ("T6 0 -.-.- 3-5 1/1", BEST),
        ("T6 0 -.-.- 5-3 1/1", BEST),
        ("T6 0 -.-.- 3-6 1/1", WORST - 1),
        ("T6 0 -.-.- 6-3 1/1", WORST - 1),
        ("T5 0 -.-.- 3-3 1/1", WORST - 1),
        ("T5 0 9.-.- 3-6 1/1", BEST),
        ("T5 0 9.-.- 6-3 1/1", BEST),
        ("T5 0 9.-.- 3-7 1/1", WORST - 1),
    ],
)
def test_the_good_arms_are_kept_for_games_that_need_them(situation: str, comes: int) -> None:
    game = mound(at(situation), outs=15)
    game.defence.endurance.tired = True
    assert HE.pitch(game, ANYTHING) == comes


@pytest.mark.parametrize(
    ("situation", "comes"),
    [("T6 0 -.-.- 3-4 1/1", 13), ("T7 0 -.-.- 3-4 1/1", 12), ("T7 0 -.-.- 3-3 1/1", BEST)],
)
def test_long_relief_comes_before_the_seventh_and_who_sets_up_with_a_lead_after_it(
    situation: str, comes: int
) -> None:
    game = mound(at(situation, roles=Roles(long=1 << 13, setup=1 << 12)), outs=15)
    game.defence.endurance.tired = True
    assert HE.pitch(game, ANYTHING) == comes
