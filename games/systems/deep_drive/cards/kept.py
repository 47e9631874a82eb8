"""What a year kept of everybody, and the ratios by which the rest is estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Season

INTENTIONAL = 0.085
"""The intentional share of walks, before 1955 (what 1955 to 1960 kept)."""
DOUBLE_PLAYS = 0.0265
"""Grounded into, of balls in play, before 1933 (1933 to 1950)."""
CAUGHT = 0.75
"""Caught for a base stolen, where it was not kept (the years around those)."""
BUNTS = 0.011
"""Sacrifice bunts of a pitcher's batters faced, where the year's own batters tell nothing."""

LEAST_KEPT = 0.05
"""Share of a year's turns that has to be told before the year's own ratio is believed: a handful of
noughts among empty cells is no record."""


@dataclass(frozen=True)
class Ratios:
    """A year's own ratios where it kept enough to have any."""

    intentional: float = INTENTIONAL
    double_plays: float = DOUBLE_PLAYS
    caught: float = CAUGHT
    bunts: float = BUNTS


def in_play(line: BattingLine) -> int:
    """At-bats that put a ball in play inside the park."""
    return max(line.at_bats - (line.strikeouts or 0) - line.home_runs, 0)


def ratios_of(seasons: Iterable[Season]) -> Ratios:
    """The ratios of a year, each from those of whom both of its parts are told."""
    lines = [season.batting for season in seasons if season.batting is not None]

    def ratio(
        part: Callable[[BattingLine], int | None],
        whole: Callable[[BattingLine], int],
        usual: float,
    ) -> float:
        told = [(found, whole(line)) for line in lines if (found := part(line)) is not None]
        base, everybody = sum(of for _, of in told), sum(whole(line) for line in lines)
        counted = sum(found for found, _ in told)
        if not counted or base < LEAST_KEPT * everybody:
            return usual
        return counted / base

    return Ratios(
        intentional=ratio(
            lambda line: line.intentional_walks, lambda line: line.walks, INTENTIONAL
        ),
        double_plays=ratio(lambda line: line.double_plays, in_play, DOUBLE_PLAYS),
        caught=ratio(
            lambda line: line.caught_stealing, lambda line: line.stolen_bases or 0, CAUGHT
        ),
        bunts=ratio(lambda line: line.sacrifice_hits, lambda line: line.plate_appearances, BUNTS),
    )


def kept_words(line: BattingLine) -> list[str]:
    """What was not kept of a hitter's season and stands on his card by estimate."""
    return [
        word
        for word, found in (
            ("IBB", line.intentional_walks),
            ("GIDP", line.double_plays),
            ("CS", line.caught_stealing),
            ("HBP", line.hit_by_pitch),
            ("SO", line.strikeouts),
            ("SF", line.sacrifice_flies),
        )
        if found is None
    ]
