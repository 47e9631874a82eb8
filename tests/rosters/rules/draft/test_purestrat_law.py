"""What a Purestrat squad still needs while it is drafted."""

from dataclasses import replace

import pytest

from rosters.rules.draft.settings import DraftSettings
from rosters.rules.imputed import Prospect
from tests.rosters.rules.draft.boards import LAW, POSITIONS


def player(key: int, *positions: str) -> Prospect:
    return Prospect(key, frozenset(positions), 0.0, name=f"H{key}")


def arm(key: int, *, starts: bool = False, relieves: bool = False) -> Prospect:
    return Prospect(key, frozenset(), 0.0, starts=starts, relieves=relieves, name=f"P{key}")


@pytest.mark.rule("T10.2c")
def test_who_may_start_is_no_reliever_of_the_squad_though_he_may_relieve():
    staff = [arm(1, starts=True), arm(2, starts=True, relieves=True), arm(3, relieves=True)]
    have = {need.key: need.has for need in LAW.needs(staff, 10, DraftSettings())}
    assert (have["starter"], have["reliever"]) == (2, 1)


@pytest.mark.rule("T31.10b", "T10.2c")
def test_picks_that_must_be_pitchers_are_not_free_for_the_field():
    settings = replace(DraftSettings(), starters=4, least_relievers=2)
    # Two of everybody, but one shortstop; three of four starters and no reliever yet.
    squad = [player(at, each) for at, each in enumerate([*POSITIONS, *POSITIONS]) if at != 4]
    squad += [arm(100 + at, starts=True) for at in range(3)]
    pool = [player(200 + at, "ss") for at in range(5)]
    pool += [arm(300 + at, starts=True) for at in range(5)]
    pool += [arm(400 + at, relieves=True) for at in range(5)]
    assert LAW.holes(squad, 4, pool, settings) == []
    (found,) = LAW.holes(squad, 3, pool, settings)
    assert (found.code, found.facts["picks"], found.facts["wanted"]) == ("field-impossible", 0, 1)
    assert [each.code for each in LAW.holes(squad, 2, pool, settings)] == [
        "starters-impossible",
        "field-impossible",
    ]
