"""What an event may settle about its draft, to the bounds."""

from dataclasses import replace

import pytest

from rosters.rules.draft.settings import DAY, LONGEST, PER_PICK, STAGGERED, Clock, DraftSettings


@pytest.mark.parametrize(
    ("field", "inside", "outside", "code"),
    [
        ("players", (20, 60), (19, 61), "squad-size"),
        ("order", ("snake",), ("lottery", ""), "unknown-order"),
        ("double_up_round", (0, 60), (-1, 61), "double-up-numbers"),
        ("double_up_drafters", (1, 30), (0, 31), "double-up-numbers"),
        ("die", (20, 100), (6, 21), "unknown-dice"),
        ("dice", (1, 4), (0, 2), "unknown-dice"),
        ("least_relievers", (0, 12), (-1, 13), "least-relievers"),
        ("starters", (0, 26), (-1, 27), "least-starters"),
    ],
)
def test_a_draft_may_be_settled_so_far_and_no_further(field, inside, outside, code):
    usual = replace(DraftSettings(), players=26)
    for value in inside:
        assert replace(usual, **{field: value}).problems() == []
    for value in outside:
        assert [each.code for each in replace(usual, **{field: value}).problems()] == [code]


@pytest.mark.parametrize(
    ("field", "inside", "outside", "code", "place"),
    [
        ("kind", (PER_PICK,), ("hourglass",), "unknown-clock", "clock.kind"),
        ("seconds", (5, LONGEST), (4, LONGEST + 1), "clock-seconds", "clock.seconds"),
        ("bank", (0, LONGEST), (-1, LONGEST + 1), "clock-bank", "clock.bank"),
        ("at_zero", ("wait", "skip", "auto"), ("forfeit",), "unknown-at-zero", "clock.at_zero"),
        ("opens", (0, DAY - 1), (-1, DAY), "clock-window", "clock.opens"),
        ("closes", (0, DAY - 1), (-1, DAY), "clock-window", "clock.opens"),
        ("zone", ("UTC", "Europe/Berlin"), ("Mars/North", "../etc"), "unknown-zone", "clock.zone"),
    ],
)
def test_a_clock_may_be_set_so_far_and_no_further(field, inside, outside, code, place):
    usual = Clock(PER_PICK)
    for value in inside:
        assert replace(usual, **{field: value}).problems() == []
    for value in outside:
        found = replace(usual, **{field: value}).problems()
        assert (code, place) in [(each.code, each.place) for each in found]


def test_only_a_clock_for_every_pick_has_a_bank():
    assert Clock(PER_PICK, bank=60).problems() == []
    assert [each.code for each in Clock(STAGGERED, bank=60).problems()] == ["clock-bank"]
    assert Clock(STAGGERED).problems() == []
