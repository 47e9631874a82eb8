"""Cards as text: what is written reads back, and every fault is named with card and place."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.systems.deep_drive.play.cards import Batter, Pitcher, verify_batter, verify_pitcher
from games.systems.deep_drive.play.park import NEUTRAL_PARK, Park, park_of, verify_park
from games.systems.deep_drive.text.notation import (
    MOST_FAULTS,
    parse_batter,
    parse_park,
    parse_pitcher,
    write_batter,
    write_park,
    write_pitcher,
)
from tests.engine.deep_drive.samples import PARKS, batters, pitchers

BATTER = """\
batter: Moses Tarrant
bats: S
run: F
steal: 6 (12)
dp: 3
field: c-4 1b-2
throw: -1
pb: 93 96◓
left: DD 00-05, SI+ 06-07, SI 08-12, BB 13-16, HBP 17, SO 18-27, DEF 28-31, OUT 32-49
outs: G6 G4 G5h G3 L6 F8 F7 F9s Pf Pm
right: Park 00-09, HR 10-28, TR 29-32, DO 33-70, F7d 71-79, F8d 80-90, F9d 91-99
"""
PITCHER = """\
pitcher: Amos Reed
throws: L
hold: -2
wp: 90-91 95◓
bk: -
po: 97◡
field: 3
starter: 27
relief: -
hitting: good
run: S
steal: 0 (5)
card: DD 50-55, SI+ 56-57, SI 58-62, BB 63-66, HBP 67, SO 68-77, DEF 78-81, OUT 82-99
outs: G6 G4 G5h G3 L6 F8 F7 F9s Pf Pm
"""


def codes(refused: Refused) -> list[str]:
    return [refusal.code for refusal in refused.refusals]


@settings(max_examples=40)
@given(batters())
def test_a_batters_card_reads_back_as_it_was_written(card: Batter) -> None:
    assert not verify_batter(card)
    assert parse_batter(write_batter(card)) == card


@settings(max_examples=40)
@given(pitchers())
def test_a_pitchers_card_reads_back_as_it_was_written(card: Pitcher) -> None:
    assert not verify_pitcher(card)
    assert parse_pitcher(write_pitcher(card)) == card


@given(PARKS)
def test_a_park_card_reads_back_as_it_was_written(park: Park) -> None:
    assert not verify_park(park)
    assert parse_park(write_park(park)) == park


def test_the_text_of_the_documentation_is_the_text_that_is_written() -> None:
    assert write_batter(parse_batter(BATTER)) == BATTER
    assert write_pitcher(parse_pitcher(PITCHER)) == PITCHER


@pytest.mark.rule("DD-029")
def test_dd_029_a_neutral_park_has_five_home_runs() -> None:
    assert write_park(NEUTRAL_PARK) == "HR 0-4, F7d 5-6, F8d 7, F9d 8-9"
    assert [park_of(number).home_runs for number in range(11)] == list(range(11))


def test_symbols_may_be_typed_as_letters() -> None:
    typed = PITCHER.replace("95◓", "95A").replace("97◡", "97H2")
    assert write_pitcher(parse_pitcher(typed)) == PITCHER


FAULTS = [
    ("DD 00-05", "DD 00-06", "range-overlap", "left"),
    ("DD 00-05", "DD 00-04", "range-gap", "left"),
    ("DD 00-05", "DD 00-05 50", "range-outside", "left"),
    ("DD 00-05", "DD 05-00", "not-a-range", "left"),
    ("DD 00-05", "DD", "not-a-range", "left"),
    ("DD 00-05", "XX 00-05", "unknown-reading", "left"),
    ("DD 00-05", "HR 00-05", "reading-of-another-card", "left"),
    ("F9d 91-99", "F9d 91-98", "range-gap", "right"),
    ("F9d 91-99", "F9d 90-99", "range-overlap", "right"),
    ("F9d 91-99", "SO 91-99", "reading-of-another-card", "right"),
    ("Pf Pm", "Pf", "ten-out-codes", "outs"),
    ("Pf Pm", "Pf Pm F8", "ten-out-codes", "outs"),
    ("G5h", "G2h", "unknown-out-code", "outs 2"),
    ("G5h", "G5d", "unknown-out-code", "outs 2"),
    ("G5h", "SI", "unknown-out-code", "outs 2"),
    ("93 96◓", "89", "events-outside-the-nineties", "pb"),
    ("93 96◓", "93 96☾", "unknown-symbol", "pb"),
    ("93 96◓", "93 93◓", "range-overlap", "pb"),
    ("93 96◓", "◓", "not-a-range", "pb"),
    ("6 (12)", "6 12", "bad-stealing-line", "steal"),
    ("6 (12)", "6 (21)", "rating-out-of-range", "steal"),
    ("run: F", "run: VF+", "no-such-grade", "run"),
    ("c-4", "c-6", "rating-out-of-range", "field"),
    ("c-4", "c4", "bad-fielding-line", "field"),
    ("c-4 1b-2", "1b-2", "not-a-catcher", "throw"),
    ("c-4", "1b-4", "position-twice", "field"),
    ("throw: -1", "throw: ½", "not-a-number", "throw"),
    ("bats: S", "bats: B", "no-such-hand", "bats"),
    ("dp: 3", "dp: 3\ndp: 3", "line-twice", "line 6"),
    ("dp: 3", "pd: 3", "unknown-line", "line 5"),
    ("dp: 3", "dp: 7", "rating-out-of-range", "dp"),
]


@pytest.mark.rule(
    "DD-010",
    "DD-012",
    "DD-019",
    "DD-022",
    "DD-032",
    "DD-036",
    "DD-072",
    "DD-073",
    "DD-251",
)
@pytest.mark.parametrize(("was", "typed", "code", "place"), FAULTS)
def test_a_batters_card_with_a_fault_is_refused_with_its_place(
    was: str, typed: str, code: str, place: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_batter(BATTER.replace(was, typed))
    assert code in codes(refused.value)
    found = next(each for each in refused.value.refusals if each.code == code)
    assert found.place == f"Moses Tarrant:{place}"


@pytest.mark.parametrize(
    ("was", "typed", "code", "place"),
    [
        pytest.param("DD 50", "DD 49", "range-outside", "card", marks=pytest.mark.rule("DD-011")),
        pytest.param(
            "OUT 82-99", "OUT 82-98", "range-gap", "card", marks=pytest.mark.rule("DD-011")
        ),
        pytest.param("SO 68", "SO 67", "range-overlap", "card", marks=pytest.mark.rule("DD-011")),
        pytest.param(
            "90-91", "89-91", "events-outside-the-nineties", "wp", marks=pytest.mark.rule("DD-072")
        ),
        pytest.param("97◡", "97x", "unknown-symbol", "po", marks=pytest.mark.rule("DD-076")),
        ("starter: 27", "starter: -", "no-role", "starter"),
        ("hitting: good", "hitting: great", "no-such-grade", "hitting"),
        ("throws: L", "throws: S", "no-such-hand", "throws"),
    ],
)
def test_a_pitchers_card_with_a_fault_is_refused_with_its_place(
    was: str, typed: str, code: str, place: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_pitcher(PITCHER.replace(was, typed))
    found = next(each for each in refused.value.refusals if each.code == code)
    assert found.place == f"Amos Reed:{place}"


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = BATTER.replace("DD 00-05", "DD 00-04").replace("G5h", "G2h").replace("93", "89")
    with pytest.raises(Refused) as refused:
        parse_batter(wrong)
    assert set(codes(refused.value)) == {
        "range-gap",
        "unknown-out-code",
        "events-outside-the-nineties",
    }


@given(st.text(st.sampled_from("batter:pich left -,0123459DHROUTSIG◓()\n"), max_size=300))
@pytest.mark.parametrize("parse", [parse_batter, parse_pitcher, parse_park])
def test_no_text_is_more_than_refused(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(Refused):
        parse(text)


@pytest.mark.parametrize("piece", ["DD 00,", "0" * 9 + " ", "(", "x:\n", "DD 0-9 ", "93◓ "])
def test_a_long_hostile_text_is_refused_with_few_words(piece: str) -> None:
    """In a moment (every pattern is anchored and bounded) and without a list of its own length."""
    long = piece * 10_000
    for text in (f"left: {long}", f"steal: {long}", f"outs: {long}", f"pb: {long}", long):
        with pytest.raises(Refused) as refused:
            parse_batter(text)
        assert len(refused.value.refusals) <= 4 * MOST_FAULTS
        assert sum(len(each.message) for each in refused.value.refusals) < 20_000
