"""One season of each decade side by side: every figure's difference from what the season came to,
and how true its cards are. No row is left out; what a season did not keep is a dash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rosters.makers.truth import ALLOWED, CardLine
from tests.tools.calibration.report import FigureLine, targets

DECADES = (1924, 1934, 1944, 1954, 1964, 1974, 1984, 1994, 2004, 2014, 2024)
"""The fourth year of each: named beforehand, so that no good one is picked."""

NOT_KEPT = "–"


def as_decades_table(
    leagues: Mapping[int, Sequence[FigureLine]], cards: Mapping[int, Sequence[CardLine]]
) -> str:
    """Differences in %, bold where they are off, in brackets where chance may be the reason; below
    them the median errors of cards, the worst of the season's leagues."""
    years = list(cards)
    rows = [
        "| figure | " + " | ".join(map(str, years)) + " |",
        "| --- |" + " ---: |" * len(years),
    ]
    by_key = {year: {line.target.key: line for line in lines} for year, lines in leagues.items()}
    kept = {key for lines in by_key.values() for key in lines}
    rows += [
        _row(target.label, [_difference(by_key.get(year, {}).get(target.key)) for year in years])
        for target in targets()
        if target.key in kept
    ]
    counted = {(line.kind, line.figure) for lines in cards.values() for line in lines}
    rows += [
        _row(f"Cards of {kind}s: {figure}", [_worst(cards[year], kind, figure) for year in years])
        for kind, figure in ALLOWED
        if (kind, figure) in counted
    ]
    return "\n".join(rows)


def _row(label: str, cells: Sequence[str]) -> str:
    return f"| {label} | " + " | ".join(cells) + " |"


def _difference(line: FigureLine | None) -> str:
    if line is None:
        return NOT_KEPT
    words = f"{100 * line.difference:+.1f}"
    if line.is_near:
        return words
    return f"({words})" if line.holds else f"**{words}**"


def _worst(lines: Sequence[CardLine], kind: str, figure: str) -> str:
    found = [line for line in lines if line.kind == kind and line.figure == figure]
    if not found:
        return NOT_KEPT
    worst = max(found, key=lambda line: line.median)
    words = f"{worst.median:.4f}".removeprefix("0")
    return words if worst.median <= ALLOWED[kind, figure] else f"**{words}**"
