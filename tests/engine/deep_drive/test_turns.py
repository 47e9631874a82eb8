"""The throw, the cards and the readings (DD-001 to DD-039)."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.engine.events import BATTER_OUT, HIT_BY_PITCH, STRIKEOUT, TRIPLE, WALK
from games.engine.record import replay
from games.systems.deep_drive.play.park import Park
from games.systems.deep_drive.play.readings import write_reading
from tests.engine.deep_drive.clubs import club
from tests.engine.deep_drive.stage import SYSTEM, filled, outs_of, played, staged


@pytest.mark.rule("DD-001")
def test_whoever_bats_has_a_batters_card() -> None:
    clubs = (club(1, designated=False), club(2))
    with pytest.raises(Refused) as refused:
        replay(SYSTEM, SYSTEM.settings(), (), clubs=clubs)
    assert refused.value.code == "card-missing"
    assert "Starter" in refused.value.refusals[0].message
    both = (club(1, designated=False), club(2, designated=False))
    by_the_house = SYSTEM.settings({"designated_hitter": False})
    assert replay(SYSTEM, by_the_house, (), clubs=both).open
    with pytest.raises(Refused) as refused:
        replay(SYSTEM, by_the_house, (), clubs=(club(1), club(2)))
    assert refused.value.code == "no-designated-hitter"
    assert "“Designated hitter” is off" in refused.value.refusals[0].message
    with pytest.raises(Refused) as refused:
        replay(SYSTEM, SYSTEM.settings(), ())
    assert refused.value.code == "clubs-missing"


@pytest.mark.rule("DD-005", "DD-006", "DD-007", "DD-009")
def test_three_dice_from_0_to_9() -> None:
    stage = staged()
    assert stage.refused("3-5").code == "wrong-number-of-dice"
    assert stage.refused("3-5-1-1").code == "wrong-number-of-dice"
    assert stage.refused("10-0-0").code == "impossible-face"
    assert stage.refused("3-5-x").code == "impossible-face"
    zero = stage.play("0-0-0")
    assert zero.open[-1].dice is not None
    assert zero.open[-1].dice.name == "deep drive", "00 is the lowest number"


@pytest.mark.rule("DD-010", "DD-011")
def test_00_to_49_is_the_batters_and_50_to_99_the_pitchers() -> None:
    for percent in range(100):
        stage = staged()
        words = ["BB" if number == percent else "SO" for number in range(100)]
        left = {f"{number:02}": words[number] for number in range(50)}
        right = {f"{number}": words[number] for number in range(50, 100)}
        card = stage.batter
        stage.batter = replace(card, left=filled(left, 50, "SO"))
        mound = stage.pitcher
        stage.pitcher = replace(mound, numbers=filled(right, 50, "SO", 50))
        assert played(stage, f"{percent // 10}-{percent % 10}-4").kinds == (WALK,)


@pytest.mark.rule("DD-015", "DD-016", "DD-017")
def test_walks_hit_batters_and_strikeouts() -> None:
    assert played(staged(1, 3), "1-6-3").runners == "1b 2r1 3r3"
    assert played(staged(2), "1-6-3").runners == "1b 2r2"
    loaded = played(staged(1, 2, 3), "1-9-3")
    assert (loaded.runners, loaded.runs, loaded.kinds) == ("1b 2r1 3r2", 1, (HIT_BY_PITCH,))
    out = played(staged(1, 2), "2-2-3")
    assert (out.runners, out.outs, out.kinds) == ("1r1 2r2", 1, (STRIKEOUT,))


@pytest.mark.rule("DD-018")
def test_a_defensive_check_waits_for_a_result_where_people_have_the_chart() -> None:
    stage = staged(1, settings={"defense_chart": "asked"})
    record = stage.play("2-9-4")
    (asked,) = record.open
    assert asked.decision is not None
    assert asked.decision.name == "defense"
    assert record.events == (), "nothing is guessed"
    assert stage.refused("2-9-4", "3-5-1").code == "decision-missing"
    assert played(stage, "2-9-4", "defense=SI").runners == "1b 2r1"
    assert played(stage, "2-9-4", "defense=E2").runners == "2b 3r1"
    assert played(stage, "2-9-4", "defense=DO", "send=no").runners == "2b 3r1"
    double_play = played(stage, "2-9-4", "defense=G6h")
    assert (double_play.runners, double_play.outs) == ("", 2)


@pytest.mark.rule("DD-018")
@pytest.mark.parametrize(
    ("rating", "last_out", "last_hit"),
    [(0, 39, 75), (1, 49, 79), (2, 59, 82), (3, 69, 85), (4, 79, 89), (5, 89, 94)],
)
def test_the_defense_chart_of_the_house_by_rating(rating, last_out, last_hit) -> None:
    """A shortstop's chance: out, hit and error in ten-point steps."""
    stage = staged(ratings={6: rating})
    for percent in range(100):
        result = played(stage, "2-9-4", "5-3", f"{percent // 10}-{percent % 10}")
        if percent <= last_out:
            assert (result.runners, result.outs) == ("", 1)
        else:
            assert result.runners == "1b"
            erred = bool(result.record.events[-1] >> 28 & 15)
            assert erred == (percent > last_hit)


