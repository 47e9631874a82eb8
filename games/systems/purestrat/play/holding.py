"""Fielders responsible for holding runners (S23.82)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FIRST_BASE: Final = 3
SECOND_BASE: Final = 4
THIRD_BASE: Final = 5
SHORTSTOP: Final = 6

ON_FIRST: Final = 1
ON_SECOND: Final = 2
ON_THIRD: Final = 4
"""Held bases, as bits."""


def responsible(position: i64, held: i64, left_handed: bool) -> bool:
    """Tell whether the fielder at ``position`` helps to hold one of the runners on the bases
    ``held``: the first baseman a runner on first; the shortstop against left-handed batters, the
    second baseman against right-handed ones, a runner on first or second; the third baseman a
    runner on third."""
    if position == FIRST_BASE:
        return bool(held & ON_FIRST)
    if position == THIRD_BASE:
        return bool(held & ON_THIRD)
    if position == (SHORTSTOP if left_handed else SECOND_BASE):
        return bool(held & (ON_FIRST | ON_SECOND))
    return False
