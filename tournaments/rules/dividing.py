"""Split the clubs of an event into divisions of similar size. Pure: a random order is an
argument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from config.refusals import Refusal, Refused

AT_RANDOM, BY_ROLL, BY_RECORD, BY_NUMBER = "random", "roll", "record", "number"
AS_IN_LIFE: Final = "real"
WAYS: Final[Mapping[str, str]] = {
    AT_RANDOM: "at random",
    BY_ROLL: "by a d20 of each, the highest first, there and back",
    BY_RECORD: "by what their managers have won, there and back",
    BY_NUMBER: "in the order of their numbers, there and back",
    AS_IN_LIFE: "as the real clubs of a replayed year were",
}
MOST_DIVISIONS: Final = 4
FEWEST_CLUBS: Final = 3


def divided(
    order: Sequence[int], count: int, apart: Sequence[Sequence[int]] = ()
) -> dict[int, int]:
    """Return the division, from 1, of each club. Clubs are dealt in the order of ``order`` from the
    first division to the last and back, to balance the sums of places. Clubs of one group in
    ``apart`` go into different divisions, each into the nearest free one.

    Refused: ``number-of-divisions``, and ``not-apart`` where no such division is free.
    """
    if not 1 <= count <= MOST_DIVISIONS or len(order) < FEWEST_CLUBS * count:
        raise Refused(
            Refusal(
                "number-of-divisions",
                f"There are 1 to {MOST_DIVISIONS} divisions of {FEWEST_CLUBS} clubs or more.",
                "divisions",
            )
        )
    groups = [frozenset(group) for group in apart if len(set(group)) > 1]
    for group in groups:
        if len(group) > count:
            raise Refused(
                Refusal(
                    "not-apart",
                    f"{len(group)} clubs cannot be kept apart in {count} divisions.",
                    "apart",
                )
            )
    # Clubs that must be kept apart are placed before the others.
    constrained = {number for group in groups for number in group}
    places = snake(len(order), count)
    size = [places.count(number) for number in range(count)]
    goal = dict(zip(order, places, strict=True))
    placed: dict[int, int] = {}
    for number in sorted(order, key=lambda key: key not in constrained):
        taken = {
            placed[other]
            for group in groups
            if number in group
            for other in group
            if other in placed
        }
        free = [division for division in range(count) if size[division]]
        allowed = [division for division in free if division not in taken] or free
        chosen = min(allowed, key=lambda division: (abs(division - goal[number]), division))
        placed[number] = chosen
        size[chosen] -= 1
    for group in groups:
        if len({placed[number] for number in group}) < len(group):
            raise Refused(
                Refusal("not-apart", "So many cannot be kept apart at once; name fewer.", "apart")
            )
    return {number: division + 1 for number, division in placed.items()}


def entering(sizes: Mapping[int, int], clubs: int) -> list[int]:
    """Return the divisions of ``clubs`` new clubs, given the sizes by division number: each joins
    the smallest, so that no present club has to move."""
    size_of = dict(sizes) or {1: 0}
    divisions = []
    for _ in range(clubs):
        smallest = min(size_of, key=lambda number: (size_of[number], number))
        size_of[smallest] += 1
        divisions.append(smallest)
    return divisions


def snake(clubs: int, count: int) -> list[int]:
    """Return the division, from 0, of each place: 0 1 2 2 1 0 0 1 2."""
    there_and_back = [*range(count), *reversed(range(count))]
    return [there_and_back[place % (2 * count)] for place in range(clubs)]
