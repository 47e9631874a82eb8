"""A manager who plays Deep Drive soundly."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from games.engine.decisions import Decision, Manager
from games.systems.deep_drive.play.game import DeepDriveGame


@mypyc_attr(allow_interpreted_subclasses=True)
class DeepDriveManager(Manager):
    """Plays either side of a game."""

    def choose(self, game: DeepDriveGame, decision: Decision, mask: i64) -> i64:  # type: ignore[override]
        """A legal choice."""
        return 0
