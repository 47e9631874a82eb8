"""An auction: money always suffices for a whole squad, and the highest maximum wins at one more
than the second."""

from random import Random

import pytest

from rosters.rules.draft import events
from rosters.rules.draft.auction import (
    Maximum,
    bid_problems,
    house_maximums,
    nomination_problems,
    raised,
    take_problems,
)
from rosters.rules.draft.board import Board
from rosters.rules.draft.house import Ranking, choose
from rosters.rules.draft.reminders import ON_THE_CLOCK, due
from rosters.rules.draft.settings import AuctionTerms, Clock, DraftSettings
from rosters.rules.draft.sharing import can_share
from rosters.rules.draft.squad_law import law_of, rounds
from tests.rosters.rules.draft.boards import (
    LAW,
    NOW,
    a_pool,
    a_tight_pool,
    a_tight_pool_of_decks,
    after,
)

TERMS = AuctionTerms(budget=100)
SETTINGS = DraftSettings(order="auction", auction=TERMS)


def an_auction(seats=3, settings=SETTINGS, drafter="manager"):
    board = Board.of([], settings, seats, rounds(LAW, settings))
    board.apply(events.Opened(NOW, dict.fromkeys(range(1, seats + 1), drafter)))
    return board


def nominate(board, card, opening=1, at=NOW):
    board.apply(events.Nominated(at, board.nominator, "manager", opening, card))


def bid(board, seat, price, at=NOW):
    board.apply(events.Bid(at, seat, "manager", price))


def sell(board, at=NOW):
    lot = board.lot
    board.apply(
        events.Sold(
            at, board.next_place(lot.leader), lot.leader, "house", lot.card, lot.park, lot.price
        )
    )


def codes(problems):
    return [each.code for each in problems]


@pytest.mark.parametrize("seed", range(4))
def test_random_play_keeps_to_budgets_and_squads_and_ends(seed):
    chance, board, pool = Random(seed), an_auction(4), a_pool(60)
    parks = list(pool.parks.values())
    sales = 0
    while (turn := board.turn) is not None:
        seat = turn.seat
        if board.lot is None:
            things = [*chance.sample([*pool.players], 30), *[None] * (board.rounds > 0)]
            for card in things:
                park = None if card is not None else chance.choice(parks)
                opening = chance.randint(0, board.most(seat) + 1)
                opening = opening if chance.random() < 0.1 else 1
                if not nomination_problems(board, pool, seat, opening, card, park):
                    board.apply(events.Nominated(NOW, seat, "manager", opening, card, park))
                    break
            else:
                ranking = Ranking(pool, 4, LAW.plan(SETTINGS))
                choice = choose(board, pool, ranking, seat, board.next_place(seat))
                assert nomination_problems(board, pool, seat, 1, choice.card, choice.park) == []
                board.apply(events.Nominated(NOW, seat, "house", 1, choice.card, choice.park))
            continue
        rival = chance.randint(1, 4)
        amount = board.lot.price + chance.choice([0, 1, 1, 2, 5, 60])
        if chance.random() < 0.6 and not bid_problems(board, pool, rival, amount):
            bid(board, rival, amount)
            assert board.lot.price <= board.most(rival)
        else:
            sell(board)
            sales += 1
    assert sales == board.total
    for seat in range(1, 5):
        squad = board.squad(seat)
        assert sum(each.price for each in squad) <= TERMS.budget
        players = [pool.players[each.card] for each in squad if each.card is not None]
        assert (len(squad), len(players)) == (board.rounds, 25)
        assert LAW.holes(players, 0, [], SETTINGS) == []


TIGHT = {
    "purestrat": SETTINGS,
    "deep-drive": DraftSettings(order="auction", auction=TERMS, starters=5, least_relievers=6),
    "commons": DraftSettings(order="auction", auction=TERMS, least_at_bats=200, least_innings=40),
}


