"""A player's game in a few words: ``2 for 4, home run, 3 batted in``."""

from __future__ import annotations

from games.engine.folds.box_score import BattingLine
from games.engine.folds.pitchers import PitcherLine
from games.engine.folds.wording import counted

_BATTED = (
    ("home_runs", "home run"),
    ("triples", "triple"),
    ("doubles", "double"),
    ("walks", "walk"),
    ("stolen_bases", "stolen base"),
)


def batted_in_words(line: BattingLine) -> str:
    """A batting line, "" before the first plate appearance."""
    if not line.plate_appearances:
        return ""
    phrases = [f"{line.hits} for {line.at_bats}"]
    for name, thing in _BATTED:
        count = getattr(line, name)
        if count:
            phrases.append(thing if count == 1 else counted(count, thing))
    if line.runs:
        phrases.append(counted(line.runs, "run"))
    if line.runs_batted_in:
        phrases.append(f"{line.runs_batted_in} batted in")
    return ", ".join(phrases)


def pitched_in_words(line: PitcherLine) -> str:
    """A pitching line, "" before the first batter."""
    if not line.batters_faced and not line.outs:
        return ""
    phrases = [
        f"{line.innings} inning{'' if line.outs == 3 else 's'}",
        counted(line.hits, "hit"),
        counted(line.runs, "run"),
    ]
    if line.strikeouts:
        phrases.append(counted(line.strikeouts, "strikeout"))
    return ", ".join(phrases)
