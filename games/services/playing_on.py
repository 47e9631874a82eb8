"""The computer finishes a game that people left or that a ruling took back: it manages both sides
by their stored instructions, with the server's dice, whose seeds are published."""

from __future__ import annotations

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import Refusal, Refused
from games.models import Game
from games.records import played_to_its_end
from games.resuming import allow_anew
from games.services.changes import (
    locked_game,
    result_of,
    verify_has_plays,
    verify_rules,
    write,
)
from games.services.dice import renew_dice, throws_in


def play_on(*, game_id: int, acting_user: User | None) -> Game:
    """Play a game that is under way, or suspended, to its end. Dice that the server has committed
    go on; where people threw, a fresh seed is committed first.

    Refused: ``director-only``, ``no-plays`` for a game of which only the result is known,
    ``game-over``, ``game-void``, ``rules-changed``.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        verify_directs(acting_user, game.series.scope)
        verify_has_plays(game)
        if game.is_final:
            raise Refused(Refusal("game-over", "The game is over."))
        verify_rules(game)
        play_to_its_end(game, acting_user=acting_user)
        return game


def play_to_its_end(game: Game, *, acting_user: User | None) -> None:
    """``play_on`` for a game that is locked and may be played on, in the caller's transaction."""
    by_house = game.source == Game.Source.SIMULATED
    old = {
        "result": result_of(game),
        "entries": len(game.entries),
        "managed": [game.away_managed, game.home_managed],
    }
    if game.source == Game.Source.SCORED:
        renew_dice(game, acting_user=acting_user)
    game.away_managed = game.home_managed = True
    # What was worked out with other managers is not this game any more.
    game.kept = None
    allow_anew(game)
    first = throws_in(game) + 1
    write(game, played_to_its_end(game), acting_user=acting_user)
    if not by_house:
        log_action(
            code="game-played-on",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            old=old,
            new={"result": result_of(game), "from_throw": first},
        )
