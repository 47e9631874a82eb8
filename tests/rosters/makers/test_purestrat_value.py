"""What a Purestrat card is worth: whatever is better on it makes it dearer, and nothing else."""

from dataclasses import replace

import pytest

from games.systems.purestrat.cards.value import glove_runs, hitters_value, pitchers_value
from games.systems.purestrat.play.cards import NO_STEALING, Fielding, Hitter, Pitcher
from tests.engine.purestrat.stage import THIEF, hitter, pitcher, side

POSITIONS = range(1, 10)
CATCHER, SHORTSTOP, LEFT_FIELD = 2, 6, 7


def fielder(*ratings: Fielding, **others: object) -> Hitter:
    return hitter("K", fielding=ratings, **others)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("worse", [2, 3, 4, 5])
def test_a_better_range_makes_a_dearer_glove_everywhere(position: int, worse: int) -> None:
    glove = Fielding(position, worse, 10)
    assert glove_runs(replace(glove, range=worse - 1)) > glove_runs(glove)


@pytest.mark.parametrize("position", POSITIONS)
def test_fewer_errors_make_a_dearer_glove_everywhere(position: int) -> None:
    assert glove_runs(Fielding(position, 3, 5)) > glove_runs(Fielding(position, 3, 6))


@pytest.mark.parametrize("position", POSITIONS)
def test_a_stronger_arm_is_worth_something_where_arms_are_rated(position: int) -> None:
    """-3 is stronger than +2 (S16.1b); infielders have none."""
    strong, weak = (glove_runs(Fielding(position, 3, 5, arm)) for arm in (-3, 2))
    if position == CATCHER or position >= LEFT_FIELD:
        assert strong > weak
    else:
        assert strong == weak


def test_the_middle_of_the_infield_makes_most_of_a_range_and_first_base_little() -> None:
    def step(position: int) -> float:
        return glove_runs(Fielding(position, 1, 9)) - glove_runs(Fielding(position, 2, 9))

    assert step(SHORTSTOP) == max(map(step, POSITIONS))
    assert step(3) < step(5) < step(SHORTSTOP)


def test_the_average_glove_is_worth_nothing() -> None:
    """By range 3, and by the error numbers of average fielders."""
    usual = (14, 9, 10, 13, 18, 18, 6, 6, 6)
    gloves = [Fielding(position, 3, error) for position, error in enumerate(usual, start=1)]
    assert [glove_runs(glove) for glove in gloves] == [0.0] * 9


def test_a_player_is_worth_what_he_is_at_his_best_position() -> None:
    good, bad = Fielding(SHORTSTOP, 1, 10), Fielding(LEFT_FIELD, 5, 20)
    assert hitters_value(fielder(good, bad)) == hitters_value(fielder(bad, good))
    assert hitters_value(fielder(good, bad)) == hitters_value(fielder(good))
    assert hitters_value(fielder(good)) > hitters_value(fielder(bad))
    difference = hitters_value(fielder(good)) - hitters_value(fielder(bad))
    assert difference == pytest.approx(glove_runs(good) - glove_runs(bad))


def test_a_player_without_a_position_is_worth_less_than_a_usual_first_baseman() -> None:
    assert hitters_value(fielder()) < hitters_value(fielder(Fielding(3, 3, 10)))


def test_better_readings_make_a_dearer_bat_and_a_cheaper_pitcher() -> None:
    order = ("K", "BB", "SI*", "DO**", "TR", "HR")
    bats = [hitters_value(hitter(reads)) for reads in order]
    arms = [pitchers_value(pitcher(reads)) for reads in order]
    assert bats == sorted(bats)
    assert len(set(bats)) == len(order)
    assert arms == sorted(arms, reverse=True)
    assert len(set(arms)) == len(order)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"running": 14}, {"running": 13}),
        ({"stealing": THIEF}, {"stealing": replace(THIEF, first=18)}),
        ({"stealing": THIEF}, {"stealing": replace(THIEF, asterisk=False)}),
        ({"power_left": True}, {"power_left": False}),
        ({"power_right": True}, {"power_right": False}),
    ],
)
def test_legs_and_power_are_worth_something(
    better: dict[str, object], worse: dict[str, object]
) -> None:
    assert hitters_value(hitter("SI*", **better)) > hitters_value(hitter("SI*", **worse))


def test_who_does_not_steal_is_worth_as_much_as_his_bat_and_legs() -> None:
    still = hitter("SI*", running=12, stealing=NO_STEALING)
    runner = replace(still, stealing=replace(THIEF, asterisk=False, first=15))
    assert hitters_value(still) == hitters_value(runner)


@pytest.mark.parametrize(("bats", "most"), [("L", "right"), ("R", "right"), ("S", "right")])
def test_every_hitter_meets_more_right_handers(bats: str, most: str) -> None:
    good = {hand: hitters_value(_sided(bats, hand)) for hand in ("left", "right")}
    assert max(good, key=good.__getitem__) == most


def test_a_left_handed_hitter_meets_fewer_left_handers_than_others() -> None:
    left, right, switch = (hitters_value(_sided(bats, "left")) for bats in ("L", "R", "S"))
    assert left < switch < right


def _sided(bats: str, good: str) -> Hitter:
    return replace(hitter("K", bats=bats), **{good: side("HR")})


def test_a_left_handed_pitcher_meets_left_handed_batters_less_often_than_a_right_handed_one() -> (
    None
):
    """His own side is where managers keep left-handed batters away."""

    def harmed(throws: str) -> float:
        return pitchers_value(replace(pitcher("K"), throws=throws, left=side("HR")))

    assert harmed("L") > harmed("R")


def test_starters_face_more_batters_than_relievers_and_last_longer() -> None:
    def arm(**ratings: object) -> Pitcher:
        return pitcher("K", **ratings)

    assert pitchers_value(arm(starter=6)) > pitchers_value(arm(starter=0, relief=2)) > 0
    assert pitchers_value(arm(starter=7)) > pitchers_value(arm(starter=6))
    assert pitchers_value(arm(starter=5)) == pitchers_value(arm(starter=4))
    assert pitchers_value(pitcher("HR", starter=6)) < pitchers_value(
        pitcher("HR", starter=0, relief=2)
    )
