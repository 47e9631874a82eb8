"""Who may still come in, in any card game of nine players: relievers with what their sheet allows
them, and the players of the bench."""

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
"""Outs a reliever may get from which on a limit is not mentioned."""

InWords = Callable[[int, int], str]
"""The card of a player in a few words, by his side and his number; nothing for a pitcher whose card
does not let him relieve."""


def spares_of(game: NineGame, bullpen: InWords, bench: InWords) -> list[Spares]:
    """The spare players of both sides; the arms of the side in the field and the bats of the other
    come first."""
    field, bats = int(1 - game.half), int(game.half)
    return [
        _bullpen(game, field, bullpen),
        _bench(game, bats, bench),
        _bullpen(game, bats, bullpen),
        _bench(game, field, bench),
    ]


def outs_left(game: NineGame) -> str:
    """What the law leaves a reliever who pitches."""
    here = game.sides[1 - game.half]
    if here.mound_started or here.emergency:
        return ""
    left = here.player(here.on_mound).relief_outs - here.mound_outs
    return "" if left >= NO_LIMIT else f"{counted(max(0, left), 'out')} left"


def _bullpen(game: NineGame, side: int, about: InWords) -> Spares:
    here = game.sides[side]
    able = here.eligible_relievers() & ~here.lineup.hurt
    players = [
        Spare(player.name, about(side, int(player.number)), _allowed(player))
        for player in _players(here, able)
    ]
    rest = _players(here, here.lineup.bullpen & ~able)
    shut = [player.name for player in rest if about(side, int(player.number))]
    notes = [f"Not today: {listed(shut)}."] if shut else []
    if side != game.half and not may_remove_pitcher(game, side):
        law = game.substitutions
        least = f"{law.starter_least_outs} outs or {law.starter_least_runs} runs"
        notes.insert(0, f"The starter stays in until {least}.")
    return Spares(side, "May relieve", players, " ".join(notes))


def _bench(game: NineGame, side: int, about: InWords) -> Spares:
    here = game.sides[side]
    players = [
        Spare(player.name, about(side, int(player.number)))
        for player in _players(here, here.bench())
    ]
    bound = bool(players) and bool(locked_players(game, side))
    law = game.substitutions
    note = f"For starters from inning {law.locked_innings + 1} on." if bound else ""
    return Spares(side, "May bat", players, note)


def _players(here: Side, mask: int) -> list[SquadPlayer]:
    return [here.player(number) for number in members(mask)]


def _allowed(player: SquadPlayer) -> str:
    return "" if player.relief_outs >= NO_LIMIT else counted(player.relief_outs, "out")
