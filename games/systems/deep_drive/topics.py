"""The decisions that a manager of a Deep Drive club can be asked about during play."""

from typing import Final

from games.card_games.nine.topics import CHANGES
from games.rules.standing_orders import Topic, When

TOPICS: Final = (
    *CHANGES,
    Topic("positioning", "Where infield and outfield play", ("infield", "outfield")),
    Topic("running", "Whether runners play it safe", ("running",)),
    Topic("swing", "Bunts, and hit and run", ("swing",)),
    Topic("stealing", "Steals", ("steal",)),
    Topic("extra", "Whether runners go on or tag up", ("send", "tag")),
    Topic("throws", "Where a ball is thrown", ("cut", "f", "g", "j", "p", "bunt-play")),
    Topic("caught", "Who is picked off or doubled up", ("picked-off", "doubled"), When.HOUSE),
    Topic("defense", "What your own Defense Chart says", ("defense",), When.ALWAYS),
)
