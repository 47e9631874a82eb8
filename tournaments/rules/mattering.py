"""Find the unfinished games that decide who advances: complete all of them in every way, and
compare who advances (T33.0d, A-S9). Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final

from tournaments.rules.advancing import AdvanceRule, advance
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.criterion import Field, Pair
from tournaments.rules.results import GameResult
from tournaments.rules.ties import TieOrder

MOST_COMPLETIONS: Final = 729
"""Limit on the completions examined: six games with three outcomes each."""

_CLOSE: Final = ((1, 0), (0, 1), (0, 0))
_WIDE: Final = ((50, 0), (0, 50))


def others_may_decide(order: TieOrder) -> bool:
    """Whether a game between two clubs that are out may decide which of the others advance."""
    return any(CRITERIA[step.criterion].by_others for step in order.steps)


@lru_cache(maxsize=32)
def decisive(of: Field, order: TieOrder, rules: tuple[AdvanceRule, ...]) -> frozenset[Pair] | None:
    """Return the pairs with an unfinished game that may decide who advances by one of the rules,
    for some outcome of the other games; ``None`` where there are too many completions. Where runs
    break ties, completions include games won by a wide margin."""
    by_runs = any(CRITERIA[step.criterion].by_runs for step in order.steps)
    scores = (*_CLOSE, *_WIDE) if by_runs else _CLOSE
    games = [pair for pair, count in of.left.items() for _ in range(count)]
    if len(scores) ** len(games) > MOST_COMPLETIONS:
        return None
    ways = product(scores, repeat=len(games))
    who_advances = {way: _who(_completed(of, games, way), order, rules) for way in ways}
    return frozenset(pair for index, pair in enumerate(games) if _differs(index, who_advances))


_Way = tuple[tuple[int, int], ...]


def _differs(at: int, found: Mapping[_Way, Hashable]) -> bool:
    """Whether the result of game ``at`` decides who advances, for some outcome of the others."""
    by_others: dict[_Way, Hashable] = {}
    for way, advancing in found.items():
        if by_others.setdefault((*way[:at], *way[at + 1 :]), advancing) != advancing:
            return True
    return False


def _completed(of: Field, games: Sequence[Pair], way: _Way) -> Field:
    last = max((result.order for result in of.results), default=0)
    return replace(of, results=[*of.results, *_results(games, way, last + 1)])


def _results(games: Sequence[Pair], way: _Way, first: int) -> Iterator[GameResult]:
    for order, (pair, (home_runs, away_runs)) in enumerate(
        zip(games, way, strict=True), start=first
    ):
        home, away = sorted(pair)
        yield GameResult(home, away, home_runs, away_runs, order, 0, 27, 27)


def _who(of: Field, order: TieOrder, rules: Sequence[AdvanceRule]) -> Hashable:
    """Return the clubs that advance by each rule and the open ties across a cut, without seeds."""
    outcomes = []
    for rule in rules:
        advancement = advance(rule, of, order)
        places = rule.per_division * len(of.division_numbers) + rule.others
        cut_open = len(advancement.possible) > places
        ties = frozenset(frozenset(tie.members) for tie in advancement.open) if cut_open else None
        outcomes.append((advancement.possible, ties))
    return tuple(outcomes)
