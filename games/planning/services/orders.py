"""Services for the order in which a squad plays, in games that have one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.base import Order
from games.models import Game
from games.planning.board import PlanBoard
from games.planning.services.lineups import locked_squad
from games.topics import squad_topic
from rosters.models import Card, RosterSpot, Squad

ASIDE = 10_000
"""Added to the numbers while they change, so that no two spots ever share one."""


def lay_down_order(
    *,
    squad: Squad,
    change: Callable[[list[int]], Sequence[int]],
    acting_user: User,
) -> None:
    """Save another order of a squad's cards, which ``change`` makes from the present one. Only the
    order within each kind of card counts. Games that have begun keep theirs.

    Refused: ``not-your-club``, ``no-order-here`` in games without an order, ``game-going-on`` while
    the club is in the middle of one, and, each at its card, ``not-in-squad``, ``named-twice``,
    ``card-missing``.
    """
    with transaction.atomic():
        squad = locked_squad(squad.pk, acting_user)
        board = PlanBoard(squad)
        order = board.order
        if order is None:
            raise Refused(
                Refusal("no-order-here", "This game has no fixed order of players.", "order")
            )
        refuse_all(games_going_on(squad, order))
        before = list(board.keys)
        wanted = list(change(before))
        refuse_all(_problems(board, wanted, order))
        pitchers = {card.pk for card in board.cards if card.kind == Card.Kind.PITCHER}
        after = sorted(wanted, key=lambda key: key in pitchers)
        if after == before:
            return
        number = {card: place for place, card in enumerate(after, start=1)}
        spots = list(RosterSpot.objects.filter(squad=squad))
        for aside in (ASIDE, 0):
            for spot in spots:
                spot.number = aside + number[spot.card_id]
            RosterSpot.objects.bulk_update(spots, ["number"])
        log_action(
            code="order-laid-down",
            actor=acting_user,
            scope=squad.scope,
            subject=squad,
            old={"cards": before},
            new={"cards": after},
        )
        publish(squad_topic(squad))


def games_going_on(squad: Squad, order: Order) -> list[Refusal]:
    """Return a refusal for each game of the club in progress: its order cannot change meanwhile."""
    rows = Game.objects.filter(
        series__event__key=squad.scope, status=Game.Status.IN_PROGRESS
    ).select_related("series__home", "series__away")
    return [
        Refusal(
            "game-going-on",
            f"Game {game.number} of {game.series.away} at {game.series.home} is under way; the "
            f"order stands as it was begun with ({order.rule}).",
            f"series {game.series_id}, game {game.number}",
            {"rule": order.rule, "game": game.pk},
        )
        for game in rows
        if squad.team_id in (game.series.home_id, game.series.away_id)
    ]


def moved(card: int, by: int, kinds: dict[int, str]) -> Callable[[list[int]], list[int]]:
    """Return a change that moves a card ``by`` places within its kind. Refused:
    ``not-in-squad``."""

    def change(keys: list[int]) -> list[int]:
        if card not in kinds:
            raise Refused(_stranger(card))
        alike = [key for key in keys if kinds[key] == kinds[card]]
        place = alike.index(card)
        goal = min(max(0, place + by), len(alike) - 1)
        alike.insert(goal, alike.pop(place))
        following = iter(alike)
        return [next(following) if kinds[key] == kinds[card] else key for key in keys]

    return change


def _problems(board: PlanBoard, wanted: Sequence[int], order: Order) -> list[Refusal]:
    problems = [_stranger(card) for card in dict.fromkeys(wanted) if card not in board.by_key]
    problems += [
        Refusal(
            "named-twice",
            f"{board.by_key[card].name} is named twice; he plays once ({order.rule}).",
            f"card:{card}",
            {"rule": order.rule},
        )
        for card in dict.fromkeys(wanted)
        if card in board.by_key and wanted.count(card) > 1
    ]
    return problems + [
        Refusal(
            "card-missing",
            f"{card.name} is missing; an order names everybody ({order.rule}).",
            f"card:{card.pk}",
            {"rule": order.rule},
        )
        for card in board.cards
        if card.pk not in wanted
    ]


def _stranger(card: int) -> Refusal:
    return Refusal("not-in-squad", f"Card {card} is not in this squad.", f"card:{card}")
