"""Layout of a card: turns the chances of each reading into cells.

A side of a card has 108 chances, each of which a d20 may split into twenty: 2,160 parts. Chances
are rounded to parts by largest remainders, whole cells go to the readings that need them most, and
the remainders share the lightest cells, which are split. So a card holds its chances to a 2,160th,
with no more splits than needed.

A player has more kinds of outs than a side has cells left. They are laid end to end, and every cell
takes the kind at one point of its stretch: over a league each kind is on cards as often as it
should be, however rare it is. The built-in cards, of few kinds, always take the out that is
furthest short of its share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha512
from itertools import accumulate
from typing import Final

from games.systems.purestrat.play.cards import (
    CELLS,
    CHANCES,
    COLUMNS,
    ROWS,
    TWENTY,
    WAYS,
    Pages,
    Side,
)

PARTS: Final = CHANCES * TWENTY
_CRUMBS_IN_A_CELL: Final = 2
"""Most readings in one split besides the out that fills it up."""


@dataclass(frozen=True)
class Share:
    """The chances of a reading, of a side's 108. ``exact`` shares are met to the 2,160th; the
    others (kinds of outs) fill the remaining cells, in the given order."""

    reading: int
    chances: float
    exact: bool = True


def press(shares: Sequence[Share], turn: int = 0, key: str = "") -> Side:
    """Lay out the side that holds these chances, scaled to 108 together. ``turn`` shifts the column
    that is filled first, so that cards look different; ``key`` is the player's, by which his outs
    are drawn, empty for a built-in card.

    Raise ``ValueError`` when the exact shares alone are more than a card holds, or leave no room
    for outs.
    """
    exact = [share for share in shares if share.exact and share.chances > 0]
    outs = [share for share in shares if not share.exact and share.chances > 0]
    if not outs or sum(share.chances for share in exact) >= CHANCES:
        raise ValueError("a side needs outs beside its other readings")
    parts = _rounded([share.chances for share in exact])
    cells = _in_order(turn)
    held: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    crumbs: list[tuple[int, int]] = []
    free_cells = sorted(cells, key=lambda cell: (-_weight(cell), cells.index(cell)))
    order = sorted(range(len(exact)), key=lambda index: (-parts[index], exact[index].reading))
    reserved = set(
        sorted(cells, key=lambda cell: (_weight(cell), cells.index(cell)))[: COLUMNS * 2]
    )
    for index in order:
        need = parts[index]
        for cell in free_cells:
            if held[cell] or cell in reserved:
                continue
            if _weight(cell) * TWENTY <= need:
                held[cell].append((exact[index].reading, TWENTY))
                need -= _weight(cell) * TWENTY
        if need:
            crumbs.append((exact[index].reading, need))
    _put_crumbs(crumbs, held, free_cells)
    if key:
        _draw(held, outs, f"{key}/{turn}")
    else:
        _fill(held, outs, free_cells)
    pages = Pages()
    for faces in held:
        if len(faces) == 1:
            pages.whole(faces[0][0])
        else:
            pages.split(faces)
    return pages.side()


def _weight(cell: int) -> int:
    return WAYS[cell % ROWS + 2]


def _in_order(turn: int) -> list[int]:
    """Cells column by column, beginning with one of the three."""
    return [
        (column + turn) % COLUMNS * ROWS + row for row in range(ROWS) for column in range(COLUMNS)
    ]


def _rounded(chances: Sequence[float]) -> list[int]:
    """Chances as whole parts, their sum kept to the nearest part (largest remainders)."""
    exact = [chance * TWENTY for chance in chances]
    floors = [int(part) for part in exact]
    short = round(sum(exact)) - sum(floors)
    by_remainder = sorted(
        range(len(exact)), key=lambda index: (floors[index] - exact[index], index)
    )
    for index in by_remainder[:short]:
        floors[index] += 1
    return floors


def _put_crumbs(
    crumbs: list[tuple[int, int]], held: list[list[tuple[int, int]]], free: list[int]
) -> None:
    """Put each remainder into the lightest cells that still have room for it."""
    light = [cell for cell in reversed(free) if not held[cell]]
    for reading, parts in sorted(crumbs, key=lambda crumb: (-crumb[1], crumb[0])):
        need = parts
        while need > 0:
            cell, faces = _best_place(need, held, light)
            if not faces:
                break
            held[cell].append((reading, faces))
            need -= faces * _weight(cell)


def _best_place(need: int, held: list[list[tuple[int, int]]], light: list[int]) -> tuple[int, int]:
    """The cell, and its number of faces, that come nearest to what is needed; 0 faces when the
    remainder is too small for any."""
    best, faces, error = -1, 0, need
    for cell in light:
        room = TWENTY - 1 - sum(count for _, count in held[cell])
        if len(held[cell]) >= _CRUMBS_IN_A_CELL or room <= 0:
            continue
        weight = _weight(cell)
        count = min(room, (2 * need + weight) // (2 * weight))
        miss = abs(need - count * weight)
        if count and miss < error:
            best, faces, error = cell, count, miss
            if not miss:
                break
    return best, faces


def _fill(held: list[list[tuple[int, int]]], outs: list[Share], free: list[int]) -> None:
    """Fill the rest with outs, always the one furthest short of its share."""
    room = sum(_weight(cell) * (TWENTY - sum(count for _, count in held[cell])) for cell in free)
    scale = room / sum(share.chances for share in outs)
    need = [share.chances * scale for share in outs]
    for cell in free:
        left = TWENTY - sum(count for _, count in held[cell])
        if not left:
            continue
        index = max(range(len(need)), key=lambda out: (need[out], -out))
        held[cell].append((outs[index].reading, left))
        need[index] -= left * _weight(cell)


def _draw(held: list[list[tuple[int, int]]], outs: Sequence[Share], key: str) -> None:
    """Fill the rest with outs: one point of each cell's stretch decides which."""
    digest = sha512(f"outs/{key}".encode()).digest()
    ends = list(accumulate(share.chances for share in outs))
    left = {cell: TWENTY - sum(count for _, count in faces) for cell, faces in enumerate(held)}
    cells = sorted((cell for cell in left if left[cell]), key=lambda cell: (digest[cell + 2], cell))
    scale = ends[-1] / sum(_weight(cell) * left[cell] for cell in cells)
    point = (digest[0] * 256 + digest[1] + 0.5) / 65536
    start = 0.0
    for cell in cells:
        length = scale * _weight(cell) * left[cell]
        index = min(bisect_right(ends, start + point * length), len(outs) - 1)
        held[cell].append((outs[index].reading, left[cell]))
        start += length
