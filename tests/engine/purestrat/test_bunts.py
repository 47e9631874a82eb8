"""Bunts and the hit and run, played from a situation. The dice that bring each result are looked
up on the charts in use, which may be anybody's."""

import pytest

from config.refusals import Refused
from games.engine.events import (
    CAUGHT_STEALING,
    DOUBLE_PLAY,
    FORCE_OUT,
    FOUL_BUNT,
    OUT,
    POP_UP,
    SACRIFICE,
    SCORED,
    SINGLE,
    STRIKEOUT,
    fielder_of,
)
from games.engine.folds.play_by_play import play_by_play
from games.systems.purestrat.play import charts
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.text.chart_files import house_charts
from tests.engine.purestrat.stage import THIEF, Stage, hitter

FIRST = "T1 0 1.-.- 0-0 2/1"
SECOND = "T1 0 -.1.- 0-0 2/1"
THIRD = "T1 0 -.-.1 0-0 2/1"
FIRST_SECOND = "T1 0 1.2.- 0-0 3/1"
FIRST_THIRD = "T1 0 1.-.3 0-0 4/1"
LOADED = "T1 0 1.2.3 0-0 4/1"


def throw(chart: str, grade: int, result: int, white: int = 1) -> str:
    """Three dice that bring a result."""
    table = getattr(house_charts(), chart)
    total = next(total for total in range(2, 13) if table(grade, total) == result)
    low = max(1, total - 6)
    return f"{white}-{low}-{total - low}"


def bunter(grade: int, **ratings: object) -> Stage:
    return Stage("K", batter={"bunt": grade, "stealing": THIEF, **ratings})


@pytest.mark.rule("S18.1a", "S18.1b", "S18.1c", "T0.07")
def test_when_bunts_are_allowed() -> None:
    stage = bunter(0)
    for where in (FIRST, SECOND, FIRST_SECOND, FIRST_THIRD):
        assert stage.play("swing=sacrifice 20", where).asks == "bunt"
    for where in (THIRD, "T1 0 -.2.3 0-0 4/1", LOADED, "T1 2 1.-.- 0-0 2/1"):
        with pytest.raises(Refused):
            stage.play("swing=sacrifice", where)
    for where in (THIRD, LOADED, FIRST_THIRD):
        assert stage.play("swing=squeeze 20", where).asks == "bunt"
    for where in (FIRST, FIRST_SECOND, "T1 2 -.-.1 0-0 2/1"):
        with pytest.raises(Refused):
            stage.play("swing=squeeze", where)
    with pytest.raises(Refused):
        stage.play("swing=sacrifice")


@pytest.mark.rule("S18.5")
def test_what_the_sacrifice_chart_brings() -> None:
    sac = bunter(0).play(f"swing=sacrifice 20 {throw('sacrifice', 0, charts.SAC)}", FIRST_SECOND)
    assert (sac.last, sac.to) == (SACRIFICE, (OUT, 2, 3, 5))
    hit = bunter(0).play(f"swing=sacrifice 20 {throw('sacrifice', 0, charts.BUNT_HIT)}", FIRST)
    assert (hit.last, hit.bases) == (SINGLE, (2, 1, 0))
    pop = bunter(0).play(f"swing=sacrifice 20 {throw('sacrifice', 0, charts.BUNT_POP)}", FIRST)
    assert (pop.last, pop.to) == (POP_UP, (OUT, 1, 5, 5))
    lead = bunter(1).play(f"swing=sacrifice 20 {throw('sacrifice', 1, charts.LEAD)}", FIRST_SECOND)
    assert (lead.last, lead.to) == (FORCE_OUT, (1, 2, OUT, 5))
    double = bunter(4).play(f"swing=sacrifice 20 {throw('sacrifice', 4, charts.BUNT_DP)}", FIRST)
    assert (double.last, double.to) == (DOUBLE_PLAY, (OUT, OUT, 5, 5))


