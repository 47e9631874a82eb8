"""Between a game's row and the engine's record of it."""

from collections.abc import Sequence
from datetime import datetime

from games.clubs import clubs_of
from games.engine.decisions import Manager
from games.engine.endings import TIED, Ending
from games.engine.folds.summary import summarise
from games.engine.record import Record, replay
from games.engine.situation import AWAY, HOME, Situation
from games.engine.table import SUSPEND
from games.models import Game


def record_of(game: Game) -> Record:
    """The record a row holds, without playing anything again.

    What an unfinished game waits for is not part of a row; ``stand`` tells.
    """
    ending = None
    if game.reason:
        difference = game.home_runs - game.away_runs
        winner = TIED if not difference else HOME if difference > 0 else AWAY
        ending = Ending(game.reason, winner, (game.away_runs, game.home_runs), game.inning)
    return Record(
        system=game.series.system,
        settings=game.series.settings,
        situation=Situation.read(game.situation),
        transcript=tuple(game.entries),
        events=tuple(game.events),
        ending=ending,
        suspended=game.status == Game.Status.SUSPENDED,
        clubs=clubs_of(game),
    )


def stand(game: Game, entries: Sequence[str]) -> Record:
    """The record of a game with these entries, and what the managed sides decide after them.

    No die is thrown: a game with the server's dice waits for every throw like any other.
    """
    return _replay(game, entries, _managers(game))


def next_throw(game: Game, entries: Sequence[str]) -> list[str]:
    """What the cup adds to these entries: the managed sides' decisions up to the next throw, and
    the throw. Empty where a person has to decide first, or nothing is left to throw.

    The cup is asked for the whole rest, as it has no other way to count its throws; all but the
    first of them are forgotten here, and nobody sees them.
    """
    played = entries_before_suspension(entries)
    rest = _replay(game, played, _managers(game), seed=game.seed).transcript[len(played) :]
    for count, word in enumerate(rest, start=1):
        if is_throw(word):
            return list(rest[:count])
    return []


def entries_before_suspension(entries: Sequence[str]) -> list[str]:
    """The entries without the suspension they end with, if they do."""
    played = list(entries)
    while played and played[-1] == SUSPEND:
        played.pop()
    return played


def is_throw(word: str) -> bool:
    """Whether an entry tells of dice, and not of what somebody decided."""
    return "=" not in word and word != SUSPEND


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


def _managers(game: Game) -> tuple[Manager | None, Manager | None]:
    """The system's own manager for each side that nobody manages."""
    manager = game.series.system.manager(game.series.settings)
    return (manager if game.away_managed else None, manager if game.home_managed else None)


def _replay(
    game: Game,
    entries: Sequence[str],
    managers: tuple[Manager | None, Manager | None],
    seed: str | None = None,
) -> Record:
    series = game.series
    return replay(
        series.system,
        series.settings,
        entries,
        situation=Situation.read(game.situation),
        seed=seed,
        managers=managers,
        clubs=clubs_of(game),
    )
