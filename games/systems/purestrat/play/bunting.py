"""Grades of bunts and of the hit and run, adjusted to the defense (S18.3, S18.6, S19.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

BACK: Final = 0
LOADED: Final = 7
WORST_BUNT: Final = 4
"""Grade E."""


def bunt_grade(grade: i64, infield: i64, bases: i64) -> i64:
    """A bunter's grade (0 is A): one worse with the infield or the corners in, two with the bases
    loaded, never worse than E."""
    if infield == BACK:
        return grade
    return min(grade + (2 if bases == LOADED else 1), WORST_BUNT)


def hit_and_run_grade(grade: i64, infield: i64, held: i64) -> i64:
    """A batter's grade (0 is A) on the hit and run: one better when the infield or the corners are
    in or a runner is held."""
    return max(grade - 1, 0) if infield != BACK or held else grade