@pytest.mark.parametrize(
    ("grade", "result", "told"),
    [
        (0, charts.SAC, "Player 2 bunts to {} and is out, a sacrifice; Player 1 to second."),
        (0, charts.BUNT_HIT, "Player 2 beats out a bunt to {}; Player 1 to second."),
        (0, charts.BUNT_POP, "Player 2 pops up the bunt to {}."),
        (1, charts.LEAD, "Player 2 bunts to {}, who gets the runner; Player 1 is out at second."),
        (4, charts.BUNT_DP, "Player 2 bunts to {}, into a double play; Player 1 is out too."),
    ],
)
def test_a_bunt_is_told_with_the_player_who_handles_it(grade: int, result: int, told: str) -> None:
    words = f"swing=sacrifice 20 {throw('sacrifice', grade, result)}"
    found = bunter(grade).play(words, FIRST)
    bunted = [play.text for half in play_by_play(found.record).halves for play in half.plays]
    where = {1: "the pitcher", 2: "the catcher", 3: "first", 5: "third"}
    assert bunted[-1] == told.format(where[fielder_of(found.events[-1])])


@pytest.mark.rule("S18.5")
def test_a_bunters_speed_and_a_fielders_range_may_decide() -> None:
    words = f"swing=sacrifice 20 {throw('sacrifice', 0, charts.SPEED)}"
    assert bunter(0, running=16).play(f"{words} 8", FIRST).last == SINGLE
    assert bunter(0, running=16).play(f"{words} 9", FIRST).last == SACRIFICE
    words = f"swing=sacrifice 20 {throw('sacrifice', 0, charts.FIELD, white=6)}"
    good = Stage("K", batter={"bunt": 0}, fielders={5: (1, 0, 0)})
    assert good.play(f"{words} 12", FIRST).last == FORCE_OUT
    assert good.play(f"{words} 13", FIRST).last == SACRIFICE


@pytest.mark.rule("S18.4a", "S18.4b")
def test_a_sacrifice_with_first_and_third_leaves_the_runner_on_third() -> None:
    sac = bunter(0).play(f"swing=sacrifice 20 {throw('sacrifice', 0, charts.SAC)}", FIRST_THIRD)
    assert sac.to == (OUT, 2, 5, 3)
    hit = bunter(0).play(
        f"swing=sacrifice 20 {throw('sacrifice', 0, charts.BUNT_HIT)}", FIRST_THIRD
    )
    assert hit.to == (1, 2, 5, 3)
    pop = bunter(4).play(f"swing=sacrifice 20 {throw('sacrifice', 4, charts.POP_DP)}", FIRST_THIRD)
    assert pop.to == (OUT, OUT, 5, 3)


def _bunts(swing: str, grade: int, before: str, where: str) -> list[tuple[str, tuple[int, ...]]]:
    """What each sum of two dice comes to when a batter of this grade bunts."""
    stage = bunter(grade)
    dice = [(1, total - 1) if total <= 7 else (total - 6, 6) for total in range(2, 13)]
    played = [
        stage.play(f"{before} swing={swing} 20 1-{one}-{other}", where) for one, other in dice
    ]
    return [(found.asks, found.to if found.events else ()) for found in played]


@pytest.mark.rule("S18.6", "S20.11")
@pytest.mark.parametrize("grade", range(5))
def test_the_corners_in_lower_the_grade_by_one(grade: int) -> None:
    lowered = _bunts("sacrifice", grade, "infield=corners hold=none", FIRST)
    assert lowered == _bunts("sacrifice", min(grade + 1, 4), "hold=none", FIRST)


@pytest.mark.rule("S18.6", "S20.11")
@pytest.mark.parametrize("grade", range(5))
def test_so_does_the_infield_in(grade: int) -> None:
    """With a runner on third, where a squeeze may be tried."""
    lowered = _bunts("squeeze", grade, "infield=in", THIRD)
    assert lowered == _bunts("squeeze", min(grade + 1, 4), "infield=back", THIRD)


