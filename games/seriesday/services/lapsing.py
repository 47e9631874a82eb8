"""Close reports that wait for an answer from a club that has dropped out, and reopen them when it
is back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final

from config.journal.services import Entry, log_actions
from config.people.models import User
from games.happenings import SeriesCalledOff, SeriesTakenUp
from games.models import Game
from games.seriesday.models import GameReport

State = GameReport.State

OUT: Final = "A club has dropped out, and the series is a bye."
BACK: Final = "The drop was taken back, and the series goes on."


def close_reports(told: SeriesCalledOff) -> None:
    """Close what waits for an answer in series that have become byes (T0.08l): it does not
    count."""
    waiting = GameReport.objects.filter(
        game__series__in=told.series_ids, state__in=(State.OPEN, State.DISPUTED)
    )
    games = _games(waiting.values_list("game", flat=True))
    waiting.update(state=State.LAPSED)
    _log("report-closed", games, told.acting_user, OUT)


def reopen_reports(told: SeriesTakenUp) -> None:
    """Reopen reports that were closed: they wait for the other side, or for the director where both
    sides have reported."""
    closed: dict[int, list[GameReport]] = defaultdict(list)
    for report in GameReport.objects.filter(game__series__in=told.series_ids, state=State.LAPSED):
        closed[report.game_id].append(report)
    for reports in closed.values():
        for report in reports:
            report.state = State.DISPUTED if len(reports) > 1 else State.OPEN
    GameReport.objects.bulk_update([each for found in closed.values() for each in found], ["state"])
    _log("report-reopened", _games(closed), told.acting_user, BACK)


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
