"""Who has played enough for the rates of a season (OBR 9.22)."""

from __future__ import annotations

from rosters.stats.lines import BattingLine, PitchingLine

TURNS = (31, 10)
"""Plate appearances, and in how many games of his club: 3.1 a game (OBR 9.22(a))."""

OUTS = 3
"""Outs that a pitcher needs a game of his club's: an inning (OBR 9.22(b))."""


def enough_turns(line: BattingLine, games: int) -> bool:
    """Whether his averages count among those of a club, or league, of so many games."""
    turns, per = TURNS
    return bool(line.at_bats) and line.plate_appearances * per >= turns * games


def enough_outs(line: PitchingLine, games: int) -> bool:
    """The same of a pitcher's."""
    return bool(line.outs) and line.outs >= OUTS * games
