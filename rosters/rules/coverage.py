"""Whether a roster covers the field, injuries included: Purestrat T31.10.

The test is about the eight fielders; the pitcher's back-up is another matter (A-R4). It asks for
one lineup in which every player plays a position on his card, and in which each player who can be
injured has a single replacement on the bench who, with the others shifted as needed, leaves every
position covered (A-R3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from config.refusals import Refusal
from rosters.stats.lines import POSITIONS

FIELD = POSITIONS[1:]
"""The eight positions of position players, catcher first."""

EVERY_POSITION = (1 << len(FIELD)) - 1

_WITHOUT = tuple(
    sum(1 << each for each in range(EVERY_POSITION + 1) if not each >> at & 1)
    for at in range(len(FIELD))
)
"""For each position, the sets of positions that lack it."""


@dataclass(frozen=True)
class Fielder:
    """A position player: the positions on the card, and whether the card can injure the player."""

    name: str
    positions: frozenset[str]
    injurable: bool = True


def coverage_problem(fielders: Sequence[Fielder]) -> Refusal | None:
    """T31.10a-c: why no lineup of these players is safe, or ``None``.

    ``field-not-covered`` names the positions no player is left for; ``injury-not-covered`` names
    the players whose injury leaves a hole. Whatever the lineup is, a player can be replaced in it
    by one player of the bench exactly when the others together still cover the field: lineups are
    the bases of a matroid, and what one basis lacks another can lend.
    """
    masks = [mask(fielder.positions) for fielder in fielders]
    if not covers(masks):
        return Refusal(
            "field-not-covered",
            f"No line-up covers the field; {_bare(masks)}.",
            "hitters",
            {"rule": "T31.10a"},
        )
    names = [
        fielder.name
        for index, fielder in enumerate(fielders)
        if fielder.injurable and not covers([*masks[:index], *masks[index + 1 :]])
    ]
    if not names:
        return None
    return Refusal(
        "injury-not-covered",
        f"Nobody on the bench can cover an injury to {' or '.join(names)}.",
        "hitters",
        {"exposed": names, "rule": "T31.10b"},
    )


def covers(able: Iterable[int]) -> bool:
    """Whether players with these positions (bits over ``FIELD``) fill all eight, one each."""
    # The reachable sets of filled positions, one bit per set: a player who takes position ``index``
    # moves every set without it up by ``1 << index``.
    reachable = 1
    for positions in able:
        before = reachable
        for index in range(len(FIELD)):
            if positions >> index & 1:
                reachable |= (before & _WITHOUT[index]) << (1 << index)
    return bool(reachable >> EVERY_POSITION & 1)


@lru_cache(maxsize=1024)
def mask(positions: frozenset[str]) -> int:
    """The positions as bits over ``FIELD``; others are ignored."""
    return sum(1 << FIELD.index(position) for position in positions if position in FIELD)


def _bare(able: Sequence[int]) -> str:
    uncovered = [
        name
        for index, name in enumerate(FIELD)
        if not any(player_mask >> index & 1 for player_mask in able)
    ]
    if uncovered:
        return f"nobody plays {', '.join(uncovered)}"
    if len(able) < len(FIELD):
        return f"{len(FIELD)} position players are needed, {len(able)} are there"
    return "too many players share the same positions"
