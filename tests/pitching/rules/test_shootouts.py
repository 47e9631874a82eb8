"""Who may pitch in a shoot-out, by the law and not by the game that plays it."""

import pytest

from pitching.rules.law import SHOOTOUT as STANDARD
from pitching.rules.law import ShootoutLaw
from pitching.rules.shootouts import may_pinch_hit, may_pitch_inning


@pytest.mark.rule("T32.0e", "T32.0g")
def test_t32_one_inning_each_and_everybody_once_more_from_the_ninth():
    def may(inning, **used):
        return may_pitch_inning(STANDARD, inning, starts=True, relieves=False, **used)

    assert [may(inning, pitched=[2]) for inning in (3, 8, 9, 10)] == [False, False, True, True]
    assert [may(inning, pitched=[2, 9]) for inning in (10, 17)] == [False, False]
    assert [may(inning, pinch_hit=[8]) for inning in (8, 9)] == [False, True]
    # Whoever hits for a pitcher in the ninth has used his turn up.
    assert not may(10, pinch_hit=[9])


@pytest.mark.rule("T32.0f")
def test_t32_0f_starters_only_in_the_first_two():
    def may(inning, starts, relieves):
        return may_pitch_inning(STANDARD, inning, starts=starts, relieves=relieves)

    assert [may(inning, False, True) for inning in (1, 2, 3)] == [False, False, True]
    assert may(1, True, True)
    assert not may(5, False, False)


def test_innings_to_come_keep_their_starters():
    assert not may_pinch_hit(STANDARD, 1, starts=True, starters=2, pitched=1, pinch_hit=0)
    assert may_pinch_hit(STANDARD, 2, starts=True, starters=2, pitched=1, pinch_hit=0)
    assert may_pinch_hit(STANDARD, 1, starts=False, starters=2, pitched=1, pinch_hit=0)
    three = ShootoutLaw(starters_until=3)
    assert not may_pinch_hit(three, 1, starts=True, starters=3, pitched=1, pinch_hit=0)
