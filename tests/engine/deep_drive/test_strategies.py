"""Infield and outfield in, and playing it safe (DD-082 to DD-102)."""

from dataclasses import replace

import pytest

from games.engine.endings import WALK_OFF
from games.engine.record import replay
from games.presenters.words import option_facts
from games.systems.deep_drive.play.readings import write_reading
from games.systems.deep_drive.text.notation import parse_events
from tests.engine.deep_drive.stage import played, result_of, staged

OUT = "3-5-4"


@pytest.mark.rule("DD-082", "DD-089")
@pytest.mark.parametrize("where", ["in", "corners"])
def test_when_the_infield_may_play_in(where: str) -> None:
    for bases in ((), (1,), (1, 2)):
        refused = staged(*bases).refused(f"infield={where}")
        assert refused.code == "decision-not-offered"
        assert "DD-082" in refused.refusals[0].message
    assert staged(3, outs=2).refused(f"infield={where}").code == "decision-not-offered"
    for outs in (0, 1):
        assert played(staged(3, outs=outs, code="G4"), f"infield={where}", OUT).outs == outs + 1


@pytest.mark.rule("DD-083")
@pytest.mark.parametrize("fielder", range(1, 10))
def test_line_outs_go_through_a_drawn_in_infield(fielder: int) -> None:
    stage = staged(3, code=f"L{fielder}")
    result = played(stage, "infield=in", OUT)
    assert (result.runners, result.runs) == ("1b", 1)
    assert write_reading(stage.game("infield=in", OUT).came_to) == "SI+"


@pytest.mark.rule("DD-084")
def test_doubles_are_singles_with_the_infield_in_whatever_they_read() -> None:
    for face in range(10):
        result = played(staged(3), "infield=in", f"{face}-{face}-4")
        assert (result.runners, result.runs) == ("1b", 1)
    strikeout = staged(3, settings={"infield_in_doubles": "outs_only"})
    assert played(strikeout, "infield=in", "2-2-4").outs == 1
    assert played(strikeout, "infield=in", "3-3-4").runners == "1b"


@pytest.mark.rule("DD-085", "DD-086", "DD-087")
@pytest.mark.parametrize(
    ("bases", "code", "runners"),
    [((3,), "G6h", "3r3"), ((3,), "G4s", "3r3"), ((3,), "G4", "1b"),
     ((1, 3), "G6h", "2r1 3r3"), ((1, 3), "G6s", "2r1 3r3"), ((1, 3), "G6", "1b 2r1"),
     ((2, 3), "G6h", "2r2 3r3"), ((2, 3), "G6", "1b 2r2"),
     ((1, 2, 3), "G4s", "1b 2r1 3r2"), ((1, 2, 3), "G4h", "1b 2r1 3r2"),
     ((1, 2, 3), "G4", "1b 2r1 3r2")],
)  # fmt: skip
def test_grounders_with_the_infield_in(bases: tuple[int, ...], code: str, runners: str) -> None:
    result = played(staged(*bases, code=code), "infield=in", OUT)
    assert (result.runners, result.outs, result.runs) == (runners, 1, 0)


@pytest.mark.parametrize(
    ("bases", "code", "entries", "runners", "outs"),
    [((1, 3), "G6h", [], "3r3", 2), ((1, 3), "G3h", ["g=double-play"], "3r3", 2),
     ((1, 3), "G3h", ["g=hold"], "2r1 3r3", 1), ((2, 3), "G6h", [], "2r2 3r3", 1),
     ((3,), "G4s", [], "3r3", 1), ((2, 3), "G4s", [], "2r2 3r3", 1),
     ((1, 2, 3), "G4h", [], "1b 2r1 3r2", 1), ((3,), "G4", [], "1b", 1)],
)  # fmt: skip
def test_by_a_setting_double_plays_are_made_with_the_infield_in(
    bases: tuple[int, ...], code: str, entries: list[str], runners: str, outs: int
) -> None:
    stage = staged(*bases, code=code, settings={"infield_in_grounders": "chart"})
    result = played(stage, "infield=in", OUT, *entries)
    assert (result.runners, result.outs, result.runs) == (runners, outs, 0)


@pytest.mark.rule("DD-087", "DD-100")
def test_playing_safe_against_a_drawn_in_infield_by_setting() -> None:
    for bases, thrown_out, holds in (
        ((3,), "1b", "3r3"), ((1, 3), "1b 2r1", "2r1 3r3"), ((2, 3), "1b 2r2", "2r2 3r3")
    ):  # fmt: skip
        said = ("infield=in", "running=safe", OUT)
        out = played(staged(*bases, code="G6"), *said)
        assert (out.runners, out.outs, out.runs) == (thrown_out, 1, 0)
        stage = staged(*bases, code="G6", settings={"infield_in_safe": "holds"})
        held = played(stage, *said)
        assert (held.runners, held.outs, held.runs) == (holds, 1, 0)


