"""Hits and the Choice Chart (DD-013, DD-014, DD-027, DD-040, DD-041, DD-181 to DD-247)."""

import pytest

from games.engine.events import DOUBLE, SINGLE, error_of
from games.systems.deep_drive.play.cards import SPEEDS
from tests.engine.deep_drive.stage import played, staged

SI, SI_PLUS, DD_DO = ("1-0-3",), ("0-5-3",), ("0-2-3", "4-0-3")

HITS = {
    "SI+": ["?", "?", "YES", "YES", "YES", "YES"],
    "SI": ["NO", "NO", "NO", "NO", "?", "?"],
    "DO": ["NO", "NO", "?", "?", "YES", "YES"],
}
ROWS = {"SI": SI, "SI+": SI_PLUS, "DO": DD_DO}


@pytest.mark.rule("DD-013", "DD-014", "DD-027", "DD-040", "DD-041", "DD-181", "DD-182", "DD-183")
@pytest.mark.rule("DD-184", "DD-185", "DD-186", "DD-187", "DD-188")
@pytest.mark.parametrize("outs", [0, 1, 2])
@pytest.mark.parametrize("speed", SPEEDS[:5])
@pytest.mark.parametrize("row", HITS)
def test_the_hits_chart(row: str, speed: str, outs: int) -> None:
    """A runner on first (on a double) or on second (on singles) by row, speed and outs."""
    entry = HITS[row][SPEEDS.index(speed) + (outs == 2)]
    base = 1 if row == "DO" else 2
    stage = staged(base, outs=outs, speeds={base: speed})
    record = stage.play(*ROWS[row])
    asked = record.open[0].decision
    batter = "2b" if row == "DO" else "1b"
    if entry == "?":
        assert asked is not None
        assert asked.name == "send"
        assert stage.refused(*ROWS[row], "5-5").code == "decision-missing"
        held = played(stage, *ROWS[row], "send=no")
        assert (held.runners, held.runs) == (f"{batter} 3r{base}", 0)
        cut = ("cut=throw",) if row != "DO" else ()
        sent = played(stage, *ROWS[row], "send=yes", *cut, "3-0")
        assert (sent.runners, sent.runs) == (batter, 1)
        return
    result = played(stage, *ROWS[row])
    assert asked is None or asked.name != "send"
    assert (result.runners, result.runs) == (
        (batter, 1) if entry == "YES" else (f"{batter} 3r{base}", 0)
    )
    assert result.kinds == (DOUBLE if row == "DO" else SINGLE,)
    refused = stage.refused(*ROWS[row], "send=yes")
    assert refused.code == "decision-not-offered"
    assert "DD-187" in refused.refusals[0].message


@pytest.mark.rule("DD-014", "DD-186")
def test_nobody_passes_and_third_has_to_be_free() -> None:
    both = played(staged(1, 2, speeds={1: "VF", 2: "-"}), *SI_PLUS)
    assert (both.runners, both.runs) == ("1b 3r1", 1)
    held = played(staged(1, 2, speeds={1: "VF", 2: "S"}), *SI_PLUS, "send=no")
    assert held.runners == "1b 2r1 3r2", "a YES behind a runner who holds stays where he is pushed"
    loaded = played(staged(1, 2, 3), *SI)
    assert (loaded.runners, loaded.runs) == ("1b 2r1 3r2", 1)


SAFE_TO = {"VS": 66, "S": 84, "-": 90, "F": 94, "VF": 97}


@pytest.mark.rule("DD-213", "DD-219", "DD-220", "DD-225", "DD-226", "DD-227", "DD-228")
@pytest.mark.rule("DD-229", "DD-230", "DD-231", "DD-232", "DD-233", "DD-235", "DD-236")
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_the_choice_chart_by_speed(speed: str) -> None:
    """Every number, with everybody rated 3: 64, 82, 88, 92 and 95 of a hundred are safe."""
    row = DD_DO if speed in ("-", "F") else SI_PLUS if speed in ("VS", "S") else SI
    base = 1 if row is DD_DO else 2
    safe = 0
    for percent in range(100):
        entries = [*row, "send=yes"]
        if base == 2:
            entries.append("cut=throw")
        entries.append(f"{percent // 10}-{percent % 10}")
        if percent == 0:
            entries.append("9-9")
        if percent in (2, 98):
            entries.append("9")
        result = played(staged(base, speeds={base: speed}), *entries)
        home = percent in (1, 2) or 5 <= percent <= 66 or 67 <= percent <= SAFE_TO[speed]
        assert (result.runs, result.outs) == ((1, 0) if home else (0, 1)), percent
        safe += home
    assert safe == {"VS": 64, "S": 82, "-": 88, "F": 92, "VF": 95}[speed]


