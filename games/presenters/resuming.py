"""A game that can be gone on with, in one line: ``Resume, bottom 6th, 1-0, two on``."""

from dataclasses import dataclass

from django.urls import reverse

from games.engine.endings import ordinal
from games.engine.folds.wording import counted
from games.engine.situation import TOP
from games.models import Game
from games.records import stands_at

RUNNERS_ON = ("nobody on", "one on", "two on", "bases full")
OUTS = 3


@dataclass(frozen=True)
class Resumed:
    """A game, where it is gone on with and how it stands."""

    game: Game
    url: str
    words: str


def resumed(game: Game) -> Resumed:
    """How a game that goes on stands, and where it does so."""
    now = stands_at(game)
    half = "top" if now.half == TOP else "bottom"
    said = [f"{half} {ordinal(now.inning)}", f"{now.runs[0]}-{now.runs[1]}"]
    if now.outs >= OUTS:
        said[0] = f"after the {said[0]}"
    else:
        said.append(f"{counted(now.outs, 'out')}" if now.outs else "nobody out")
        if game.series.system.batters:
            said.append(RUNNERS_ON[sum(map(bool, now.runners))])
    if game.status == Game.Status.SUSPENDED:
        said.append("suspended")
    return Resumed(
        game, reverse("games:score", args=[game.series_id, game.number]), ", ".join(said)
    )
