"""Accuracy of Commons cards: their thresholds as chances, compared with the player's own season.

A batter's walks are on the pitcher's card, so they are not compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.systems.commons.play.cards import (
    chance_at_or_above,
    chance_below,
    read_threshold,
)
from rosters.makers.base import HITTER, CardRow, Subject
from rosters.makers.truth import BOTH_LEAGUES, MeasuredCard

FEWEST_AT_BATS, FEWEST_OUTS = 300, 120
"""The least playing time of a season that is compared."""


def measured_cards(cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
    """Every card with its chances and its player's figures."""
    measured = []
    for subject, row in cards:
        batting, pitching = subject.season.batting, subject.season.pitching
        if row.kind == HITTER and batting is not None and batting.at_bats:
            swings = {
                name: chance_at_or_above(read_threshold(row.cells[name], name))
                for name in ("single", "double", "triple", "home_run")
            }
            chances = {"AVG": swings["single"], "SLG": sum(swings.values())}
            own = {
                "AVG": batting.hits / batting.at_bats,
                "SLG": batting.total_bases / batting.at_bats,
            }
            weight, eligible = float(batting.at_bats), batting.at_bats >= FEWEST_AT_BATS
        elif pitching is not None and pitching.batters_faced:
            chances = {"BB": chance_below(read_threshold(row.cells["walk"], "walk"))}
            own = {"BB": pitching.walks / pitching.batters_faced}
            weight, eligible = float(pitching.batters_faced), pitching.outs >= FEWEST_OUTS
        else:
            continue
        measured.append(
            MeasuredCard(row.key, row.kind, BOTH_LEAGUES, weight, eligible, own, chances)
        )
    return measured
