"""What a manager may leave behind for games that are played without him."""

from dataclasses import replace

import pytest

from rosters.rules.instructions import (
    LATEST_INNING,
    MOST_NAMED,
    MOST_RUNS,
    Instructions,
    from_json,
    instruction_problems,
    to_json,
)
from rosters.rules.teams import TeamPlan
from rosters.rules.tendencies import tendencies_of

ARMS, BATS = range(1, 20), range(20, 40)
SOUND = Instructions(
    {"stealing": 7}, closer=1, setup=(2, 3), long=(4,), hook_innings=6, hook_runs=5,
    pinch_hitters=(20, 21), do_not_use=(5, 22),
)  # fmt: skip


def wrong(**changed: object) -> list[tuple[str, str]]:
    found = instruction_problems(replace(SOUND, **changed), ARMS, BATS, tendencies_of("purestrat"))
    return [(each.code, each.place) for each in found]


def test_instructions_are_read_as_they_were_written_and_their_version_stands_apart():
    written = to_json(SOUND)
    assert written["setup"] == [2, 3]
    assert "version" not in written
    assert from_json(written, 4) == replace(SOUND, version=4)
    assert from_json({}, 0) == Instructions()


def test_what_can_be_is_found_nothing_wrong_with():
    assert wrong() == []
    assert wrong(hook_innings=LATEST_INNING, hook_runs=MOST_RUNS) == []
    assert wrong(hook_innings=0, hook_runs=0, closer=0) == []
    assert wrong(pinch_hitters=tuple(BATS)[:MOST_NAMED]) == []


@pytest.mark.parametrize(
    ("changed", "code", "place"),
    [
        ({"closer": 20}, "not-a-pitcher", "closer"),
        ({"setup": (20,)}, "not-a-pitcher", "setup"),
        ({"long": (21,)}, "not-a-pitcher", "long"),
        ({"pinch_hitters": (6,)}, "not-a-hitter", "pinch_hitters"),
        ({"closer": 77}, "not-in-squad", "closer"),
        ({"do_not_use": (77,)}, "not-in-squad", "do_not_use"),
        ({"pinch_hitters": (20, 20)}, "named-twice", "pinch_hitters"),
        ({"closer": 2}, "named-twice", "setup"),
        ({"long": (3,)}, "named-twice", "setup"),
        ({"pinch_hitters": tuple(BATS)[: MOST_NAMED + 1]}, "too-many-named", "pinch_hitters"),
        ({"hook_innings": LATEST_INNING + 1}, "hook-range", "hook_innings"),
        ({"hook_innings": -1}, "hook-range", "hook_innings"),
        ({"hook_runs": MOST_RUNS + 1}, "hook-range", "hook_runs"),
        ({"tendencies": {"stealing": 99}}, "tendency-range", "stealing"),
        ({"tendencies": {"spitting": 5}}, "unknown-tendency", "spitting"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(changed, code, place):
    assert wrong(**changed) == [(code, place)]


HENS = TeamPlan("Hens", "HEN", batting_order=("A",) * 9)


@pytest.mark.parametrize(
    ("changed", "code", "place"),
    [
        ({"name": " "}, "team-name-length", "name"),
        ({"name": "H" * 61}, "team-name-length", "name"),
        ({"abbreviation": "H"}, "abbreviation-length", "abbreviation"),
        ({"abbreviation": "HENSX"}, "abbreviation-length", "abbreviation"),
        ({"abbreviation": "H-N"}, "abbreviation-length", "abbreviation"),
        ({"colour": "green"}, "not-a-colour", "colour"),
        ({"accent": "#12345g"}, "not-a-colour", "accent"),
        ({"batting_order": ("A",) * 8}, "batting-order-length", "batting_order"),
        ({"batting_order": ("A",) * 10}, "batting-order-length", "batting_order"),
        ({"batting_order": ("A",) * 8 + (" ",)}, "batter-name-length", "batting_order"),
        ({"batting_order": ("A",) * 8 + ("A" * 200,)}, "batter-name-length", "batting_order"),
    ],
)
def test_a_club_to_be_made_is_told_which_of_its_fields_is_wrong(changed, code, place):
    plan = replace(HENS, **changed)
    assert [(each.code, each.place) for each in plan.problems()] == [(code, place)]
    assert [each.place for each in plan.problems("line 3")] == ["line 3"]


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"name": "H"},
        {"name": "H" * 60},
        {"abbreviation": "he"},
        {"abbreviation": "HENS"},
        {"colour": "#ABCDEF"},
        {"batting_order": ()},
    ],
)
def test_a_club_that_can_be_made_is_found_nothing_wrong_with(changed):
    assert replace(HENS, **changed).problems() == []
