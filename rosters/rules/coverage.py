"""Whether a roster covers the field, injuries included: Purestrat T31.10.

The test is about the eight fielders; the pitcher's back-up is another matter (A-R4). It asks for
one line-up in which every man plays a position on his card, and in which each man who can be
injured has a single replacement on the bench who, with the others shifted as needed, leaves every
position covered (A-R3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.engine.refusals import Refusal
from rosters.stats.lines import POSITIONS

FIELD = POSITIONS[1:]
"""The eight positions of position players, catcher first."""

EVERY_POSITION = (1 << len(FIELD)) - 1


@dataclass(frozen=True)
class Fielder:
    """A position player: where his card lets him play, and whether it can injure him."""

    name: str
    positions: frozenset[str]
    injurable: bool = True


def coverage_problem(fielders: Sequence[Fielder]) -> Refusal | None:
    """T31.10a-c: why no line-up of these men is safe, or ``None``.

    ``field-not-covered`` names the positions nobody is left for; ``injury-not-covered`` names,
    for the line-up that comes closest, the men whose injury leaves a hole.
    """
    able = [_mask(fielder.positions) for fielder in fielders]
    lineups = [
        men
        for men in combinations(range(len(fielders)), len(FIELD))
        if covers(able[man] for man in men)
    ]
    if not lineups:
        return Refusal(
            "field-not-covered",
            f"No line-up covers the field; {_bare(able)}.",
            "hitters",
            {"rule": "T31.10a"},
        )
    closest: list[int] | None = None
    for men in lineups:
        exposed = [
            man for man in men if fielders[man].injurable and not _replaceable(man, men, able)
        ]
        if not exposed:
            return None
        if closest is None or len(exposed) < len(closest):
            closest = exposed
    names = [fielders[man].name for man in closest or ()]
    return Refusal(
        "injury-not-covered",
        f"Nobody on the bench can cover an injury to {' or '.join(names)}.",
        "hitters",
        {"exposed": names, "rule": "T31.10b"},
    )


def covers(able: Iterable[int]) -> bool:
    """Whether men with these positions (bits over ``FIELD``) fill all eight, one man each."""
    reachable = {0}
    for positions in able:
        reachable |= {
            filled | 1 << at
            for filled in reachable
            for at in range(len(FIELD))
            if positions >> at & 1 and not filled >> at & 1
        }
    return EVERY_POSITION in reachable


def _replaceable(hurt: int, men: Sequence[int], able: Sequence[int]) -> bool:
    left = [able[man] for man in men if man != hurt]
    return any(
        covers([*left, able[substitute]])
        for substitute in range(len(able))
        if substitute not in men
    )


def _mask(positions: Iterable[str]) -> int:
    return sum(1 << FIELD.index(position) for position in positions if position in FIELD)


def _bare(able: Sequence[int]) -> str:
    nobody = [name for at, name in enumerate(FIELD) if not any(mask >> at & 1 for mask in able)]
    if nobody:
        return f"nobody plays {', '.join(nobody)}"
    if len(able) < len(FIELD):
        return f"{len(FIELD)} position players are needed, {len(able)} are there"
    return "too many men share the same positions"
