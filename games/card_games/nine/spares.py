"""Players who may still come in, in any card game of nine players: eligible relievers and the
bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.card_games.table_view import Spare, Spares
from games.engine.bitsets import members
from games.engine.folds.wording import counted, listed
from games.engine.nine.diamond import NineGame
from games.engine.nine.player import SquadPlayer
from games.engine.nine.removal import locked_players, may_remove_pitcher
from games.engine.nine.side import Side

NO_LIMIT: Final = 27
"""A limit of relief outs from here on is not shown."""

InWords = Callable[[int, int], str]
"""The card of a player in a few words, by side and number; empty for a pitcher whose card does not
let him relieve."""


def spares_of(game: NineGame, bullpen: InWords, bench: InWords) -> list[Spares]:
    """The spare players of both sides; the relievers of the side in the field and the hitters of
    the other come first."""
    field, batting = int(1 - game.half), int(game.half)
    return [
        _bullpen(game, field, bullpen),
        _bench(game, batting, bench),
        _bullpen(game, batting, bullpen),
        _bench(game, field, bench),
    ]


def outs_left(game: NineGame) -> str:
    """The outs that the law leaves to a reliever who is pitching; empty without a limit."""
    side = game.sides[1 - game.half]
    if side.mound_started or side.emergency:
        return ""
    left = side.player(side.on_mound).relief_outs - side.mound_outs
    return "" if left >= NO_LIMIT else f"{counted(max(0, left), 'out')} left"


def _bullpen(game: NineGame, side: int, about: InWords) -> Spares:
    own_side = game.sides[side]
    eligible = own_side.eligible_relievers() & ~own_side.lineup.hurt
    players = [
        Spare(player.name, about(side, int(player.number)), _allowed(player))
        for player in _players(own_side, eligible)
    ]
    rest = _players(own_side, own_side.lineup.bullpen & ~eligible)
    shut = [player.name for player in rest if about(side, int(player.number))]
    notes = [f"Not today: {listed(shut)}."] if shut else []
    if side != game.half and not may_remove_pitcher(game, side):
        law = game.substitutions
        least = f"{law.starter_least_outs} outs or {law.starter_least_runs} runs"
        notes.insert(0, f"The starter stays in until {least}.")
    return Spares(side, "May relieve", players, " ".join(notes))


def _bench(game: NineGame, side: int, about: InWords) -> Spares:
    own_side = game.sides[side]
    players = [
        Spare(player.name, about(side, int(player.number)))
        for player in _players(own_side, own_side.bench())
    ]
    bound = bool(players) and bool(locked_players(game, side))
    law = game.substitutions
    note = f"For starters from inning {law.locked_innings + 1} on." if bound else ""
    return Spares(side, "May bat", players, note)


def _players(here: Side, mask: int) -> list[SquadPlayer]:
    return [here.player(number) for number in members(mask)]


def _allowed(player: SquadPlayer) -> str:
    return "" if player.relief_outs >= NO_LIMIT else counted(player.relief_outs, "out")
