"""The play-by-play of a game read from an event file, half-inning by half-inning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from games.engine.event_files.game import PITCHER, Change, EventGame, Step
from games.engine.event_files.plays import (
    BALK,
    BATTER_OUT,
    ERRED,
    ERROR,
    FIELDERS_CHOICE,
    FOUL_ERROR,
    HIT,
    HIT_BY_PITCH,
    HOME,
    INDIFFERENCE,
    INTENTIONAL_WALK,
    INTERFERENCE,
    OTHER_ADVANCE,
    PASSED_BALL,
    PICKED_OFF,
    STRIKEOUT,
    WALK,
    WILD_PITCH,
    Play,
)
from games.engine.folds.fielded import OF, TO
from games.engine.folds.names import BASE_NAMES
from games.engine.folds.names import Names as ClubNames
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.play_by_play import HalfInning, PlayByPlay, half_name
from games.engine.folds.play_by_play import Play as Sentence
from games.engine.folds.wording import counted, listed

Names = Callable[[int, str], str]
"""Maps a side and a player's id to his name."""

_HITS: Final = {1: "singles", 2: "doubles", 3: "triples", HOME: "homers"}
_HOMERS: Final = {2: "hits a 2-run home run", 3: "hits a 3-run home run", 4: "hits a grand slam"}
_FREE: Final = {
    WALK: "walks",
    INTENTIONAL_WALK: "is walked intentionally",
    HIT_BY_PITCH: "is hit by a pitch",
    INTERFERENCE: "reaches first on interference",
    FIELDERS_CHOICE: "reaches first on a fielder’s choice",
}
_OUTS: Final = {"G": "grounds out", "F": "flies out", "L": "lines out", "P": "pops out"}
_SEVERAL: Final = {"G": "grounds", "F": "flies", "L": "lines", "P": "pops"}
_OTHERS: Final = {
    WILD_PITCH: "A wild pitch",
    PASSED_BALL: "A passed ball",
    BALK: "A balk",
    INDIFFERENCE: "Nobody throws",
    OTHER_ADVANCE: "A runner tries to go on",
    FOUL_ERROR: "A foul fly is dropped",
    PICKED_OFF: "A throw to the base",
}
_COMES: Final = {10: "is the designated hitter", 11: "pinch-hits", 12: "pinch-runs"}


def story_of_events(
    game: EventGame, names: Names, clubs: ClubNames, ending: str = ""
) -> PlayByPlay:
    """The whole game in words; ``ending`` says who won and why."""
    halves = [
        _half(where, [step for _, step in steps], names, clubs)
        for where, steps in groupby(_with_halves(game), key=lambda item: item[0])
    ]
    return PlayByPlay("", tuple(halves), ending)


def _with_halves(game: EventGame) -> Iterator[tuple[tuple[int, int], Step | Change]]:
    """Every step with its inning and side; a change belongs to the play that follows it."""
    ahead: list[Change] = []
    where = 1, 0
    for step in game.steps:
        if isinstance(step, Change):
            ahead.append(step)
            continue
        where = step.inning, step.side
        yield from ((where, change) for change in ahead)
        ahead = []
        yield where, step
    yield from ((where, change) for change in ahead)


def _half(
    where: tuple[int, int], steps: Sequence[Step | Change], names: Names, clubs: ClubNames
) -> HalfInning:
    inning, side = where
    plays = [step for step in steps if isinstance(step, Step)]
    summary = ""
    if plays and plays[-1].outs_after >= 3:
        runs = sum(len(step.scored) for step in plays)
        hits = sum(step.play.kind == HIT for step in plays)
        errors = sum(credit == ERRED for step in plays for _, credit in step.play.credits)
        summary = (
            f"{counted(runs, 'run')}, {counted(hits, 'hit')}, {counted(errors, 'error')}, "
            f"{plays[-1].left} left on base. {clubs.score(plays[-1].runs)}."
        )
    return HalfInning(
        inning,
        side,
        side,
        f"{half_name(inning, side)}, {clubs.club(side)} batting",
        tuple(_sentence(step, names) for step in steps),
        summary,
    )


def _sentence(step: Step | Change, names: Names) -> Sentence:
    if isinstance(step, Change):
        return Sentence(_change(step, names))
    away, home = step.runs
    return Sentence(
        _play(step, names),
        runs=len(step.scored),
        score=f"{away}-{home}" if step.scored else "",
        outs=step.outs_after if step.out else 0,
        number=step.number,
    )