@pytest.mark.long
@pytest.mark.parametrize("drafter", ["house", "manager"])
@pytest.mark.parametrize("key", TIGHT)
@pytest.mark.parametrize("seed", range(4))
def test_every_squad_is_legal_however_little_is_left_over(key, drafter, seed):
    settings, law, chance = TIGHT[key], law_of(key), Random(f"{key}/{seed}")
    seats = chance.randint(3, 5)
    if key == "commons":
        pool = a_tight_pool_of_decks(seats, settings, chance)
    else:
        pool = a_tight_pool(law, settings, seats, chance)
    board = Board.of([], settings, seats, rounds(law, settings))
    board.apply(events.Opened(NOW, dict.fromkeys(range(1, seats + 1), drafter)))
    assert can_share(board, pool)
    ranking = Ranking(pool, seats, law.plan(settings))
    while (turn := board.turn) is not None:
        seat = turn.seat
        if board.lot is None:
            wanted = chance.sample([*pool.players], 20) if drafter == "manager" else ()
            found = choose(board, pool, ranking, seat, turn.picks[0], wanted=wanted)
            assert found is not None
            assert nomination_problems(board, pool, seat, 1, found.card, found.park) == []
            board.apply(events.Nominated(NOW, seat, drafter, 1, found.card, found.park))
            continue
        rival, amount = chance.randint(1, seats), board.lot.price + chance.choice([1, 1, 4, 30])
        event = raised(board, house_maximums(board, pool, ranking, "seed", {}))
        if event is not None:
            board.apply(event)
        elif drafter == "manager" and not bid_problems(board, pool, rival, amount):
            bid(board, rival, amount)
        else:
            sell(board)
    assert board.is_full
    for seat in range(1, seats + 1):
        players = [pool.players[e.card] for e in board.squad(seat) if e.card is not None]
        assert law.holes(players, 0, [], settings) == []
        assert 0 <= board.money(seat) <= (TERMS.budget // 5 if drafter == "house" else TERMS.budget)


def test_nobody_takes_the_last_of_a_kind_whom_another_needs():
    pool = a_tight_pool(LAW, SETTINGS, 2, Random("others"))
    needs = LAW.starters(SETTINGS)
    starters = [key for key, player in pool.players.items() if player.starts]
    for key in starters[2 * needs :]:
        del pool.players[key]
    board = an_auction(2)
    for card in starters[:needs]:
        nominator = board.nominator
        assert nomination_problems(board, pool, nominator, 1, card, None) == []
        nominate(board, card)
        if nominator != 1:
            bid(board, 1, 2)
        sell(board)
    more = starters[needs]
    for seat, problems in ((1, ["others-short"]), (2, [])):
        board.nominator = seat
        assert codes(nomination_problems(board, pool, seat, 1, more, None)) == problems
    nominate(board, more)
    assert codes(bid_problems(board, pool, 1, 2)) == ["others-short"]
    # What was sold at a table is entered all the same.
    assert take_problems(board, pool, 1, more, None, 2, 1, shares=False) == []


def test_a_club_keeps_the_least_bid_for_every_other_place():
    board, pool = an_auction(), a_pool()
    most = TERMS.budget - (board.rounds - 1)
    assert board.most(1) == most
    assert codes(nomination_problems(board, pool, 1, most + 1, 1000, None)) == ["over-budget"]
    nominate(board, 1000)
    assert codes(bid_problems(board, pool, 2, most + 1)) == ["over-budget"]
    assert codes(bid_problems(board, pool, 2, 1)) == ["bid-too-low"]
    assert codes(bid_problems(board, pool, 1, 5)) == ["already-leading"]
    assert bid_problems(board, pool, 2, most) == []
    bid(board, 2, most)
    sell(board)
    assert (board.money(2), board.most(2)) == (TERMS.budget - most, 1)


def test_seats_nominate_in_the_order_of_slots_and_who_is_whole_is_passed_by():
    board = an_auction(2)
    assert codes(nomination_problems(board, a_pool(), 2, 1, 1000, None)) == ["not-your-nomination"]
    for at in range(board.rounds):
        nominate(board, 90_000 + at)
        if board.lot.leader != 1:
            bid(board, 1, 2)
        sell(board)
    assert board.open_places(1) == 0
    assert board.nominator == 2
    nominate(board, 90_500)
    sell(board)
    assert board.nominator == 2
    assert not board.is_full


@pytest.mark.parametrize(
    ("maximums", "leader", "price"),
    [
        ([(2, 20, 2), (3, 30, 3)], 3, 21),
        ([(2, 20, 3), (3, 20, 2)], 3, 20),
        ([(2, 20, 2)], 2, 6),
        ([(1, 9, 2), (2, 20, 2)], 2, 10),
        ([(1, 30, 2), (2, 20, 2)], 1, 21),
        ([(2, 5, 9)], 1, 5),
        ([(2, 5, 1)], 2, 5),
        ([(1, 30, 2)], 1, 5),
    ],
)
def test_the_highest_maximum_leads_at_one_more_than_the_second(maximums, leader, price):
    board = an_auction()
    nominate(board, 1000, opening=5)
    maximums = [Maximum(*each) for each in maximums]
    while (event := raised(board, maximums)) is not None:
        board.apply(event)
    assert (board.lot.leader, board.lot.price) == (leader, price)


def test_every_bid_starts_the_clock_again_and_a_pause_stops_it():
    clock = Clock(kind="per-pick", seconds=60)
    settings = DraftSettings(order="auction", clock=clock, auction=AuctionTerms(bid_seconds=10))
    board = an_auction(settings=settings)
    assert board.deadline == after(60)
    nominate(board, 1000, at=after(5))
    assert board.deadline == after(15)
    bid(board, 2, 2, at=after(12))
    assert board.deadline == after(22)
    board.apply(events.Passed(after(13), 3, "manager"))
    assert board.deadline == after(22)
    board.apply(events.Paused(after(14)))
    assert board.deadline is None
    board.apply(events.Resumed(after(100)))
    assert board.deadline == after(108)
    sell(board, at=after(108))
    assert (board.nominator, board.deadline) == (2, after(168))


def test_who_nominates_is_reminded_and_who_leads_is_not():
    board = an_auction()
    assert due(board, after(3600)) == ON_THE_CLOCK
    nominate(board, 1000)
    assert due(board, after(3600)) is None


def test_undone_sales_are_nominated_again_by_the_same_seat():
    board = an_auction()
    for card in (1000, 2000, 3000):
        nominate(board, card)
        sell(board)
    nominate(board, 4000)
    board.apply(events.Undone(NOW, 2))
    assert (board.nominator, board.lot, sorted(board.cards)) == (2, None, [1000])
    assert board.money(2) == TERMS.budget


def test_the_house_alone_buys_whole_squads_and_spends_its_money():
    board, pool = an_auction(6, drafter="house"), a_pool(60)
    ranking = Ranking(pool, 6, LAW.plan(SETTINGS))
    while (turn := board.turn) is not None:
        if board.lot is None:
            found = choose(board, pool, ranking, turn.seat, turn.picks[0])
            board.apply(events.Nominated(NOW, turn.seat, "house", 1, found.card, found.park))
            continue
        event = raised(board, house_maximums(board, pool, ranking, "seed", {}))
        if event is None:
            sell(board)
        else:
            board.apply(event)
    assert board.is_full
    for seat in range(1, 7):
        players = [pool.players[e.card] for e in board.squad(seat) if e.card is not None]
        assert LAW.holes(players, 0, [], SETTINGS) == []
        assert 0 <= board.money(seat) <= TERMS.budget // 2
    prices = [each.price for each in board.selections.values()]
    assert max(prices) > 10 * min(prices)