@pytest.mark.rule("DD-234")
def test_two_outs_shift_the_choice_chart_too() -> None:
    entries = (*SI, "send=yes", "cut=throw", "9-7")
    assert played(staged(2, outs=2, speeds={2: "F"}), *entries).runs == 1
    unshifted = staged(2, outs=2, speeds={2: "F"}, settings={"choice_speed": "unshifted"})
    assert played(unshifted, *entries).runs == 0


@pytest.mark.rule("DD-225", "DD-226")
@pytest.mark.parametrize("rating", range(6))
def test_a_bad_fielder_drops_the_throw(rating: int) -> None:
    for percent, worst in (("0-3", 1), ("0-4", 2)):
        stage = staged(2, speeds={2: "S"}, ratings={2: rating})
        result = played(stage, *SI_PLUS, "send=yes", "cut=throw", percent)
        dropped = rating <= worst
        assert result.runs == dropped
        assert (error_of(result.record.events[-1]) == 2) == dropped


@pytest.mark.rule("DD-211")
def test_a_runner_from_first_takes_third_on_the_throw_home() -> None:
    stage = staged(1, 2, speeds={1: "VS", 2: "VF"})
    assert played(stage, *SI, "send=yes", "cut=throw", "5-0").runners == "1b 3r1"
    assert played(stage, *SI, "send=yes", "cut=throw", "9-9").runners == "1b 3r1"
    assert played(stage, *SI, "send=no").runners == "1b 2r1 3r2"


@pytest.mark.rule("DD-212")
def test_throw_or_cut_is_asked_of_a_runner_sent_home_on_a_single_only() -> None:
    stage = staged(2, speeds={2: "VF"})
    assert stage.refused(*SI, "send=yes", "5-0").code == "decision-missing"
    to_third = staged(1, speeds={1: "VF"})
    assert played(to_third, *SI, "send=yes", "5-0").runners == "1b 3r1"
    assert to_third.refused(*SI, "send=yes", "cut=cut").code == "decision-not-offered"
    double = staged(1)
    assert played(double, *DD_DO, "send=yes", "5-0").runs == 1


EVERY_THROW_HOME = {"cut_off_on": "throws_home"}


@pytest.mark.rule("DD-212")
def test_by_a_setting_every_throw_home_may_be_cut_off() -> None:
    to_third = staged(1, speeds={1: "VF"}, settings=EVERY_THROW_HOME)
    assert to_third.refused(*SI, "send=yes", "cut=cut").code == "decision-not-offered"
    double = staged(1, settings=EVERY_THROW_HOME)
    sent = (*DD_DO, "send=yes")
    assert double.refused(*sent, "5-0").code == "decision-missing"
    for entries, runners, outs, runs in (
        (["cut=throw", "5-0"], "2b", 0, 1),
        (["cut=throw", "9-7"], "2b", 1, 0),
        (["cut=cut", "5-0"], "2b", 0, 1),
        (["cut=cut", "0-0", "9"], "3b", 0, 1),
        (["cut=cut", "0-1", "9"], "2b", 0, 1),
        (["cut=cut", "9-5"], "", 1, 1),
    ):
        entries = [*entries, "4"] if entries[-1] == "9-5" else entries
        result = played(double, *sent, *entries)
        assert (result.runners, result.outs, result.runs) == (runners, outs, runs), entries


