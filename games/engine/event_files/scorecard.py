"""The scorecard of a game read from an event file."""

from __future__ import annotations

from typing import Final

from games.engine.event_files.box import Numbers
from games.engine.event_files.game import PITCHER, Change, EventGame, Step
from games.engine.event_files.plays import (
    BALK,
    BATTER_OUT,
    CAUGHT,
    ERRED,
    ERROR,
    FIELDERS_CHOICE,
    HIT,
    HIT_BY_PITCH,
    HOME,
    INDIFFERENCE,
    INTENTIONAL_WALK,
    INTERFERENCE,
    PASSED_BALL,
    PICKED_OFF,
    STOLEN,
    STRIKEOUT,
    WALK,
    WILD_PITCH,
)
from games.engine.events import OUT
from games.engine.folds.box_score import BoxScore
from games.engine.folds.scorecard import Keeper, SideCard

_HITS: Final = {1: "1B", 2: "2B", 3: "3B", HOME: "HR"}
_ALONE: Final = {
    WALK: "BB",
    INTENTIONAL_WALK: "IBB",
    HIT_BY_PITCH: "HBP",
    INTERFERENCE: "CI",
    STRIKEOUT: "K",
}
_ON_BASE: Final = {
    STOLEN: "SB",
    CAUGHT: "CS",
    PICKED_OFF: "PO",
    WILD_PITCH: "WP",
    PASSED_BALL: "PB",
    BALK: "BK",
    INDIFFERENCE: "DI",
}


def scorecard_of_events(
    game: EventGame, box: BoxScore, numbers: Numbers, regulation: int
) -> tuple[SideCard, SideCard]:
    """Both sides of the scorecard, with the totals of the box score; at least ``regulation``
    innings are drawn."""
    keepers = (Keeper(0, regulation), Keeper(1, regulation))
    inning, (*_, last) = 1, game.plays
    for step in game.steps:
        if isinstance(step, Change):
            keepers[step.side].changes(step.slot, numbers(step.side, step.player), inning)
            keepers[1 - step.side].relieved |= step.position == PITCHER
            continue
        inning = step.inning
        _keep(keepers[step.side], step, numbers, left=step.left if step is last else 0)
    return keepers[0].card(box, 0), keepers[1].card(box, 1)


def _keep(keeper: Keeper, step: Step, numbers: Numbers, *, left: int) -> None:
    play, outs, side = step.play, step.outs, step.side
    batter = numbers(side, step.batter)
    if step.outs == 0 and not any(step.bases):
        keeper.on = {}
    left = step.left if step.outs_after >= 3 else left
    keeper.counts_play(step.inning, len(step.scored), play.kind == HIT, left)
    if step.placed and (runner := step.bases[step.placed - 1]) is not None:
        player = numbers(side, runner.player)
        placed = keeper.square(step.inning, step.number, runner.slot, player)
        placed.reached = placed.at_first = step.placed
        keeper.on = {runner.slot: placed}
    square = keeper.square(step.inning, step.number, step.slot, batter) if play.ends_turn else None
    mark = str(step.slot) if play.ends_turn else _ON_BASE.get(play.kind, "E")
    for base in (3, 2, 1):
        runner, move = step.bases[base - 1], play.moves.get(base)
        if runner is None or move is None:
            continue
        outs += move.out
        if (runner_square := keeper.on.get(runner.slot)) is not None:
            keeper.moves(runner_square, base, OUT if move.out else move.to, mark, outs)
        if move.out or move.to == HOME:
            keeper.on.pop(runner.slot, None)
    if square is None:
        return
    square.symbol = symbol_of(step)
    square.batted_in = sum(play.bats_in(move, step.outs) for _, move in step.scored)
    own = play.moves.get(0)
    if own is not None and own.out:
        square.out = outs + 1
    elif own is not None:
        square.reached = square.at_first = own.to
        if own.to < HOME:
            keeper.on[step.slot] = square
    square.last = step.outs_after >= 3


def symbol_of(step: Step) -> str:
    """The notation of a turn at bat: ``K``, ``2B 8``, ``F8``, ``G6``, ``E6``."""
    play = step.play
    fielder = str(play.fielder or "")
    if play.kind in _ALONE:
        return _ALONE[play.kind]
    if play.kind == HIT:
        return f"{'B ' if play.bunt else ''}{_HITS[play.bases]} {fielder}".rstrip()
    if play.kind == ERROR:
        erred = next((position for position, credit in play.credits if credit == ERRED), "")
        return f"E{erred}"
    if play.triple_play or play.double_play:
        return f"{'TP' if play.triple_play else 'DP'}{fielder}"
    if play.sacrifice_hit or play.sacrifice_fly:
        return f"{'SH' if play.sacrifice_hit else 'SF'}{fielder}"
    if play.kind == FIELDERS_CHOICE or (play.kind == BATTER_OUT and not play.moves[0].out):
        return f"FC{fielder}"
    ball = "B" if play.bunt else f"{play.ball}{'F' if play.foul else ''}"
    return f"{ball}{fielder}" if ball and fielder else "out"
