"""Between a game's row and the engine's record of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from config.refusals import Refused
from games.card_games.base import Stored
from games.clubs import clubs_of
from games.engine.club import Clubs
from games.engine.decisions import Manager
from games.engine.dice_stream import Segment
from games.engine.endings import TIED, Ending
from games.engine.folds.moments import current_situation
from games.engine.folds.summary import summarise
from games.engine.game import Game as GameInPlay
from games.engine.game_state import GameState
from games.engine.record import Record, replay
from games.engine.situation import AWAY, HOME, Situation
from games.engine.state_files import parsed_state, state_as_json
from games.engine.table import SUSPEND
from games.models import Game
from games.rules.suspensions import BOOKED_TIE
from games.seeds import segments_of

Managers = tuple[Manager | None, Manager | None]
"""Of visitors and home side; ``None``: people decide."""


@dataclass
class Kept:
    """What has been worked out about a game for as long as its row is in hand: its clubs, and the
    records of the transcripts that were played."""

    drawn_up: object
    clubs: Clubs | None
    beginning: object
    state: GameState | None
    records: dict[tuple[str, ...], Record] = field(default_factory=dict)


def record_of(game: Game) -> Record:
    """The record a row holds, without playing anything again.

    What an unfinished game waits for is not part of a row; ``replay_with_managers`` tells.
    """
    ending = None
    if game.reason and game.reason != BOOKED_TIE:
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
        suspended=game.status == Game.Status.SUSPENDED or game.reason == BOOKED_TIE,
        clubs=_kept(game).clubs,
        state=_kept(game).state,
    )


def stands_at(game: Game) -> Situation:
    """Where a game stands, by its row alone: its clubs are not read."""
    return current_situation(
        Record(
            system=game.series.system,
            settings=game.series.settings,
            situation=Situation.read(game.situation),
            transcript=tuple(game.entries),
            events=tuple(game.events),
        )
    )


def beginning_of(game: Game, clubs: Clubs | None) -> GameState | None:
    """The state in which a game of these clubs was begun; ``None``: with the first pitch."""
    if game.beginning is None:
        return None
    return parsed_state(game.series.system, game.beginning, clubs)


def stored_beginning(record: Record) -> dict[str, object] | None:
    """A record's beginning as a row keeps it, without the version, which is the row's own."""
    if record.state is None:
        return None
    told = state_as_json(record.system, record.state)
    del told["version"]
    return told


def replay_with_managers(
    game: Game,
    entries: Sequence[str],
    fresh: Sequence[str] = (),
    listeners: Sequence[Manager | None] = (),
) -> Record:
    """The record of a game with these entries, then with ``fresh`` ones that people add, among
    which the managed sides speak when they are asked; and what those decide after them.

    No die is thrown: a game with the server's dice waits for every throw like any other. What was
    played once is not played again while the row is in hand, unless there are ``listeners``:
    managers that hear what people are asked and leave the answers to them.
    """
    known = _kept(game).records
    found = known.get(tuple(entries)) if not fresh else None
    if found is None or (any(listeners) and _asks_people(found)):
        found = _replay(game, entries, fresh=fresh, managers=_at_table(game, listeners))
        if not fresh:
            known[tuple(entries)] = found
        known[found.transcript] = found
    return found


def _asks_people(record: Record) -> bool:
    return any(awaiting.decision is not None for awaiting in record.open)


def reads_as_before(game: Game) -> bool:
    """Whether the rules here make of the game what those made of it under which it was begun; they
    do where they are the same version."""
    if game.system_version == game.series.system.version:
        return True
    try:
        again = replay_with_managers(game, game.entries)
    except Refused:
        return False
    return list(again.events[: len(game.events)]) == list(game.events)


def on_from(
    game: Game, managers: Sequence[Manager | None], until: Callable[[GameInPlay], bool]
) -> Record:
    """The record of a game with the server's dice that these managers play on, to the end of the
    turn after which ``until`` says so, or to a question for people; sides without one of them are
    the house's, where it manages them. A suspension at the end of its transcript is not in it."""
    played = entries_before_suspension(game.entries)
    at_table = _at_table(game, managers)
    return _replay(game, played, seeds=segments_of(game), until=until, managers=at_table)


def answered_by(game: Game, managers: Sequence[Manager | None]) -> Record:
    """The record of a game after what these managers say, as far as nothing is thrown; sides
    without one are people's."""
    away, home = managers
    return _replay(game, entries_before_suspension(game.entries), managers=(away, home))