@pytest.mark.rule("DD-212")
@pytest.mark.parametrize(
    ("bases", "entries", "runners", "outs", "runs"),
    [((2, 3), ["cut=throw", "5-0"], "2r2", 1, 1), ((2, 3), ["cut=cut", "5-0"], "2r2", 1, 1),
     ((1, 2, 3), ["cut=cut", "0-0", "9"], "2r1 3r2", 1, 1),
     ((1, 2, 3), ["cut=cut", "0-1", "9"], "1r1 2r2", 1, 1),
     ((1, 2, 3), ["cut=cut", "9-5", "4"], "1r1", 2, 1),
     ((1, 2, 3), ["cut=cut", "9-5", "5"], "2r2", 2, 1),
     ((3,), ["cut=cut", "9-5"], "", 1, 1)],
)  # fmt: skip
def test_by_a_setting_a_throw_home_on_a_fly_may_be_cut_off(
    bases: tuple[int, ...], entries: list[str], runners: str, outs: int, runs: int
) -> None:
    stage = staged(*bases, code="F7", settings=EVERY_THROW_HOME)
    result = played(stage, "3-5-1", "tag=yes", *entries)
    assert (result.runners, result.outs, result.runs) == (runners, outs, runs)
    usual = staged(*bases, code="F7")
    assert usual.refused("3-5-1", "tag=yes", "cut=cut").code == "decision-not-offered"


@pytest.mark.rule("DD-213", "DD-214", "DD-215", "DD-216", "DD-217", "DD-218")
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_a_rundown_buys_time_by_the_speed_of_the_player(speed: str) -> None:
    row = DD_DO if speed in ("-", "F") else SI_PLUS if speed in ("VS", "S") else SI
    base = 1 if row is DD_DO else 2
    for percent in range(100):
        entries = [*row, "send=yes", *(["cut=throw"] if base == 2 else []), "0-0"]
        result = played(
            staged(base, speeds={base: speed}), *entries, f"{percent // 10}-{percent % 10}"
        )
        least = next(
            (at for last, at in ((14, 1), (29, 2), (49, 3), (69, 4)) if percent <= last), 9
        )
        first = 2 if row is DD_DO else 1
        there = first + (SPEEDS.index(speed) >= least)
        assert result.runners == f"{there}b", percent
        assert result.outs == 1


def test_no_rundown_throw_after_the_third_out() -> None:
    stage = staged(2, outs=2, speeds={2: "F"})
    assert played(stage, *SI, "send=yes", "cut=throw", "0-0").outs == 3
    assert stage.play(*SI, "send=yes", "cut=throw", "0-0").open[-1].dice.name == "plate"


@pytest.mark.rule("DD-219")
def test_the_fielder_who_argues_is_ejected_and_replaced() -> None:
    stage = staged(2, speeds={2: "S"})
    record = stage.play(*SI_PLUS, "send=yes", "cut=throw", "0-1")
    stand_in = record.open[0].decision
    assert stand_in is not None
    assert stand_in.name == "stand-in"
    game = stage.game(*SI_PLUS, "send=yes", "cut=throw", "0-1", "stand-in=12", "2-2-3")
    catcher = game.defence.lineup.at[2]
    assert catcher == 12
    assert game.defence.lineup.gone >> 1 & 1, "he has left and may not return"
    gone = stage.refused(*SI_PLUS, "send=yes", "cut=throw", "0-1", "stand-in=12", "enter=1")
    assert gone.code in ("choice-not-legal", "decision-not-offered")


@pytest.mark.rule("DD-236")
def test_the_runner_who_argues_is_ejected_and_replaced() -> None:
    stage = staged(2, speeds={2: "S"})
    entries = (*SI_PLUS, "send=yes", "cut=throw", "9-9")
    assert stage.play(*entries).open[0].decision.name == "replace"
    game = stage.game(*entries, "replace=12", "2-2-3")
    assert game.nines[0].lineup.slots[2] == 12


@pytest.mark.rule("DD-220", "DD-221", "DD-222", "DD-223", "DD-224", "DD-235")
@pytest.mark.parametrize("die", range(10))
@pytest.mark.parametrize("percent", ["0-2", "9-8"])
def test_collisions(percent: str, die: int) -> None:
    stage = staged(2, speeds={2: "S"})
    game = stage.game(*SI_PLUS, "send=yes", "cut=throw", percent, str(die))
    runner_hurt = die in (0, 1, 4)
    fielder_hurt = die in (2, 3, 4)
    assert bool(game.nines[0].lineup.hurt) == runner_hurt
    assert bool(game.nines[1].lineup.hurt) == fielder_hurt


