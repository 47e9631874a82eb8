"""The base-out chain: exact expectations of a half-inning, solved from a game's own plays.

A half-inning is a Markov chain over 24 states (8 sets of occupied bases, 0-2 outs). Given every
play that a state can lead to with its weight, this module solves for expected runs and for the
chance of scoring at all. Exact with ``Fraction`` weights, quick with floats: the managers use it
with the latter, the tests with the former.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT

Number = TypeVar("Number", float, Fraction)

State = tuple[int, int]
"""Occupied bases (bits) and outs."""

Step = Callable[[int, int], Mapping[int, int]]
"""From bases and outs to the possible plays, each with its integer weight."""

STATES: tuple[State, ...] = tuple((bases, outs) for outs in range(3) for bases in range(8))


@dataclass(frozen=True)
class Way:
    """One way out of a state: its chance is ``weight / total``; ``after`` is ``None`` when the
    half-inning is over."""

    weight: int
    runs: int
    after: State | None


def ways(step: Step, bases: int, outs: int) -> tuple[list[Way], int]:
    """The ways out of a state and their total weight."""
    found = []
    total = 0
    for play, weight in step(bases, outs).items():
        to = play >> TO_SHIFT & TO_MASK
        outs_after = outs + OUTS[to]
        after = None if outs_after >= 3 else (BASES[to], outs_after)
        found.append(Way(weight, RUNS[to], after))
        total += weight
    return found, total


def run_expectancy(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """Expected runs to the end of the half-inning from every state.

    ``number`` makes the arithmetic: ``Fraction`` for exact answers, ``float`` for quick ones.
    """
    return _solve(step, number, lambda way: way.runs)


def expected_throws(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """Expected throws to the end of the half-inning from every state."""
    return _solve(step, number, lambda way: 1)


def scoreless(step: Step, number: Callable[[int], Number]) -> dict[State, Number]:
    """The chance that no run scores any more in the half-inning, from every state."""
    rows: list[list[Number]] = []
    ends: list[Number] = []
    for state in STATES:
        found, total = ways(step, *state)
        row = [number(0)] * len(STATES)
        end = number(0)
        for way in found:
            if way.runs:
                continue
            share = number(way.weight) / number(total)
            if way.after is None:
                end = end + share
            else:
                at = STATES.index(way.after)
                row[at] = row[at] + share
        rows.append(row)
        ends.append(end)
    return _answer(rows, ends, number)


def run_distribution(
    step: Step, number: Callable[[int], Number], most: int
) -> list[Number]:
    """The chances of exactly 0, 1, ... ``most`` runs in a half-inning from its start.

    Solved run by run: the chance of ``k`` from each state follows from those of fewer.
    """
    below: list[dict[State, Number]] = []
    for wanted in range(most + 1):
        rows: list[list[Number]] = []
        known: list[Number] = []
        for state in STATES:
            found, total = ways(step, *state)
            row = [number(0)] * len(STATES)
            sure = number(0)
            for way in found:
                left = wanted - way.runs
                if left < 0:
                    continue
                share = number(way.weight) / number(total)
                if way.after is None:
                    sure = sure + (share if left == 0 else number(0))
                elif way.runs == 0:
                    at = STATES.index(way.after)
                    row[at] = row[at] + share
                else:
                    sure = sure + share * below[left][way.after]
            rows.append(row)
            known.append(sure)
        below.append(_answer(rows, known, number))
    return [chances[0, 0] for chances in below]


def _solve(
    step: Step, number: Callable[[int], Number], reward: Callable[[Way], int]
) -> dict[State, Number]:
    rows: list[list[Number]] = []
    rewards: list[Number] = []
    for state in STATES:
        found, total = ways(step, *state)
        row = [number(0)] * len(STATES)
        gained = number(0)
        for way in found:
            share = number(way.weight) / number(total)
            gained = gained + share * number(reward(way))
            if way.after is not None:
                at = STATES.index(way.after)
                row[at] = row[at] + share
        rows.append(row)
        rewards.append(gained)
    return _answer(rows, rewards, number)


def _answer(
    rows: Sequence[Sequence[Number]],
    constants: Sequence[Number],
    number: Callable[[int], Number],
) -> dict[State, Number]:
    """Solve ``x = rows x + constants`` by elimination with a pivot that is not zero."""
    size = len(constants)
    matrix = [
        [(number(1) if at == line else number(0)) - rows[line][at] for at in range(size)]
        + [constants[line]]
        for line in range(size)
    ]
    for line in range(size):
        pivot = max(range(line, size), key=lambda at: abs(matrix[at][line]))
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
    return {state: matrix[at][size] for at, state in enumerate(STATES)}
