"""Reports that nobody will answer any more, as a club has dropped out, and their coming back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from config.journal.services import Entry, log_actions
from config.people.models import User
from games.models import Game
from games.seriesday.models import GameReport

State = GameReport.State


def close_reports(
    *, series_ids: Collection[int], reason: str, acting_user: User | None
) -> list[Game]:
    """Close what waits for an answer in series that have become byes (T0.08l): it does not count.
    The games it was told of. In the caller's transaction."""
    waiting = GameReport.objects.filter(
        game__series__in=series_ids, state__in=(State.OPEN, State.DISPUTED)
    )
    games = _games(waiting.values_list("game", flat=True))
    waiting.update(state=State.LAPSED)
    _log("report-closed", games, acting_user, reason)
    return games


def reopen_reports(
    *, series_ids: Collection[int], reason: str, acting_user: User | None
) -> list[Game]:
    """What was closed waits again: for the other side, or for the director where both have told.
    The games. In the caller's transaction."""
    closed: dict[int, list[GameReport]] = defaultdict(list)
    for report in GameReport.objects.filter(game__series__in=series_ids, state=State.LAPSED):
        closed[report.game_id].append(report)
    for reports in closed.values():
        for report in reports:
            report.state = State.DISPUTED if len(reports) > 1 else State.OPEN
    GameReport.objects.bulk_update([each for found in closed.values() for each in found], ["state"])
    games = _games(closed)
    _log("report-reopened", games, acting_user, reason)
    return games


def _games(keys: Iterable[int]) -> list[Game]:
    rows = Game.objects.filter(pk__in=set(keys)).select_related("series", "home", "away")
    return list(rows.order_by("pk"))


def _log(code: str, games: Collection[Game], user: User | None, reason: str) -> None:
    log_actions(
        Entry(
            code,
            user,
            game.series.scope,
            game,
            new={"score": f"{game.away_runs}-{game.home_runs}", "reason": reason},
        )
        for game in games
    )
