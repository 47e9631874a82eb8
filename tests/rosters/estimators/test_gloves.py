"""Gloves and arms from fielding lines: who does better is rated better, within bounds."""

import pytest

from rosters.estimators.gloves import (
    CAUGHT_SHARE,
    ERRORS,
    PASSED_BALLS,
    PLAYS,
    RANGES,
    SOME_GAMES,
    Gloves,
    gloves_of,
    nines,
)
from rosters.stats.lines import FieldingLine, PitchingLine
from rosters.stats.seasons import Season

USUAL = Gloves()
SEASON = 150
OUTS = 27 * SEASON
MEN = [f"man-{number}" for number in range(60)]
OUTFIELD = ("lf", "cf", "rf")


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def regular(position: str, **counts: int | None) -> FieldingLine:
    return FieldingLine(position, games=SEASON, outs=OUTS, **counts)


def test_games_of_nine_innings_are_outs_where_they_are_known():
    assert nines(FieldingLine("ss", games=162, outs=27 * 100)) == 100
    assert nines(FieldingLine("ss", games=100)) == 85


@pytest.mark.parametrize("position", PLAYS)
def test_who_makes_more_plays_has_the_better_range(position):
    usual, spread = PLAYS[position]
    by_assists = position in ("p", "c", "1b")

    def ratings(spreads: float) -> list[int]:
        plays = round(SEASON * (usual + spreads * spread))
        line = regular(
            position, putouts=0 if by_assists else plays // 2,
            assists=plays if by_assists else plays - plays // 2,
        )  # fmt: skip
        return [USUAL.fielding_range(man, line) for man in MEN]

    good, fair, poor = ratings(2), ratings(0), ratings(-2)
    assert mean(good) + 0.5 < mean(fair) < mean(poor) - 0.5
    assert set(good + fair + poor) == {1, 2, 3, 4, 5}


def test_a_first_basemans_putouts_are_throws_he_caught():
    few, many = (regular("1b", putouts=putouts, assists=100) for putouts in (100, 1400))
    assert [USUAL.fielding_range(man, few) for man in MEN] == [
        USUAL.fielding_range(man, many) for man in MEN
    ]


def test_a_man_of_few_games_is_rated_worse_than_a_regular_of_whom_nobody_counted():
    regulars = [USUAL.fielding_range(man, regular("ss", putouts=None, assists=None)) for man in MEN]
    subs = [USUAL.fielding_range(man, FieldingLine("ss", games=20, putouts=None)) for man in MEN]
    assert mean(subs) > mean(regulars)


@pytest.mark.parametrize("position", ERRORS)
def test_errors_are_those_of_a_full_season_drawn_towards_the_usual(position):
    usual = ERRORS[position]
    assert USUAL.error_number(regular(position, errors=None)) == round(162 * usual)
    assert USUAL.error_number(regular(position, errors=round(SEASON * usual))) == pytest.approx(
        162 * usual, abs=1
    )
    none, many = (USUAL.error_number(regular(position, errors=errors)) for errors in (0, 30))
    assert none == round(162 * usual * 40 / (SEASON + 40))
    assert none < many == round(162 * (30 + 40 * usual) / (SEASON + 40))


def test_an_error_number_has_no_more_than_the_chart():
    assert USUAL.error_number(regular("ss", errors=200)) == 60


@pytest.mark.parametrize("position", OUTFIELD)
def test_more_assists_make_a_stronger_arm(position):
    strong, weak = (
        [USUAL.outfield_arm(man, regular(position, assists=assists)) for man in MEN]
        for assists in (20, 0)
    )
    assert all(one < other for one, other in zip(strong, weak, strict=True))
    assert mean(strong) + 4 < mean(weak)
    assert min(strong) >= -6
    assert max(weak) <= 5
    unknown = [USUAL.outfield_arm(man, regular(position, assists=None)) for man in MEN]
    assert abs(mean(unknown)) < 0.5


