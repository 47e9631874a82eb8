"""Cards as text: what is written reads back, and every fault is named with card and place."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.systems.purestrat.play.cards import (
    BUNT_GRADES,
    CHANCES,
    CLOSER_N,
    CLOSER_NONE,
    HIT_AND_RUN_GRADES,
    NO_STEALING,
    Fielding,
    Hitter,
    Pitcher,
    Stealing,
    verify_hitter,
    verify_pitcher,
)
from games.systems.purestrat.play.readings import (
    DOUBLE,
    SINGLE,
    STRIKEOUT,
    WALK,
    kind_of,
    write_reading,
)
from games.systems.purestrat.play.squad import emergency_pitcher, hitting_player
from games.systems.purestrat.text.house_cards import (
    hitters_pitching_card,
    hitting_card,
    hitting_code,
)
from games.systems.purestrat.text.notation import (
    parse_cell,
    parse_hitter,
    parse_pitcher,
    write_hitter,
    write_pitcher,
)
from tests.engine.purestrat.samples import hitter, pitcher
from tests.engine.purestrat.stage import Stage
from tests.engine.purestrat.stage import hitter as plain_hitter
from tests.engine.purestrat.stage import pitcher as plain_pitcher

THIEF = "*8-10/11,12 (19-14)"


@given(st.integers(0, 10_000), st.integers(1, 60))
def test_a_card_written_and_read_is_the_same_card(seed: int, number: int) -> None:
    random = Random(seed)
    card = hitter(number, "c", "lf", "2b", random=random)
    read = parse_hitter(write_hitter(card))
    # Of an open hit split with a fly the text says who throws (S13.1c), and the sample does not.
    assert replace(read, left=card.left, right=card.right) == card
    assert parse_hitter(write_hitter(read)) == read
    arm = pitcher(number, random, starter=number % 6, relief=1 + number % 3)
    assert parse_pitcher(write_pitcher(arm)) == arm


def faults(text: str, *, pitchers: bool = False) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        parse_pitcher(text) if pitchers else parse_hitter(text)
    return [(each.code, each.place) for each in refused.value.refusals]


def spoiled(old: str, new: str, *, pitchers: bool = False) -> list[tuple[str, str]]:
    text = write_pitcher(plain_pitcher()) if pitchers else write_hitter(plain_hitter())
    assert old in text
    return faults(text.replace(old, new, 1), pitchers=pitchers)


@pytest.mark.rule("S23.1a", "S23.11a")
def test_a_stealing_line_is_read_as_it_is_printed() -> None:
    text = write_hitter(plain_hitter()).replace("steal: -", f"steal: {THIEF}")
    line = parse_hitter(text).stealing
    assert line == Stealing(True, 0b11100000000, 0b1100000000000, 19, 14)
    assert f"steal: {THIEF}" in write_hitter(parse_hitter(text))


@pytest.mark.rule("S23.1a")
def test_a_lead_that_is_an_out_too_is_refused() -> None:
    found = spoiled("steal: -", "steal: 8-10/10,11 (19-14)")
    assert found == [("lead-and-out-overlap", "Hitter:steal")]


@pytest.mark.rule("S1.0c")
def test_a_card_with_107_chances_is_refused_with_what_is_missing() -> None:
    text = write_hitter(plain_hitter()).replace(" 2 | K | K | K", " 2 | K |  | K", 1)
    with pytest.raises(Refused) as refused:
        parse_hitter(text)
    found = refused.value.refusals[0]
    assert (found.code, found.place) == ("cells-missing", "Hitter:left")
    assert str(CHANCES - 1) in found.message
    assert "2-2" in found.message


@pytest.mark.rule("S1.0d")
@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("HR 1-10, DO** 10-20", "split-overlap"),
        ("HR 1-10, DO** 12-20", "split-gap"),
        ("HR 2-20, K 1", "split-gap"),
        ("HR 1-10, DO** 11-19", "split-gap"),
        ("HR 1-10, DO** 11-21", "split-overlap"),
        ("HR 1-10, XX 11-20", "unknown-reading"),
        ("HR 1-10 DO** 11-20", "unknown-reading"),
    ],
)
def test_a_split_covers_the_twenty_faces_once(cell: str, code: str) -> None:
    found = spoiled(" 3 | K", f" 3 | {cell}")
    assert found == [(code, "Hitter:left 1-3")]


@pytest.mark.rule("S30.6")
def test_the_second_reading_below_a_triangle_is_the_one_that_counts() -> None:
    assert [write_reading(packed) for packed, _ in parse_cell("gb(ss)A ^ SI**")] == ["SI**"]


@pytest.mark.rule("S11.1c", "S12.0")
@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("bats: R", "bats: X", "Hitter:bats"),
        ("power: N N", "power: N Q", "Hitter:power"),
        ("run: 12", "run: 18", "Hitter:run"),
        ("bunt: C", "bunt: F", "Hitter:bunt"),
        ("hit and run: C", "hit and run: E", "Hitter:hit and run"),
    ],
)
def test_a_rating_that_is_none_is_refused(old: str, new: str, place: str) -> None:
    assert [where for _, where in spoiled(old, new)] == [place]


@pytest.mark.rule("S16.1b", "S16.1c", "S16.1f", "S16.1g")
@pytest.mark.parametrize(
    ("rating", "code"),
    [
        ("ss-6e10", "rating-out-of-range"),
        ("ss-0e10", "rating-out-of-range"),
        ("lf-3(-7)e4", "rating-out-of-range"),
        ("c-3(-6)e4 T1-3 pb4", "rating-out-of-range"),
        ("c-3(-1)e4 T1-3 pb21", "rating-out-of-range"),
        ("ss-3e10 T1-3", "not-a-catcher"),
        ("ss-3(-1)e10", "arm-not-rated"),
        ("ss-3e10 ss-2e4", "position-twice"),
        ("short-3e10", "bad-fielding-line"),
    ],
)
def test_a_glove_that_is_none_is_refused(rating: str, code: str) -> None:
    assert [found for found, _ in spoiled("field: -", f"field: {rating}")] == [code]


@pytest.mark.rule("S28.1", "S29.0a", "S11.1e")
@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("relief: -", "relief: 2/7", "Pitcher:relief"),
        ("relief: -", "relief: 2/X", "Pitcher:relief"),
        ("balk: 0", "balk: 21", "Pitcher:balk"),
        ("wild pitch: 0", "wild pitch: -1", "Pitcher:wild pitch"),
        ("hold: +0", "hold: +10", "Pitcher:hold"),
        ("hitting: 1WR", "hitting: 0ZR", "Pitcher:hitting"),
        ("throws: R", "throws: S", "Pitcher:throws"),
    ],
)
def test_a_pitchers_rating_that_is_none_is_refused(old: str, new: str, place: str) -> None:
    assert [where for _, where in spoiled(old, new, pitchers=True)] == [place]


BOUNDS = {
    "run": (1, 17),
    "starter": (0, 9),
    "relief": (0, 9),
    "closer": (CLOSER_NONE, CLOSER_N),
    "hold": (-6, 9),
    "balk": (0, 20),
    "wild pitch": (0, 20),
}
"""Of a pitcher's card; the names are those of its lines."""


