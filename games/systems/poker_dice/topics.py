"""The decisions that a manager of Poker Dice Baseball can be asked about during play."""

from typing import Final

from games.rules.standing_orders import Topic, When

TOPICS: Final = (
    Topic("pickoff", "Pickoffs", ("pickoff",)),
    Topic("stealing", "Steals", ("steal",), When.LATE),
    Topic("bunt", "Bunts", ("bunt",)),
)
