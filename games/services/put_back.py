"""Games that are under way when the clock of the machine is put back."""

from __future__ import annotations

from config.jobs.uptime import PutBack
from config.journal.services import log_action
from games.models import Game, GameClock, GameWait


def move_games(put_back: PutBack) -> None:
    """Move the clocks that run, and when games began: which series was begun later decides what is
    official. In the caller's transaction."""
    for clock in GameClock.objects.exclude(since=None).select_related("game__series"):
        before = clock.since or put_back.now
        since = put_back.moved(before)
        due_at = clock.due_at and clock.due_at + (since - before)
        # A clock that was changed meanwhile has a stamp of the time that is right.
        running = GameClock.objects.filter(pk=clock.pk, since=before)
        if running.update(since=since, due_at=due_at):
            log_action(
                code="clock-put-back",
                actor=None,
                scope=clock.game.series.scope,
                subject=clock.game,
                new={"seconds": put_back.seconds},
            )
    for wait in GameWait.objects.exclude(since=None):
        since = put_back.moved(wait.since or put_back.now)
        GameWait.objects.filter(pk=wait.pk, since=wait.since).update(since=since)
    ahead = Game.objects.filter(started_at__gt=put_back.now)
    events = ahead.order_by().values("series__event").distinct()
    games = list(Game.objects.filter(series__event__in=events).only("pk", "started_at"))
    for game in games:
        game.started_at = put_back.moved(game.started_at)
    Game.objects.bulk_update(games, ["started_at"], batch_size=200)