def with_next_throw(game: Game) -> Record | None:
    """The record of a game after the next throw of the server's dice and what the managed sides
    decide before and after it; ``None`` where a person has to decide first, or nothing is left to
    throw. The throw after it is not drawn."""
    played = entries_before_suspension(game.entries)
    thrown = sum(map(is_throw, played))
    record = _replay(game, played, seeds=segments_of(game), throws=thrown + 1)
    if sum(map(is_throw, record.transcript)) == thrown:
        return None
    goes_on = record.ending is None and not record.open
    if goes_on or len(played) < len(game.entries):
        # The next throw comes before anybody is asked, and only a table without a seed tells which;
        # or the game was suspended, which stays in its transcript.
        return replay_with_managers(game, [*game.entries, *record.transcript[len(played) :]])
    _kept(game).records[record.transcript] = record
    return record


def played_to_its_end(game: Game) -> Record:
    """The record of a game that both managers and the server's dice play on from where it stands;
    its suspension stays in its transcript."""
    played = entries_before_suspension(game.entries)
    record = _replay(game, played, seeds=segments_of(game))
    if len(played) < len(game.entries):
        return replay_with_managers(game, [*game.entries, *record.transcript[len(played) :]])
    _kept(game).records[record.transcript] = record
    return record


def entries_before_suspension(entries: Sequence[str]) -> list[str]:
    """The entries without the suspension they end with, if they do."""
    played = list(entries)
    while played and played[-1] == SUSPEND:
        played.pop()
    return played


def is_throw(word: str) -> bool:
    """Whether an entry tells of dice, and not of what somebody decided."""
    return "=" not in word and word != SUSPEND


def store_record(game: Game, record: Record, *, now: datetime) -> None:
    """Write onto an unsaved row what a record comes to."""
    game.system_version = record.system.version
    game.situation = str(record.situation)
    game.beginning = stored_beginning(record)
    game.transcript = " ".join(record.transcript)
    game.events = list(record.events)
    if game.clubs is not None:
        game.clubs = _still_resumed(game.clubs, record.transcript)
    summary = summarise(record)
    game.summary = summary.as_json()
    game.away_runs, game.home_runs = summary.runs
    game.inning, game.half, game.outs = summary.inning, summary.line.half, summary.line.outs_made
    if record.ending is not None:
        game.status = Game.Status.FINAL
        game.reason = record.ending.reason
        game.finished_at = now
    else:
        game.status = Game.Status.SUSPENDED if record.suspended else Game.Status.IN_PROGRESS
        game.reason = ""
        game.finished_at = None


def _still_resumed(clubs: Sequence[Stored], transcript: Sequence[str]) -> Sequence[Stored]:
    """The clubs without resumptions of suspensions that a transcript does not have (any more)."""
    if not any("resumed" in stored for stored in clubs):
        return clubs
    found = []
    for stored in clubs:
        kept = [
            each
            for each in stored.get("resumed", ())
            if [*transcript[each["entries"] : each["entries"] + 1]] == [SUSPEND]
        ]
        rest = {key: value for key, value in stored.items() if key != "resumed"}
        found.append({**rest, "resumed": kept} if kept else rest)
    return found


def _managers(game: Game) -> Managers:
    """The system's own manager for each side that the computer manages."""
    manager = game.series.system.manager(game.series.settings)
    return (manager if game.away_managed else None, manager if game.home_managed else None)


def _at_table(game: Game, managers: Sequence[Manager | None]) -> Managers:
    """These managers, and the system's own for sides without one that the computer manages."""
    if not managers:
        return _managers(game)
    away, home = (given or house for given, house in zip(managers, _managers(game), strict=True))
    return away, home


def _kept(game: Game) -> Kept:
    kept = game.kept
    if (
        not isinstance(kept, Kept)
        or kept.drawn_up is not game.clubs
        or kept.beginning != game.beginning
    ):
        clubs = clubs_of(game)
        state = beginning_of(game, clubs)
        kept = game.kept = Kept(game.clubs, clubs, game.beginning, state)
    return kept


def _replay(
    game: Game,
    entries: Sequence[str],
    *,
    fresh: Sequence[str] = (),
    seeds: Sequence[Segment] = (),
    throws: int | None = None,
    managers: Managers | None = None,
    until: Callable[[GameInPlay], bool] | None = None,
) -> Record:
    series = game.series
    return replay(
        series.system,
        series.settings,
        entries,
        situation=Situation.read(game.situation),
        seed=seeds or None,
        managers=managers or _managers(game),
        clubs=_kept(game).clubs,
        state=_kept(game).state,
        fresh=fresh,
        throws=throws,
        until=until,
    )
