"""What is told when somebody is hurt, tires, or makes way for another player."""

from collections.abc import Sequence

import pytest

from games.engine.club import Club
from games.engine.events import (
    DESIGNATED,
    HALF,
    INJURY,
    NO_BAT,
    PINCH_HITTER,
    PINCH_RUNNER,
    TIRED,
    TO_SHIFT,
    change,
)
from games.engine.folds.changes import change_in_words
from games.engine.folds.people import People
from games.engine.situation import AWAY, HOME

SHORTSTOP, LEFT_FIELD, PITCHER = 6, 7, 1


class Nine(Club):
    """Players 1 to 9 bat in the order of their positions; ``designated``: player 10 bats for the
    pitcher, who is player 1, in his slot."""

    def __init__(self, *, designated: bool = False) -> None:
        self.designated = designated

    def batting_order(self) -> Sequence[int]:
        return (10 if self.designated else 1, *range(2, 10))

    def position_of(self, slot: int) -> int:
        return DESIGNATED if self.designated and slot == 1 else slot

    def starting_pitcher(self) -> int:
        return 1


def after(*events: int, designated: bool = False) -> list[str]:
    """What is told of each event of a game, one after the other."""
    people = People((Nine(designated=designated), Nine(designated=designated)))
    found = []
    for event in events:
        found.append(change_in_words(event, people))
        people.see(event)
    return found


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (INJURY | (HOME | 4 << 1) << TO_SHIFT, "No. 4 is hurt and leaves the game."),
        (TIRED | (AWAY | 1 << 1) << TO_SHIFT, "No. 1 is tiring."),
        (change(AWAY, 6, PINCH_HITTER, 12), "No. 12 bats for No. 6."),
        (change(HOME, 6, PINCH_RUNNER, 12), "No. 12 runs for No. 6."),
        (change(HOME, 1, PITCHER, 20), "No. 20 comes in to pitch, batting first."),
        (change(HOME, 9, PITCHER, 20), "No. 20 comes in to pitch, batting ninth."),
        (change(AWAY, 6, SHORTSTOP, 12), "No. 12 goes in at shortstop for No. 6."),
        (change(AWAY, 6, LEFT_FIELD, 6), "No. 6 moves to left field."),
        (change(AWAY, 6, SHORTSTOP, 6), ""),
    ],
)
def test_a_change_is_told_by_who_comes_for_whom_and_where(event: int, text: str) -> None:
    assert after(event) == [text]


def test_who_pinch_hit_and_stays_is_told_where_he_goes() -> None:
    assert after(change(AWAY, 6, PINCH_HITTER, 12), change(AWAY, 6, SHORTSTOP, 12)) == [
        "No. 12 bats for No. 6.",
        "No. 12 moves to shortstop.",
    ]


def test_a_pitcher_who_does_not_bat_has_no_slot_until_he_takes_one() -> None:
    assert after(change(HOME, NO_BAT, PITCHER, 20), designated=True) == [
        "No. 20 comes in to pitch."
    ]
    # A7: the designated hitter takes the field, and pitchers bat from now on.
    assert after(change(HOME, 1, LEFT_FIELD, 10), change(HOME, 7, PITCHER, 1), designated=True) == [
        "No. 10, the designated hitter until now, goes to left field.",
        "No. 1, who pitches, bats seventh from now on: No. 7 leaves the game.",
    ]


def test_no_play_is_a_change() -> None:
    assert after(HALF) == [""]