@pytest.mark.rule("DD-089", "DD-090")
@pytest.mark.parametrize("fielder", range(1, 7))
def test_the_corners_change_balls_to_first_and_third_only(fielder: int) -> None:
    corner = fielder in (3, 5)
    line = staged(3, code=f"L{fielder}")
    if corner:
        assert played(line, "infield=corners", OUT).runners == "1b"
    else:
        assert line.play("infield=corners", OUT).open[-1].dice.name == "doubled up"
    ground = played(staged(3, code=f"G{fielder}"), "infield=corners", OUT)
    back = played(staged(3, code=f"G{fielder}"), OUT)
    assert ground.runners == ("1b" if corner else back.runners)
    assert played(staged(3), "infield=corners", "2-2-4").outs == 1, "no doubles"


@pytest.mark.rule("DD-091")
@pytest.mark.parametrize(
    ("half", "inning", "score", "outs", "words"),
    [("B", 8, "4-4", 0, "9th inning"), ("T", 9, "4-4", 0, "9th inning"),
     ("B", 9, "5-4", 0, "winning run"), ("B", 9, "4-4", 2, "two outs")],
)  # fmt: skip
def test_when_the_outfield_may_play_in(half, inning, score, outs, words) -> None:
    stage = staged(3, half=half, inning=inning, score=score, outs=outs)
    refused = stage.refused("outfield=in")
    assert refused.code == "decision-not-offered"
    assert words in refused.refusals[0].message
    on_second = staged(2, half="B", inning=9, score="4-4")
    assert on_second.refused("outfield=in").code == "decision-not-offered"


@pytest.mark.rule("DD-092", "DD-093")
def test_flies_with_the_outfield_in() -> None:
    for inning in (9, 12):
        deep = staged(3, half="B", inning=inning, score="4-4", code="F8d", speeds={3: "VS"})
        record = deep.play("outfield=in", OUT)
        assert record.ending is not None
        assert (record.ending.reason, record.ending.runs) == (WALK_OFF, (4, 5))
        assert record.events[-2] & 63 == 10, "a single"
    drive = staged(3, half="B", inning=9, score="4-4")
    assert drive.play("outfield=in", "0-2-3", "8-0-0").ending is not None
    normal = staged(3, half="B", inning=9, score="4-4", code="F7", speeds={3: "VS"})
    assert normal.play("outfield=in", OUT).open[0].decision.name == "tag", "a deep fly, no single"
    assert write_reading(normal.game("outfield=in", OUT).came_to) == "F7d"
    shallow = staged(3, half="B", inning=9, score="4-4", code="F7s", speeds={3: "VF"})
    assert shallow.play("outfield=in", OUT).ending is None


@pytest.mark.rule("DD-094")
@pytest.mark.parametrize("rating", range(6))
def test_outfielders_are_rated_one_higher_while_they_play_in(rating: int) -> None:
    stage = staged(3, half="B", inning=9, score="4-4", ratings={8: rating, 6: rating})
    game = stage.game("outfield=in")
    assert game.rating(8) == min(rating + 1, 5)
    assert game.rating(6) == rating


@pytest.mark.rule("DD-095")
def test_nobody_plays_safe_with_the_bases_loaded() -> None:
    refused = staged(1, 2, 3).refused("running=safe")
    assert refused.code == "decision-not-offered"
    assert "DD-095" in refused.refusals[0].message
    for bases in ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3)):
        assert played(staged(*bases), "running=safe", "2-2-3").outs == 1


@pytest.mark.rule("DD-096", "DD-097")
def test_safe_runners_take_the_least_number_of_bases() -> None:
    fast = {1: "VF", 2: "VF"}
    single = played(staged(1, 2, speeds=fast), "running=safe", "0-5-3")
    assert (single.runners, single.runs) == ("1b 2r1 3r2", 0)
    double = played(staged(1, 2, speeds=fast), "running=safe", "0-2-3", "4-0-0")
    assert (double.runners, double.runs) == ("2b 3r1", 1)


@pytest.mark.rule("DD-098")
def test_safe_runners_are_in_no_on_base_event() -> None:
    stage = staged(1, code="P4")
    stage.pitcher = replace(stage.pitcher, events=parse_events("90-99", 0, "card"))
    assert len(played(stage, "running=safe", "9-0-1").kinds) == 1
    assert len(played(stage, "9-0-1").kinds) == 2


@pytest.mark.rule("DD-099")
def test_nobody_scores_from_third_on_a_safe_defensive_check() -> None:
    asked = {"defense_chart": "asked"}
    for result, runners in (("SI", "1b 3r3"), ("G6", "3r3"), ("F8", "3r3"), ("SI+", "1b 3r3")):
        stage = staged(3, settings=asked)
        assert played(stage, "running=safe", "2-9-4", f"defense={result}").runners == runners
    both = staged(2, 3, settings=asked)
    assert played(both, "running=safe", "2-9-4", "defense=SI").runners == "1b 2r2 3r3"


