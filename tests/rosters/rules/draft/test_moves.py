"""Who came where and left again, as the events of a draft have it."""

from rosters.rules.draft import events
from rosters.rules.draft.moves import COMES, moves
from tests.rosters.rules.draft.boards import NOW


def told(*happened):
    return [(each.kind, each.seat, each.pick, each.card) for each in moves(happened)]


def picked(number, seat, card):
    return events.Picked(NOW, number, seat, "manager", card=card)


def test_an_undone_pick_takes_all_since_along_the_last_first():
    found = told(
        picked(1, 1, 11),
        picked(3, 3, 13),
        picked(2, 2, 12),
        events.Undone(NOW, 3),
        picked(3, 3, 11),
    )
    assert found[3:] == [
        ("pick-undone", 2, 2, 12),
        ("pick-undone", 3, 3, 13),
        ("drafted", 3, 3, 11),
    ]


def test_a_double_up_is_pulled_back_and_others_exchange():
    found = told(
        picked(1, 1, 11),
        picked(2, 2, 12),
        events.Rescinded(NOW, 1, 1),
        events.Exchanged(NOW, 2, 2, "manager", card=11),
        events.Kept(NOW, 3),
    )
    assert found[2:] == [
        ("double-up-pulled-back", 1, 1, 11),
        ("exchanged-away", 2, 2, 12),
        ("exchanged-in", 2, 2, 11),
    ]


def test_who_is_replaced_goes_and_the_other_comes_to_the_same_seat():
    found = told(picked(4, 2, 12), events.Replaced(NOW, 4, card=9), events.Paused(NOW))
    assert found[1:] == [("put-out", 2, 4, 12), ("put-in", 2, 4, 9)]


def test_whatever_happens_every_card_stands_where_its_last_move_left_it():
    happened = [
        picked(1, 1, 11),
        picked(2, 2, 12),
        events.Undone(NOW, 2),
        picked(2, 2, 13),
        events.Replaced(NOW, 1, card=12),
        events.Rescinded(NOW, 2, 2),
    ]
    where: dict[int, int] = {}
    for each in moves(happened):
        if each.kind in COMES:
            assert each.card not in where
            where[each.card] = each.seat
        else:
            assert where.pop(each.card) == each.seat
    assert where == {12: 1}
