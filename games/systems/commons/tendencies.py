"""What a manager can set about how the computer plays a deck (``play.habits.Habits``)."""

from __future__ import annotations

from typing import Final

from rosters.rules.tendencies import Tendency

TENDENCIES: Final = (
    Tendency("out_gods", "Out gods", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("hit_gods", "Hit gods", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("advances", "Advances", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("challenges", "Challenges", "0 lets every god pass; 10 undoes the first that hurts."),
    Tendency("super_gods", "Super gods", "How readily one is taken and the other handed over."),
    Tendency("steals", "Stealing second", "0 never; 10 at odds that cost a little."),
    Tendency("bunts", "Bunting", "0 never; 10 where it costs a little."),
    Tendency("fences", "Swinging for the fences", "0 never; 10 where it costs a little."),
)