@pytest.mark.rule("DD-099")
@pytest.mark.parametrize(
    ("bases", "result", "runners", "before"),
    [((3,), "DO", "2b 3r3", "2b"), ((3,), "E1", "1b 3r3", "1b"), ((3,), "E2", "2b 3r3", "2b"),
     ((2, 3), "E1", "1b 2r2 3r3", "1b 3r2"), ((1, 3), "E1", "1b 2r1 3r3", "1b 2r1"),
     ((1, 3), "SI", "1b 2r1 3r3", "1b 2r1 3r3")],
)  # fmt: skip
def test_the_runner_on_third_stays_on_safe_doubles_and_errors(
    bases: tuple[int, ...], result: str, runners: str, before: str
) -> None:
    said = ("running=safe", "2-9-4", f"defense={result}")
    asked = {"defense_chart": "asked"}
    now = played(staged(*bases, settings=asked), *said)
    assert (now.runners, now.runs) == (runners, 0)
    then = played(staged(*bases, settings={**asked, "safe_defense": "scores"}), *said)
    assert (then.runners, then.runs) == (before, len(bases) + 1 - len(before.split()))


def test_games_whose_settings_are_older_than_the_reading_stay_what_they_were() -> None:
    stage = staged(3, settings={"defense_chart": "asked"})
    frozen = stage.system.settings(stage.settings)
    del frozen["safe_defense"]
    said = ("running=safe", "2-9-4", "defense=DO")
    record = replay(stage.system, frozen, said, situation=stage.situation, clubs=stage.clubs)
    assert result_of(record).runs == 1
    assert ("Playing safe on DEF results", "he scores on doubles and errors") in option_facts(
        stage.system, frozen
    )


def test_he_scores_only_where_a_runner_behind_him_needs_his_base() -> None:
    asked = {"defense_chart": "asked"}
    for result in ("DO", "E2"):
        pushed = played(staged(1, 3, settings=asked), "running=safe", "2-9-4", f"defense={result}")
        assert (pushed.runners, pushed.runs) == ("2b 3r1", 1)
        both = played(staged(2, 3, settings=asked), "running=safe", "2-9-4", f"defense={result}")
        assert (both.runners, both.runs) == ("2b", 2)
    assert played(staged(3, settings=asked), "running=safe", "2-9-4", "defense=TR").runs == 1


def test_who_does_not_play_safe_scores_on_a_defensive_check() -> None:
    for result in ("SI", "DO", "E1"):
        stage = staged(3, settings={"defense_chart": "asked"})
        assert played(stage, "2-9-4", f"defense={result}").runs == 1


def test_a_safe_line_out_through_the_infield_off_a_defensive_check() -> None:
    stage = staged(3, settings={"defense_chart": "asked"})
    held = played(stage, "infield=in", "running=safe", "2-9-4", "defense=L6")
    assert (held.runners, held.runs) == ("1b 3r3", 0)
    hit = played(stage, "infield=in", "running=safe", "0-4-3")
    assert (hit.runners, hit.runs) == ("1b", 1), "a single off the card is no DEF result"


@pytest.mark.rule("DD-100", "DD-101", "DD-102")
def test_safe_runners_on_outs() -> None:
    for code in ("G4s", "G6", "G4h", "G6h"):
        for bases in ((3,), (2, 3), (1, 3)):
            result = played(staged(*bases, code=code), "running=safe", OUT)
            assert result.runs == 0
            assert "3r3" in result.runners
    fly = played(staged(2, 3, code="F8d", speeds={3: "VF", 2: "VF"}), "running=safe", OUT)
    assert fly.runners == "2r2 3r3"
    tagging = played(staged(2, code="F8d", speeds={2: "VF"}), "running=safe", OUT)
    assert tagging.runners == "3r2", "others tag up as ever"
    assert staged(1, code="L3").play("running=safe", OUT).open[-1].dice.name == "plate"


def test_no_steal_follows_a_safe_turn_unless_the_jump_compels() -> None:
    stage = staged(1, steal={1: (5, 10)})
    assert stage.play("running=safe", "2-2-5").open[-1].dice.name == "plate"
    assert stage.refused("running=safe", "2-2-5", "steal=yes").code == "decision-not-offered"
    assert stage.play("running=safe", "2-2-7").open[-1].dice.name == "steal"


@pytest.mark.rule("DD-061")
def test_by_a_setting_the_manager_chooses_at_jump_10_of_a_safe_turn() -> None:
    stage = staged(1, steal={1: (5, 10)}, settings={"safe_steal": "asked"})
    assert stage.play("running=safe", "2-2-5", "steal=yes").open[-1].dice.name == "steal"
    assert stage.play("running=safe", "2-2-5", "steal=no").open[-1].dice.name == "plate"
    assert stage.refused("running=safe", "2-2-4", "steal=yes").code == "decision-not-offered"
