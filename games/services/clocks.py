"""Set how long two people who play online may take, and keep the clock of their game with every
change of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from config.journal.services import Entry, log_action, log_actions
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import refuse_all
from games.clocks import (
    allowance_in,
    allowance_of,
    clock_of,
    running_for,
    side_on_the_clock,
    two_people,
    used,
)
from games.engine.situation import AWAY, HOME
from games.hooks import GameVoided, SeriesCalledOff, SeriesTakenUp
from games.models import ClockTerms, Game, GameClock
from games.records import is_throw
from games.rules.game_clocks import Allowance
from games.services.calling_off import verify_event_goes_on
from games.services.waits import keep_wait


def set_terms(*, scope: str, allowance: Allowance, acting_user: User, subject: Model) -> None:
    """Say what two people who play online in an event may take in games that begin from now on.
    ``subject`` is the event, for the log. Refused: ``director-only``, ``event-over``,
    ``clock-impossible``, with the field as place."""
    verify_directs(acting_user, scope)
    verify_event_goes_on(scope)
    write_terms(scope=scope, allowance=allowance, acting_user=acting_user, subject=subject)


def write_terms(*, scope: str, allowance: Allowance, acting_user: User, subject: Model) -> None:
    """``set_terms`` in an act that settles who may: a practice game has no director, and its clock
    is set by the person who makes it."""
    refuse_all(allowance.problems())
    with transaction.atomic():
        old = allowance_in(scope)
        if allowance == old:
            return
        ClockTerms.objects.update_or_create(
            event_id=scope,
            defaults={
                "decision_seconds": allowance.decision,
                "game_seconds": allowance.game,
            },
        )
        log_action(
            code="clock-set",
            actor=acting_user,
            scope=scope,
            subject=subject,
            old=old.as_json(),
            new=allowance.as_json(),
        )


def start_clock(game: Game) -> None:
    """Give a game that begins its clock, where two people play it online and its organiser said how
    long they may take; in the caller's transaction."""
    by_people = not (game.away_managed or game.home_managed)
    if game.source == Game.Source.ONLINE and by_people:
        allowance = allowance_in(game.series.scope)
        if allowance and two_people(game.series):
            game.clocked = True
            game.save(update_fields=["clocked"])
            GameClock.objects.create(
                game=game, decision_seconds=allowance.decision, game_seconds=allowance.game
            )
    keep_clock(game)


def stop_clocks(change: SeriesCalledOff) -> None:
    """The clocks of games stand while their series is called off."""
    _stop(GameClock.objects.filter(game__series__in=change.series_ids), change.acting_user)


def stop_clock(change: GameVoided) -> None:
    """The clock of a game that is void stands."""
    _stop(GameClock.objects.filter(game=change.game), change.acting_user)


def start_clocks_again(change: SeriesTakenUp) -> None:
    """The clocks of games go on where they stood when their series was called off."""
    games = Game.objects.filter(
        series__in=change.series_ids, clocked=True, status=Game.Status.IN_PROGRESS
    )
    for game in games.select_related("series__home", "series__away", "away", "home"):
        keep_clock(game)


def _stop(clocks: QuerySet[GameClock], user: User | None) -> None:
    now = timezone.now()
    running = list(
        clocks.filter(side__isnull=False).select_related("game__series", "game__away", "game__home")
    )
    for clock in running:
        _count(clock, now)
        clock.side = clock.since = clock.due_at = None
        clock.save()
    log_actions(
        Entry("clock-stopped", user, clock.game.series.scope, clock.game) for clock in running
    )


def _count(clock: GameClock, now: datetime) -> None:
    """Count the time that the side on the clock has taken until now."""
    elapsed = running_for(clock, now)
    if clock.side == AWAY:
        clock.away_used += elapsed
        clock.away_used_now += elapsed
    elif clock.side == HOME:
        clock.home_used += elapsed
        clock.home_used_now += elapsed


def keep_clock(game: Game) -> None:
    """Bring the clock of a locked game up to date: the time taken until now is counted, and the
    clock runs for the side that is asked. Whom the game waits for is noted with it."""
    clock = clock_of(game)
    if clock is not None:
        _run_clock(game, clock)
    keep_wait(game)


def _run_clock(game: Game, clock: GameClock) -> None:
    now = timezone.now()
    _count(clock, now)
    throws = sum(map(is_throw, game.entries))
    if throws != clock.throws:
        clock.throws, clock.away_used_now, clock.home_used_now = throws, 0.0, 0.0
    # Who lets the house play from here on, or suspends the game, is on no clock.
    by_people = not (game.away_managed or game.home_managed)
    clock.side = side_on_the_clock(game) if by_people else None
    clock.since = clock.due_at = None
    if clock.side is not None:
        left = allowance_of(clock).left(*used(clock, clock.side))
        clock.since, clock.due_at = now, now + timedelta(seconds=left)
    clock.save()
