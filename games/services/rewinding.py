"""Take a game back to an earlier point, or off the books: nothing is overwritten, all is kept."""

from django.db import transaction

from config.journal.services import record as log
from config.people.models import User
from games.asking import last_act
from games.engine.record import rewind
from games.engine.refusals import Refusal, Refused
from games.models import Game, VoidedTail
from games.records import is_throw
from games.services.changes import locked_game, result_of, settle, verify_not_moved_on, write

LONGEST_REASON = 300


def rewind_game(
    *, game_id: int, entry: int, reason: str, acting_user: User, after: int | None = None
) -> Game:
    """Take a game back to the point before ``entry``; the tail is kept with the reason.

    ``after``: how many entries the acting user saw. Refused: ``no-such-entry``,
    ``reason-missing``, ``transcript-moved-on``, and ``dice-are-thrown`` where the server threw
    dice from that point on, or has shown what it would throw next.
    """
    reason = _reason(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        if after is not None:
            verify_not_moved_on(game, after)
        _take_back(game, entry, reason, acting_user)
        return game


def undo_last(*, game_id: int, after: int, reason: str, acting_user: User) -> Game:
    """Take back what somebody entered last, with what the managed sides did upon it.

    Refused as in ``rewind_game``, and ``nothing-to-undo``.
    """
    reason = _reason(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        verify_not_moved_on(game, after)
        entry = last_act(game)
        if not entry:
            raise Refused(Refusal("nothing-to-undo", "Nothing has been entered yet."))
        _take_back(game, entry, reason, acting_user)
        return game


def void_game(*, game_id: int, reason: str, acting_user: User) -> Game:
    """Take a game off the books, so that its place in the series is free again.

    The row stays as it was, with the reason in the log. Refused: ``reason-missing``,
    ``game-void``.
    """
    reason = _reason(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        before = {"status": game.status, "result": result_of(game)}
        game.status = Game.Status.VOID
        game.save(update_fields=["status"])
        log(
            code="game-voided",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            old=before,
            new={"status": game.status, "reason": reason},
        )
        settle(game, status_changed=True, acting_user=acting_user)
        return game


def _take_back(game: Game, entry: int, reason: str, acting_user: User) -> None:
    kept, voided = rewind(game.entries, entry)
    if game.source != Game.Source.SCORED and (game.is_final or any(map(is_throw, voided))):
        raise Refused(
            Refusal(
                "dice-are-thrown",
                "The game is over and its seed is known, and with it every throw to come."
                if game.is_final
                else "The dice of this game came from the server; its throws stand.",
                f"entry {entry}",
            )
        )
    VoidedTail.objects.create(
        game=game,
        entry=entry,
        entries=" ".join(voided),
        reason=reason,
        voided_by=acting_user,
    )
    old = {"result": result_of(game), "entries": len(game.entries)}
    write(game, kept, acting_user=acting_user, says_so=False)
    log(
        code="game-rewound",
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        old=old,
        new={"result": result_of(game), "entries": len(game.entries), "reason": reason},
    )


def _reason(given: str) -> str:
    reason = given.strip()[:LONGEST_REASON]
    if not reason:
        raise Refused(Refusal("reason-missing", "Say why the game is taken back.", "reason"))
    return reason
