"""The decisions that a manager of a Commons club can be asked about during play."""

from typing import Final

from games.rules.standing_orders import Topic, When

TOPICS: Final = (
    Topic("pitchers", "Who pitches the next inning", ("away-pitcher", "home-pitcher")),
    Topic("lending", "Whom the other side lends", ("lend-pitcher", "lend-batter"), When.ALWAYS),
    Topic("out-god", "A god before the pitch", ("out-god",), When.HOUSE),
    Topic("hit-god", "A god instead of the swing", ("hit-god",), When.HOUSE),
    Topic("challenge", "Challenges and replays", ("challenge", "replay"), When.HOUSE),
    Topic("walk", "Intentional walks", ("walk",)),
    Topic("stealing", "Steals", ("steal",)),
    Topic("pinch-hit", "Pinch hitters", ("pinch-hit",)),
    Topic("swing", "Bunts and fences", ("swing",)),
    Topic("advance", "Advances", ("advance-third", "advance-second"), When.HOUSE),
)
