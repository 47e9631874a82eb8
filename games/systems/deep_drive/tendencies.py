"""What a manager of Deep Drive can set about how the club plays (``play.squad.Tendencies``)."""

from __future__ import annotations

from typing import Final

from rosters.rules.tendencies import Tendency

TENDENCIES: Final = (
    Tendency("stealing", "Stealing", "How good a thief's SAFE has to be."),
    Tendency("bunting", "Bunting", "How late and how close before somebody bunts."),
    Tendency("hit_and_run", "Hit and run", "How often the runner goes with the pitch."),
    Tendency(
        "running", "Taking the extra base", "How long the odds may be that a runner is sent on."
    ),
    Tendency("pinch_hitting", "Pinch hitting", "How early the bench comes to bat."),
    Tendency("quick_hook", "Quick hook", "How soon a pitcher in trouble comes out."),
    Tendency("infield_in", "Infield in", "How early the infield plays in to cut off a run."),
    Tendency("intentional_walks", "Intentional walks", "How readily first base is given away."),
)
