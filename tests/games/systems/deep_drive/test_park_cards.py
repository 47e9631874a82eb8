"""Deep Drive's park card: made of a park's home runs, printed, read, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.systems.deep_drive.park_cards import park_card, read_card, write_card


def test_park_card_of_a_neutral_park_and_of_others():
    assert write_card(park_card(1.0)) == "HR 0-4, F7d 5-6, F8d 7, F9d 8-9"
    # One face is 4.2 % of the home runs.
    assert park_card(1.042).count("HR") == 6
    assert park_card(0.916).count("HR") == 3
    assert park_card(2.0).count("HR") == 9
    assert park_card(0.0).count("HR") == 0


@given(st.lists(st.sampled_from(["HR", "F7d", "F8d", "F9d"]), min_size=10, max_size=10))
def test_park_card_is_read_as_it_was_written(faces):
    assert list(read_card(write_card(faces))) == faces


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("HR 0-4, F7d 4-6, F8d 7, F9d 8-9", "park-overlap", "Face 4 is HR and F7d."),
        ("HR 0-4, F7d 6, F8d 7, F9d 8-9", "park-gap", "No result has 5."),
        ("HR 0-4, DO 5-6, F8d 7, F9d 8-9", "park-result", "'DO' is none of HR, F7d, F8d, F9d."),
        ("HR 4-0, F7d 5-9", "park-range", "'4-0' is no range of a die"),
        ("HR 0-10", "park-range", "'0-10' is no range"),
    ],
)
def test_park_card_with_a_gap_an_overlap_or_nonsense_is_refused(text, code, said):
    with pytest.raises(Refused) as refused:
        read_card(text)
    first = refused.value.refusals[0]
    assert first.code == code
    assert first.place == "card"
    assert said in first.message
