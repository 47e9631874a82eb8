"""Who has played enough for the rates of a season (OBR 9.22)."""

from __future__ import annotations

from rosters.stats.lines import BattingLine, PitchingLine

TURNS = (31, 10)
"""Plate appearances per games of the club: 31 in 10, or 3.1 a game (OBR 9.22(a))."""

OUTS = 3
"""Outs that a pitcher needs per game of the club: an inning (OBR 9.22(b))."""


def enough_turns(line: BattingLine, games: int) -> bool:
    """Whether the hitter's averages qualify in a club, or league, of so many games."""
    turns, per_games = TURNS
    return bool(line.at_bats) and line.plate_appearances * per_games >= turns * games


def enough_outs(line: PitchingLine, games: int) -> bool:
    """Whether the pitcher's averages qualify in a club, or league, of so many games."""
    return bool(line.outs) and line.outs >= OUTS * games
