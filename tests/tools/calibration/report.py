"""The report: simulated figure, target, difference and standard error, line by line.

The targets (``targets.csv``) are big-league games of 2012 in parks without the designated hitter.
The information used here was obtained free of charge from and is copyrighted by Retrosheet.
Interested parties may contact Retrosheet at "www.retrosheet.org".
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path

from rosters.makers.truth import CardLine
from tests.tools.calibration.tally import Measured

TARGETS = Path(__file__).with_name("targets.csv")

ALLOWED = {"main": 0.03, "rare": 0.10}
"""How far a figure may be from its target, as a share of it."""

NOISE = 2.0
"""Standard errors within which a difference says nothing."""


@dataclass(frozen=True)
class Target:
    """A figure of real baseball with its standard error; ``weight`` is ``main`` or ``rare``."""

    key: str
    label: str
    weight: str
    value: float
    error: float


@dataclass(frozen=True)
class FigureLine:
    """One figure beside its target."""

    target: Target
    measured: Measured

    @property
    def difference(self) -> float:
        """How far the measured value is off, as a share of the target."""
        return self.measured.value / self.target.value - 1

    @property
    def error(self) -> float:
        """Both standard errors together, as a share of the target."""
        return sqrt(self.measured.error**2 + self.target.error**2) / self.target.value

    @property
    def holds(self) -> bool:
        """Whether it is as near as it has to be, or as near as chance lets anybody tell."""
        allowed = ALLOWED[self.target.weight]
        return abs(self.difference) <= max(allowed, NOISE * self.error)

    @property
    def is_near(self) -> bool:
        """Whether it is as near as it has to be, chance apart."""
        return abs(self.difference) <= ALLOWED[self.target.weight]


@cache
def targets() -> tuple[Target, ...]:
    """The targets in the order of their file."""
    with TARGETS.open(encoding="utf-8", newline="") as rows:
        return tuple(
            Target(
                row["key"], row["label"], row["weight"], float(row["target"]), float(row["error"])
            )
            for row in csv.DictReader(rows)
        )


def compare(
    measured: Mapping[str, Measured], real: Sequence[Target] | None = None
) -> list[FigureLine]:
    """Every target, of 2012 unless ``real`` says others, beside what was measured."""
    return [
        FigureLine(target, measured.get(target.key, Measured()))
        for target in (targets() if real is None else real)
    ]


def counts(lines: Sequence[FigureLine]) -> tuple[int, int, int]:
    """How many figures are near enough, within chance besides, and off."""
    near = sum(line.is_near for line in lines)
    held = sum(line.holds for line in lines)
    return near, held - near, len(lines) - held


def as_table(lines: Sequence[FigureLine]) -> str:
    """The report as a table in Markdown."""
    rows = [
        "| figure | simulated | real | difference | error | |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for line in lines:
        verdict = "" if line.is_near else "within chance" if line.holds else "off"
        rows.append(
            f"| {line.target.label} | {_figure(line.measured.value)} | {_figure(line.target.value)}"
            f" | {100 * line.difference:+.1f} % | {100 * line.error:.1f} % | {verdict} |"
        )
    return "\n".join(rows)


def _figure(value: float) -> str:
    return f"{value:.2f}" if value >= 10 else f"{value:.3f}" if value >= 0.1 else f"{value:.4f}"


def as_card_table(lines: Sequence[CardLine]) -> str:
    """How true made cards are, by league, in Markdown: the errors of the cards."""
    rows = [
        "| league | cards | figure | eligible | median error | mean, signed | |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    rows += [
        f"| {line.league} | {line.kind}s | {line.figure} | {line.cards} | {line.median:.4f} "
        f"| {line.signed:+.4f} | {'' if line.holds else 'off'} |"
        for line in lines
    ]
    return "\n".join(rows)