@pytest.mark.rule("S28.1", "S29.0a", "S11.1e")
@pytest.mark.parametrize(("line", "bounds"), BOUNDS.items(), ids=BOUNDS)
def test_a_pitchers_ratings_have_a_least_and_a_most(line: str, bounds: tuple[int, int]) -> None:
    name = {"run": "running", "wild pitch": "wild_pitch"}.get(line, line)
    # One who neither starts nor relieves is refused for that.
    both = replace(plain_pitcher(), starter=1, relief=1)
    place = "relief" if line == "closer" else line
    for value in bounds:
        assert verify_pitcher(replace(both, **{name: value})) == []  # type: ignore[arg-type]
    for value in (bounds[0] - 1, bounds[1] + 1):
        wrong = replace(both, **{name: value})  # type: ignore[arg-type]
        assert [found.place for found in verify_pitcher(wrong)] == [f"{both.name}:{place}"]


@pytest.mark.rule("S16.1b", "S16.1c", "S16.1f", "S16.1g")
@pytest.mark.parametrize(
    ("least", "most"),
    [
        (Fielding(2, 1, 0, -5, 0, 0), Fielding(2, 5, 99, 5, 20, 20)),
        (Fielding(3, 1, 0), Fielding(3, 5, 99)),
        (Fielding(7, 1, 0, -6), Fielding(7, 5, 99, 5)),
        (Fielding(9, 1, 0, -6), Fielding(9, 5, 99, 5)),
    ],
)
def test_a_glove_has_a_least_and_a_most(least: Fielding, most: Fielding) -> None:
    def faults_of(rating: Fielding) -> int:
        return len(verify_hitter(plain_hitter(fielding=(rating,))))

    assert (faults_of(least), faults_of(most)) == (0, 0)
    for name in ("range", "error", "arm", "t", "pb"):
        for rating, step in ((least, -1), (most, 1)):
            beyond = replace(rating, **{name: getattr(rating, name) + step})
            assert faults_of(beyond) == 1, (name, beyond)


