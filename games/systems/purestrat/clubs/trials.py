"""What a line-up scores when it is played out: against the club's own pitchers, a starter of the
hand that it is meant for first."""

from __future__ import annotations

from typing import Final

from games.card_games.base import Trial
from games.engine.events import DESIGNATED
from games.engine.record import simulate
from games.systems.purestrat.clubs.roster import Nine, Roster
from games.systems.purestrat.play.lineups import batting_order
from games.systems.purestrat.play.squad import Man, PurestratClub
from games.systems.registry import system

SEED: Final = "line-up"


def tried(key: str, roster: Roster, nine: Nine, pitcher: Man, hand: str, games: int) -> Trial:
    """Runs a game of these nine as visitors, in ``games`` games whose dice are always the same, so
    that two line-ups meet the same luck as long as they do the same. Everybody is rested."""
    played = system(key)
    settings = played.settings({"designated_hitter": True, "mercy_margin": 0})
    order, positions = nine
    visitors = PurestratClub(
        "Tried",
        tuple(roster.men),
        order,
        positions,
        pitcher=pitcher.number if DESIGNATED in positions else 0,
    )
    starters = roster.starters
    opposing = next((man for man in starters if _throws(man) == hand), starters[0])
    theirs = batting_order(roster.eight(_throws(pitcher)), opposing, _throws(pitcher))
    hosts = PurestratClub("Own staff", tuple(roster.men), *theirs)
    runs = []
    for number in range(games):
        record = simulate(played, settings, f"{SEED}/{number}", clubs=(visitors, hosts))
        if record.ending is not None:
            runs.append(record.ending.runs[0])
    mean = sum(runs) / len(runs)
    spread = sum((each - mean) ** 2 for each in runs) / max(1, len(runs) - 1)
    return Trial(len(runs), mean, (spread / len(runs)) ** 0.5, opposing.name)


def _throws(man: Man) -> str:
    return man.pitcher.throws if man.pitcher is not None else "R"
