"""Hits, the cutoff rule, flies and line drives, played from a situation."""

import re
from itertools import product

import pytest

from config.refusals import Refused
from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    HOME_RUN,
    OUT,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    STRIKEOUT,
    TRIPLE,
    TRIPLE_PLAY,
    fielder_of,
)
from games.engine.folds.proofs import problems
from games.systems.purestrat.text.notation import parse_hitter, write_hitter
from tests.engine.purestrat.stage import Stage, hitter, side

LOADED = "T1 0 1.2.3 0-0 4/1"
FIRST = "T1 0 1.-.- 0-0 2/1"
SECOND = "T1 0 -.1.- 0-0 2/1"
THIRD = "T1 0 -.-.1 0-0 2/1"
FIRST_SECOND = "T1 0 1.2.- 0-0 3/1"
FIRST_THIRD = "T1 0 1.-.3 0-0 4/1"


@pytest.mark.rule("S1.0a", "S1.0c")
def test_white_one_to_three_reads_the_batters_card_and_four_to_six_the_pitchers() -> None:
    stage = Stage("SI*", "HR")
    for white in (1, 2, 3):
        assert stage.play(f"{white}-3-4").last == SINGLE
    for white in (4, 5, 6):
        assert stage.play(f"{white}-3-4").last == HOME_RUN


@pytest.mark.rule("S1.0b", "S1.0c")
@pytest.mark.parametrize(
    ("line", "column", "thrown"),
    [(8, 3, ("3-2-6", "3-6-2", "3-4-4")), (6, 1, ("1-1-5", "1-3-3")), (12, 2, ("2-6-6",))],
)
def test_the_white_die_names_the_column_and_the_sum_of_the_others_the_line(
    line: int, column: int, thrown: tuple[str, ...]
) -> None:
    """One cell of an otherwise plain card reads a home run: 3-8, 1-6 and 2-12."""
    cells = ["HR" if at == column else "K" for at in (1, 2, 3)]
    text = re.sub(rf"(?m)^( *{line}) \|.*$", rf"\1 | {' | '.join(cells)}", write_hitter(hitter()))
    card = parse_hitter(text)
    hits = Stage("K", batter={"left": card.left, "right": card.right}, pitcher_reads="SI*")
    for dice in product(range(1, 7), repeat=3):
        if dice[0] > 3:
            continue
        reads_it = dice[0] == column and dice[1] + dice[2] == line
        found = hits.play("-".join(map(str, dice))).last
        assert found == (HOME_RUN if reads_it else STRIKEOUT), dice
    for dice in thrown:
        assert hits.play(dice).last == HOME_RUN
    # A pitcher's card has columns 4 to 6.
    pitches = Stage("SI*", "K", mound={"left": card.left, "right": card.right})
    assert pitches.play(f"{column + 3}{thrown[0][1:]}").last == HOME_RUN
    assert pitches.play(f"{column % 3 + 4}{thrown[0][1:]}").last == STRIKEOUT


@pytest.mark.rule("S1.0a")
@pytest.mark.parametrize("thrown", ["7-1-1", "0-3-3", "1-7-1", "1-1", "1-1-1-1"])
def test_dice_that_cannot_lie_so_are_refused_with_their_entry(thrown: str) -> None:
    with pytest.raises(Refused) as refused:
        Stage("K").play(f"1-1-1 {thrown}")
    assert refused.value.refusals[0].place == "entry 2"


@pytest.mark.rule("S1.0d")
def test_a_split_is_settled_by_a_d20() -> None:
    stage = Stage("HR 1-10, DO** 11-20")
    assert stage.play("1-1-1 10").last == HOME_RUN
    assert stage.play("1-1-1 11").last == DOUBLE


@pytest.mark.rule("S2.2a", "S2.2b")
def test_asterisks_move_every_runner_and_ask_nobody() -> None:
    assert Stage("SI*").play("20 1-1-1", LOADED).to == (1, 2, 3, SCORED)
    assert Stage("SI**").play("20 1-1-1", LOADED).to == (1, 3, SCORED, SCORED)
    assert Stage("DO**").play("20 1-1-1", LOADED).to == (2, 3, SCORED, SCORED)