@pytest.mark.rule("S18.31", "T0.01i")
@pytest.mark.parametrize("where", ["in", "corners"])
@pytest.mark.parametrize("grade", range(5))
def test_with_the_bases_loaded_by_two_and_never_below_e(grade: int, where: str) -> None:
    lowered = _bunts("squeeze", grade, f"infield={where}", LOADED)
    assert lowered == _bunts("squeeze", min(grade + 2, 4), "infield=back", LOADED)


@pytest.mark.rule("S18.5", "S23.7a", "S23.7b", "S23.7c")
def test_a_squeeze_scores_or_leaves_the_runner_to_steal_home() -> None:
    sac = bunter(0).play(f"swing=squeeze 20 {throw('squeeze', 0, charts.SAC)}", THIRD)
    assert (sac.last, sac.to) == (SACRIFICE, (OUT, 5, 5, SCORED))
    missed = f"swing=squeeze 20 {throw('squeeze', 0, charts.MISS)}"
    assert bunter(0).play(missed, THIRD).asks == "lead"
    assert bunter(0).play(f"{missed} 20-3-3", THIRD).last == CAUGHT_STEALING
    without = Stage("K", batter={"bunt": 0}).play(missed, THIRD)
    assert (without.last, without.outs) == (CAUGHT_STEALING, 1)


@pytest.mark.rule("S18.8", "T18.9a", "T18.9b", "S19.7")
def test_after_one_and_two_no_pinch_hitter_and_no_hit_and_run() -> None:
    foul = f"swing=sacrifice 20 {throw('sacrifice', 0, charts.ONE_AND_TWO)}"
    plays_first = hitter(fielding=(Fielding(3, 3, 0, 0),))
    stage = Stage("K", batter={"bunt": 0, "stealing": THIEF}, bench=[plays_first])
    late = "T6 0 1.-.- 0-0 2/1"
    for said in ("hit=10", "swing=hit-and-run"):
        assert stage.play(said, late).asks, "before the foul"
    assert stage.play(foul, late).last == FOUL_BUNT
    with pytest.raises(Refused):
        stage.play(f"{foul} hit=10", late)
    with pytest.raises(Refused):
        stage.play(f"{foul} swing=hit-and-run", late)
    assert stage.play(f"{foul} hold=none steal=second 5", late).bases == (0, 1, 0)
    assert stage.play(f"{foul} {foul}", late).last == STRIKEOUT


@pytest.mark.rule("S19.1", "T19.2", "T19.11")
def test_when_the_hit_and_run_is_allowed() -> None:
    stage = bunter(0)
    assert stage.play("swing=hit-and-run 20", FIRST).asks == "hit and run"
    for where in (THIRD, LOADED, "T1 2 1.-.- 0-0 2/1"):
        with pytest.raises(Refused):
            stage.play("swing=hit-and-run", where)
    pitcher_up = "T1 0 1.-.- 0-0 9/1"
    with pytest.raises(Refused):
        Stage("K", mound={"hitting": "1WR"}).play("swing=hit-and-run", pitcher_up)
    with pytest.raises(Refused):
        Stage("K", mound={"hitting": "1WL"}).play("swing=hit-and-run", pitcher_up)
    better = Stage("K", mound={"hitting": "2WR"})
    assert better.play("swing=hit-and-run 20", pitcher_up).asks == "hit and run"


@pytest.mark.rule("S19.3")
@pytest.mark.parametrize("grade", [1, 2, 3])
def test_the_corners_in_or_a_hold_make_a_hit_and_run_one_grade_better(grade: int) -> None:
    def came_of(grade: int, before: str) -> list[tuple[str, tuple[int, ...]]]:
        """What each sum of two dice comes to: what is asked next, and where everybody went."""
        stage = bunter(0, hit_and_run=grade)
        dice = [(1, total - 1) if total <= 7 else (total - 6, 6) for total in range(2, 13)]
        played = [
            stage.play(f"{before} swing=hit-and-run 20 1-{one}-{other}", FIRST)
            for one, other in dice
        ]
        # After a miss a runner who is held needs his lead first, and one who is not held none.
        return [
            (found.asks.replace("lead", "throw"), found.to if found.events else ())
            for found in played
        ]

    usual, better = (came_of(each, "hold=none") for each in (grade, grade - 1))
    assert usual != better
    for before in ("infield=corners hold=none", "hold=1"):
        assert came_of(grade, before) == better


