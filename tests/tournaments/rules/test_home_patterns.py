import pytest

from config.refusals import Refused
from tournaments.rules.home_patterns import default_pattern, read_pattern


def test_letters_and_home_stands():
    assert read_pattern(" hha ", 3) == "HHA"
    assert read_pattern("2-3-2", 7) == "HHAAAHH"
    assert read_pattern("HAHA", 4) == "HAHA"


@pytest.mark.parametrize(
    ("text", "length", "code"),
    [
        ("HXA", 3, "home-pattern-unreadable"),
        ("", 3, "home-pattern-unreadable"),
        ("3-", 3, "home-pattern-unreadable"),
        ("0-3", 3, "home-pattern-unreadable"),
        ("HA", 3, "home-pattern-length"),
        ("2-3", 7, "home-pattern-length"),
    ],
)
def test_what_is_no_pattern_of_the_series_is_refused(text, length, code):
    with pytest.raises(Refused) as refused:
        read_pattern(text, length)
    assert (refused.value.code, refused.value.refusals[0].place) == (code, "home_pattern")


@pytest.mark.parametrize("length", range(1, 10))
def test_the_usual_pattern_balances_what_the_legs_do_not(length):
    assert default_pattern(length, legs=2) == "H" * length
    alone = default_pattern(length, legs=1)
    assert read_pattern(alone, length) == alone
    assert 0 <= alone.count("H") - alone.count("A") <= 1