@pytest.mark.rule("S2.2c", "S2.2d")
def test_on_an_open_hit_the_offence_may_send_a_runner() -> None:
    assert Stage("SI(cf)").play("20 1-1-1", FIRST).asks == "send"
    assert Stage("DO(cf)").play("20 1-1-1", FIRST).asks == "send"
    held = Stage("SI(cf)").play("20 1-1-1 send=no", LOADED)
    assert held.to == (1, 2, 3, SCORED)
    assert Stage("DO(cf)").play("20 1-1-1 send=no", FIRST).to == (2, 3, 5, 5)


@pytest.mark.rule("S13.61", "S13.62", "S13.622")
def test_the_defence_may_give_the_run_and_keep_the_others_where_they_are() -> None:
    stage = Stage("SI(cf)")
    given = stage.play("20 1-1-1 send=yes cut=give", FIRST_SECOND)
    assert given.to == (1, 2, SCORED, 5)
    held = stage.play("20 1-1-1 send=yes cut=throw trail=no 1", FIRST_SECOND)
    assert held.to == (1, 2, SCORED, 5)
    out = stage.play("20 1-1-1 send=yes trail=no 20", FIRST_SECOND)
    assert out.to == (1, 2, OUT, 5)


@pytest.mark.rule("S13.623a", "S13.623b")
def test_with_trail_runners_going_the_defence_chooses_whom_to_throw_at() -> None:
    stage = Stage("SI(cf)")
    lead = stage.play("20 1-1-1 send=yes trail=yes target=lead 20", FIRST_SECOND)
    assert lead.to == (2, 3, OUT, 5)
    trail = stage.play("20 1-1-1 send=yes trail=yes target=trail 20", FIRST_SECOND)
    assert trail.to == (2, OUT, SCORED, 5)
    safe = stage.play("20 1-1-1 send=yes trail=yes target=trail 1", FIRST_SECOND)
    assert safe.to == (2, 3, SCORED, 5)


@pytest.mark.rule("T13.611a", "T13.5")
def test_from_first_to_third_the_batter_is_the_trail_runner() -> None:
    stage = Stage("SI(cf)")
    out = stage.play("20 1-1-1 send=yes trail=yes target=trail 20", FIRST)
    assert out.to == (OUT, 3, 5, 5)
    lead = stage.play("20 1-1-1 send=yes trail=yes target=lead 20", FIRST)
    assert lead.to == (2, OUT, 5, 5)


@pytest.mark.rule("S13.61", "S13.623a", "S13.623b")
def test_on_a_double_the_batter_is_the_trail_runner() -> None:
    """The runner on first for home, the batter for third; whoever is thrown at is out or not."""
    stage = Stage("DO(cf)")
    for where, ahead in ((FIRST, (5, 5)), (LOADED, (SCORED, SCORED))):
        for words, batter, runner in (
            ("send=yes cut=give", 2, SCORED),
            ("send=yes trail=no 1", 2, SCORED),
            ("send=yes trail=no 20", 2, OUT),
            ("send=yes trail=yes target=lead 1", 3, SCORED),
            ("send=yes trail=yes target=lead 20", 3, OUT),
            ("send=yes trail=yes target=trail 1", 3, SCORED),
            ("send=yes trail=yes target=trail 20", OUT, SCORED),
        ):
            found = stage.play(f"20 1-1-1 {words}", where)
            assert found.to == (batter, runner, *ahead), (where, words)


@pytest.mark.parametrize(
    ("reads", "fielder"),
    [("SI*", 8), ("SI**", 8), ("SI", 8), ("DO**", 8), ("DO", 8), ("TR", 9), ("HR", 0)],
)
def test_a_hit_without_a_fielder_is_the_center_fielders_and_a_triple_the_right_fielders(
    reads: str, fielder: int
) -> None:
    found = Stage(reads).play("1-1-1")
    assert [fielder_of(event) for event in found.events] == [fielder]


