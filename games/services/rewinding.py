"""Take a game back to an earlier point, or void it. Nothing is lost: what is taken off is kept."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.access import rights_of, verify_directs
from games.engine.record import rewind
from games.engine.situation import TOP
from games.hooks import GameVoided, SimulationTakenBack, WaitsAgain, WentOn, tell
from games.models import Game, Series, VoidedTail
from games.open_decisions import last_act
from games.records import is_throw, replay_with_managers
from games.services.calling_off import ended
from games.services.changes import (
    complete_series,
    keep_sheets,
    locked_game,
    not_your_side,
    result_of,
    verify_has_plays,
    verify_not_moved_on,
    verify_rules,
    write,
)
from games.services.dice import cut_dice
from games.turns import passed_over


def rewind_game(
    *,
    game_id: int,
    entry: int,
    reason: str,
    acting_user: User,
    after: int | None = None,
) -> Game:
    """Take a game back to the point before ``entry``; the tail is kept with the reason.

    ``after``: how many entries the acting user saw. Refused: ``director-only`` where the user may
    not, ``no-such-entry``, ``reason-missing``, ``transcript-moved-on``, and ``dice-are-thrown`` for
    a game with the server's dice, whose throws everybody has seen.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        _verify(rights_of(acting_user, game.series, game.number).may_take_back(game))
        verify_has_plays(game)
        if after is not None:
            verify_not_moved_on(game, after)
        if game.source != Game.Source.SCORED:
            raise Refused(_dice_are_thrown(entry))
        _taken_back(game, entry, reason, acting_user)
        return game


def undo_last(
    *,
    game_id: int,
    after: int,
    reason: str,
    acting_user: User,
) -> Game:
    """Take back what a user entered last, with what the computer's managers decided upon it.

    Online that is a decision of one of the sides that the user speaks for, as long as no dice have
    been thrown upon it: the next throw is still as secret as before. Refused as in ``rewind_game``,
    and ``nothing-to-undo``, ``not-your-side``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        rights = rights_of(acting_user, game.series, game.number)
        _verify(rights.may_take_back(game))
        verify_has_plays(game)
        verify_not_moved_on(game, after)
        act = last_act(game)
        if act is None:
            raise Refused(Refusal("nothing-to-undo", "Nothing has been entered yet."))
        if game.source != Game.Source.SCORED:
            if game.is_final or any(map(is_throw, game.entries[act.entry - 1 :])):
                raise Refused(_dice_are_thrown(act.entry))
            if act.side is not None and act.side not in rights.speaks_for:
                raise Refused(not_your_side(act.side, f"entry {act.entry}"))
        _taken_back(game, act.entry, reason, acting_user)
        return game


def void_game(*, game_id: int, reason: str, acting_user: User | None) -> Game:
    """Take a game off the books, so that its place in the series is free again.

    The row stays as it was, with the reason in the log. Refused: ``reason-missing``,
    ``game-void``, ``director-only``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        game = locked_game(game_id)
        _verify(rights_of(acting_user, game.series, game.number).may_void(game))
        take_off_the_books(game, reason, acting_user=acting_user)
        return game


