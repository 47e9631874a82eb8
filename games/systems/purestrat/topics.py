"""On what a manager of a Purestrat club can be asked while he plays."""

from typing import Final

from games.rules.standing_orders import Topic, When

TOPICS: Final = (
    Topic("pinch", "Pinch hitters and pinch runners", ("hit", "run1", "run2", "run3")),
    Topic("pitchers", "Changes of pitchers", ("pitch", "spot"), When.HOUSE),
    Topic("fielders", "Other changes in the field", ("enter", "for", "at", "move", "to")),
    Topic("injuries", "Who replaces a man who is hurt", ("replace", "stand-in"), When.ALWAYS),
    Topic("walk", "Intentional walks", ("walk",)),
    Topic("positioning", "Where infield and outfield play", ("infield", "outfield")),
    Topic("holding", "Which runners are held", ("hold",)),
    Topic("stealing", "Steals", ("steal",)),
    Topic("throws", "Whether the catcher throws, and what is checked first", ("throw", "check")),
    Topic("swing", "Bunts, and hit and run", ("swing",)),
    Topic("running", "Whether runners go on after hits and flies", ("send", "trail")),
    Topic("fielding", "Where a ball is thrown", ("cut", "target", "field")),
)