@pytest.mark.rule("S2.22", "S13.1e", "S13.2a", "S13.2b", "S23.85", "T0.10a")
@pytest.mark.parametrize(
    ("words", "outs", "last_safe"),
    [
        ("hold=none 20", 0, 13),  # 12 running, 1 for nobody holding him
        ("hold=2 20", 0, 11),
        ("20", 2, 15),  # two out: 2 more
    ],
)
def test_a_runners_chances_to_score_from_second(words: str, outs: int, last_safe: int) -> None:
    stage = Stage("SI(cf)", fielders={8: (3, 0, 0), 2: (5, 0, 0)})
    where = f"T1 {outs} -.1.- 0-0 2/1"
    for rolled, to in ((last_safe - 1, SCORED), (last_safe + 2, OUT)):
        found = stage.play(f"{words} 1-1-1 send=yes trail=no {rolled}", where)
        assert found.to[2] == to
    if outs < 2:
        better = Stage("SI(cf)", fielders={8: (3, 0, -4), 2: (5, 0, 0)})
        found = better.play(f"{words} 1-1-1 send=yes trail=no {last_safe - 1}", where)
        assert found.to[2] == OUT


@pytest.mark.rule("S13.1a")
@pytest.mark.parametrize(("arm", "last_safe"), [(-3, 10), (0, 13), (3, 16)])
def test_an_outfielders_arm_changes_the_chance_of_the_extra_base(arm: int, last_safe: int) -> None:
    stage = Stage("SI(cf)", fielders={8: (3, 0, arm), 2: (5, 0, 0)})
    where = "T1 0 -.1.- 0-0 2/1"
    for rolled, to in ((last_safe - 1, SCORED), (last_safe + 2, OUT)):
        assert stage.play(f"hold=none 20 1-1-1 send=yes trail=no {rolled}", where).to[2] == to


@pytest.mark.rule("T0.01b", "T14.5")
def test_nobody_robs_a_home_run() -> None:
    best = dict.fromkeys((7, 8, 9), (1, 0, -6))
    for reads in ("HR", "HR(cf)"):
        found = Stage(reads, fielders=best).play("20 1-1-1", LOADED)
        assert (found.last, found.to) == (HOME_RUN, (SCORED,) * 4)
        # Nothing is thrown any more about it: the next thing is the next batter.
        assert found.asks == "walk"


@pytest.mark.rule("S13.1b")
def test_the_throw_is_the_named_fielders_else_the_center_fielders() -> None:
    named = Stage("SI(lf)").play("20 1-1-1 send=no", SECOND)
    assert fielder_of(named.events[-1]) == 7
    assert fielder_of(Stage("SI").play("20 1-1-1 send=no", SECOND).events[-1]) == 8


@pytest.mark.rule("S13.1c")
@pytest.mark.parametrize("kind", ["SI", "DO", "$SI"])
def test_the_fielder_of_the_flyout_throws_on_an_open_hit_that_it_is_split_with(kind: str) -> None:
    arms = {7: (3, 0, -4), 8: (3, 0, 0), 9: (3, 0, 4)}
    for split, by in (
        (f"{kind} 1-10, fly(lf)B 11-20", 7),
        (f"fly(rf)C 1-10, {kind} 11-20", 9),
        (f"{kind}(cf) 1-10, fly(lf)B 11-20", 8),
        (f"{kind} 1-10, gb(ss)A 11-20", 8),
    ):
        where, face = (FIRST, 15 if split.startswith("fly") else 5)
        found = Stage(split, fielders=arms).play(f"20 1-1-1 {face} send=no", where)
        assert fielder_of(found.events[-1]) == by, split
    # From second home on his arm of -4: 12 running, 1 because he was not held.
    stage = Stage(f"{kind} 1-10, fly(lf)B 11-20", fielders=arms)
    words = "hold=none 20 1-1-1 5 send=yes trail=no"
    if kind != "DO":
        assert stage.play(f"{words} 8", SECOND).to[2] == SCORED
        assert stage.play(f"{words} 12", SECOND).to[2] == OUT


@pytest.mark.rule("S13.63a", "S13.63b", "S13.63c", "T0.01j")
@pytest.mark.parametrize(("catcher", "last_safe"), [(1, 2), (2, 6), (3, 10), (4, 14), (5, 18)])
def test_the_catcher_blocks_the_plate_on_the_two_border_numbers(
    catcher: int, last_safe: int
) -> None:
    stage = Stage("SI(cf)", fielders={2: (catcher, 0, 0)})
    for border in (13, 14):
        words = f"20 1-1-1 send=yes trail=no {border}"
        assert stage.play(words, SECOND).asks == "block"
        assert stage.play(f"{words} {last_safe}", SECOND).to[2] == SCORED
        assert stage.play(f"{words} {last_safe + 1}", SECOND).to[2] == OUT
    assert stage.play("20 1-1-1 send=yes trail=no 12", SECOND).to[2] == SCORED
    assert stage.play("20 1-1-1 send=yes trail=no 15", SECOND).to[2] == OUT