def test_a_catchers_arm_is_by_the_runners_he_threw_out():
    def arm(stolen: int, caught: int) -> int:
        return USUAL.catchers_arm("man", regular("c", stolen_bases=stolen, caught_stealing=caught))

    assert arm(round(100 * (1 - CAUGHT_SHARE)), round(100 * CAUGHT_SHARE)) == 0
    arms = [arm(100 - caught, caught) for caught in range(0, 101, 5)]
    assert arms == sorted(arms, reverse=True)
    assert (arms[0], arms[-1]) == (5, -5)
    # One runner says little; nobody ran says nothing: then it is drawn, and spread as always.
    assert abs(arm(0, 1)) <= 2
    nobody_ran = regular("c", stolen_bases=0, caught_stealing=0)
    drawn = [USUAL.catchers_arm(man, nobody_ran) for man in MEN]
    assert len(set(drawn)) > 6
    assert abs(mean(drawn)) < 1


def test_a_catcher_who_errs_more_throws_more_away():
    sure, wild = (
        [USUAL.catchers_throws(man, regular("c", errors=errors)) for man in MEN]
        for errors in (1, 25)
    )
    assert mean(sure) + 5 < mean(wild)
    assert min(sure) >= 1
    assert max(wild) <= 20


def test_passed_balls_are_those_he_let_by():
    usual = USUAL.passed_ball_rating(regular("c", passed_balls=round(SEASON * PASSED_BALLS)))
    assert usual == USUAL.passed_ball_rating(regular("c", passed_balls=None))
    ratings = [
        USUAL.passed_ball_rating(regular("c", passed_balls=count)) for count in range(0, 160, 8)
    ]
    assert ratings == sorted(ratings)
    assert ratings[0] < usual < ratings[-1] == 20


def test_passed_balls_off_pop_ups_are_no_part_of_a_catchers_rating():
    """By the check that points at him, in the turns of nine innings with somebody on base, and by
    nothing else, he lets by what pop-ups leave of his passed balls."""
    line = regular("c", passed_balls=round(SEASON * 0.1))
    for off_pop_ups in (0.0, 0.01, 0.03):
        rating = Gloves(with_men_on=16.0, off_pop_ups=off_pop_ups).passed_ball_rating(line)
        passed = (0.1 * SEASON + PASSED_BALLS * SOME_GAMES) / (SEASON + SOME_GAMES) - off_pop_ups
        assert rating == round(passed * 20 / (16.0 * 0.025))
    assert Gloves(off_pop_ups=0.5).passed_ball_rating(line) == 0


def a_season(plays: int, errors: int, innings: int = OUTS):
    """Sixteen clubs of two shortstops each, around so many plays and errors a man."""
    return [
        (
            f"man-{number}",
            Season(
                1930, "NL", (f"C{number // 2}",), None,
                PitchingLine(games=40, outs=27 * 75, hits=700, batters_faced=2900),
                (FieldingLine("ss", 77, outs=innings, putouts=plays // 3 + number,
                              assists=2 * plays // 3 - 2 * number, errors=errors + number // 4),),
            ),
        )
        for number in range(32)
    ]  # fmt: skip


def test_ranges_have_the_same_shares_of_playing_time_in_a_season_of_many_plays_and_of_few():
    for plays, errors in ((300, 10), (480, 24)):
        men = a_season(plays, errors, innings=27 * 75)
        gloves = gloves_of(men)
        rated = [
            gloves.fielding_range(key, season.fielding[0], season.teams) for key, season in men
        ]
        for rating, share in zip((5, 4, 3, 2, 1), RANGES, strict=True):
            assert rated.count(rating) / len(rated) == pytest.approx(share, abs=0.05)
        numbers = [gloves.error_number(season.fielding[0]) for _, season in men]
        assert mean(numbers) == pytest.approx(162 / 75 * (errors + 3.5), rel=0.04)


def test_games_are_as_much_of_a_game_as_fills_the_season_where_innings_were_not_kept():
    men = a_season(400, 15, innings=0)
    gloves = gloves_of(men)
    # 32 men of 77 games, and as many who pitched 75 each.
    assert gloves.nines(men[0][1].fielding[0]) == pytest.approx(75)
