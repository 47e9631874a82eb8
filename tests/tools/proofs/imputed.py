"""Whether the house drafts well: its teams against teams that always take the best value left.

Both draft from one pool under one law, in leagues of which they are half each, at slots that change
from draft to draft; only games of one kind against the other count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from games.card_games.base import Squad
from games.clubs import Cards, home_park
from games.seasons import SquadLeague, Tally
from rosters.drafts.pools import listed_parks, pool_of, ranking_of
from rosters.models import CardSet
from rosters.rules.draft import events
from rosters.rules.draft.board import Board
from rosters.rules.draft.house import HousePick, Ranking, choose, open_needs, taste_of
from rosters.rules.draft.legality import Pool, choice_problems
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import rounds

THEN = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment for drafts in which no person picks: their times do not matter."""


@dataclass
class Proof:
    """What the house's teams did, and how the seasons went for them."""

    house: Tally = field(default_factory=Tally)
    seasons: int = 0
    won: int = 0
    """Seasons in which they won more than half of their games."""


def best_value(
    board: Board, pool: Pool, ranking: Ranking, seat: int, pick: int
) -> HousePick | None:
    """The card of most value that the law allows and the squad has a place for; the park when
    nothing else is missing.

    A team that took any card of most value would hoard outfielders and end without a catcher,
    which is no match at all; this one fills the same places as the house, and looks at value alone.
    """
    players = [pool.players[each.card] for each in board.squad(seat) if each.card is not None]
    if len(players) < pool.law.players(board.settings):
        lacking = [
            need for need, left in open_needs(pool.law, ranking.plan, players).items() if left > 0
        ]
        free = [player for player in ranking.best if player.key not in board.cards]
        wanted = [
            player for player in free if any(pool.law.fills(player, need) for need in lacking)
        ]
        for player in (*wanted, *free):
            if not choice_problems(board, pool, seat, pick, card=player.key):
                return HousePick(card=player.key)
    parks = [park for key, park in sorted(pool.parks.items()) if key not in board.parks]
    for park in parks:
        if not choice_problems(board, pool, seat, pick, park=park):
            return HousePick(park=park)
    return None


def draft(card_set: CardSet, teams: int, greedy: frozenset[int], seed: str) -> tuple[Board, Pool]:
    """A draft of so many teams, those in the slots ``greedy`` by best value, the rest imputed."""
    settings = DraftSettings(sanctioned=False)
    pool = pool_of(card_set, {})
    ranking = ranking_of(card_set, teams, settings)
    board = Board.of([], settings, teams, rounds(pool.law, settings))
    board.apply(events.Opened(THEN, dict.fromkeys(range(1, teams + 1), events.HOUSE)))
    tastes = {
        slot: taste_of(f"{seed}/{slot}", list(ranking.plan), board.rounds)
        for slot in range(1, teams + 1)
    }
    while (turn := board.turn) is not None:
        pick, slot = turn.picks[0], turn.seat
        if slot in greedy:
            choice = best_value(board, pool, ranking, slot, pick)
        else:
            chance = Random(f"{seed}/{slot}/{pick}")
            choice = choose(board, pool, ranking, slot, pick, taste=tastes[slot], chance=chance)
        if choice is None:
            raise RuntimeError(f"Nothing is left for pick {pick}.")
        board.apply(events.Picked(THEN, pick, slot, events.HOUSE, choice.card, choice.park))
    return board, pool


def prove(
    card_set: CardSet,
    *,
    teams: int,
    seasons: int,
    drafts: int,
    seed: str,
    meetings: int = 2,
    told: Callable[[Proof], None] = lambda proof: None,
) -> Proof:
    """Play seasons, as many of each draft, every team of one kind against every one of the other
    ``meetings`` times in each."""
    proof = Proof()
    cards = Cards()
    for number, count in enumerate(_shared_out(seasons, drafts)):
        greedy = frozenset(slot for slot in range(1, teams + 1) if slot % 2 == number % 2)
        board, _ = draft(card_set, teams, greedy, f"{seed}/{number}")
        league = _league(card_set, board, cards)
        pairs = [
            (one - 1, other - 1)
            for one in sorted(greedy)
            for other in range(1, teams + 1)
            if other not in greedy
        ]
        for season in range(count):
            tallies = [Tally() for _ in range(teams)]
            league.season(f"{seed}/{number}/{season}", meetings, tallies, pairs=pairs)
            ours = [each for at, each in enumerate(tallies, start=1) if at not in greedy]
            _count(proof, ours)
        told(proof)
    return proof


def _count(proof: Proof, ours: Sequence[Tally]) -> None:
    won, lost = sum(each.won for each in ours), sum(each.lost for each in ours)
    proof.house.won += won
    proof.house.lost += lost
    proof.house.tied += sum(each.tied for each in ours)
    proof.seasons += 1
    proof.won += won > lost


def _shared_out(seasons: int, drafts: int) -> Iterator[int]:
    for number in range(drafts):
        yield seasons * (number + 1) // drafts - seasons * number // drafts


def _league(card_set: CardSet, board: Board, cards: Cards) -> SquadLeague:
    listed = listed_parks(card_set)
    squads = []
    for slot in range(1, board.seats + 1):
        squad = board.squad(slot)
        park = next((listed[each.park.key] for each in squad if each.park is not None), None)
        squads.append(
            Squad(
                tuple(each.card for each in squad if each.card is not None),
                home_park(park),
                {},
            )
        )
    cards.load(card for squad in squads for card in squad.cards)
    return SquadLeague(card_set.system_key, squads, cards)
