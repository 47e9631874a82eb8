"""Proofs of half-innings and endings: a game was neither cut short nor played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from config.refusals import Refusal
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REASONS,
    REGULATION,
    TIE,
    TIED,
    WALK_OFF,
)
from games.engine.events import AWARDED, END, HALF, HOME_RUN, PLACED, SECOND
from games.engine.folds.moments import Moment
from games.engine.folds.proof_case import Case, Problems
from games.engine.folds.proofs_of_play import NOTES
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, BOTTOM, HOME, START, TOP, Situation


def halves_alternate(case: Case) -> Problems:
    """The visitors bat first and the sides change after three outs (5.09(e), PD-019, PD-025)."""
    for moment in case.moments:
        if moment.kind != HALF:
            continue
        before, after = moment.before, moment.after
        due = (before.inning, BOTTOM) if before.half == TOP else (before.inning + 1, TOP)
        if (after.inning, after.half) != due:
            yield _wrong("halves-out-of-order", moment, "Another half-inning was due.")
        if before.outs < 3:
            yield _wrong("half-cut-short", moment, "The half-inning before had outs to go.")


def runners_are_placed_by_the_law(case: Case) -> Problems:
    """A runner is put on second if, and only if, a half begins from the agreed inning on."""
    placed_from = case.law.extra_runner_from
    if case.moments and case.moments[0].kind == PLACED:
        # No half-inning begins at the start of a record, except the first of a game.
        if placed_from != 1 or case.record.situation != START:
            yield _wrong("runner-misplaced", case.moments[0], "No half-inning begins here.")
    elif placed_from == 1 and case.record.situation == START:
        yield Refusal("runner-misplaced", "The first runner was not placed.", "event 1")
    for number, moment in enumerate(case.moments):
        follows = case.moments[number + 1] if number + 1 < len(case.moments) else None
        due = moment.kind == HALF and 0 < placed_from <= moment.after.inning
        if due != (follows is not None and follows.kind == PLACED):
            yield _wrong("runner-misplaced", moment, "The runner of extra innings is amiss.")
        if moment.kind == PLACED and moment.value != SECOND:
            yield _wrong("runner-misplaced", moment, "The runner of extra innings is on second.")


def nobody_plays_on(case: Case) -> Problems:
    """A half-inning begins only while the game is undecided: no bottom half for a home lead."""
    for moment in case.moments:
        if moment.kind == HALF and (reason := due_ending(case.law, moment.before)):
            yield _wrong("played-on", moment, f"The game was over: {reason}.")


def the_winning_run_ends_it(case: Case) -> Problems:
    """The game ends when the home side goes ahead in its last turn; only a home run brings more
    than the run that wins (7.01(g)(3))."""
    for number, moment in enumerate(case.moments):
        if not _goes_ahead_last(case.law, moment):
            continue
        if number + 1 >= len(case.moments) or case.moments[number + 1].kind != END:
            yield _wrong("played-on", moment, "The home side had won.")
        if moment.kind != HOME_RUN and _home_lead(moment.after) > 1:
            yield _wrong("more-than-needed", moment, "More runs counted than the one that wins.")


def the_end_is_the_end(case: Case) -> Problems:
    """An ended game says so once, last, with the reason, winner and inning of its ending."""
    events = [moment for moment in case.moments if moment.kind not in NOTES]
    ends = [moment for moment in events if moment.kind == END]
    ending = case.record.ending
    if ending is None:
        for moment in ends:
            yield _wrong("ended-twice", moment, "The game is said to go on.")
        return
    if len(ends) != 1 or events[-1] is not ends[0]:
        yield Refusal("end-missing", "The game's end is not its one last event.", "ending")
    for moment in ends:
        if moment.value != REASONS.index(ending.reason):
            yield _wrong("wrong-ending", moment, f"The ending says {ending.reason}.")
    lead = _home_lead(case.now)
    winner = TIED if not lead else HOME if lead > 0 else AWAY
    if (ending.winner, ending.inning) != (winner, case.now.inning):
        yield Refusal("wrong-ending", "Another side won, or in another inning.", "ending")


def the_reason_holds(case: Case) -> Problems:
    """A game ends for a reason that the law knows and the score bears out."""
    for number, moment in enumerate(case.moments):
        if moment.kind == END:
            if moment.value >= len(REASONS):
                yield _wrong("wrong-ending", moment, "No such reason.")
            elif not _holds(REASONS[moment.value], case, case.moments[:number], moment):
                yield _wrong("wrong-ending", moment, f"It did not end so: {REASONS[moment.value]}.")


def runs_are_awarded_by_the_law(case: Case) -> Problems:
    """A concession raises the winner to the agreed margin, not beyond, and ends the game."""
    for number, moment in enumerate(case.moments):
        if moment.kind != AWARDED:
            continue
        side, runs = moment.awarded
        lead = _home_lead(moment.after) if side == HOME else -_home_lead(moment.after)
        last = number + 2 == len(case.moments) and case.moments[-1].kind == END
        conceded = last and case.moments[-1].value == REASONS.index(CONCEDED)
        if not conceded or not runs or lead != case.law.concession_margin:
            yield _wrong("wrong-award", moment, "These runs were not to be awarded.")


LAWS_OF_INNINGS: Final[tuple[Callable[[Case], Problems], ...]] = (
    halves_alternate,
    runners_are_placed_by_the_law,
    nobody_plays_on,
    the_winning_run_ends_it,
    the_end_is_the_end,
    the_reason_holds,
    runs_are_awarded_by_the_law,
)


def due_ending(law: CommonLaw, over: Situation) -> str:
    """The reason why a game ends after a finished half-inning; "" when it continues.

    After the top the home side may have won already (7.01(g)(1)); after the bottom a lead decides
    from the last regulation inning on (7.01(g)(2)), then mercy, then the last inning of a tie.
    """
    lead = _home_lead(over)
    late = over.inning >= law.innings
    mercy = 0 < law.mercy_margin <= abs(lead) and over.inning >= law.mercy_after
    if over.half == TOP:
        if late and lead > 0 and law.walk_off:
            return HOME_LEADS
        return MERCY if mercy and lead > 0 and law.mercy_mid_inning else ""
    if late and lead:
        return REGULATION if over.inning == law.innings else EXTRA_INNINGS
    if mercy:
        return MERCY
    return TIE if late and 0 < law.max_innings <= over.inning else ""


def _holds(reason: str, case: Case, before: tuple[Moment, ...], end: Moment) -> bool:
    if reason == CONCEDED:
        margin = abs(_home_lead(end.before))
        return case.law.concession and margin >= case.law.concession_margin
    if reason == WALK_OFF:
        return bool(before) and _goes_ahead_last(case.law, before[-1])
    return end.before.outs >= 3 and due_ending(case.law, end.before) == reason


def _goes_ahead_last(law: CommonLaw, moment: Moment) -> bool:
    return (
        law.walk_off
        and moment.runs > 0
        and moment.before.half == BOTTOM
        and moment.before.inning >= law.innings
        and _home_lead(moment.before) <= 0 < _home_lead(moment.after)
    )


def _home_lead(situation: Situation) -> int:
    return situation.runs[HOME] - situation.runs[AWAY]


def _wrong(code: str, moment: Moment, message: str) -> Refusal:
    return Refusal(code, message, f"event {moment.number + 1}", {"before": str(moment.before)})
