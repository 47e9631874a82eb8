"""Winning pitcher, losing pitcher and save, as Official Baseball Rules 9.17 and 9.19 give them."""

import pytest

from games.engine.endings import TIED, Ending
from games.engine.folds.decisions import Decisions, decided, decisions
from games.engine.folds.pitchers import PitcherLine, Run, Staffs
from games.engine.situation import AWAY, HOME

STARTER, OTHER_STARTER = 11, 21


def line(player: int, outs: int, **counts: int) -> PitcherLine:
    return PitcherLine(player, started=player in (STARTER, OTHER_STARTER), outs=outs, **counts)


def home_won(*home: PitcherLine, runs: list[Run], away: tuple[PitcherLine, ...] = ()) -> Staffs:
    return Staffs(away or (line(OTHER_STARTER, 24),), home, tuple(runs))


def run(side: int = HOME, charged: int = OTHER_STARTER, of_record: int = STARTER) -> Run:
    return Run(side, charged, of_record)


def scored_by_visitors(charged: int = STARTER) -> Run:
    return Run(AWAY, charged, OTHER_STARTER)


def ended(away: int, home: int) -> Ending:
    winner = TIED if away == home else HOME if home > away else AWAY
    return Ending("nine-innings", winner, (away, home), 9)


def test_the_starter_wins_what_he_finishes():
    staffs = home_won(line(STARTER, 27), runs=[run()])
    assert decisions(staffs, ended(0, 1)) == Decisions(STARTER, OTHER_STARTER)


def test_the_lead_that_counts_is_the_one_that_was_kept():
    # 9.17(d): the run that gave the lead away for good, whoever allowed those before it.
    away = (line(OTHER_STARTER, 18), line(22, 6))
    runs = [run(), scored_by_visitors(), run(charged=22, of_record=12), run()]
    staffs = home_won(line(STARTER, 15), line(12, 12), runs=runs, away=away)
    assert decisions(staffs, ended(1, 3)) == Decisions(12, 22)


def test_a_grand_slam_wins_by_its_run_that_led():
    # 0-2 becomes 4-2: the third run is the lead, and its runner was put on by the starter.
    away = (line(OTHER_STARTER, 18), line(22, 6))
    runs = [scored_by_visitors(), scored_by_visitors(), run(), run(), run(), run(charged=22)]
    staffs = home_won(line(STARTER, 27), runs=runs, away=away)
    assert decisions(staffs, ended(2, 4)) == Decisions(STARTER, OTHER_STARTER)


@pytest.mark.parametrize(("outs", "winner"), [(15, STARTER), (14, 13)])
def test_a_starter_wins_with_five_innings_or_the_best_reliever_does(outs, winner):
    # 9.17(b): of the relievers, who got the most outs.
    staffs = home_won(line(STARTER, outs), line(12, 3), line(13, 27 - 3 - outs), runs=[run()])
    assert decisions(staffs, ended(0, 1)).winner == winner


@pytest.mark.parametrize(("outs", "winner"), [(12, STARTER), (11, 12)])
def test_four_innings_are_enough_in_a_short_game(outs, winner):
    staffs = home_won(line(STARTER, outs), line(12, 15 - outs), runs=[run()])
    assert decisions(staffs, ended(0, 1)).winner == winner


@pytest.mark.parametrize(
    ("outs", "relief", "winner"),
    [
        # Six innings in the field are no short game: five are needed.
        (12, 6, 12),
        (14, 4, 12),
        (15, 3, STARTER),
        # One out fewer is one.
        (12, 5, STARTER),
    ],
)
def test_a_game_is_short_below_six_innings_in_the_field(outs, relief, winner):
    # 9.17(b), told by the outs that the winning side got.
    staffs = home_won(line(STARTER, outs), line(12, relief), runs=[run()])
    assert decisions(staffs, ended(0, 1)).winner == winner


def test_of_relievers_with_as_many_outs_the_one_who_allowed_less_wins_and_then_the_first():
    relief = (line(12, 6, runs=2), line(13, 6, runs=1), line(14, 6, runs=1))
    staffs = home_won(line(STARTER, 9), *relief, runs=[run()])
    assert decisions(staffs, ended(0, 1)).winner == 13


@pytest.mark.parametrize(
    ("outs", "earned", "winner"), [(2, 1, 12), (2, 2, 13), (3, 2, 12), (0, 0, 12), (0, 3, 13)]
)
def test_9_17_c_brief_is_less_than_an_inning_and_ineffective_two_earned_runs(outs, earned, winner):
    bad = line(12, outs, runs=earned, earned_runs=earned)
    staffs = home_won(line(STARTER, 21), bad, line(13, 6 - outs), runs=[run(of_record=12)])
    assert decisions(staffs, ended(0, 1)).winner == winner


