"""Ratings in play: points of weakness by role, closers who were tired before, leads tried again."""

import pytest

from games.engine.events import BAD_JUMP, OUT, destinations
from games.systems.purestrat.play import grounders, holding
from games.systems.purestrat.play.cards import CLOSER_N
from games.systems.purestrat.play.fatigue import RELIEVER, STARTER, Endurance
from games.systems.purestrat.play.run_value import side_run_value
from games.systems.purestrat.play.squad import pitching_player
from games.systems.purestrat.text.notation import (
    parse_hitter,
    parse_pitcher,
    write_hitter,
    write_pitcher,
)
from tests.engine.purestrat.stage import THIEF, Stage, side
from tests.engine.purestrat.stage import hitter as plain_hitter
from tests.engine.purestrat.stage import pitcher as plain_pitcher


@pytest.mark.rule("S27.0a", "S28.0")
def test_points_of_weakness_and_closer_endurance_are_read_off_the_card() -> None:
    text = write_pitcher(plain_pitcher()).replace("starter: 9", "starter: 6")
    card = parse_pitcher(text.replace("relief: -", "relief: 2/3"))
    assert (card.starter, card.relief) == (6, 2)
    assert card.closer == 3


@pytest.mark.rule("S27.0b")
def test_a_player_of_both_roles_tires_by_the_role_he_has() -> None:
    both = {"starter": 9, "relief": 1, "closer": 0}
    started = Stage("K", "SI* 1-10, gb(ss)A. 11-20", mound=both)
    three_hits = "4-1-1 1 20 4-1-1 1 20 4-1-1 1"
    assert started.play(f"{three_hits} 20 4-1-1 11").to[0] == OUT
    reliever = plain_pitcher("SI* 1-10, gb(ss)A. 11-20", starter=0, relief=1, closer=6)
    relieved = Stage("K", "SI* 1-10, gb(ss)A. 11-20", bullpen=[reliever])
    late = "T11 0 -.-.- 5-0 1/1"
    found = relieved.play(f"pitch=10 {three_hits} 20 4-1-1 11", late)
    assert found.to[0] == 1


@pytest.mark.rule("S27.3f")
def test_a_relievers_innings_are_steps_of_three_outs_from_his_entry() -> None:
    pitcher = Endurance()
    pitcher.start(RELIEVER, 2, CLOSER_N, 6)
    pitcher.out()
    pitcher.new_inning(7)
    pitcher.out()
    assert not pitcher.vulnerable()
    pitcher.out()
    assert pitcher.vulnerable()


@pytest.mark.rule("S28.2a", "S28.3", "S28.33a")
def test_closer_endurance_is_so_many_outs_less_those_of_his_outing() -> None:
    for before in (0, 1, 3):
        pitcher = Endurance()
        pitcher.start(RELIEVER, 4, 4, 7)
        for _ in range(before):
            pitcher.out()
        pitcher.close()
        for left in range(4 - before, 0, -1):
            pitcher.hit_or_walk()
            assert not pitcher.tired, f"{left} outs left"
            pitcher.out()
        assert not pitcher.tired
        pitcher.hit_or_walk()
        assert pitcher.tired


@pytest.mark.rule("T31.7c")
def test_who_is_tired_when_the_ninth_begins_is_no_fresh_closer() -> None:
    pitcher = Endurance()
    pitcher.start(RELIEVER, 1, 6, 6)
    for inning in (6, 7, 8):
        for _ in range(3):
            pitcher.out()
        pitcher.new_inning(inning + 1)
    assert pitcher.tired
    pitcher.close()
    assert pitcher.tired


@pytest.mark.rule("S28.33b", "T31.7a", "T31.7b")
def test_a_tired_pitcher_stays_tired_when_the_game_becomes_a_closer_situation() -> None:
    pitcher = Endurance()
    pitcher.start(RELIEVER, 1, 6, 8)
    for _ in range(3):
        pitcher.hit_or_walk()
    assert pitcher.tired
    pitcher.close()
    assert pitcher.tired
    assert pitcher.closing


