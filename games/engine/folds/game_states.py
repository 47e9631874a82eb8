"""The state of a game at any point between two turns, computed from its record."""

from __future__ import annotations

from dataclasses import replace

from config.refusals import Refusal, Refused
from games.engine.folds.line_score import line_score
from games.engine.folds.moments import current_situation, moments_of
from games.engine.folds.pitchers import Staffs, pitchers
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.record import Record, begin
from games.engine.table import Concession, Pause, TranscriptTable


def state_at(record: Record, entries: int | None = None) -> tuple[GameState, int]:
    """The state at the last point between two turns that the first ``entries`` entries settle
    (default: all of them), and the number of entries before that point. A turn is not settled while
    the next entry could still answer its last question.

    A game that begins from the state and has the later entries is the rest of the same game.
    Refused: ``game-is-over`` where no turn follows.
    """
    written = record.transcript if entries is None else record.transcript[:entries]
    boundaries, game, table = _walked(record, written)
    if game.is_over() and not table.asks:
        raise Refused(Refusal("game-is-over", "The game is over: no turn follows.", "entry"))
    game, table = _begin(record, written)
    for _ in boundaries[1:]:
        game.step()
    return _state(record, game, boundaries[-1]), boundaries[-1]


def turns_begin(record: Record) -> list[int]:
    """Numbers of entries before each turn that has certainly begun; as in ``state_at`` a turn is
    not over while the next entry could still answer its last question. No turn begins after the
    last one of a game."""
    return _walked(record, record.transcript)[0]


def _walked(record: Record, written: tuple[str, ...]) -> tuple[list[int], Game, TranscriptTable]:
    """Numbers of entries before each turn, with the game and the table at their end."""
    boundaries: list[int] = []
    game, table = _begin(record, written)
    try:
        while not game.is_over() and not table.asks:
            boundaries.append(len(table.entries))
            game.step()
    except (Pause, Concession):
        pass
    return boundaries, game, table


def _begin(record: Record, written: tuple[str, ...]) -> tuple[Game, TranscriptTable]:
    table = TranscriptTable(written)
    game = begin(
        record.system, record.settings, table, record.situation, record.clubs, record.state
    )
    table.game, table.decisions = game, record.system.decisions
    return game, table


def _state(record: Record, game: Game, used: int) -> GameState:
    part = replace(
        record,
        transcript=record.transcript[:used],
        events=tuple(game.events),
        ending=None,
        open=(),
    )
    line = line_score(part)
    clubs = part.lineups
    staffs = Staffs((), ())
    if clubs is not None:
        staffs = pitchers(tuple(moments_of(part)), clubs, part.state)
    return GameState(
        situation=current_situation(part),
        line=(line.away.innings, line.home.innings[: line.inning - 1 + line.half]),
        lineups=game.lineups(),
        pitching=game.pitching(),
        answering=staffs.answering,
        own=game.own_state(),
        waiting=staffs.waiting,
    )
