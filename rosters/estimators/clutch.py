"""Clutch hitting, which nobody counts: a draw of the player's own."""

from __future__ import annotations

from rosters.estimators.draws import normal_draw


def clutch(key: str) -> int:
    """-3, outs for hits when it counts, to +3, in chances of 108 (S30.7)."""
    return max(-3, min(3, round(1.2 * normal_draw(key, "clutch"))))