def test_triples_and_home_runs_bring_everybody_home() -> None:
    assert Stage("TR").play("20 1-1-1", LOADED).to == (3, SCORED, SCORED, SCORED)
    assert Stage("TR").play("1-1-1").last == TRIPLE
    assert Stage("HR").play("20 1-1-1", LOADED).to == (SCORED,) * 4


@pytest.mark.rule("S12.1a", "S12.1b", "S12.11")
def test_a_weak_hitter_hits_no_home_run_off_the_pitchers_card() -> None:
    weak = {"power_left": False, "power_right": False}
    assert Stage("HR", batter=weak).play("1-1-1").last == HOME_RUN
    assert Stage("K", "HR", batter=weak).play("20 4-1-1", LOADED).to == (1, 3, SCORED, SCORED)
    assert Stage("K", "HR").play("4-1-1").last == HOME_RUN
    split = Stage("K", "HR 1-10, DO** 11-20", batter=weak)
    assert split.play("4-1-1 10").last == SINGLE
    assert split.play("4-1-1 11").last == DOUBLE


@pytest.mark.rule("S11.1a", "S11.1f")
def test_a_batters_card_is_read_on_the_side_of_the_pitchers_hand() -> None:
    sides = {"left": side("SI*"), "right": side("HR")}
    for throws, kind in (("L", SINGLE), ("R", HOME_RUN)):
        stage = Stage("K", batter=sides, mound={"throws": throws})
        assert stage.play("1-1-1").last == kind
        assert stage.play("4-1-1").last == STRIKEOUT, "the pitcher's card"


@pytest.mark.rule("S11.1b", "S11.1c")
def test_a_pitchers_card_is_read_on_the_side_of_the_batters_hand() -> None:
    sides = {"left": side("SI*"), "right": side("HR")}
    for bats, kind in (("L", SINGLE), ("R", HOME_RUN)):
        stage = Stage("K", batter={"bats": bats}, mound=sides)
        assert stage.play("4-1-1").last == kind
        assert stage.play("1-1-1").last == STRIKEOUT, "the batter's card"


@pytest.mark.rule("S11.1d")
def test_a_switch_hitter_bats_opposite_to_the_pitcher() -> None:
    sides = {"left": side("SI*"), "right": side("HR")}
    for throws, kind in (("R", SINGLE), ("L", HOME_RUN)):
        stage = Stage("K", batter={"bats": "S"}, mound={**sides, "throws": throws})
        assert stage.play("4-1-1").last == kind


@pytest.mark.rule("S12.0")
def test_power_goes_by_the_pitchers_hand() -> None:
    left = Stage("K", "HR", batter={"power_left": False}, mound={"throws": "L"})
    assert left.play("4-1-1").last == SINGLE
    right = Stage("K", "HR", batter={"power_left": False}, mound={"throws": "R"})
    assert right.play("4-1-1").last == HOME_RUN


@pytest.mark.rule("S3.1a", "S3.1b", "S3.1c", "S3.1d")
def test_flies_a_b_and_c() -> None:
    assert Stage("fly(cf)A").play("20 1-1-1", LOADED).to == (OUT, 2, 3, SCORED)
    found = Stage("fly(cf)B").play("20 1-1-1", LOADED)
    assert found.to == (OUT, 1, 2, SCORED)
    assert found.last == SACRIFICE_FLY
    assert Stage("fly(cf)C").play("20 1-1-1", LOADED).to == (OUT, 1, 2, 3)
    assert Stage("fly(cf)A").play("1-1-1", "T1 2 -.-.- 0-0 4/1").now.half == 1