def take_back_simulated(
    *, game_ids: Collection[int], reason: str, acting_user: User | None
) -> list[Game]:
    """Take games that were simulated off the books, all of them or none: people play them, and
    nothing is simulated in their place at a deadline that is over.

    Refused: ``reason-missing``, ``director-only``, ``not-simulated``, ``called-off``,
    ``sheet-signed``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        rows = Series.objects.filter(pk__in=Game.objects.filter(pk__in=game_ids).values("series"))
        verify_directs(acting_user, list(rows.values_list("pk", flat=True)))
        now = timezone.now()
        locked = {series.pk: series for series in rows.locked()}
        since = {pk: series.completed_at or now for pk, series in locked.items()}
        games = list(Game.objects.filter(pk__in=game_ids).order_by("series", "number"))
        for game in games:
            game.stands_in(locked[game.series_id])
            refuse_all(ended(game.series, game))
            if not is_simulated(game):
                raise Refused(not_simulated(game))
            take_off_the_books(game, reason, acting_user=acting_user)
        tell(SimulationTakenBack(since, reason, acting_user))
        return games


def is_simulated(game: Game) -> bool:
    """Whether the house alone has played a game, from its first pitch to its end."""
    return game.is_final and game.source == Game.Source.SIMULATED


def not_simulated(game: Game) -> Refusal:
    """The refusal for a game that people have played."""
    return Refusal("not-simulated", f"{game} was not simulated.", f"game {game.pk}")


def take_off_the_books(game: Game, reason: str, *, acting_user: User | None) -> None:
    """``void_game`` for a game that is locked, in the transaction of an act that settles who may
    and takes it off with other things."""
    was = game.status
    before = {"status": was, "result": result_of(game)}
    game.status = Game.Status.VOID
    game.save(update_fields=["status"])
    keep_sheets(game, was, taken_back=True, acting_user=acting_user)
    log_action(
        code="game-voided",
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        old=before,
        new={"status": game.status, "reason": reason},
    )
    tell(GameVoided(game, reason, acting_user))
    complete_series(game, status_changed=True, acting_user=acting_user)


def _verify(may: bool) -> None:
    if not may:
        sentence = "Only a director takes back a result, or a game with entries off the books."
        raise Refused(Refusal("director-only", sentence))


def make_room(*, series: Series, number: int, acting_user: User | None) -> None:
    """A-S10: a game that was suspended before its first pitch begins now: what stood for it is
    taken off the books, in the transaction of the caller, which has locked its series."""
    game = waiting_game(series, number)
    if game is not None:
        take_off_the_books(locked_game(game.pk), "The game begins now.", acting_user=acting_user)


def waiting_game(series: Series, number: int) -> Game | None:
    """The game of this number that was suspended before its first pitch, or ``None`` (A-S10)."""
    waiting = series.games.filter(number=number, status=Game.Status.SUSPENDED)
    return next(filter(is_before_its_first_pitch, waiting), None)


def is_before_its_first_pitch(game: Game) -> bool:
    """Whether a suspended game, of which no plays are known, has not begun (A-S10)."""
    begun = game.has_plays or game.inning != 1 or game.away_runs or game.home_runs
    return not begun and game.summary["half"] == TOP and not game.summary["outs"]


def take_back(
    game: Game,
    entry: int,
    reason: str,
    acting_user: User,
    *,
    afterwards: Sequence[str] = (),
) -> VoidedTail:
    """Cut a locked game before ``entry``, in the caller's transaction; ``afterwards`` are entries
    it goes on with, such as its suspension. What was taken off. Refused: ``no-such-entry``,
    ``rules-changed``."""
    verify_rules(game)
    kept, voided = rewind(game.entries, entry)
    tail = VoidedTail.objects.create(
        game=game,
        entry=entry,
        entries=" ".join(voided),
        reason=reason,
        voided_by=acting_user,
    )
    cut_dice(game, tail, sum(map(is_throw, kept)))
    old = {"result": result_of(game), "entries": len(game.entries)}
    record = replay_with_managers(game, [*kept, *afterwards])
    write(game, record, acting_user=acting_user, says_so=False)
    log_action(
        code="game-rewound",
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        old=old,
        new={"result": result_of(game), "entries": len(game.entries), "reason": reason},
    )
    return tail


def _taken_back(game: Game, entry: int, reason: str, acting_user: User) -> None:
    """``take_back``, and T33.0l: where a suspension is taken back the game goes on, and where it
    is taken back to one it waits again."""
    passed = passed_over(game.series, game)
    take_back(game, entry, reason, acting_user)
    waits = game.status == Game.Status.SUSPENDED
    tell(WaitsAgain(game) if waits else WentOn(game, passed, acting_user))


def _dice_are_thrown(entry: int) -> Refusal:
    return Refusal(
        "dice-are-thrown",
        "The dice of this game came from the server; its throws stand.",
        f"entry {entry}",
    )
