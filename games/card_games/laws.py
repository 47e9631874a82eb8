"""Which law of pitching a game system has.

The laws themselves are in ``pitching.rules``, under no system's name: another game may share one.
A system names its law in its face; of one that names none nobody keeps pitching sheets. Dice have
no pitchers to tire.
"""

from __future__ import annotations

from games.systems.registry import GAME_SYSTEMS
from pitching.rules.laws import LawOfPitching
from rosters.editions import edition_of


def law_of_pitching(system_key: str, scope: str) -> LawOfPitching | None:
    """The law of pitching in an event: the one place that says which it is. Sheets keep that of the
    day they were opened. ``None``: there is none, and nobody keeps sheets."""
    face = GAME_SYSTEMS.get(system_key)
    if face is None or face.pitching_law is None:
        return None
    return face.pitching_law(edition_of(scope))
