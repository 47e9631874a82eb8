"""Suspended games: how long a series may take, which game comes first, what an unfinished one comes
to (T33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal

FINISH: Final = "must be finished"
TIE: Final = "tie"
OPEN: Final = "may be finished"


def time_limit(games: int, minutes_per_game: int) -> int:
    """T33.0a: the minutes a series may take; 0 for none."""
    return games * minutes_per_game


def close(*, matters: bool, finished: bool) -> str:
    """T33.0d, f: what becomes of a suspended game that is not played: a tie, and nothing but being
    finished where it matters for advancement."""
    if finished:
        return ""
    return FINISH if matters else TIE


def tie_problems(*, matters: bool) -> list[Refusal]:
    """T33.0f: ``game-matters`` where a tie is not for the taking."""
    if not matters:
        return []
    return [
        Refusal(
            "game-matters",
            "The game matters for advancement: it must be finished.",
            facts={"rule": "T33.0d"},
        )
    ]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A suspended game of somebody who has several: its key, whether the opponent comes off a bye,
    how many outs both sides had made (A-S13), and the d20 thrown where the rest is equal."""

    game: int
    off_a_bye: bool
    outs: int
    roll: int = 0


@dataclass(frozen=True, slots=True)
class Preference:
    """The order in which somebody's suspended games are finished; ``tied`` ones need a d20."""

    games: tuple[int, ...]
    tied: tuple[frozenset[int], ...] = ()


def preference(waiting: Iterable[Waiting]) -> Preference:
    """T33.0l: first whoever comes off a bye, then the game that was furthest along, then a d20;
    what is still equal is told, not decided."""
    ordered = sorted(waiting, key=_rank, reverse=True)
    tied: list[frozenset[int]] = []
    for rank in dict.fromkeys(_rank(each) for each in ordered):
        same = [each.game for each in ordered if _rank(each) == rank]
        if len(same) > 1:
            tied.append(frozenset(same))
    return Preference(tuple(each.game for each in ordered), tuple(tied))


def _rank(each: Waiting) -> tuple[bool, int, int]:
    return each.off_a_bye, each.outs, each.roll


def end_of_round(now: float, left: Sequence[tuple[float, int, int]]) -> float | None:
    """When a round ends at this pace: ``left`` are series under way as (begun, games over, games);
    each is thought to take for every game what its games took so far. ``None`` where one of them
    has no game over yet to go by."""
    ends = []
    for begun, over, games in left:
        if not over:
            return None
        ends.append(begun + (now - begun) / over * games)
    return max([now, *ends])
