"""Playing a game: simulated from a seed, or from a transcript as far as it goes.

A game is a function of its transcript, so these two functions record, replay, resume and rewind:
resuming is playing a longer transcript, rewinding a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from config.refusals import Refusal, Refused
from games.engine.club import Clubs
from games.engine.decisions import Manager
from games.engine.dice_stream import (
    NEVER,
    ChainedStream,
    DiceStream,
    LimitedStream,
    Segment,
    Spent,
)
from games.engine.endings import Ending
from games.engine.game import Game
from games.engine.game_state import GameState, clubs_in_play
from games.engine.options import Settings, Value
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

    Either it has an ``ending``, or ``open`` lists what could be entered now: first what the game is
    waiting for (``awaiting``), then what it asks as long as everything before is left at its
    default; the last may be a roll. ``suspended``: play was stopped on purpose. ``clubs`` are the
    players, where the system needs them. ``state`` is the start of the game, if that is more than a
    situation. ``transcript`` replays to the same record.
    """

    system: System
    settings: Settings
    situation: Situation
    transcript: tuple[str, ...]
    events: tuple[int, ...]
    ending: Ending | None = None
    open: tuple[Awaiting, ...] = ()
    suspended: bool = False
    clubs: Clubs | None = None
    state: GameState | None = None

    @property
    def lineups(self) -> Clubs | None:
        """The clubs with the lineups at the start of the record, where players are known."""
        return clubs_in_play(self.clubs, self.state)

    @property
    def awaiting(self) -> Awaiting | None:
        """What the game is waiting for; None when it is over."""
        return self.open[0] if self.open else None


def simulate(
    system: System,
    settings: Mapping[str, Value],
    seed: str,
    *,
    situation: Situation = START,
    state: GameState | None = None,
    managers: tuple[Manager, Manager] | None = None,
    clubs: Clubs | None = None,
) -> Record:
    """Play a whole game with dice from ``seed`` and the system's own managers (or those given),
    from ``situation``, or from ``state`` with its own situation."""
    away, home = managers or (system.manager(settings), system.manager(settings))
    table = SimulatedTable(DiceStream(seed), away, home)
    return _play(system, settings, table, situation, clubs, state)


def replay(
    system: System,
    settings: Mapping[str, Value],
    transcript: Sequence[str],
    *,
    situation: Situation = START,
    seed: str | Sequence[Segment] | None = None,
    managers: tuple[Manager | None, Manager | None] = (None, None),
    clubs: Clubs | None = None,
    state: GameState | None = None,
    fresh: Sequence[str] = (),
    throws: int | None = None,
    until: Callable[[Game], bool] | None = None,
) -> Record:
    """Play ``transcript`` from ``situation`` (or ``state``) as far as it goes, and then ``fresh``
    entries.

    Past the transcript, dice come from ``seed`` if there is one, or from several where a game was
    reverted or users rolled before (``ChainedStream``), and decisions from a side's manager if it
    has one: among fresh entries, which are users', the managers decide whenever they are asked, and
    the record's transcript has their decisions in place. What no manager decides is the record's
    ``open``. Refused, with the number of the entry as place, when an entry is impossible.

    ``throws``: the most rolls that the seed gives, including those in the transcript. A record that
    ends where another would be rolled has neither an ending nor anything ``open``; nor has one
    ended by ``until``, which is called after every turn with fresh rolls.
    """
    stream: DiceStream | None = None
    if isinstance(seed, str):
        stream = DiceStream(seed) if throws is None else LimitedStream(seed, throws)
    elif seed:
        stream = ChainedStream(seed, NEVER if throws is None else throws)
    table = TranscriptTable(
        [*transcript, *fresh],
        fresh_from=len(transcript),
        stream=stream,
        away=managers[0],
        home=managers[1],
        until=until,
    )
    return _play(system, settings, table, situation, clubs, state)


def game_at(record: Record) -> Game:
    """The game at the end of a record; while it is waiting, with every open decision left at its
    default, just before the next roll."""
    table = TranscriptTable(list(record.transcript), fresh_from=len(record.transcript))
    game = begin(
        record.system, record.settings, table, record.situation, record.clubs, record.state
    )
    table.game, table.decisions = game, record.system.decisions
    with suppress(Pause, Spent):
        game.play()
    return game


def rewind(transcript: Sequence[str], entry: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``transcript`` cut before ``entry`` (numbered from 1): the part that stands, and the voided
    rest."""
    if not 1 <= entry <= len(transcript):
        raise Refused(
            Refusal(
                "no-such-entry",
                f"The transcript has entries 1 to {len(transcript)}, not {entry}.",
                f"entry {entry}",
            )
        )
    return tuple(transcript[: entry - 1]), tuple(transcript[entry - 1 :])


def begin(
    system: System,
    settings: Mapping[str, Value],
    table: Table,
    situation: Situation,
    clubs: Clubs | None,
    state: GameState | None,
) -> Game:
    """A game about to be played; refused where ``state`` is impossible."""
    if state is None:
        return system.game(table, settings, situation, clubs)
    system.verify_state(state, settings, clubs)
    game = system.game(table, settings, state.situation, clubs)
    game.take_up(state)
    return game


def _play(
    system: System,
    settings: Mapping[str, Value],
    table: Table,
    situation: Situation,
    clubs: Clubs | None,
    state: GameState | None,
) -> Record:
    if state is not None:
        situation = state.situation
    game = begin(system, settings, table, situation, clubs, state)
    if isinstance(table, TranscriptTable):
        table.game, table.decisions = game, system.decisions
    pause: Pause | None = None
    try:
        game.play()
    except Pause as reached:
        pause = reached
    except Spent:
        pass
    except Refused as refused:
        stands = _stands(system, settings, situation, game)
        raise Refused(
            *(
                replace(refusal, facts={**refusal.facts, "stands": stands})
                for refusal in refused.refusals
            )
        ) from None
    return Record(
        system=system,
        settings=dict(settings),
        situation=situation,
        transcript=tuple(write_entries(system, table.entries)),
        events=tuple(game.events if pause is None else game.events[: pause.events]),
        ending=game.ending if pause is None else None,
        open=pause.open if pause else (),
        suspended=pause.suspended if pause else False,
        clubs=clubs,
        state=state,
    )


def _stands(system: System, settings: Mapping[str, Value], situation: Situation, game: Game) -> str:
    """The situation, in notation, that a refused entry leaves unchanged."""
    from games.engine.folds.moments import current_situation

    return str(current_situation(Record(system, settings, situation, (), tuple(game.events))))
