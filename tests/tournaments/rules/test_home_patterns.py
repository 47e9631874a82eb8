import pytest

from config.refusals import Refused
from tournaments.rules.home_patterns import best_of_pattern, default_pattern, read_pattern


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


def test_in_a_best_of_the_better_seed_hosts_the_first_and_the_last_games():
    assert best_of_pattern(7) == read_pattern("2-3-2", 7)
    assert best_of_pattern(5) == read_pattern("2-2-1", 5)
    for games in (1, 3, 5, 7, 9):
        pattern = best_of_pattern(games)
        assert (len(pattern), pattern[0], pattern[-1]) == (games, "H", "H")
        assert pattern.count("H") - pattern.count("A") == 1