@pytest.mark.rule("S19.5")
def test_what_the_hit_and_run_brings() -> None:
    stage = bunter(0, hit_and_run=1)
    single = throw("hit_and_run", 1, charts.HR_SINGLE)
    assert stage.play(f"hold=none swing=hit-and-run 20 {single}", FIRST).to == (1, 3, 5, 5)
    ground = throw("hit_and_run", 1, charts.HR_GROUNDER)
    assert stage.play(f"hold=none swing=hit-and-run 20 {ground}", FIRST).to == (OUT, 2, 5, 5)
    fly = throw("hit_and_run", 1, charts.HR_FLY)
    assert stage.play(f"hold=none swing=hit-and-run 20 {fly}", FIRST).to == (OUT, 1, 5, 5)
    card = throw("hit_and_run", 1, charts.HR_CARD)
    assert stage.play(f"hold=none swing=hit-and-run 20 {card}", FIRST).asks == "plate"


@pytest.mark.rule("S19.9")
def test_a_line_out_off_the_pitchers_card_is_a_lomax_on_a_hit_and_run() -> None:
    card = throw("hit_and_run", 1, charts.HR_CARD)
    for reads in ("lo(3b)", "BPSI"):
        stage = Stage("K", reads, batter={"hit_and_run": 1}, options={"park_singles_right": 0})
        roll = " 20" if reads == "BPSI" else ""
        words = f"hold=none swing=hit-and-run 20 {card} 4-1-1{roll}"
        assert stage.play(words, FIRST).to == (OUT, OUT, 5, 5)


@pytest.mark.rule("S19.8a", "S19.8b", "S19.8d", "T0.10d")
def test_when_the_batter_misses_the_lead_runner_has_to_go() -> None:
    miss = f"swing=hit-and-run 20 {throw('hit_and_run', 1, charts.HR_MISS)}"
    stage = bunter(0, hit_and_run=1)
    assert stage.play(f"hold=none {miss} 5", FIRST).bases == (0, 1, 0)
    # He has tried for his lead before: no second attempt, and from first he goes without.
    failed = "steal=second 20-3-4"
    assert stage.throw_after(f"{failed} hold=none {miss}", FIRST) == "steal"
    # Who has not tried yet rolls for it first, unless he has it without a roll.
    held = miss.replace(
        throw("hit_and_run", 1, charts.HR_MISS), throw("hit_and_run", 0, charts.HR_MISS)
    )
    assert stage.play(f"hold=1 {held}", FIRST).asks == "lead"
    for before in ("steal=third 20-3-3 ", ""):
        lead = "" if before else " 20-3-3"
        on_second = stage.play(f"{before}{miss}{lead}", SECOND)
        assert (on_second.last, on_second.outs) == (CAUGHT_STEALING, 1)


@pytest.mark.rule("S19.8c")
def test_of_two_who_have_to_go_the_lead_runner_is_thrown_at() -> None:
    miss = f"hold=none swing=hit-and-run 20 {throw('hit_and_run', 1, charts.HR_MISS)}"
    out = bunter(0, hit_and_run=1).play(f"{miss} 20-4-4 20", FIRST_SECOND)
    assert (out.last, out.bases) == (CAUGHT_STEALING, (0, 1, 0)), "from first he is on second"
    safe = bunter(0, hit_and_run=1).play(f"{miss} 20-4-4 5", FIRST_SECOND)
    assert safe.bases == (0, 1, 2)
