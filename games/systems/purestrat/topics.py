"""The decisions that a manager of a Purestrat club can be asked about during play."""

from typing import Final

from games.card_games.nine.topics import CHANGES
from games.rules.standing_orders import Topic

TOPICS: Final = (
    *CHANGES,
    Topic("positioning", "Where infield and outfield play", ("infield", "outfield")),
    Topic("holding", "Which runners are held", ("hold",)),
    Topic("stealing", "Steals", ("steal",)),
    Topic("throws", "Whether the catcher throws, and what is checked first", ("throw", "check")),
    Topic("swing", "Bunts, and hit and run", ("swing",)),
    Topic("running", "Whether runners go on after hits and flies", ("send", "trail")),
    Topic("fielding", "Where a ball is thrown", ("cut", "target", "field")),
)
