"""Words for codes in rows."""

from __future__ import annotations

from functools import lru_cache

from config.ui.numbers import MINUS

POSITION_WORDS = {
    "p": "Pitcher",
    "c": "Catcher",
    "1b": "First base",
    "2b": "Second base",
    "3b": "Third base",
    "ss": "Shortstop",
    "lf": "Left field",
    "cf": "Centre field",
    "rf": "Right field",
    "of": "Outfield",
    "dh": "Designated hitter",
}

HANDS = {"L": "Left", "R": "Right", "B": "Both sides", "S": "Either hand"}


@lru_cache(maxsize=2048)
def positions_in_print(positions: str) -> str:
    """``ss 2b`` as SS, 2B."""
    return ", ".join(positions.upper().split())


def runs(value: float) -> str:
    """Runs above or below an average card: ``+12.0``, ``−3.4``, ``0.0``."""
    shown = f"{abs(value):.1f}"
    return shown if float(shown) == 0 else ("+" if value > 0 else MINUS) + shown
