"""Book suspended games that are not finished as ties, and take that back (T33.0f, p)."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import Refusal, Refused, refuse_all
from games.models import Game
from games.rules.suspensions import BOOKED_TIE, Matter, tie_problems
from games.seriesday.models import GameReport, Ruling
from games.seriesday.services.ledger import write_claim
from games.services.changes import complete_series, locked_game, result_of
from games.sheets import write_sheets


def book_as_tie(*, game_id: int, matter: Matter, acting_user: User) -> Game:
    """T33.0f: a suspended game that does not matter and is not played goes into the books as a tie.
    The outs that were made stay on the sheets (A-P9); the side that was behind is awarded the runs
    that level it, as a conceded game is made up to its margin.

    ``matter``: whether the game matters for advancement, as the event has worked it out. Refused:
    ``director-only``, ``game-matters``, ``not-suspended``, ``ruling-open`` (T31.0b), ``game-void``.
    """
    refuse_all(tie_problems(matters=matter.matters, why=matter.why, rule=matter.rule))
    with transaction.atomic():
        game = locked_game(game_id)
        verify_directs(acting_user, game.series.scope)
        if game.status != Game.Status.SUSPENDED:
            raise Refused(Refusal("not-suspended", "Only a suspended game is booked as a tie."))
        verify_ruled(game)
        old = {"result": result_of(game), "status": game.status}
        _level(game)
        game.status, game.reason = Game.Status.FINAL, BOOKED_TIE
        game.finished_at = timezone.now()
        game.save()
        _close_columns(game, acting_user)
        log_action(
            code="game-booked-as-tie",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            old=old,
            new={"result": result_of(game), "reason": matter.why, "rule": matter.rule},
        )
        complete_series(game, status_changed=True, acting_user=acting_user)
        return game


def take_up_again(*, game_id: int, acting_user: User) -> Game:
    """Take a booked tie back: the game is suspended again, and is to be finished. Refused:
    ``director-only``, ``not-booked``, ``sheet-signed``."""
    with transaction.atomic():
        game = locked_game(game_id)
        verify_directs(acting_user, game.series.scope)
        if game.reason != BOOKED_TIE:
            raise Refused(Refusal("not-booked", "This game was not booked as a tie."))
        old = {"result": result_of(game), "status": game.status}
        without_award(game)
        game.status, game.reason, game.finished_at = Game.Status.SUSPENDED, "", None
        game.save()
        _close_columns(game, acting_user)
        log_action(
            code="game-taken-up-again",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            old=old,
            new={"result": result_of(game), "status": game.status},
        )
        complete_series(game, status_changed=True, acting_user=acting_user)
        return game


def verify_ruled(game: Game) -> None:
    """T31.0b: what was noticed in a game is dealt with before it is closed: ``ruling-open``."""
    ruling = Ruling.objects.waiting().filter(game=game).first()
    if ruling is not None:
        raise Refused(
            Refusal(
                "ruling-open",
                f"A ruling is open in this game first: {ruling.facts}",
                facts={"rule": "T31.0b", "ruling": ruling.pk},
            )
        )


def _level(game: Game) -> None:
    most = max(game.away_runs, game.home_runs)
    awarded = [most - game.away_runs, most - game.home_runs]
    game.away_runs = game.home_runs = most
    game.summary = {**game.summary, "runs": [most, most], "awarded": awarded, "final": True}


def without_award(game: Game) -> None:
    """Take off the runs with which a game was booked as a tie."""
    added = game.summary["awarded"]
    game.away_runs, game.home_runs = game.away_runs - added[0], game.home_runs - added[1]
    runs = [game.away_runs, game.home_runs]
    game.summary = {**game.summary, "runs": runs, "awarded": [0, 0], "final": False}


def _close_columns(game: Game, user: User) -> None:
    """Write the game's columns on both sheets again: as of a game that is over, or that waits."""
    if game.has_plays:
        write_sheets(game, acting_user=user)
        return
    report = game.reports.filter(state=GameReport.State.CONFIRMED).order_by("-version").first()
    if report is not None:
        waits = game.status == Game.Status.SUSPENDED
        write_claim(game, report.told, strict=False, waits=waits, acting_user=user)