@pytest.mark.rule("DD-221", "DD-222", "DD-223")
def test_the_injury_chart_is_the_houses() -> None:
    entries = (*SI_PLUS, "send=yes", "cut=throw", "0-2")
    off = staged(2, speeds={2: "S"}, settings={"injuries": "off"})
    assert off.play(*entries).open[-1].dice.name == "plate"
    full = staged(2, speeds={2: "S"}, settings={"injuries": "full"})
    for percent, games in (("4-9", 0), ("7-0", 15), ("8-5", 30), ("9-9", 999)):
        record = full.play(*entries, "0", percent)
        injury = next(event for event in record.events if event & 63 == 7)
        assert (injury & (1 << 32) - 1) >> 6 >> 8 == games
    record = full.play(*entries, "0", "5-0", "8")
    injury = next(event for event in record.events if event & 63 == 7)
    assert (injury & (1 << 32) - 1) >> 6 >> 8 == 3, "one and a die modulo three"


CUT = (*SI, "send=yes", "cut=cut")


@pytest.mark.rule("DD-237", "DD-238", "DD-239", "DD-242")
def test_the_cut_off_chart() -> None:
    for percent in range(95):
        stage = staged(1, 2, speeds={2: "VF"})
        entries = [*CUT, f"{percent // 10}-{percent % 10}"]
        if percent <= 4:
            assert stage.play(*entries).open[-1].dice.name == "outfielder"
            entries.append("3")
        result = played(stage, *entries)
        assert (result.runners, result.runs) == ("1b 2r1", 1), "the lead scores, the others hold"


@pytest.mark.rule("DD-237", "DD-238")
@pytest.mark.parametrize("modifier", range(10))
def test_a_wild_throw_of_the_outfielder_whom_the_modifier_names(modifier: int) -> None:
    fielder = 7 if modifier <= 2 else 8 if modifier <= 6 else 9
    for die in range(10):
        stage = staged(1, 2, speeds={2: "VF"}, ratings={fielder: 4})
        entries = (f"1-0-{modifier}", "send=yes", "cut=cut", "0-0", str(die))
        assert played(stage, *entries).runners == ("2b 3r1" if die > 4 else "1b 2r1")


@pytest.mark.rule("DD-239", "DD-240", "DD-241")
@pytest.mark.parametrize(
    ("first", "batter", "runners"),
    [("-", "-", "2b 3r1"), ("S", "-", "1b 2r1"), ("VS", "VF", "1b 2r1"), ("F", "S", "1b 3r1"),
     ("F", "VS", "1b 3r1")],
)  # fmt: skip
def test_over_the_cut_off_player(first: str, batter: str, runners: str) -> None:
    stage = staged(1, 2, speeds={1: first, 2: "VF"}, run=batter)
    for percent in ("0-1", "0-4"):
        assert played(stage, *CUT, percent, "9").runners == runners
    alone = staged(2, speeds={2: "VF"}, run=batter)
    second = batter not in ("S", "VS")
    assert played(alone, *CUT, "0-2", "9").runners == ("2b" if second else "1b")


@pytest.mark.rule("DD-243", "DD-244", "DD-245", "DD-246", "DD-247")
def test_a_player_is_caught_behind_the_cut_off() -> None:
    both = staged(1, 2, speeds={2: "VF"})
    for die in range(10):
        entries = ("1-0-1", "send=yes", "cut=cut", "9-5", str(die))
        assert played(both, *entries).runners == ("1b" if die <= 4 else "2r1")
    alone = staged(2, speeds={2: "VF"})
    assert played(alone, "1-0-1", "send=yes", "cut=cut", "9-9").runners == ""
    for modifier, die, fielder in ((1, "", 6), (8, "", 4), (5, "4", 6), (5, "5", 4)):
        entries = [f"1-0-{modifier}", "send=yes", "cut=cut", "9-7", *([die] if die else [])]
        record = alone.play(*entries)
        act = next(event for event in record.events if event & 63 == 9)
        runner = (act & (1 << 32) - 1) >> 6 >> 9
        assert alone.in_the_field().positions[runner - 1] == fielder
