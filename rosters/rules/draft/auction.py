"""An auction: what may be nominated and bid, who leads when maximums bid, and what the house pays.

A club that bids can always fill its squad with least bids, so an auction ends with every squad
whole.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from config.refusals import Refusal
from rosters.rules.draft.board import Board, Lot, drafted_by_house
from rosters.rules.draft.events import PROXY, Bid
from rosters.rules.draft.house import Ranking, open_needs
from rosters.rules.draft.legality import Pool, choice_problems, order_problems
from rosters.rules.parks import Pick as Park

WHIM = 0.15
"""By how much, either way, one house values a card otherwise than another."""


@dataclass(frozen=True)
class Maximum:
    """Up to what a seat's people have its bids raised; ``after`` which event they said so."""

    seat: int
    amount: int
    after: int


def block_problems(board: Board, lot: int) -> list[Refusal]:
    """``already-sold`` and ``not-open``: why the lot of that number cannot be bid on."""
    if board.lot is not None and board.lot.number == lot:
        return []
    if any(lot < each.number for each in board.selections.values()):
        return [Refusal("already-sold", "That is sold; look at the block again.", "lot")]
    return [Refusal("not-open", "That is not on the block.", "lot")]


def nomination_problems(
    board: Board, pool: Pool, seat: int, opening: int, card: int | None, park: Park | None
) -> list[Refusal]:
    """``lot-open`` while something is on the block, ``not-your-nomination``, ``bid-too-low``,
    ``over-budget``, and what the law says to the card in that seat's squad."""
    if board.lot is not None:
        return order_problems(board, pool, seat)
    if board.nominator != seat:
        whose = pool.name(board.nominator) if board.nominator else "nobody"
        return [
            Refusal(
                "not-your-nomination",
                f"The next nomination is made by {whose}.",
                "turn",
                {"seat": board.nominator},
            )
        ]
    return price_problems(board, seat, opening, board.settings.auction.least) or choice_problems(
        board, pool, seat, board.next_place(seat), card=card, park=park
    )


def bid_problems(board: Board, pool: Pool, seat: int, amount: int) -> list[Refusal]:
    """What speaks against a seat's bid on what is on the block: ``not-open``, ``already-leading``,
    ``squad-full``, ``bid-too-low``, ``over-budget``, and what the law says to the card."""
    lot = board.lot
    if lot is None:
        return [Refusal("not-open", "Nothing is on the block.", "lot")]
    if lot.leader == seat:
        return [Refusal("already-leading", "That club leads already.", "amount")]
    return take_problems(board, pool, seat, lot.card, lot.park, amount, lot.price + 1)


def take_problems(
    board: Board,
    pool: Pool,
    seat: int,
    card: int | None,
    park: Park | None,
    amount: int,
    least: int,
    *,
    shares: bool = True,
) -> list[Refusal]:
    """Why a seat may not have a card or a park for that amount, of which at ``least`` so much is
    asked; without ``shares`` of what was sold at a table."""
    return price_problems(board, seat, amount, least) or choice_problems(
        board, pool, seat, board.next_place(seat), card=card, park=park, shares=shares
    )


def price_problems(board: Board, seat: int, amount: int, least: int) -> list[Refusal]:
    """``squad-full``, ``bid-too-low``, ``over-budget``."""
    most = board.most(seat)
    if not board.open_places(seat):
        return [Refusal("squad-full", "That squad is whole.", "slot")]
    if amount < least:
        return [Refusal("bid-too-low", f"At least {least} is bid.", "amount", {"least": least})]
    if amount > most:
        return [
            Refusal(
                "over-budget",
                f"That club can bid {most} at most: {board.money(seat)} are left, and every other "
                "open place takes the least bid.",
                "amount",
                {"most": most, "left": board.money(seat)},
            )
        ]
    return []


def waited_for(board: Board, lot: Lot) -> list[int]:
    """The seats with people who may still bid: not out, and with money and a place."""
    return [
        seat
        for seat in range(1, board.seats + 1)
        if seat != lot.leader
        and seat not in lot.passed
        and not drafted_by_house(board, seat)
        and board.most(seat) > lot.price
    ]


