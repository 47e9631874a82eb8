"""The decisions that a manager of nine players with a bench can be asked about in any game."""

from typing import Final

from games.rules.standing_orders import Topic, When

CHANGES: Final = (
    Topic("pinch", "Pinch hitters and pinch runners", ("hit", "run1", "run2", "run3")),
    Topic("pitchers", "Changes of pitchers", ("pitch", "spot"), When.HOUSE),
    Topic("fielders", "Other changes in the field", ("enter", "for", "at", "move", "to")),
    Topic("injuries", "Who replaces a player who is hurt", ("replace", "stand-in"), When.ALWAYS),
    Topic("walk", "Intentional walks", ("walk",)),
)
