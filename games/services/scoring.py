"""Record a game entry by entry: with real dice at a table, or online with the server's dice.

Every change is a longer or a shorter transcript played again from the start; the row holds what
the engine makes of it. What a rewind takes off is kept.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.journal.services import record as log
from config.live.services import poke
from config.people.models import User
from games.engine.record import Record, replay, rewind
from games.engine.refusals import Refusal, Refused
from games.engine.situation import START, Situation
from games.models import Game, Series, VoidedTail
from games.records import take

TABLE_DICE = "table"
SERVER_DICE = "server"


@dataclass(frozen=True)
class Seats:
    """Who throws the dice (people or the server) and for which sides the computer manages."""

    dice: str = TABLE_DICE
    away_managed: bool = False
    home_managed: bool = False


def record_game(
    *,
    series_id: int,
    number: int,
    transcript: Sequence[str],
    acting_user: User | None,
    seats: Seats = Seats(),
) -> Game:
    """Start game ``number`` of a series with the entries there are, none to all of them.

    Refused: ``no-such-game`` number, ``game-exists``, ``unknown-dice``, and whatever the engine
    refuses in the transcript, with the entry as place. Nothing is stored then.
    """
    if seats.dice not in (TABLE_DICE, SERVER_DICE):
        raise Refused(Refusal("unknown-dice", "Dice are thrown at the table or by the server."))
    try:
        with transaction.atomic():
            series = (
                Series.objects.select_for_update(of=("self",))
                .select_related("home", "away")
                .get(pk=series_id)
            )
            if not 1 <= number <= series.length:
                raise Refused(
                    Refusal(
                        "no-such-game",
                        f"The series has games 1 to {series.length}, not {number}.",
                        "number",
                    )
                )
            _refuse_second(series, number)
            away_id, home_id = series.sides(number)
            online = seats.dice == SERVER_DICE
            game = Game(
                series=series,
                number=number,
                away_id=away_id,
                home_id=home_id,
                source=Game.Source.ONLINE if online else Game.Source.SCORED,
                # Not derived from the series' seed, which others may know already.
                seed=secrets.token_hex(16) if online else "",
                away_managed=seats.away_managed,
                home_managed=seats.home_managed,
                situation=str(START),
                created_by=acting_user,
            )
            record = play_on(game, transcript)
            take(game, record, now=timezone.now())
            game.save(force_insert=True)
            log(
                code="game-started",
                actor=acting_user,
                scope=series.scope,
                subject=game,
                new={"entries": len(record.transcript), "dice": seats.dice},
            )
            _settle_series(game, acting_user)
            return game
    except IntegrityError as error:
        raise Refused(_exists(number)) from error


def add_entries(
    *, game_id: int, after: int, entries: Sequence[str], acting_user: User | None
) -> Game:
    """Add entries to a game whose transcript has ``after`` of them.

    Two phones that score one game cannot both be right: the second is refused
    (``transcript-moved-on``) and sees what the first has entered. Also refused: ``game-over``.
    """
    with transaction.atomic():
        game = _locked(game_id)
        if game.is_final:
            raise Refused(Refusal("game-over", "The game is over; a rewind comes first."))
        written = game.entries
        if after != len(written):
            raise Refused(
                Refusal(
                    "transcript-moved-on",
                    f"The transcript has {len(written)} entries by now, not {after}.",
                    f"entry {after + 1}",
                    {"entries": len(written)},
                )
            )
        take(game, play_on(game, [*written, *entries]), now=timezone.now())
        game.save()
        _settle_series(game, acting_user)
        return game


def rewind_game(*, game_id: int, entry: int, reason: str, acting_user: User) -> Game:
    """Take a game back to the point before ``entry``; the tail is kept with the reason.

    Refused: ``no-such-entry``, ``reason-missing``, and ``dice-are-thrown`` for a game with the
    server's dice, whose next throws everybody has seen.
    """
    if not reason.strip():
        raise Refused(Refusal("reason-missing", "Say why the game is taken back.", "reason"))
    with transaction.atomic():
        game = _locked(game_id)
        if game.source != Game.Source.SCORED:
            raise Refused(
                Refusal(
                    "dice-are-thrown",
                    "The dice of this game came from the server; its throws stand.",
                )
            )
        kept, voided = rewind(game.entries, entry)
        VoidedTail.objects.create(
            game=game,
            entry=entry,
            entries=" ".join(voided),
            reason=reason.strip()[:300],
            voided_by=acting_user,
        )
        before = f"{game.away_runs}-{game.home_runs} {game.status}"
        take(game, play_on(game, kept), now=timezone.now())
        game.save()
        if game.series.completed_at and not game.is_final:
            game.series.completed_at = None
            game.series.save(update_fields=["completed_at"])
        log(
            code="game-rewound",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            old={"result": before, "entries": len(kept) + len(voided)},
            new={"entries": len(kept), "reason": reason.strip()[:300]},
        )
        poke(game.series.scope, game_topic(game))
        return game


def play_on(game: Game, transcript: Sequence[str]) -> Record:
    """The record of a game with this transcript, as far as dice and managers carry it."""
    series = game.series
    manager = series.system.manager(series.settings)
    return replay(
        series.system,
        series.settings,
        transcript,
        situation=Situation.read(game.situation),
        seed=game.seed or None,
        managers=(
            manager if game.away_managed else None,
            manager if game.home_managed else None,
        ),
    )


def game_topic(game: Game) -> str:
    """The live topic of one game."""
    return f"game:{game.pk}"


def _locked(game_id: int) -> Game:
    return (
        Game.objects.select_for_update(of=("self",))
        .select_related("series__home", "series__away", "home", "away")
        .exclude(status=Game.Status.VOID)
        .get(pk=game_id)
    )


def _settle_series(game: Game, acting_user: User | None) -> None:
    """After a game changed: note its end, complete the series, tell whoever watches."""
    series = game.series
    poke(series.scope, game_topic(game))
    if not game.is_final:
        return
    log(
        code="game-final",
        actor=acting_user,
        scope=series.scope,
        subject=game,
        new={"result": f"{game.away_runs}-{game.home_runs}", "reason": game.reason},
    )
    played = Game.objects.filter(series=series, status=Game.Status.FINAL).count()
    if played == series.length and series.completed_at is None:
        series.completed_at = timezone.now()
        series.save(update_fields=["completed_at"])


def _refuse_second(series: Series, number: int) -> None:
    if series.games.exclude(status=Game.Status.VOID).filter(number=number).exists():
        raise Refused(_exists(number))


def _exists(number: int) -> Refusal:
    return Refusal("game-exists", f"Game {number} of this series is there already.", "number")
