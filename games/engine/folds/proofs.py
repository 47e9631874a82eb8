"""Proofs: verify that a game's statistics balance, and return everything that is wrong at once.

The Official Baseball Rules prove a box score by setting off batters against runs, runners left on
base and outs (9.03(c)); this module does the same for everything in a record. Each law is a
generator named for what it demands, with the law in its first line; it yields violations. Laws of
single plays are in ``proofs_of_play``, those of half-innings and endings in ``proofs_of_innings``.
"""

from __future__ import annotations

from collections.abc import Callable

from config.refusals import Refusal
from games.engine.events import INTERFERENCE, PLACED
from games.engine.folds.box_score import COUNTS, box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.pitchers import NOBODY_IN_PARTICULAR, pitchers
from games.engine.folds.proof_case import Case, Problems, case_of
from games.engine.folds.proofs_of_innings import LAWS_OF_INNINGS
from games.engine.folds.proofs_of_play import LAWS_OF_PLAY
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS
from games.engine.table import SIDE_NAMES


def problems(record: Record) -> tuple[Refusal, ...]:
    """Everything that is wrong with a record; empty for a game that the engine played.

    Sums are not verified where half-innings are out of order, since they would mean nothing.
    """
    case = case_of(record)
    violations = [problem for law in (*LAWS_OF_PLAY, *LAWS_OF_INNINGS) for problem in law(case)]
    if not any(problem.code == "halves-out-of-order" for problem in violations):
        violations += [problem for law in LAWS_OF_SUMS for problem in law(case)]
    return tuple(violations)


def innings_add_up(case: Case) -> Problems:
    """A side's runs are those it began with, those of its innings and those awarded to it."""
    line = line_score(case.record)
    for side in (AWAY, HOME):
        walked = case.now.runs[side]
        if line.runs[side] != walked:
            yield _wrong("innings-not-the-total", side, "runs by inning", line.runs[side], walked)


def total_is_the_ending(case: Case) -> Problems:
    """The runs with which a game ended are the runs that were scored and awarded."""
    ending = case.record.ending
    for side in (AWAY, HOME):
        if ending is not None and ending.runs[side] != case.now.runs[side]:
            yield _wrong(
                "total-not-the-ending", side, "runs", case.now.runs[side], ending.runs[side]
            )


def everybody_is_accounted_for(case: Case) -> Problems:
    """All who batted or were put on base have scored, are out, left, removed, or on (9.03(c))."""
    for side in (AWAY, HOME):
        moments = case.of(side)
        reached = sum(moment.ends_turn for moment in moments) + case.runners_at_first(side)
        reached += sum(moment.kind == PLACED for moment in moments)
        gone = sum(len(moment.scored) + len(moment.out) for moment in moments)
        gone += sum(len(moment.left) + len(moment.removed) for moment in moments)
        if case.now.batting == side:
            gone += sum(map(bool, case.now.runners))
        if reached != gone:
            yield _wrong(
                "men-unaccounted-for", side, "players who came to bat or on base", reached, gone
            )


def order_is_kept(case: Case) -> Problems:
    """No batter is passed over: the slots share the turns evenly, from the first one on (5.04(a)).
    Where the order is a list, the system's law applies."""
    for side in (AWAY, HOME):
        if not case.record.system.batters or case.record.system.listed:
            continue
        turns = sum(moment.ends_turn for moment in case.of(side))
        first = case.record.situation.up[side]
        for line in case.box.sides[side].batting[:SLOTS]:
            after = (line.slot - first) % SLOTS
            due = (turns - after + SLOTS - 1) // SLOTS
            if line.plate_appearances != due:
                yield _wrong(
                    "batting-order-skips",
                    side,
                    f"plate appearances of slot {line.slot}",
                    line.plate_appearances,
                    due,
                )


def turns_have_a_name(case: Case) -> Problems:
    """At-bats, walks, hit batsmen, sacrifices and interferences add up to the plate appearances
    (9.02(a), 9.03(c))."""
    for side in (AWAY, HOME):
        total = case.box.sides[side].total
        named = total.at_bats + total.walks + total.hit_by_pitch
        named += total.sacrifice_hits + total.sacrifice_flies
        named += sum(moment.kind == INTERFERENCE for moment in case.of(side))
        turns = sum(moment.ends_turn for moment in case.of(side))
        if named != turns:
            yield _wrong("plate-appearances-unnamed", side, "plate appearances", named, turns)


