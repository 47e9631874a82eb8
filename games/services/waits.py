"""Keep which side of an online game is waited for, with every change of the game."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from config.refusals import Refusal, Refused
from games.clocks import allowance_of, clock_of, side_on_the_clock, used
from games.hooks import GameVoided, SeriesCalledOff
from games.models import Game, GameWait
from games.rules.waits import Patience
from games.waits import is_decided_online, wait_in, wait_row


def keep_wait(game: Game) -> None:
    """Note whose move it is in a locked game; a wait goes on while the same side is to move and
    nothing is entered."""
    if not is_decided_online(game):
        return
    # None while the game is suspended or over.
    side = side_on_the_clock(game)
    entries = len(game.entries)
    begins = {
        "side": side,
        "entries": entries,
        "since": None if side is None else timezone.now(),
        "allowed": None if side is None else _allowed(game, side),
        "announced": Patience.SHORT,
        "reminded_at": None,
        "called_at": None,
        "offered_by": None,
    }
    others = GameWait.objects.filter(game=game.pk).exclude(side=side, entries=entries)
    if not others.update(**begins):
        GameWait.objects.bulk_create([GameWait(game=game, **begins)], ignore_conflicts=True)


def _allowed(game: Game, side: int) -> timedelta | None:
    """What the game's clock gives a side that is to move now."""
    clock = clock_of(game)
    if clock is None:
        return None
    return timedelta(seconds=allowance_of(clock).left(*used(clock, side)))


def verify_may_suspend(game: Game, speaking_for: Collection[int]) -> None:
    """Online one side alone suspends a game only after it has waited for the other for half an
    hour: ``suspension-not-agreed``. Directors, and who decides for both sides, need not wait."""
    row = wait_row(game)
    if row is None or len(set(speaking_for)) != 1:
        return
    wait = wait_in(row, game, timezone.now())
    if wait is None or wait.side in speaking_for or wait.patience < Patience.ALONE:
        raise Refused(
            Refusal(
                "suspension-not-agreed",
                "Offer it to the other side: one side alone suspends a game only after it has "
                "waited for the other for 30 minutes.",
            )
        )


def end_waits(change: SeriesCalledOff) -> None:
    """Nobody is waited for in series that are called off."""
    GameWait.objects.filter(game__series__in=change.series_ids).delete()


def end_wait(change: GameVoided) -> None:
    """Nobody is waited for in a game that is void."""
    GameWait.objects.filter(game=change.game).delete()