@pytest.mark.rule("S23.1a")
@pytest.mark.parametrize("name", ["first", "second"])
def test_steals_are_rated_to_twenty_and_leads_are_sums_of_two_dice(name: str) -> None:
    every_sum = 0b1111111111100

    def faults_of(**ratings: int) -> list[str]:
        line = replace(Stealing(False, every_sum, 0, 0, 0), **ratings)  # type: ignore[arg-type]
        faults = verify_hitter(plain_hitter(stealing=line))
        assert verify_pitcher(plain_pitcher(stealing=line)) == [
            replace(fault, place=fault.place.replace("Hitter", "Pitcher")) for fault in faults
        ]
        return [found.code for found in faults]

    assert faults_of(**{name: 20}) == faults_of(**{name: 0}) == []
    assert faults_of(**{name: 21}) == faults_of(**{name: -1}) == ["rating-out-of-range"]
    for outside in (1, 13):
        assert faults_of(lead=1 << outside) == ["rating-out-of-range"]
        assert faults_of(caught=1 << outside, lead=0) == ["rating-out-of-range"]
    assert faults_of(lead=every_sum, caught=1 << 12) == ["lead-and-out-overlap"]


@pytest.mark.rule("S23.1a")
@pytest.mark.parametrize(
    "line", ["8-x (19-14)", "x (19-14)", "8/ (19-14)", "8-10", "8-10 (19)", "8-10/a (19-14)"]
)
def test_a_stealing_line_that_is_none_is_refused(line: str) -> None:
    found = spoiled("steal: -", f"steal: {line}")
    assert set(found) == {("bad-stealing-line", "Hitter:steal")}


def test_a_row_has_three_columns_and_a_line_stands_once() -> None:
    text = write_hitter(plain_hitter())
    for row in (" 2 | K | K", " 2 | K | K | K | K", " 2 |"):
        found = faults(text.replace(" 2 | K | K | K", row, 1))
        assert found[0][0] == "cells-missing"
        assert found[0][1].startswith("Hitter:line ")
    at = len(text.splitlines()) + 1
    assert faults(text + "bats: L\n") == [("line-twice", f"card:line {at}")]


def test_a_fault_of_the_text_names_its_line_counted_from_one() -> None:
    text = write_hitter(plain_hitter())
    last = len(text.splitlines()) + 1
    assert faults(text + "13 | K | K | K\n") == [("no-such-row", f"Hitter:line {last}")]
    # Before its name is read, a card is called what the reader calls it.
    assert faults("# a note\nnonsense\n" + text) == [("unknown-line", "card:line 2")]
    assert faults("2 | K | K | K\n" + text) == [("row-outside-a-side", "card:line 1")]


@pytest.mark.rule("S28.1")
def test_closer_endurance_is_nought_to_six_or_n() -> None:
    for written in ("2/0", "1/6", "3/N"):
        text = write_pitcher(plain_pitcher()).replace("relief: -", f"relief: {written}")
        assert f"relief: {written}" in write_pitcher(parse_pitcher(text))


@pytest.mark.rule("S16.1a")
def test_readings_stay_on_the_cards_they_belong_to() -> None:
    for reading in ("gb(ss)X", "gb(ss)A."):
        found = spoiled(" 2 | K", f" 2 | {reading}")
        assert found == [("reading-of-another-card", "Hitter:left 1-2")]
    for reading in ("gb(ss)A+", "gb(ss)A!", "$K"):
        found = spoiled(" 2 | K", f" 2 | {reading}", pitchers=True)
        assert found == [("reading-of-another-card", "Pitcher:left 4-2")]


@pytest.mark.rule("S11.1e")
def test_a_pitchers_hitting_card_is_named_by_number_power_and_hand() -> None:
    assert hitting_code("#1WR") == (1, False, "R")
    assert hitting_code("6NL") == (6, True, "L")
    card = hitting_card("6NL")
    assert (card.bats, card.power_left) == ("L", True)
    for wrong in ("W1R", "5WRk", "5WRk100", "5WR38", "1WRk89"):
        with pytest.raises(Refused) as refused:
            hitting_code(wrong, "Pitcher:hitting")
        assert refused.value.code == "bad-hitting-code"
        assert refused.value.refusals[0].place == "Pitcher:hitting"


def chances_of(card: Hitter, kind: int) -> float:
    """Of 108."""
    return sum(chances for reading, chances in card.left.each() if kind_of(reading) == kind)


