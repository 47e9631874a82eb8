"""Give a running game fresh server dice from a new seed, and mark earlier dice as cut off or as
valid again."""

from __future__ import annotations

from django.utils import timezone

from config.journal.services import log_action
from config.people.models import User
from games.models import DiceSegment, Game, VoidedTail
from games.records import is_throw
from games.seeds import fresh_seed


def renew_dice(game: Game, *, acting_user: User | None) -> DiceSegment:
    """Have the server throw from a fresh seed from here on, in the caller's transaction: no manager
    throws dice that they have seen before, and the hash stands in the log before the first
    throw."""
    last = game.dice_segments.order_by("-number").values_list("number", flat=True).first()
    segment = DiceSegment.objects.create(
        game=game,
        number=(last or 0) + 1,
        after=throws_in(game),
        seed=fresh_seed(),
    )
    _forget_segments(game)
    log_action(
        code="game-dice-renewed",
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        new={"after": segment.after, "commitment": segment.commitment},
    )
    return segment


def cut_dice(game: Game, tail: VoidedTail, kept: int) -> int:
    """End, in the caller's transaction, the seeds whose every throw went with a tail that was taken
    off; ``kept`` throws are left. How many."""
    spent = any(map(is_throw, tail.entries.split()))
    ended = game.dice_segments.filter(withdrawn_at=None, after__gte=kept if spent else kept + 1)
    _forget_segments(game)
    return ended.update(withdrawn_at=timezone.now(), cut_by=tail)


def put_dice_back(game: Game, tail: VoidedTail) -> None:
    """The tail came back, in the caller's transaction: its dice count again, and not those that
    took their place."""
    kept = throws_in(game)
    since = game.dice_segments.filter(withdrawn_at=None, made_at__gte=tail.at, after__gte=kept)
    since.update(withdrawn_at=timezone.now())
    game.dice_segments.filter(cut_by=tail).update(withdrawn_at=None, cut_by=None)
    _forget_segments(game)


def throws_in(game: Game) -> int:
    """The number of throws in a game's transcript."""
    return sum(map(is_throw, game.entries))


def _forget_segments(game: Game) -> None:
    """Have a game's fresh dice read from the database again the next time."""
    # ``refresh_from_db`` does this only where they have been read before.
    getattr(game, "_prefetched_objects_cache", {}).pop("dice_segments", None)