def test_a_reliever_of_record_who_was_the_last_wins_however_he_did():
    staffs = home_won(
        line(STARTER, 25), line(12, 2, runs=4, earned_runs=4), runs=[run(of_record=12)]
    )
    assert decisions(staffs, ended(0, 1)).winner == 12


def test_a_lead_that_was_lost_and_won_again_is_the_last_one():
    # 1-0, 1-1, 2-1: the second lead was kept; a later run only adds to it.
    away = (line(OTHER_STARTER, 12), line(22, 12))
    runs = [run(), scored_by_visitors(), run(charged=22), run(charged=OTHER_STARTER)]
    staffs = home_won(line(STARTER, 27), runs=runs, away=away)
    assert decisions(staffs, ended(1, 3)) == Decisions(STARTER, 22)


def test_a_record_that_begins_level_counts_from_its_score():
    staffs = Staffs(
        (line(OTHER_STARTER, 6),), (line(STARTER, 6),), (scored_by_visitors(), run(), run()), (3, 3)
    )
    assert decisions(staffs, ended(4, 5)).loser == OTHER_STARTER


def test_a_reliever_who_did_badly_and_briefly_does_not_win():
    # 9.17(c): less than an inning and two earned runs.
    runs = [*(scored_by_visitors(12) for _ in range(2)), *(run(of_record=12) for _ in range(3))]
    bad = line(12, 2, runs=2, earned_runs=2)
    staffs = home_won(line(STARTER, 21), bad, line(13, 4), runs=runs)
    assert decisions(staffs, ended(2, 3)).winner == 13
    staffs = home_won(line(STARTER, 24), line(12, 3, runs=2, earned_runs=2), runs=runs)
    assert decisions(staffs, ended(2, 3)).winner == 12


@pytest.mark.parametrize(
    ("closer", "saves"),
    [
        (line(12, 3, lead=3), True),
        (line(12, 3, lead=4), False),
        # Less than an inning, but the tying run is on deck, at bat or on base.
        (line(12, 1, lead=3, inherited=1), True),
        (line(12, 1, lead=3, inherited=0), False),
        (line(12, 2, lead=5, inherited=3), True),
        # Three innings, whatever the lead.
        (line(12, 9, lead=8), True),
        (line(12, 8, lead=8), False),
        # He came in level, or got nobody out.
        (line(12, 3, lead=0), False),
        (line(12, 0, lead=1), False),
    ],
)
def test_who_finishes_a_close_game_saves_it(closer, saves):
    staffs = home_won(line(STARTER, 27 - closer.outs), closer, runs=[run()])
    found = decisions(staffs, ended(0, 1))
    assert found == Decisions(STARTER, OTHER_STARTER, 12 if saves else 0)


def test_the_winner_has_no_save_too():
    staffs = home_won(line(STARTER, 12), line(12, 15, lead=1), runs=[run()])
    assert decisions(staffs, ended(0, 1)) == Decisions(12, OTHER_STARTER)


def test_a_runner_placed_on_second_beats_whoever_pitches_then():
    away = (line(OTHER_STARTER, 27), line(22, 1))
    staffs = home_won(line(STARTER, 30), runs=[run(charged=0)], away=away)
    assert decisions(staffs, ended(0, 1)).loser == 22


@pytest.mark.parametrize(
    ("staffs", "ending"),
    [
        (home_won(line(STARTER, 27), runs=[run()]), None),
        (home_won(line(STARTER, 27), runs=[]), ended(0, 0)),
        # The leader gave the game up.
        (
            home_won(line(STARTER, 12), runs=[scored_by_visitors()]),
            Ending("conceded", HOME, (1, 0), 5),
        ),
        # It began with the lead.
        (Staffs((line(OTHER_STARTER, 3),), (line(STARTER, 3),), (), (0, 1)), ended(0, 1)),
    ],
)
def test_nobody_wins_what_was_not_decided_on_the_field(staffs, ending):
    assert decisions(staffs, ending) is None
    assert decided(staffs, ending) is staffs


def test_who_trails_and_concedes_has_lost_as_far_as_it_was_played():
    staffs = home_won(line(STARTER, 18), runs=[run()])
    conceded = Ending("conceded", HOME, (0, 10), 6)
    assert decisions(staffs, conceded) == Decisions(STARTER, OTHER_STARTER)


def test_every_pitcher_gets_his_own_decision():
    # Both clubs may have a player of the same number.
    staffs = Staffs(
        (line(STARTER, 24),), (line(STARTER, 24), line(12, 3, lead=1)), (run(charged=STARTER),)
    )
    found = decided(staffs, ended(0, 1))
    assert [one.decision for one in found.home] == ["W", "S"]
    assert [one.decision for one in found.away] == ["L"]