@pytest.mark.rule("S14.2a", "S14.2b", "S14.2c")
def test_a_fly_b_with_a_question_lets_the_runner_on_third_try() -> None:
    stage = Stage("fly(cf)B?", fielders={2: (5, 0, 0)})  # 12 running and 2
    assert stage.play("20 1-1-1", THIRD).asks == "send"
    assert stage.play("20 1-1-1 send=no", THIRD).to == (OUT, 5, 5, 3)
    safe = stage.play("20 1-1-1 send=yes 13", THIRD)
    assert (safe.to[3], safe.last) == (SCORED, SACRIFICE_FLY)
    out = stage.play("20 1-1-1 send=yes 16", THIRD)
    assert (out.to[3], out.last) == (OUT, DOUBLE_PLAY)
    assert stage.play("20 1-1-1", "T1 2 -.-.1 0-0 2/1").now.half == 1


@pytest.mark.rule("S14.4", "S14.41", "S14.42", "S14.431", "S14.432a", "S14.432b", "T0.10c")
def test_the_cutoff_rule_on_a_fly_b_with_a_question() -> None:
    stage = Stage("fly(cf)B?", fielders={2: (5, 0, 0)})
    assert stage.play("20 1-1-1 send=yes", FIRST_THIRD).asks == "cut"
    assert stage.play("20 1-1-1 send=yes cut=give", FIRST_THIRD).to == (OUT, 1, 5, SCORED)
    assert stage.play("20 1-1-1 send=yes trail=no 20", FIRST_THIRD).to == (OUT, 1, 5, OUT)
    home = stage.play("20 1-1-1 send=yes trail=yes target=lead 20", FIRST_THIRD)
    assert home.to == (OUT, 2, 5, OUT)
    cut = stage.play("20 1-1-1 send=yes trail=yes target=trail 20", FIRST_THIRD)
    assert cut.to == (OUT, OUT, 5, SCORED)
    assert problems(cut.record) == (), "and the proofs of the scorebook find nothing wrong"
    last = stage.play("20 1-1-1 send=yes trail=yes target=trail 20", "T1 1 1.-.3 0-0 4/1")
    assert (last.runs, last.now.half) == (1, 1)  # the run counts, though he is the third out


@pytest.mark.rule("S14.43a", "S14.43b")
@pytest.mark.parametrize(("fielder", "last_safe"), [("lf", 5), ("cf", 7), ("rf", 9)])
def test_the_trail_runner_on_a_fly_to_third_by_outfield(fielder: str, last_safe: int) -> None:
    stage = Stage(f"fly({fielder})B?")
    for rolled, to in ((last_safe, 3), (last_safe + 1, OUT)):
        words = f"20 1-1-1 send=yes trail=yes target=trail {rolled}"
        assert stage.play(words, "T1 0 -.2.3 0-0 4/1").to[2] == to


@pytest.mark.rule("S14.3a", "S14.3b", "S14.3c", "S14.32", "T0.10b")
def test_from_second_on_a_fly_to_right_only_a_twenty_is_out() -> None:
    stage = Stage("fly(rf)B")  # 12 and 2
    for rolled, to in ((14, 3), (15, 2), (19, 2), (20, OUT)):
        assert stage.play(f"20 1-1-1 send=yes {rolled}", SECOND).to[2] == to
    assert stage.play("20 1-1-1 send=yes 14", FIRST_SECOND).to[1] == 1
    assert Stage("fly(lf)B").play("20 1-1-1", SECOND).to[2] == 2
    assert Stage("fly(rf)B?").play("20 1-1-1", SECOND).to[2] == 2


NINTH = "B9 0 -.-.1 3-3 1/2"


@pytest.mark.rule("S21.3")
@pytest.mark.parametrize("reads", ["fly(cf)A", "fly(cf)B", "fly(lf)A", "fly(rf)B"])
def test_flies_a_and_b_are_singles_with_the_outfield_in(reads: str) -> None:
    for outs in (0, 1):
        where = NINTH.replace("B9 0", f"B9 {outs}")
        assert Stage(reads).play("20 1-1-1", where).last == SACRIFICE_FLY
        found = Stage(reads).play("outfield=in 20 1-1-1", where)
        assert (found.last, found.to[0], found.to[3]) == (SINGLE, 1, SCORED)
        assert found.record.ending is not None
    assert Stage("fly(cf)C").play("outfield=in 20 1-1-1", NINTH).to == (OUT, 5, 5, 3)


