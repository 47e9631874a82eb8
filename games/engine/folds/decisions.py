"""The winning and the losing pitcher, and the pitcher credited with a save.

The pitcher of record when his side takes the lead that it keeps wins (Official Baseball Rules
9.17(a)), a starter only with five innings, or four where his side was in the field for fewer than
six (9.17(b)); the pitcher charged with the run that gave that lead away loses (9.17(d)).

Where the rules leave it to the scorer, the most effective reliever is the one with the most outs,
then the fewest runs, then the first; a brief and ineffective appearance is one of less than an
inning with two or more earned runs (9.17(c)). Saves follow 9.19.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.endings import TIED, Ending
from games.engine.folds.pitchers import NOBODY_IN_PARTICULAR, PitcherLine, Run, Staffs

WIN = "W"
LOSS = "L"
SAVE = "S"

STARTERS_OUTS = 15
STARTERS_OUTS_IN_A_SHORT_GAME = 12
SHORT_GAME = 18
"""Outs of a side in the field below which four innings are enough for its starter."""

INEFFECTIVE_RUNS = 2
SAVED_LEAD = 3
SAVED_OUTS = 9


@dataclass(frozen=True, slots=True)
class Decisions:
    """Player numbers: the winner, the loser, and the winning side's saver (0: no save)."""

    winner: int
    loser: int
    saver: int = 0


def decided(staffs: Staffs, ending: Ending | None) -> Staffs:
    """The staffs with each pitcher's decision."""
    decisions_ = decisions(staffs, ending)
    if decisions_ is None or ending is None:
        return staffs
    ours = {decisions_.saver: SAVE, decisions_.winner: WIN}
    theirs = {decisions_.loser: LOSS}
    lines = [
        tuple(
            replace(line, decision=(ours if side == ending.winner else theirs).get(line.player, ""))
            for line in staff
        )
        for side, staff in enumerate(staffs.sides)
    ]
    return replace(staffs, away=lines[0], home=lines[1])


def decisions(staffs: Staffs, ending: Ending | None) -> Decisions | None:
    """The winner, the loser and the save; None in a game that is not over or tied, was conceded by
    the side that led, or began with the deciding lead."""
    if ending is None or ending.winner == TIED:
        return None
    lead = _lead_that_was_kept(staffs, ending)
    if lead is None:
        return None
    ours, theirs = staffs.sides[ending.winner], staffs.sides[1 - ending.winner]
    winner = _winner(ours, lead.of_record)
    # No pitcher is charged with a runner placed on second: the last pitcher let him score.
    loser = theirs[-1].player if lead.charged == NOBODY_IN_PARTICULAR else lead.charged
    return Decisions(winner, loser, ours[-1].player if _saves(ours, winner) else 0)


def _lead_that_was_kept(staffs: Staffs, ending: Ending) -> Run | None:
    """The run that put the winner ahead for good."""
    runs, lead = list(staffs.before), None
    for run in staffs.runs:
        runs[run.side] += 1
        if run.side == ending.winner and runs[run.side] == runs[1 - run.side] + 1:
            lead = run
    # Runs awarded by a concession are not among these, and no pitcher is charged with them.
    return lead if runs[ending.winner] > runs[1 - ending.winner] else None


def _winner(staff: Sequence[PitcherLine], of_record: int) -> int:
    index = next(number for number, line in enumerate(staff) if line.player == of_record)
    line = staff[index]
    if line.started:
        short = sum(other.outs for other in staff) < SHORT_GAME
        enough = line.outs >= (STARTERS_OUTS_IN_A_SHORT_GAME if short else STARTERS_OUTS)
    else:
        enough = line.outs >= 3 or line.earned_runs < INEFFECTIVE_RUNS
    others = staff[index + 1 :]
    if enough or not others:
        return of_record
    return min(others, key=lambda other: (-other.outs, other.runs)).player


def _saves(staff: Sequence[PitcherLine], winner: int) -> bool:
    """Tell whether the last pitcher of the winning side saved the game."""
    line = staff[-1]
    if line.player == winner or line.started or line.outs < 1 or line.lead < 1:
        return False
    close = line.lead <= SAVED_LEAD and line.outs >= 3
    # The tying run is on base, at bat or on deck.
    tight = line.lead <= line.inherited + 2
    return close or tight or line.outs >= SAVED_OUTS