def _change(change: Change, names: Names) -> str:
    player_name = names(change.side, change.player)
    what = _COMES.get(change.position)
    if what is None:
        position = POSITION_NAMES[change.position].upper()
        what = "pitches" if change.position == PITCHER else f"plays {position}"
    other = change.before and change.before != change.player
    return f"{player_name} {what}{f' for {names(change.side, change.before)}' if other else ''}."


def _play(step: Step, names: Names) -> str:
    """A play in one sentence: the batter first, then the other runners' moves."""
    play, side = step.play, step.side
    batter = names(side, step.batter)
    parts = []
    if play.ends_turn:
        parts.append(f"{batter} {_turn(step)}")
    elif play.kind in _OTHERS and not (play.kind == PICKED_OFF and step.out):
        erred = [OF[position] for position, credit in play.credits if credit == ERRED]
        parts.append(_OTHERS[play.kind] + (f", an error by {erred[0]}" if erred else ""))
    described: set[int] = set()
    for base, verb in (
        *((base, "steals") for base in play.stolen),
        *((base, "is caught stealing") for base in play.caught),
        *((base, "is picked off") for base in play.picked_off if base not in play.caught),
    ):
        runner, move = step.bases[base - 1], play.moves.get(base)
        if runner is None or (verb == "is picked off" and not (move and move.out)):
            continue
        base_name = BASE_NAMES[base if verb == "is picked off" else base + 1]
        safe = verb == "is caught stealing" and move is not None and not move.out
        parts.append(
            f"{names(side, runner.player)} {verb} {base_name}{', but is safe' if safe else ''}"
        )
        if move is not None and (move.out or move.to == base + 1):
            described.add(base)
    scored = [names(side, runner.player) for runner, move in step.scored if move.base]
    for base in (3, 2, 1):
        runner, move = step.bases[base - 1], play.moves.get(base)
        if runner is None or move is None or base in described or move.to == base != HOME:
            continue
        if move.out:
            parts.append(f"{names(side, runner.player)} is out at {BASE_NAMES[move.to]}")
        elif move.to < HOME:
            parts.append(f"{names(side, runner.player)} to {BASE_NAMES[move.to]}")
    if scored:
        parts.append(f"{listed(scored)} {'scores' if len(scored) == 1 else 'score'}")
    own = play.moves.get(0)
    if own is not None and own.to > max(play.bases, 1) and play.ends_turn:
        goes = "is out at" if own.out else "goes on to"
        parts.append(f"{batter} {goes} {BASE_NAMES[own.to]}")
    return "; ".join(parts or [step.play.text]) + "."


def _turn(step: Step) -> str:
    """The batter's result."""
    play = step.play
    direction = f" to {TO[play.fielder]}" if play.fielder else ""
    if play.kind == HIT:
        homer = _HOMERS.get(len(step.scored)) if play.bases == HOME else None
        return f"{homer or _HITS[play.bases]}{direction}{' with a bunt' if play.bunt else ''}"
    if play.kind in _FREE:
        return _FREE[play.kind]
    own = play.moves[0]
    if play.kind == STRIKEOUT:
        return "strikes out" + ("" if own.out else ", but reaches first")
    if play.kind == ERROR:
        erred = next((OF[position] for position, credit in play.credits if credit == ERRED), "")
        return f"reaches first on an error{f' by {erred}' if erred else ''}"
    return _out(play, direction)


def _out(play: Play, to: str) -> str:
    if play.triple_play or play.double_play:
        return (
            f"{_SEVERAL.get(play.ball, 'hits')}{to} into a "
            f"{'triple' if play.triple_play else 'double'} play"
        )
    if play.sacrifice_fly:
        return f"hits a sacrifice fly{to}"
    if play.sacrifice_hit:
        return f"bunts{to}, a sacrifice"
    if play.kind == BATTER_OUT and not play.moves[0].out:
        return f"{_SEVERAL.get(play.ball, 'hits')}{to} and reaches first on a force out"
    if play.bunt:
        return f"bunts{to} and is out"
    if play.foul:
        return f"fouls out{to}"
    return f"{_OUTS.get(play.ball, 'is out')}{to}"
