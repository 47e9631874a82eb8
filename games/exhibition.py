"""Two clubs to try a game of cards with, and games that begin in the middle: what if?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.card_games.base import Mound
from games.card_games.registry import card_game
from games.engine.club import Clubs
from games.engine.game_state import GameState
from games.engine.options import Value
from games.engine.record import Record, simulate
from games.engine.situation import Situation
from games.engine.system import System

GAMES_FROM_HERE = 50
"""Games that are played to see who wins from a situation."""


@dataclass(frozen=True)
class WhatIf:
    """One game from a state, and of ``games`` games from it how many each side won."""

    record: Record
    games: int
    won: tuple[int, int]


def exhibition_clubs(system: System, settings: Mapping[str, Value] | None = None) -> Clubs | None:
    """Clubs for a sample game under ``settings``, by default the usual ones; ``None`` for systems
    that need none."""
    game = card_game(system)
    if game is None:
        return None
    return game.exhibition() if settings is None else game.exhibition_under(settings)


def staffs_of(
    system: System, clubs: Clubs | None
) -> tuple[Sequence[tuple[int, str]], Sequence[tuple[int, str]]]:
    """Who may be on the mound for the visitors and for the home side in the middle of a game, by
    number and in words; empty where a system knows no pitchers."""
    game = card_game(system)
    if game is None or clubs is None:
        return (), ()
    return game.staff_of(clubs[0]), game.staff_of(clubs[1])


def state_of(
    system: System, clubs: Clubs | None, situation: Situation, mounds: tuple[Mound, Mound]
) -> GameState:
    """A game of these clubs that has come to a situation with these pitchers on the mound."""
    game = card_game(system)
    if game is None or clubs is None:
        return GameState(situation)
    return game.taken_up(situation, clubs, mounds)


def what_if(system: System, settings: Mapping[str, Value], seed: str, state: GameState) -> WhatIf:
    """Play on from a state: the game of the seed, and more beside it. Refused where no sample game
    can come to such a state."""
    clubs = exhibition_clubs(system, settings)
    record = simulate(system, settings, seed, state=state, clubs=clubs)
    won = [0, 0]
    for number in range(GAMES_FROM_HERE):
        ending = simulate(system, settings, f"{seed}/{number}", state=state, clubs=clubs).ending
        if ending is not None and ending.winner < len(won):
            won[ending.winner] += 1
    return WhatIf(record, GAMES_FROM_HERE, (won[0], won[1]))
