"""T32: who bats last in a shoot-out, and which line scores are of one."""

import pytest

from tournaments.rules.shootouts import last_at_bat, winner_of


def codes(found) -> list[str]:
    return [each.code for each in found]


@pytest.mark.rule("T32.0c")
def test_t32_the_seeding_decides_who_bats_last_and_only_without_one_the_die():
    assert last_at_bat((4, 7), {4: 2, 7: 1}, {}) == 7
    assert codes(last_at_bat((4, 7), {4: 2, 7: 1}, {4: 18, 7: 4})) == ["seeded-already"]
    assert last_at_bat((4, 7), {}, {4: 18, 7: 4}) == 4
    assert last_at_bat((4, 7), {4: 2}, {4: 3, 7: 4}) == 7
    assert codes(last_at_bat((4, 7), {}, {})) == ["roll-missing"]
    assert codes(last_at_bat((4, 7), {}, {4: 3, 7: 3})) == ["rolls-level"]
    assert codes(last_at_bat((4, 7), {}, {4: 3, 7: 21})) == ["not-a-roll"]


@pytest.mark.rule("T32.0d")
@pytest.mark.parametrize(
    ("visitors", "home", "expected"),
    [
        ([3, 0, 0], [0, 1, 1], False),
        ([1, 0, 0, 0], [0, 0, 1, 1], True),
        ([0, 0, 1, 0], [0, 0, 1, 2], True),
        # Ahead in the third without batting.
        ([0, 0, 0], [1, 0], True),
        ([3, 0], [0, 0], "won-too-early"),
        ([3], [0], "won-too-early"),
        ([0, 0, 1], [0, 0, 1], "still-level"),
        ([1, 0, 0, 0], [0, 0, 0, 1], "decided-before"),
        ([0, 0, 1], [1, 0], "innings-missing"),
        ([0, 0], [1], "innings-missing"),
        ([0, 0, 0, 0], [1, 0], "innings-missing"),
        ([], [], "innings-missing"),
        ([0, 0, -1], [0, 0, 1], "runs-impossible"),
    ],
)
def test_t32_who_leads_when_an_inning_ends_has_won_from_the_third_on(visitors, home, expected):
    found = winner_of(visitors, home, 3)
    assert (codes(found) == [expected]) if isinstance(expected, str) else found is expected
