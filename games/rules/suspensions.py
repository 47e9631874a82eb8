"""Suspended games: how long a series may take, which game comes first, what an unfinished one comes
to (T33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from rosters.rules.editions.law import SeriesLaw

FINISH: Final = "must be finished"
TIE: Final = "tie"
OPEN: Final = "may be finished"
BOOKED_TIE: Final = "booked-tie"
"""Why a game is over that was suspended and never finished (T33.0f)."""


def time_limit(games: int, minutes_per_game: int) -> int:
    """T33.0a: the minutes a series may take; 0 for none."""
    return games * minutes_per_game


def minutes_over(*, minutes: int, limit: int, extra: int) -> int:
    """T33.0a: by how many minutes a series is past its time, with what it was given beyond it; 0
    for none, and where there is no limit."""
    return max(0, minutes - limit - extra) if limit else 0


def close(*, matters: bool, finished: bool) -> str:
    """T33.0d, f: what becomes of a suspended game that is not played: a tie, and nothing but being
    finished where it matters for advancement."""
    if finished:
        return ""
    return FINISH if matters else TIE


def tie_problems(*, matters: bool, why: str = "", rule: str = "T33.0d") -> list[Refusal]:
    """T33.0f: ``game-matters`` where a tie is not for the taking."""
    if not matters:
        return []
    return [
        Refusal(
            "game-matters",
            why or "The game matters for advancement: it must be finished.",
            facts={"rule": rule},
        )
    ]


def suspension_problems(law: SeriesLaw, *, best_of: bool) -> list[Refusal]:
    """``no-suspension``: T33.0g, an event may be played without suspended games; T33.0q, and the
    best-ofs of the Nationals are."""
    if not law.suspension:
        return [
            Refusal(
                "no-suspension",
                "This event is played without suspended games.",
                facts={"rule": "T33.0g"},
            )
        ]
    if law.nationals and best_of:
        return [
            Refusal(
                "no-suspension",
                "No game of a best-of is suspended at the Nationals.",
                facts={"rule": "T33.0q"},
            )
        ]
    return []


@dataclass(frozen=True, slots=True)
class Chance:
    """How a club of a suspended game stands: ``settled`` in a place that advances, ``out`` of all
    of them whatever happens, or neither."""

    club: str
    settled: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Matter:
    """Whether a suspended game has to be finished, in words and with the paragraph."""

    matters: bool
    why: str
    rule: str


def matter(
    law: SeriesLaw,
    chances: tuple[Chance, Chance] | None,
    *,
    first_day: bool = False,
    decides: bool | None = None,
    others_may_decide: bool = False,
) -> Matter:
    """Whether a suspended game must be finished.

    T33.0d, A-S9: where its result may still change who advances. ``decides``: whether it may, found
    by completing everything that is unfinished every way; ``None`` where there is too much of it.
    Then it may where one of its clubs is neither settled nor out, or where games of clubs that are
    out may part others (``others_may_decide``). At the Nationals it is finished on the first day
    always (T33.0n), later where either club advances or may (T33.0o, p). No ``chances``: it cannot
    be told, and the game is finished.
    """
    if law.nationals and first_day:
        return Matter(True, "It was suspended on the first day and is finished that day.", "T33.0n")
    rule = "T33.0o" if law.nationals else "T33.0d"
    if chances is None and decides is None:
        return Matter(True, "Who advances depends on it, as far as can be told.", rule)
    known = chances or ()
    hopes = [each for each in known if not each.out]
    if not law.nationals:
        hopes = [] if decides is False else [each for each in hopes if not each.settled]
    if hopes:
        clubs = " and ".join(each.club for each in hopes)
        return Matter(True, f"{clubs} may still advance: it must be finished.", rule)
    if decides:
        return Matter(
            True, "It may decide who of the others advances: it must be finished.", "T33.0d"
        )
    if decides is None and others_may_decide:
        return Matter(
            True,
            "Too many games are unfinished to tell whether it decides who of the others advances: "
            "it must be finished.",
            "T33.0d",
        )
    if law.nationals:
        return Matter(False, "Neither club can advance: a tie, unless both finish it.", "T33.0p")
    if all(each.out or each.settled for each in known) and known:
        told = ", ".join(f"{each.club} is {'out' if each.out else 'through'}" for each in known)
    else:
        told = "However it ends the same clubs advance"
    return Matter(False, f"{told}: a tie, unless it is finished.", "T33.0f")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A suspended game of somebody who has several: its key, for how many rounds the opponent has
    waited who comes off a bye (0: he does not), how many outs both sides had made (A-S13), the d20
    thrown where the rest is equal, and against whom it is; 0 for somebody against whom there is no
    other."""

    game: int
    off_a_bye: int
    outs: int
    roll: int = 0
    opponent: int = 0


@dataclass(frozen=True, slots=True)
class Preference:
    """The order in which somebody's suspended games are finished; ``tied`` ones need a d20."""

    games: tuple[int, ...]
    tied: tuple[frozenset[int], ...] = ()


def order_rolls(rolls: Mapping[int, Sequence[int]]) -> Mapping[int, int]:
    """T33.0l: what the d20s of games that stand level come to, as a number to compare. A throw
    counts once there is one for each of them; those that are level then are thrown anew, among
    themselves."""
    return {
        game: rank for rank, level in enumerate(_parted(tuple(rolls), rolls, 0)) for game in level
    }


def _parted(
    games: Sequence[int], rolls: Mapping[int, Sequence[int]], turn: int
) -> Iterator[Sequence[int]]:
    """The games in the groups in which their throws from that turn on leave them, the lowest
    first."""
    if len(games) < 2 or any(len(rolls[game]) <= turn for game in games):
        yield games
        return
    for value in sorted({rolls[game][turn] for game in games}):
        yield from _parted([game for game in games if rolls[game][turn] == value], rolls, turn + 1)


def preference(waiting: Iterable[Waiting]) -> Preference:
    """T33.0l: first the game whose opponent comes off a bye, of several the one that has waited
    longest, then the game that was furthest along, then a d20; what is still equal is told, not
    decided. Equal games against the same opponent keep the order in which they come: no die parts
    them."""
    ordered = sorted(waiting, key=_rank, reverse=True)
    tied: list[frozenset[int]] = []
    for rank in dict.fromkeys(_rank(each) for each in ordered):
        same = [each for each in ordered if _rank(each) == rank]
        if len({each.opponent or -each.game for each in same}) > 1:
            tied.append(frozenset(each.game for each in same))
    return Preference(tuple(each.game for each in ordered), tuple(tied))


def _rank(each: Waiting) -> tuple[int, int, int]:
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