@pytest.mark.rule("DD-018")
def test_whom_the_defense_chart_gives_the_chance() -> None:
    last = {1: 7, 2: 10, 3: 19, 4: 36, 5: 52, 6: 73, 7: 82, 8: 91, 9: 99}
    for percent in range(100):
        record = staged().play("2-9-7", f"{percent // 10}-{percent % 10}", "0-0")
        wanted = next(fielder for fielder, most in last.items() if percent <= most)
        assert record.events[-1] >> 21 & 15 == wanted


@pytest.mark.rule("DD-019", "DD-020")
def test_the_modifier_picks_one_of_ten_out_codes() -> None:
    codes = ["G1", "P2", "G3", "G4", "G5", "G6", "F7", "F8", "F9", "L1"]
    for modifier, code in enumerate(codes):
        stage = staged()
        card = stage.batter
        stage.batter = replace(card, outs=outs_of(" ".join(codes)))
        game = stage.game(f"3-5-{modifier}")
        assert write_reading(game.came_to) == code
        assert played(stage, f"3-5-{modifier}").kinds == (BATTER_OUT,)


@pytest.mark.rule("DD-012", "DD-021", "DD-022", "DD-023", "DD-024", "DD-025", "DD-026", "DD-028")
def test_deep_drives_are_thrown_again_and_read_on_the_batters_right_side() -> None:
    for first in ("0-2-3", "5-1-3"):
        assert played(staged(1, 2, 3), first, "1-0-0").runs == 4
        triple = played(staged(1), first, "3-0-0")
        assert (triple.runners, triple.runs, triple.kinds) == ("3b", 1, (TRIPLE,))
        assert played(staged(2, 3), first, "4-0-0").runners == "2b"
        assert played(staged(2, 3), first, "4-0-0").runs == 2
        for throw, code in (("7-0-0", "F7d"), ("8-0-0", "F8d"), ("9-0-0", "F9d")):
            assert write_reading(staged().game(first, throw).came_to) == code
    assert staged().refused("0-2-3", "5-1").code == "wrong-number-of-dice"


@pytest.mark.rule("DD-029", "DD-030", "DD-031")
def test_a_park_reading_goes_by_the_modifier_of_the_deep_drive() -> None:
    words = ["HR", "HR", "HR", "F7d", "F7d", "F8d", "F8d", "F9d", "F9d", "HR"]
    for modifier, word in enumerate(words):
        stage = staged()
        stage.park = Park(filled({str(at): said for at, said in enumerate(words)}, 10, "HR"))
        game = stage.game("0-2-9", f"0-5-{modifier}")
        assert write_reading(game.came_to) == word
        assert game.home_runs + game.away_runs == (word == "HR")


@pytest.mark.rule("DD-032", "DD-033", "DD-034", "DD-035", "DD-036", "DD-037")
@pytest.mark.parametrize(
    ("code", "runners"),
    [("G6", "1b"), ("G6h", ""), ("G6s", "2r1"), ("F8d", "1r1"), ("F8s", "1r1 3r3"),
     ("L6", "1r1 3r3"), ("P4", "1r1 3r3")],
)  # fmt: skip
def test_the_letters_of_an_out_code(code: str, runners: str) -> None:
    """With runners on first and third: what the first letter, the digit and the suffix mean."""
    stage = staged(1, 3, code=code, speeds={3: "-"})
    entries = ["3-5-4"]
    if code == "L6":
        entries.append("5-0")
    result = played(stage, *entries)
    assert result.runners == runners
    assert result.record.events[0] >> 21 & 15 == int(code[1])


@pytest.mark.rule("DD-038", "DD-039")
def test_foul_and_middle_pops_go_by_the_ones_die() -> None:
    for ones in range(10):
        tens = 3 if ones else 4
        foul = staged(code="Pf").game(f"{tens}-{ones}-8")
        middle = staged(code="Pm").game(f"{tens}-{ones}-8")
        assert write_reading(foul.came_to) == ("P3" if ones % 2 else "P2")
        assert write_reading(middle.came_to) == ("P6" if ones % 2 else "P4")


@pytest.mark.rule("DD-103", "DD-104", "DD-112", "DD-120")
def test_what_the_document_announces_is_the_houses_and_off() -> None:
    for key in ("endurance", "advantages", "odd_plays"):
        assert SYSTEM.settings()[key] is False
    assert played(staged(), "0-0-0").kinds == (), "no odd play"
    odd = staged(settings={"odd_plays": True})
    assert played(odd, "0-0-0", "3").runners == "1b"
    assert played(staged(1, settings={"odd_plays": True}), "0-0-0", "7").outs == 1


def test_a_pitcher_beyond_his_endurance_gives_up_singles() -> None:
    stage = staged(settings={"endurance": True})
    mound = stage.pitcher
    stage.pitcher = replace(mound, starter=1)
    first = stage.play("8-5-0")
    assert first.events[-1] & 63 == BATTER_OUT, "the first batter"
    again = stage.play("8-5-0", "8-5-0")
    assert again.events[-1] & 63 == 10, "a single"
    assert stage.play("8-5-0", "8-5-1").events[-1] & 63 == BATTER_OUT


def test_hands_make_a_few_hits_and_outs() -> None:
    stage = staged(settings={"advantages": True})
    assert played(stage, "6-0-1").outs == 1, "the same hand"
    assert played(stage, "6-0-2").runners == "1b"
    card = stage.batter
    stage.batter = replace(card, bats="L")
    assert played(stage, "8-5-0").runners == "1b", "opposite hands"
    assert played(stage, "8-5-1").outs == 1
