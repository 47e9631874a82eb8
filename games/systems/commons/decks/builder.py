"""The deck builder: the most value for the allowed points. Our own method. Pure.

A deck is a knapsack with few kinds of items: batters, starters and relievers by ranks 1 to 10, of
which only the best of a kind are ever useful. Sixty players can block at most sixty, so keeping the
best sixty of each kind loses nothing. Then, for a given price of a point, every player is
represented by his best card, and the rest is filled exactly over numbers and points; several prices
are tried, since a player with cards of several kinds may be worth another card at another price.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.systems.commons.play.deck_law import (
    PRINTED,
    RANKS,
    DeckCard,
    DeckLaw,
    by_player,
    named,
    problems_of,
    tally,
)

BATTER, STARTER, RELIEVER = "batter", "starter", "reliever"
KINDS: Final = (BATTER, STARTER, RELIEVER)
NEVER: Final = float("-inf")
ROUNDS: Final = 16
"""Bisection steps for the price of a point."""
LEVELLINGS: Final = 3


@dataclass(frozen=True)
class Built:
    """A deck and its worth. ``cards`` are batters, then pitchers, best first."""

    cards: tuple[DeckCard, ...]
    value: float
    points: int


def kind_of(card: DeckCard) -> str:
    """The kind of a card, each with its own limit in a deck: batter, reliever or starter."""
    return BATTER if not card.pitches else RELIEVER if card.reliever else STARTER


def build(pool: Iterable[DeckCard], kept: Sequence[DeckCard] = (), law: DeckLaw = PRINTED) -> Built:
    """The best legal deck of a pool that includes the ``kept`` cards.

    Refused: what is wrong with the kept cards already; ``pool-too-small``; and
    ``salary-cap-exceeded`` where even the cheapest deck with them is too expensive.
    """
    kept = list(kept)
    refuse_all(kept_problems(kept, law))
    room = _Room(kept, law)
    candidates = _candidates(pool, kept, law)
    _verify_numbers(candidates, room)
    best: tuple[float, list[DeckCard]] | None = None
    for price in _prices(candidates, room):
        if price is None and best is not None:
            break
        filled = _fill(_one_a_player(candidates, price, room), room)
        if filled is not None and (best is None or filled[0] > best[0]):
            best = filled
    if best is None:
        raise Refused(
            Refusal(
                "salary-cap-exceeded",
                f"With these cards even the cheapest deck is over {law.points} points (CB-103).",
                "points",
                {"rule": "CB-103", "most": law.points},
            )
        )
    chosen = _swapped(best[1], candidates, room)
    cards = sorted([*kept, *chosen], key=lambda card: (card.pitches, -card.value, card.key))
    return Built(tuple(cards), sum(card.value for card in cards), sum(card.rank for card in cards))


def kept_problems(kept: Sequence[DeckCard], law: DeckLaw) -> list[Refusal]:
    """Problems that no further card can solve: too many of a kind, a player twice, illegal
    cards."""
    has = tally(kept)
    problems = [
        Refusal(
            code,
            f"{count} {what} are kept; a deck has {most} ({rule}).",
            what,
            {"rule": rule, "by": count - most},
        )
        for code, what, rule, count, most in (
            ("not-fifty-batters", "batters", "CB-002", has.batters, law.batters),
            ("not-ten-pitchers", "pitchers", "CB-002", has.pitchers, law.pitchers),
            ("too-many-relievers", "relievers", "CB-003", has.relievers, law.relievers),
        )
        if count > most
    ]
    for cards_of_player in by_player(kept).values():
        problems += [
            Refusal(
                "player-twice",
                f"{card.name} is kept twice; one card of a player is allowed (CB-119).",
                f"card:{card.key}",
                {"rule": "CB-119"},
            )
            for card in cards_of_player[1:]
        ]
    return [*problems, *(refusal for card in kept for refusal in problems_of(card, law))]


class _Room:
    """The numbers and points still to be filled."""

    def __init__(self, kept: Sequence[DeckCard], law: DeckLaw) -> None:
        has = tally(kept)
        self.batters = law.batters - has.batters
        self.pitchers = law.pitchers - has.pitchers
        self.relievers = min(self.pitchers, law.relievers - has.relievers)
        self.points = law.points - has.points
        self.wanted = {BATTER: self.batters, STARTER: self.pitchers, RELIEVER: self.relievers}


def _candidates(pool: Iterable[DeckCard], kept: Sequence[DeckCard], law: DeckLaw) -> list[DeckCard]:
    """The best of every kind and rank, as many players of each as there are cards in a deck."""
    kept_players = set(by_player(kept))
    names = {named(card.name) for card in kept}
    anonymous = {card.who for card in kept if not card.person}
    best: dict[tuple[str, int], dict[str, DeckCard]] = defaultdict(dict)
    for card in pool:
        player = card.person or named(card.name)
        if player in kept_players or (not card.person and player in names):
            continue
        if anonymous and named(card.name) in anonymous:
            continue
        if card.rank not in RANKS or problems_of(card, law):
            continue
        group = best[kind_of(card), card.rank]
        other = group.get(player)
        if other is None or (card.value, -card.key) > (other.value, -other.key):
            group[player] = card
    candidates = []
    for group in best.values():
        ordered = sorted(group.values(), key=lambda card: (-card.value, card.key))
        candidates += ordered[: law.cards]
    return candidates


def _verify_numbers(candidates: Sequence[DeckCard], room: _Room) -> None:
    people: dict[str, set[str]] = defaultdict(set)
    for card in candidates:
        people["pitchers" if card.pitches else "batters"].add(card.who)
    for what, wants in (("batters", room.batters), ("pitchers", room.pitchers)):
        if len(people[what]) < wants:
            raise Refused(
                Refusal(
                    "pool-too-small",
                    f"The pool has {len(people[what])} more {what} that may be in this deck; "
                    f"{wants} are missing.",
                    what,
                    {"has": len(people[what]), "wants": wants},
                )
            )


def _one_a_player(
    candidates: Sequence[DeckCard], price: float | None, room: _Room
) -> list[DeckCard]:
    """Each player's card of most worth at a price of a point, above the worth of the last player of
    its kind; without a price his card of lowest rank."""
    grouped = by_player(candidates)
    several = [cards_of_player for cards_of_player in grouped.values() if len(cards_of_player) > 1]
    alone = [
        cards_of_player[0] for cards_of_player in grouped.values() if len(cards_of_player) == 1
    ]
    if price is None:
        return [
            *alone,
            *(
                max(cards_of_player, key=lambda card: (-card.rank, card.value))
                for cards_of_player in several
            ),
        ]
    levels = dict.fromkeys(KINDS, 0.0)
    chosen: list[DeckCard] = []
    for _ in range(LEVELLINGS):
        chosen = [
            *alone,
            *(
                max(
                    cards_of_player,
                    key=lambda card: (
                        card.value - price * card.rank - levels[kind_of(card)],
                        -card.rank,
                        card.key,
                    ),
                )
                for cards_of_player in several
            ),
        ]
        levels = {kind: _last(chosen, price, kind, wanted) for kind, wanted in room.wanted.items()}
    return chosen


def _last(cards: Sequence[DeckCard], price: float, kind: str, wanted: int) -> float:
    """The worth of the last chosen player of a kind at a price."""
    worths = sorted(
        (card.value - price * card.rank for card in cards if kind_of(card) == kind), reverse=True
    )
    if not worths:
        return 0.0
    return worths[min(wanted, len(worths)) - 1] if wanted else worths[0]


def _prices(candidates: Sequence[DeckCard], room: _Room) -> list[float | None]:
    """The price at which the points just suffice, two around it, and None for the case that no
    choice is left."""
    low = 0.0
    high = 2 * max((abs(card.value) for card in candidates), default=1.0) or 1.0
    for _ in range(ROUNDS):
        price = (low + high) / 2
        if _points_at(_one_a_player(candidates, price, room), price, room) > room.points:
            low = price
        else:
            high = price
    return [high, 0.9 * high, 1.1 * high, None]


def _swapped(
    chosen: Sequence[DeckCard], candidates: Sequence[DeckCard], room: _Room
) -> list[DeckCard]:
    """Exchange cards one for one while that gains value."""
    deck = list(chosen)
    ordered = sorted(candidates, key=lambda card: (-card.value, card.key))
    gained = True
    while gained:
        gained = False
        spare = room.points - sum(card.rank for card in deck)
        for index, card in enumerate(deck):
            others = set(by_player([*deck[:index], *deck[index + 1 :]]))
            relievers = sum(kind_of(deck_card) == RELIEVER for deck_card in deck) - (
                kind_of(card) == RELIEVER
            )
            for other in ordered:
                if other.value <= card.value:
                    break
                if (
                    other.pitches == card.pitches
                    and other.rank <= card.rank + spare
                    and other.who not in others
                    and (kind_of(other) != RELIEVER or relievers < room.relievers)
                    and len(by_player([*deck[:index], *deck[index + 1 :], other])) == len(deck)
                ):
                    deck[index], gained = other, True
                    spare += card.rank - other.rank
                    break
    return deck


def _points_at(cards: Sequence[DeckCard], price: float, room: _Room) -> int:
    """The points of the best deck at a price, without a limit."""

    def best(kind: str) -> list[DeckCard]:
        return sorted(
            (card for card in cards if kind_of(card) == kind),
            key=lambda card: (price * card.rank - card.value, card.rank),
        )

    relievers = best(RELIEVER)[: room.relievers]
    pitchers = sorted(
        [*relievers, *best(STARTER)[: room.pitchers]],
        key=lambda card: (price * card.rank - card.value, card.rank),
    )
    chosen = [*best(BATTER)[: room.batters], *pitchers[: room.pitchers]]
    return sum(card.rank for card in chosen)


Plan = list[list[float]]
"""The best value by number of cards and points."""


def _fill(cards: Sequence[DeckCard], room: _Room) -> tuple[float, list[DeckCard]] | None:
    """The exact best filling of the room by players with one card each; None if there is none."""
    tables = {}
    for kind in KINDS:
        groups: dict[int, list[DeckCard]] = defaultdict(list)
        for card in cards:
            if kind_of(card) == kind:
                groups[card.rank].append(card)
        for group in groups.values():
            group.sort(key=lambda card: (-card.value, card.key))
        tables[kind] = _Table(groups, room.wanted[kind], max(0, room.points))
    if room.points < 0:
        return None
    best, choice = NEVER, None
    batting = tables[BATTER].last[room.batters]
    for relieving in range(room.relievers + 1):
        starting = room.pitchers - relieving
        relief = tables[RELIEVER].last[relieving]
        starts = tables[STARTER].last[starting]
        pitching = _together(relief, starts)
        for points, (value, relief_points) in enumerate(pitching):
            total = value + batting[room.points - points]
            if total > best:
                best, choice = total, (relieving, starting, points, relief_points)
    if choice is None:
        return None
    relieving, starting, points, relief_points = choice
    return best, [
        *tables[BATTER].chosen(room.batters, room.points - points),
        *tables[RELIEVER].chosen(relieving, relief_points),
        *tables[STARTER].chosen(starting, points - relief_points),
    ]


def _together(pens: Sequence[float], starts: Sequence[float]) -> list[tuple[float, int]]:
    """The best of two tables that share points, with the points of the first; ten players of rank
    10 are 100 points at most."""
    most = min(len(pens), 10 * 10 + 1)
    best_values = []
    for points in range(most):
        best_values.append(
            max(
                (pens[first] + starts[points - first], first)
                for first in range(min(points, 10 * 4) + 1)
            )
        )
    return best_values


class _Table:
    """The best value of a number of cards of one kind for a maximum of points, built rank by rank;
    each rank is sorted best first."""

    def __init__(self, groups: dict[int, list[DeckCard]], wanted: int, points: int) -> None:
        self.wanted = wanted
        self.points = points
        self.steps: list[tuple[int, list[DeckCard], Plan]] = []
        plan: Plan = [[NEVER] * (points + 1) for _ in range(wanted + 1)]
        plan[0] = [0.0] * (points + 1)
        for rank in sorted(groups):
            self.steps.append((rank, groups[rank], plan))
            plan = self._with(plan, rank, groups[rank])
        self.last = plan

    def _with(self, plan: Plan, rank: int, group: Sequence[DeckCard]) -> Plan:
        sums = [0.0]
        for card in group[: self.wanted]:
            sums.append(sums[-1] + card.value)
        new_plan: Plan = []
        for count in range(self.wanted + 1):
            row = list(plan[count])
            for taken in range(1, min(count, len(sums) - 1) + 1):
                spent = taken * rank
                if spent > self.points:
                    break
                gain = sums[taken]
                before = plan[count - taken]
                if before[-1] == NEVER:
                    continue
                row[spent:] = [
                    value if value > (with_cards := old + gain) else with_cards
                    for value, old in zip(row[spent:], before, strict=False)
                ]
            new_plan.append(row)
        return new_plan

    def chosen(self, count: int, points: int) -> list[DeckCard]:
        """The cards of the best plan."""
        cards: list[DeckCard] = []
        for rank, group, before in reversed(self.steps):
            total = 0.0
            best = (before[count][points], 0)
            for taken in range(1, min(count, len(group)) + 1):
                total += group[taken - 1].value
                if points - taken * rank < 0:
                    break
                best = max(
                    best,
                    (before[count - taken][points - taken * rank] + total, taken),
                    key=lambda option: option[0],
                )
            taken = best[1]
            cards += group[:taken]
            count, points = count - taken, points - taken * rank
        return cards


def improve(pool: Iterable[DeckCard], deck: Collection[DeckCard], law: DeckLaw = PRINTED) -> Built:
    """The best legal deck of the pool and the deck's own cards, none of which has to stay."""
    cards = list(deck)
    return build([*pool, *cards], (), law)