def raised(board: Board, maximums: Collection[Maximum]) -> Bid | None:
    """The bid that the maximums make now; ``None`` where none changes anything. Its moment is that
    of the caller's to set.

    The highest maximum leads, at one more than the second; of equal ones the earlier, at that
    price.
    """
    lot = board.lot
    if lot is None:
        return None
    claims = {lot.leader: (lot.price, -lot.led)}
    for each in maximums:
        claim = (min(each.amount, board.most(each.seat)), -each.after)
        if claim >= claims.get(each.seat, (lot.price, -lot.led)):
            claims[each.seat] = claim
    winner = max(claims, key=lambda seat: claims[seat])
    others = [amount for seat, (amount, _) in claims.items() if seat != winner]
    price = min(claims[winner][0], max(lot.price, max(others, default=0) + 1))
    if winner == lot.leader and price <= lot.price:
        return None
    assert board.turn_since is not None  # noqa: S101 - something is on the block
    return Bid(board.turn_since, winner, PROXY, price)


def house_maximums(
    board: Board, pool: Pool, ranking: Ranking, seed: str, avoided: Mapping[int, Collection[int]]
) -> list[Maximum]:
    """Up to what the house bids for each of its seats; later than any user's maximum.

    A card is worth its runs over what will be left, in the money that the seat has left for such
    runs; to a seat that lacks nothing that the card is good for, nothing. ``avoided``: by seat whom
    its people never want.
    """
    lot = board.lot
    if lot is None or lot.card is None:
        return []
    purse = _Purse(board, ranking)
    amounts = []
    for seat in range(1, board.seats + 1):
        if not drafted_by_house(board, seat) or lot.card in avoided.get(seat, ()):
            continue
        whim = Random(f"{seed}/{seat}/{lot.card}").uniform(1 - WHIM, 1 + WHIM)
        money = purse.spends(seat, lot.card) * whim
        amount = min(board.most(seat), board.settings.auction.least + int(money))
        if amount > lot.price:
            amounts.append(Maximum(seat, amount, LATE + seat))
    found: list[Maximum] = []
    # Only the two that bid highest matter.
    for each in sorted(amounts, key=lambda each: -each.amount):
        if each.seat == lot.leader or (
            _lacks(board, pool, ranking, each.seat, lot.card)
            and not choice_problems(
                board, pool, each.seat, board.next_place(each.seat), card=lot.card
            )
        ):
            found.append(each)
        if len(found) == 2:
            break
    return found


LATE = 1_000_000
"""The number of no event: later than any."""


class _Purse:
    """What seats may spend beyond least bids, and the runs that it is for."""

    def __init__(self, board: Board, ranking: Ranking) -> None:
        self._board, self._worths = board, ranking.worths
        self._going = sorted(
            (worth for key, worth in ranking.worths.items() if key not in board.cards), reverse=True
        )
        self._places = sum(board.open_places(seat) for seat in range(1, board.seats + 1))
        self._runs = sum(self._going[: self._places])

    def spends(self, seat: int, card: int) -> float:
        """What a card is worth to a seat, in the money for its share of the runs of all who will be
        bought; or in the money for the best that it has places for, which is more toward the end,
        when money that is kept buys nothing."""
        places, worth = self._board.open_places(seat), self._worths[card]
        if not places:
            return 0.0
        money = self._board.money(seat) - self._board.settings.auction.least * places
        share = self._runs * places / self._places
        best = sum(self._going[:places])
        return money * max(worth / share if share else 0.0, worth / best if best else 1 / places)


def _lacks(board: Board, pool: Pool, ranking: Ranking, seat: int, card: int) -> bool:
    """Whether a squad lacks what a card is good for."""
    players: Sequence[int | None] = [each.card for each in board.squad(seat)]
    squad = [pool.players[key] for key in players if key is not None]
    lacking = open_needs(pool.law, ranking.plan, squad)
    joined = open_needs(pool.law, ranking.plan, [*squad, pool.players[card]])
    return sum(joined.values()) < sum(lacking.values())
