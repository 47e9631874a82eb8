"""Playing a game: simulated from a seed, or from a transcript as far as it goes.

A game is a function of its transcript, so these two functions record, replay, resume and rewind:
resuming is playing a longer transcript, rewinding a shorter one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.club import Clubs
from games.engine.cup import Cup
from games.engine.decisions import Manager
from games.engine.endings import Ending
from games.engine.game import Game
from games.engine.options import Settings, Value
from games.engine.refusals import Refusal, Refused
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.table import (
    Awaiting,
    Pause,
    SimulatedTable,
    Table,
    TranscriptTable,
    write_entries,
)


@dataclass(frozen=True)
class Record:
    """A game as far as it has been played.

    Exactly one of ``ending`` and ``awaiting`` is set; ``suspended`` says that play was stopped on
    purpose. ``clubs`` are who played, where the system needs to know. ``transcript`` replays to the
    same record.
    """

    system: System
    settings: Settings
    situation: Situation
    transcript: tuple[str, ...]
    events: tuple[int, ...]
    ending: Ending | None = None
    awaiting: Awaiting | None = None
    suspended: bool = False
    clubs: Clubs | None = None


def simulate(
    system: System,
    settings: Mapping[str, Value],
    seed: str,
    *,
    situation: Situation = START,
    managers: tuple[Manager, Manager] | None = None,
    clubs: Clubs | None = None,
) -> Record:
    """Play a whole game with dice from ``seed`` and the system's own managers (or those given)."""
    away, home = managers or (system.manager(settings), system.manager(settings))
    table = SimulatedTable(Cup(seed), away, home)
    return _play(system, settings, table, situation, clubs)


def replay(
    system: System,
    settings: Mapping[str, Value],
    transcript: Sequence[str],
    *,
    situation: Situation = START,
    seed: str | None = None,
    managers: tuple[Manager | None, Manager | None] = (None, None),
    clubs: Clubs | None = None,
) -> Record:
    """Play ``transcript`` from ``situation`` as far as it goes.

    Past its end, dice come from ``seed`` if there is one and decisions from a side's manager if
    it has one; what nobody can answer is the record's ``awaiting``. Refused, with the number of
    the entry as place, when an entry is impossible.
    """
    table = TranscriptTable(
        transcript,
        cup=None if seed is None else Cup(seed),
        away=managers[0],
        home=managers[1],
    )
    return _play(system, settings, table, situation, clubs)


def rewind(transcript: Sequence[str], entry: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``transcript`` cut before ``entry`` (numbered from 1): what stands, and the voided tail."""
    if not 1 <= entry <= len(transcript):
        raise Refused(
            Refusal(
                "no-such-entry",
                f"The transcript has entries 1 to {len(transcript)}, not {entry}.",
                f"entry {entry}",
            )
        )
    return tuple(transcript[: entry - 1]), tuple(transcript[entry - 1 :])


def _play(
    system: System,
    settings: Mapping[str, Value],
    table: Table,
    situation: Situation,
    clubs: Clubs | None,
) -> Record:
    game: Game = system.game(table, settings, situation, clubs)
    pause: Pause | None = None
    try:
        game.play()
    except Pause as reached:
        pause = reached
    return Record(
        system=system,
        settings=dict(settings),
        situation=situation,
        transcript=tuple(write_entries(system, table.entries)),
        events=tuple(game.events),
        ending=game.ending,
        awaiting=pause.awaiting if pause else None,
        suspended=pause.suspended if pause else False,
        clubs=clubs,
    )
