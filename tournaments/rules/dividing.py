"""Splitting the clubs of an event into divisions of like size. Pure: chance is an argument."""

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
    """The division, from 1, of each club: as they stand in ``order`` from the first division to the
    last and back, so that the sums of places are as level as can be. Who stands in one of the
    groups ``apart`` goes into the nearest division in which none of his group is.

    Refused: ``number-of-divisions``, ``not-apart`` where there is no room for it.
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
    # A club that may not be with others is placed before those who may sit anywhere.
    bound = {number for group in groups for number in group}
    places = snake(len(order), count)
    size = [places.count(number) for number in range(count)]
    wished = dict(zip(order, places, strict=True))
    found: dict[int, int] = {}
    for number in sorted(order, key=lambda each: each not in bound):
        friends = {
            found[other] for group in groups if number in group for other in group if other in found
        }
        free = [at for at in range(count) if size[at]]
        best = [at for at in free if at not in friends] or free
        chosen = min(best, key=lambda at: (abs(at - wished[number]), at))
        found[number] = chosen
        size[chosen] -= 1
    for group in groups:
        if len({found[number] for number in group}) < len(group):
            raise Refused(
                Refusal("not-apart", "So many cannot be kept apart at once; name fewer.", "apart")
            )
    return {number: at + 1 for number, at in found.items()}


def entering(sizes: Mapping[int, int], clubs: int) -> list[int]:
    """The divisions of so many clubs that come to those there are, by number and size: the smallest
    first, so that nobody who is there has to move."""
    now = dict(sizes) or {1: 0}
    found = []
    for _ in range(clubs):
        smallest = min(now, key=lambda number: (now[number], number))
        now[smallest] += 1
        found.append(smallest)
    return found


def snake(clubs: int, count: int) -> list[int]:
    """The division, from 0, of each place: 0 1 2 2 1 0 0 1 2."""
    there_and_back = [*range(count), *reversed(range(count))]
    return [there_and_back[at % (2 * count)] for at in range(clubs)]
