"""The base-out chain: exact expectations of a half-inning, solved from a game's own plays.

A half-inning is a Markov chain over 24 states (8 sets of occupied bases, 0-2 outs). Given all plays
that a state can lead to with their weights, this module solves for expected runs, for the chance of
scoring at all and for the chances of every number of runs. Exact with ``Fraction`` weights, fast
with floats: managers and odds use the latter, tests the former.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import mul
from typing import TYPE_CHECKING, TypeVar

from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT

if TYPE_CHECKING:
    from fractions import Fraction

Number = TypeVar("Number", float, "Fraction")

State = tuple[int, int]
"""Occupied bases (bits) and outs."""

Step = Callable[[int, int], Mapping[int, int]]
"""From bases and outs to the possible plays, each with its integer weight."""

STATES: tuple[State, ...] = tuple((bases, outs) for outs in range(3) for bases in range(8))


@dataclass(frozen=True)
class Way:
    """One transition from a state: its chance is ``weight / total``; ``after`` is None when the
    half-inning is over."""

    weight: int
    runs: int
    after: State | None


def ways(step: Step, bases: int, outs: int) -> tuple[list[Way], int]:
    """The transitions from a state and their total weight."""
    transitions = []
    total = 0
    for play, weight in step(bases, outs).items():
        moves = play >> TO_SHIFT & TO_MASK
        outs_after = outs + OUTS[moves]
        after = None if outs_after >= 3 else (BASES[moves], outs_after)
        transitions.append(Way(weight, RUNS[moves], after))
        total += weight
    return transitions, total


def run_expectancy(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """Expected runs to the end of the half-inning from every state.

    ``number`` sets the arithmetic: ``Fraction`` for exact results, ``float`` for fast ones.
    """
    return _solve(step, number, lambda way: way.runs)


def expected_throws(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """Expected rolls to the end of the half-inning from every state."""
    return _solve(step, number, lambda way: 1)


def scoreless(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """The chance that no more run scores in the half-inning, from every state."""
    rows: list[list[Number]] = []
    ends: list[Number] = []
    for state in STATES:
        transitions, total = ways(step, *state)
        row = [number(0)] * len(STATES)
        end = number(0)
        for way in transitions:
            if way.runs:
                continue
            share = number(way.weight) / number(total)
            if way.after is None:
                end = end + share
            else:
                index = STATES.index(way.after)
                row[index] = row[index] + share
        rows.append(row)
        ends.append(end)
    return _answer(rows, ends, number)


def run_distribution(step: Step, number: Callable[[int], Number], most: int) -> list[Number]:
    """The chances of exactly 0, 1, ... ``most`` runs in a half-inning from its start."""
    return [chances[0, 0] for chances in islice(run_chances(step, number), most + 1)]


def run_chances(step: Step, number: Callable[[int], Number]) -> Iterator[dict[State, Number]]:
    """The chances, from every state, of exactly 0 more runs in the half-inning, then of 1, of 2...

    Solved run by run: the chance of ``k`` follows from those of fewer runs and from the transitions
    by scoreless plays, which are the same for every ``k``.
    """
    out = [ways(step, *state) for state in STATES]
    rows: list[list[Number]] = []
    for transitions, total in out:
        row = [number(0)] * len(STATES)
        for way in transitions:
            if way.after is not None and not way.runs:
                index = STATES.index(way.after)
                row[index] = row[index] + number(way.weight) / number(total)
        rows.append(row)
    one_each = [
        [number(int(index == line)) for index in range(len(STATES))] for line in range(len(STATES))
    ]
    scoreless_visits = _eliminated(rows, one_each, number)
    fewer: list[dict[State, Number]] = []
    while True:
        scoring = []
        for transitions, total in out:
            direct = number(0)
            for way in transitions:
                runs_left = len(fewer) - way.runs
                if runs_left < 0:
                    continue
                share = number(way.weight) / number(total)
                if way.after is None:
                    direct = direct + (share if runs_left == 0 else number(0))
                elif way.runs:
                    direct = direct + share * fewer[runs_left][way.after]
            scoring.append(direct)
        fewer.append(
            {
                state: sum(map(mul, scoreless_visits[index], scoring), number(0))
                for index, state in enumerate(STATES)
            }
        )
        yield fewer[-1]


def run_spreads(step: Step, rest: float = 1e-12) -> dict[State, tuple[float, ...]]:
    """From every state the chances of 0, 1, 2... more runs, as far as more than ``rest`` remains;
    the rest is added to the last."""
    spreads: dict[State, list[float]] = {state: [] for state in STATES}
    remaining = dict.fromkeys(STATES, 1.0)
    for chances in run_chances(step, float):
        for state, chance in chances.items():
            spreads[state].append(chance)
            remaining[state] -= chance
        if max(remaining.values()) < rest:
            break
    for state, spread in spreads.items():
        spread[-1] += remaining[state]
    return {state: tuple(spread) for state, spread in spreads.items()}


def _solve(
    step: Step, number: Callable[[int], Number], reward: Callable[[Way], int]
) -> dict[State, Number]:
    rows: list[list[Number]] = []
    rewards: list[Number] = []
    for state in STATES:
        transitions, total = ways(step, *state)
        row = [number(0)] * len(STATES)
        gained = number(0)
        for way in transitions:
            share = number(way.weight) / number(total)
            gained = gained + share * number(reward(way))
            if way.after is not None:
                index = STATES.index(way.after)
                row[index] = row[index] + share
        rows.append(row)
        rewards.append(gained)
    return _answer(rows, rewards, number)


def _answer(
    rows: Sequence[Sequence[Number]],
    constants: Sequence[Number],
    number: Callable[[int], Number],
) -> dict[State, Number]:
    """Solve ``x = rows x + constants``."""
    solved = _eliminated(rows, [[constant] for constant in constants], number)
    return {state: solved[index][0] for index, state in enumerate(STATES)}


def _eliminated(
    rows: Sequence[Sequence[Number]],
    constants: Sequence[Sequence[Number]],
    number: Callable[[int], Number],
) -> list[list[Number]]:
    """Solve ``x = rows x + c`` for each column of ``constants``, by elimination with nonzero
    pivots."""
    size = len(rows)
    matrix = [
        [
            (number(1) if column == line else number(0)) - rows[line][column]
            for column in range(size)
        ]
        + list(constants[line])
        for line in range(size)
    ]
    for line in range(size):
        pivot = max(range(line, size), key=lambda column: abs(matrix[column][line]))
        matrix[line], matrix[pivot] = matrix[pivot], matrix[line]
        scale = matrix[line][line]
        matrix[line] = [value / scale for value in matrix[line]]
        for other in range(size):
            factor = matrix[other][line]
            if other != line and factor:
                matrix[other] = [
                    value - factor * lead
                    for value, lead in zip(matrix[other], matrix[line], strict=True)
                ]
    return [line[size:] for line in matrix]
