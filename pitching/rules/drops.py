"""What a club that drops out does to the sheets of the others (T0.08m to r)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitching.rules.sheet import Binding, Sheet


@dataclass(frozen=True, slots=True)
class Span:
    """A series on a club's sheet, by its first and last column."""

    first: int
    last: int


def bind_final_series(sheet: Sheet, met: Span, final: Span) -> Sheet:
    """T0.08o: for a club that met the dropped one earlier the sheet stays, but the starters of its
    last series must have been legal in the series it played then."""
    return replace(sheet, binding=Binding(met.first, final.first, final.last))
