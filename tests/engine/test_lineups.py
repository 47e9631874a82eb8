"""A line-up put away and taken up again stands as it stood."""

from games.engine.lineup import PITCHER, Lineup

OUTSIDER = 22
"""Players from the stands share a number."""


def lineup() -> Lineup:
    """Nine who play everywhere."""
    everywhere = [0, *[(1 << OUTSIDER + 1) - 2] * 9]
    return Lineup([*range(1, 10)], [*range(2, 10), PITCHER], everywhere, 0, 0, 1 << 9)


def taken_up(put_away: Lineup) -> Lineup:
    again = lineup()
    again.take_up(put_away.state())
    return again


def test_two_from_the_stands_are_found_where_the_last_of_them_bats_whoever_came_first():
    for slots in ((9, 4), (4, 9)):
        stands = lineup()
        for slot in slots:
            stands.replace(slot, OUTSIDER, stands.where[slot])
        again = taken_up(stands)
        assert stands.slot_of(OUTSIDER) == again.slot_of(OUTSIDER) == 9
        assert stands.playing == again.playing


def test_who_leaves_does_not_take_the_other_from_the_stands_with_him():
    stands = lineup()
    for slot in (4, 9):
        stands.replace(slot, OUTSIDER, stands.where[slot])
    stands.replace(9, 12, PITCHER)
    again = taken_up(stands)
    assert stands.slot_of(OUTSIDER) == again.slot_of(OUTSIDER) == 4
    assert stands.playing == again.playing
    assert stands.playing >> OUTSIDER & 1
