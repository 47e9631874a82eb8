"""Which unfinished games decide who advances: all of them are completed every way, together, and
who advances is compared (T33.0d, A-S9). Pure."""

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
"""So many ways to complete what is unfinished are looked at: six games of three outcomes each."""

_CLOSE: Final = ((1, 0), (0, 1), (0, 0))
_WIDE: Final = ((50, 0), (0, 50))


def others_may_decide(order: TieOrder) -> bool:
    """Whether a game between two that are out may decide who of the others advances."""
    return any(CRITERIA[step.criterion].by_others for step in order.steps)


@lru_cache(maxsize=32)
def decisive(of: Field, order: TieOrder, rules: tuple[AdvanceRule, ...]) -> frozenset[Pair] | None:
    """The pairs of clubs with an unfinished game upon which, however the others end, it may depend
    who advances by one of the rules; ``None`` where there are too many ways to tell. Where runs
    break ties games are also won by many."""
    by_runs = any(CRITERIA[step.criterion].by_runs for step in order.steps)
    scores = (*_CLOSE, *_WIDE) if by_runs else _CLOSE
    games = [pair for pair, left in of.left.items() for _ in range(left)]
    if len(scores) ** len(games) > MOST_COMPLETIONS:
        return None
    ways = product(scores, repeat=len(games))
    found = {way: _who(_completed(of, games, way), order, rules) for way in ways}
    return frozenset(pair for at, pair in enumerate(games) if _differs(at, found))


_Way = tuple[tuple[int, int], ...]


def _differs(at: int, found: Mapping[_Way, Hashable]) -> bool:
    """Whether who advances depends on one of the games, the others ending in some way."""
    by_others: dict[_Way, Hashable] = {}
    for way, who in found.items():
        if by_others.setdefault((*way[:at], *way[at + 1 :]), who) != who:
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
    """Who advances by each rule, with the ties that are open across a cut; not as which seed."""
    found = []
    for rule in rules:
        got_in = advance(rule, of, order)
        places = rule.per_division * len(of.division_numbers) + rule.others
        cut_open = len(got_in.possible) > places
        ties = frozenset(frozenset(tie.members) for tie in got_in.open) if cut_open else None
        found.append((got_in.possible, ties))
    return tuple(found)