@pytest.mark.rule("S28.38", "S27.63")
def test_the_wall_of_two_innings_past_his_point_stands_for_closers_too() -> None:
    pitcher = Endurance()
    pitcher.start(RELIEVER, 1, 6, 9)
    pitcher.close()
    for out in range(1, 10):
        assert not pitcher.tired
        pitcher.out()
        assert pitcher.tired == (out == 9)


@pytest.mark.rule("S28.31")
def test_the_games_starter_never_closes() -> None:
    pitcher = Endurance()
    pitcher.start(STARTER, 9, 0, 1)
    pitcher.close()
    assert not pitcher.closing
    assert not pitcher.tired


@pytest.mark.rule("T0.10e", "S27.3c")
def test_hit_batsmen_do_not_tire_a_pitcher() -> None:
    reads = "HBP 1-10, gb(ss)A. 11-20"
    stage = Stage("K", reads, mound={"starter": 1})
    hit = "4-1-1 1 " + "20 4-1-1 1 " * 3
    assert stage.play(f"{hit} 20 4-1-1 11").outs > 0
    walks = "walk=yes " * 4
    assert stage.play(f"{walks}20 4-1-1 11").outs > 0
    singles = Stage("K", reads.replace("HBP", "SI*"), mound={"starter": 1})
    assert singles.play(f"{hit} 20 4-1-1 11").outs == 0, "so many hits do"


@pytest.mark.rule("S23.1b")
def test_a_hyphen_means_no_automatic_outs() -> None:
    text = write_hitter(plain_hitter()).replace("steal: -", "steal: 5-8/- (18-13)")
    line = parse_hitter(text).stealing
    assert (line.caught, line.lead) == (0, 0b111100000)


@pytest.mark.rule("S23.12c")
def test_a_pitcher_with_numbers_steals_by_them() -> None:
    player = pitching_player(1, "Ace", plain_pitcher(stealing=THIEF, running=13))
    assert (player.hitter.stealing, player.hitter.running) == (THIEF, 13)


@pytest.mark.rule("S23.3h")
def test_against_a_worse_battery_he_may_try_again() -> None:
    good, worse, better = (plain_pitcher(starter=0, relief=2, hold=hold) for hold in (0, 4, -4))
    stage = Stage("K", batter={"stealing": THIEF}, bullpen=[good, worse, better])
    where = "T11 0 1.-.- 0-0 2/1"
    failed = "pitch=10 steal=second 20-3-4"
    assert stage.play(failed, where).last == BAD_JUMP
    assert stage.play(f"{failed} pitch=11 steal=second", where).asks == "lead"
    from config.refusals import Refused

    with pytest.raises(Refused):
        stage.play(f"{failed} pitch=12 steal=second", where)


@pytest.mark.rule("S13.2d")
def test_a_trail_runner_who_merely_counts_as_held_costs_no_fielder_range() -> None:
    # The runner on second is held, the one on first only counts as held.
    assert not holding.responsible(3, holding.ON_SECOND, True)
    assert not holding.responsible(3, holding.ON_SECOND, False)


@pytest.mark.rule("T0.01k")
def test_with_the_bases_loaded_and_the_infield_in_home_to_first_is_a_double_play() -> None:
    event = grounders.result(False, True, 1, grounders.SHORTSTOP, 7, 0)
    assert destinations(event) == (OUT, 2, 3, OUT)


def test_what_a_side_is_worth_follows_what_it_reads() -> None:
    """For managers: an out is worth least, a fielding chance is mostly one, and a ballpark's home
    run lies halfway between the out and the home run."""
    order = ("K", "gb(ss)X", "BB", "HBP", "SI*", "DO**", "TR", "HR")
    worth = {reads: side_run_value(side(reads)) for reads in (*order, "gb(ss)A", "BPHR", "BPSI")}
    assert sorted(order, key=worth.__getitem__) == list(order)
    assert len({worth[reads] for reads in order}) == len(order)
    assert worth["K"] == worth["gb(ss)A"] < worth["gb(ss)X"] < 0 < worth["BB"]
    assert worth["BPHR"] == pytest.approx((worth["HR"] + worth["K"]) / 2)
    assert worth["BPSI"] == pytest.approx((worth["SI*"] + worth["K"]) / 2)
    assert side_run_value(side("HR 1-5, K 6-20")) == pytest.approx(
        (5 * worth["HR"] + 15 * worth["K"]) / 20
    )