@pytest.mark.rule("S21.2")
def test_the_outfield_in_takes_nine_off_the_chance_on_a_fly_b_with_a_question() -> None:
    stage = Stage("fly(cf)B?", fielders={2: (5, 0, 0)})  # 12 running
    for where, last_safe in (("", 14), ("outfield=in ", 5)):
        assert stage.play(f"{where}20 1-1-1 send=yes {last_safe}", NINTH).asks == "block"
        for rolled, to in ((last_safe - 1, SCORED), (last_safe + 2, OUT)):
            found = stage.play(f"{where}20 1-1-1 send=yes {rolled}", NINTH)
            assert (found.to[3], found.record.ending is None) == (to, to == OUT)


@pytest.mark.rule("S21.1")
def test_the_outfield_comes_in_when_a_fly_can_end_the_game() -> None:
    assert "outfield" in _offers(Stage("fly(cf)B"), NINTH)
    for where in ("T9 0 -.-.1 3-3 2/1", "B8 0 -.-.1 3-3 1/2", "B9 2 -.-.1 3-3 1/2"):
        with pytest.raises(Refused):
            Stage("fly(cf)B").play("outfield=in 20 1-1-1", where)


def _offers(stage: Stage, situation: str) -> set[str]:
    """The decisions asked before the check for wild pitches, all answered as usual."""
    found: set[str] = set()
    words = ""
    while (asks := stage.play(words, situation)).asks not in ("check", "plate"):
        found.add(asks.asks)
        words += f" {asks.asks}={asks.choices[0]}"
    return found


@pytest.mark.rule("S17.2", "S17.22a", "S17.22b")
def test_a_lomax_doubles_the_lead_runner_off() -> None:
    stage = Stage("lomax")
    assert stage.play("20 1-1-1", FIRST).to == (OUT, OUT, 5, 5)
    assert stage.play("20 1-1-1 8", FIRST_SECOND).to == (OUT, 1, OUT, 5)
    triple = stage.play("20 1-1-1 7", FIRST_SECOND)
    assert (triple.last, triple.now.half) == (TRIPLE_PLAY, 1)
    assert stage.play("20 1-1-1", "T1 1 1.2.- 0-0 3/1").to == (OUT, 1, OUT, 5)
    assert stage.play("1-1-1").last == BATTER_OUT
    assert Stage("lo(3b)").play("20 1-1-1", FIRST).to == (OUT, 1, 5, 5)


@pytest.mark.rule("S30.0", "S30.3a", "S30.3b", "S30.4", "T0.01d", "T30.5")
def test_ballpark_readings_go_by_the_parks_number_for_the_side() -> None:
    park = {"park_home_runs_left": 3, "park_home_runs_right": 12, "park_singles_right": 7}
    homer = Stage("BPHR", options=park)
    assert homer.play("1-1-1 12").last == HOME_RUN
    assert homer.play("1-1-1 13").last == BATTER_OUT
    left = Stage("BPHR", options=park, batter={"bats": "L"})
    assert left.play("1-1-1 3").last == HOME_RUN
    assert left.play("1-1-1 4").last == BATTER_OUT
    switch = Stage("BPHR", options=park, batter={"bats": "S"})
    assert switch.play("1-1-1 4").last == BATTER_OUT
    single = Stage("BPSI", options=park)
    assert single.play("20 1-1-1 7", FIRST_SECOND).to == (1, 2, 3, 5)
    assert single.play("1-1-1 8").last == BATTER_OUT
    assert "weather" not in {option.key for option in Stage().play("").record.system.options}


@pytest.mark.rule("S30.7a", "S30.7b", "S30.7c")
def test_the_clutch_sign_counts_with_two_out_and_a_runner_in_scoring_position() -> None:
    two_out = "T1 2 -.2.- 0-0 3/1"
    assert Stage("$K").play("20 1-1-1", two_out).last == SINGLE
    assert Stage("$K").play("20 1-1-1", two_out).to[2] == SCORED
    assert Stage("$SI*").play("20 1-1-1", two_out).now.half == 1
    for where in ("T1 2 1.-.- 0-0 2/1", "T1 1 -.2.- 0-0 3/1"):
        assert Stage("$SI*").play("20 1-1-1", where).last == SINGLE
    assert Stage("$DO**").play("20 1-1-1", two_out).last == DOUBLE
