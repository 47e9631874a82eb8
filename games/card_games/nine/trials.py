"""Simulated games of a lineup against the club's own pitchers, first a starter of the hand that it
is meant for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.card_games.base import Trial
from games.card_games.nine.roster import Nine, Roster
from games.engine.club import Club
from games.engine.events import DESIGNATED
from games.engine.nine.lineups import batting_order
from games.engine.nine.player import SquadPlayer
from games.engine.record import simulate
from games.systems.registry import system

SEED: Final = "line-up"

Build = Callable[[str, Sequence[SquadPlayer], Nine, int], Club]
"""Builds a club from its name, its players, the starting nine, and the current pitcher if he does
not bat."""


def tried(
    key: str, build: Build, roster: Roster, nine: Nine, pitcher: SquadPlayer, hand: str, games: int
) -> Trial:
    """Simulate ``games`` games of these nine as visitors. The dice are the same in every trial, so
    that two lineups meet the same luck as long as they do the same. Everyone is rested; pitchers
    bat on both sides or on neither."""
    game_system = system(key)
    designated = DESIGNATED in nine[1]
    settings = game_system.settings({"designated_hitter": designated, "mercy_margin": 0})
    visitors = build("Tried", roster.players, nine, pitcher.number if designated else 0)
    starters = roster.starters
    opposing = next((player for player in starters if player.throws == hand), starters[0])
    eight = roster.eight(pitcher.throws, designated=designated)
    theirs = batting_order(eight, opposing, pitcher.throws)
    hosts = build("Own staff", roster.players, theirs, opposing.number if designated else 0)
    runs = []
    for number in range(games):
        record = simulate(game_system, settings, f"{SEED}/{number}", clubs=(visitors, hosts))
        if record.ending is not None:
            runs.append(record.ending.runs[0])
    mean = sum(runs) / len(runs)
    spread = sum((scored - mean) ** 2 for scored in runs) / max(1, len(runs) - 1)
    return Trial(len(runs), mean, (spread / len(runs)) ** 0.5, opposing.name)