def given_up_is_gained(case: Case) -> Problems:
    """What a side gained at bat, the other side's pitchers and fielders gave up."""
    line = line_score(case.record)
    for side in (AWAY, HOME):
        box, pitching = case.box.sides[side], case.box.sides[1 - side].pitching
        moments = case.of(side)
        played = sum(moment.runs for moment in moments)
        outs = sum(len(moment.out) for moment in moments)
        pairs = [
            ("hits", box.total.hits, line.sides[side].hits),
            ("errors", box.errors, line.sides[side].errors),
            ("runners left on base", box.left_on_base, line.sides[side].left_on_base),
            ("runs", box.total.runs, played),
        ]
        if pitching is not None:
            pairs += [
                ("hits", pitching.hits, line.sides[side].hits),
                ("runs allowed", pitching.runs, played),
                ("outs", pitching.outs, outs),
            ]
        for thing, counted, expected in pairs:
            if counted != expected:
                yield _wrong("books-differ", side, thing, counted, expected)


def shares_of_runs(case: Case) -> Problems:
    """No side has more runs batted in, nor more earned runs, than runs."""
    for side in (AWAY, HOME):
        box, pitching = case.box.sides[side], case.box.sides[1 - side].pitching
        if box.total.runs_batted_in > box.total.runs:
            yield _wrong(
                "more-batted-in-than-runs",
                side,
                "runs batted in",
                box.total.runs_batted_in,
                box.total.runs,
            )
        if pitching is not None and not 0 <= pitching.earned_runs <= pitching.runs:
            yield _wrong(
                "more-earned-than-runs", side, "earned runs", pitching.earned_runs, pitching.runs
            )


def players_add_up_to_their_side(case: Case) -> Problems:
    """Where players are known, their lines add up to the side's, at bat and on the mound
    (9.03(c))."""
    if case.record.clubs is None:
        return
    for side, box in enumerate(box_score(case.record).sides):
        whole = case.box.sides[side]
        for name in COUNTS:
            players_total = sum(getattr(line, name) for line in box.batting)
            if players_total != getattr(whole.total, name):
                yield _wrong(
                    "men-not-the-side", side, name, players_total, getattr(whole.total, name)
                )
        for name in STAFF_COUNTS if whole.pitching is not None else ():
            players_total = sum(getattr(line, name) for line in box.pitchers)
            if name == "runs" or name == "earned_runs":
                # No pitcher is charged with a runner who was placed on base.
                players_total += _charged_to_nobody(case, side, earned=name == "earned_runs")
            team = getattr(whole.pitching, name)
            # A reliever's earned run need not be the team's (9.16(i)).
            if players_total != team and not (name == "earned_runs" and players_total > team):
                yield _wrong("men-not-the-side", side, name, players_total, team)


def _charged_to_nobody(case: Case, side: int, *, earned: bool) -> int:
    assert case.record.lineups is not None  # noqa: S101 - asked only where players are known
    runs = pitchers(case.moments, case.record.lineups, case.record.state).runs
    return sum(
        run.side != side and run.charged == NOBODY_IN_PARTICULAR and (run.earned or not earned)
        for run in runs
    )


STAFF_COUNTS = (
    "outs", "batters_faced", "hits", "runs", "earned_runs", "walks", "home_runs", "balks",
)  # fmt: skip
"""Counts that a pitcher's line and his side's have in common."""


LAWS_OF_SUMS: tuple[Callable[[Case], Problems], ...] = (
    innings_add_up,
    total_is_the_ending,
    everybody_is_accounted_for,
    order_is_kept,
    turns_have_a_name,
    given_up_is_gained,
    shares_of_runs,
    players_add_up_to_their_side,
)


def _wrong(code: str, side: int, thing: str, one: int, other: int) -> Refusal:
    return Refusal(
        code,
        f"{_WHOSE[side]} {thing}: {one} by one count, {other} by another.",
        SIDE_NAMES[side],
        {"counted": one, "expected": other},
    )


_WHOSE = ("The visitors'", "The home side's")
