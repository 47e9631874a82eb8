"""Between a game's row and the engine's record of it."""

from datetime import datetime

from games.engine.endings import REASONS, TIED, Ending
from games.engine.folds.summary import summarise
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, Situation
from games.models import Game


def record_of(game: Game) -> Record:
    """The record a row holds, without playing anything again.

    What an unfinished game waits for is not part of a row; ``games.services.scoring`` replays.
    """
    ending = None
    if game.reason:
        difference = game.home_runs - game.away_runs
        winner = TIED if not difference else HOME if difference > 0 else AWAY
        ending = Ending(
            REASONS[REASONS.index(game.reason)],
            winner,
            (game.away_runs, game.home_runs),
            game.inning,
        )
    return Record(
        system=game.series.system,
        settings=game.series.settings,
        situation=Situation.read(game.situation),
        transcript=tuple(game.entries),
        events=tuple(game.events),
        ending=ending,
        suspended=game.status == Game.Status.SUSPENDED,
    )


def take(game: Game, record: Record, *, now: datetime) -> None:
    """Write onto an unsaved row what a record comes to."""
    game.system_version = record.system.version
    game.situation = str(record.situation)
    game.transcript = " ".join(record.transcript)
    game.events = list(record.events)
    summary = summarise(record)
    game.summary = summary.as_json()
    game.away_runs, game.home_runs = summary.runs
    game.inning = summary.inning
    if record.ending is not None:
        game.status = Game.Status.FINAL
        game.reason = record.ending.reason
        game.finished_at = now
    else:
        game.status = Game.Status.SUSPENDED if record.suspended else Game.Status.IN_PROGRESS
        game.reason = ""
        game.finished_at = None