@pytest.mark.rule("S11.1e")
def test_a_pitchers_hitting_card_strikes_out_as_often_as_its_code_says() -> None:
    usual, seldom = hitting_card("5WR"), hitting_card("#5WRk38")
    assert hitting_code("5WRk38") == hitting_code("5WR")
    assert chances_of(usual, STRIKEOUT) == pytest.approx(60, abs=0.3)
    assert chances_of(seldom, STRIKEOUT) == pytest.approx(38, abs=0.3)
    for kind in (SINGLE, DOUBLE, WALK):
        assert chances_of(seldom, kind) == pytest.approx(chances_of(usual, kind), abs=0.3)
    assert seldom.bunt == usual.bunt
    # No. 1 has nothing else on it, and room for outs on batted balls has to be left.
    assert chances_of(hitting_card("1WRk88"), STRIKEOUT) == pytest.approx(88, abs=0.3)


@pytest.mark.rule("T25.3b", "T25.3c")
@pytest.mark.parametrize(("bats", "throws"), [("L", "L"), ("R", "R"), ("S", "R")])
def test_a_hitter_who_pitches_has_the_hitters_pitching_card(bats: str, throws: str) -> None:
    card = emergency_pitcher(hitting_player(1, "Hitter", plain_hitter(bats=bats)))
    assert card == hitters_pitching_card(throws)
    assert (card.throws, card.starter, card.relief) == (throws, 0, 1)


@pytest.mark.rule("S13.1d", "S16.1d")
def test_an_outfielders_arm_is_the_number_after_his_first_outfield_position() -> None:
    text = write_hitter(plain_hitter())
    line = "field: 1b-4e12, lf-2(-3)e5, cf-3e8, rf-4e9"
    ratings = parse_hitter(text.replace("field: -", line)).fielding
    assert [(each.position, each.arm) for each in ratings] == [(3, 0), (7, -3), (8, -3), (9, -3)]
    # With it he throws from center field.
    center = next(each for each in ratings if each.position == 8)
    throws = Stage("SI(cf)", fielders={8: (center.range, center.error, center.arm)})
    from_first = "T1 0 1.-.- 0-0 2/1"
    for d20 in range(1, 21):
        words = f"20 1-1-1 send=yes trail=no {d20}"
        typed = Stage("SI(cf)", fielders={8: (2, 8, -3)}).play(words, from_first).to
        assert throws.play(words, from_first).to == typed


STRANGE = ["9" * 5000, "²", "٣", "Ⅷ", "½", "-1", "+1", "1-", *"(]|/,e\x00", ""]
"""Much of it a number to somebody."""


@given(
    st.integers(1, 60),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(STRANGE)), min_size=1, max_size=4),
)
def test_a_text_with_something_strange_in_it_is_a_card_or_is_refused(
    number: int, arm: bool, exchanged: list[tuple[int, str]]
) -> None:
    random = Random(number)
    if arm:
        text = write_pitcher(pitcher(number, random, starter=2, relief=1))
    else:
        text = write_hitter(hitter(number, "c", "lf", "2b", random=random))
    for at, strange in exchanged:
        pieces = re.findall(r"[A-Za-z]+|[0-9]+|\s+|.", text)
        pieces[at % len(pieces)] = strange
        text = "".join(pieces)
    try:
        card = parse_pitcher(text) if arm else parse_hitter(text)
    except Refused:
        return
    again = parse_pitcher(write_pitcher(card)) if arm else parse_hitter(write_hitter(card))
    assert again == card


def bare(text: str, *kept: str) -> str:
    """The card's text with its sides and these lines alone."""
    rows = [
        line
        for line in text.splitlines()
        if line[:1] in " 1" or line.startswith(("left", "right", *kept))
    ]
    return "\n".join(rows)


def test_what_a_text_leaves_out_is_what_the_documentation_says() -> None:
    like = plain_hitter()
    card = parse_hitter(bare(write_hitter(like), "hitter", "bats"))
    assert card == Hitter(like.name, like.bats, like.left, like.right)
    assert (card.power_left, card.power_right, card.running) == (True, True, 10)
    assert (BUNT_GRADES[card.bunt], HIT_AND_RUN_GRADES[card.hit_and_run]) == ("C", "C")
    assert (card.stealing, card.fielding) == (NO_STEALING, ())
    other = plain_pitcher()
    arm = parse_pitcher(bare(write_pitcher(other), "pitcher", "throws", "starter"))
    assert arm == Pitcher(other.name, other.throws, other.left, other.right, other.starter)
    assert (arm.relief, arm.closer) == (0, CLOSER_NONE)
    assert (arm.hold, arm.balk, arm.wild_pitch, arm.running) == (0, 0, 0, 10)
    assert (arm.fielding, arm.hitting) == (Fielding(1, 3, 15), "1WR")
    assert arm.stealing == NO_STEALING
