"""The runners on the bases, and how a play moves them: the same in every game with known
batters."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.situation import SLOTS, SOMEBODY, Situation


class Runners:
    """The runners on first, second and third, by place in the batting order.

    ``on`` counts from base 1 (index 0 is not used); 0 is no runner.
    """

    __slots__ = ("on",)

    def __init__(self) -> None:
        self.on: list[int] = [0, 0, 0, 0]

    def clear(self) -> None:
        """Empty the bases at the end of a half-inning."""
        self.on = [0, 0, 0, 0]

    def move(self, to: i64) -> None:
        """Move the runners by a play; ``to`` holds its destinations as in an event (batter, first,
        second, third, three bits each)."""
        on = self.on
        first, second, third = on[1], on[2], on[3]
        on[1] = on[2] = on[3] = 0
        if third and to >> 9 & 7 == 3:
            on[3] = third
        if second:
            goal = to >> 6 & 7
            if goal == 2 or goal == 3:
                on[goal] = second
        if first:
            goal = to >> 3 & 7
            if 1 <= goal <= 3:
                on[goal] = first

    def take_up(self, situation: Situation, up: i64) -> None:
        """Restore the runners of a situation."""
        runners = runners_on_base(situation, up)
        for base in range(1, 4):
            if runners[base - 1]:
                self.on[base] = runners[base - 1]


def runners_on_base(situation: Situation, up: int) -> tuple[int, int, int]:
    """The runners on first, second and third; an unknown runner is taken to be the last batter
    before ``up`` who is not on base yet."""
    before = up
    runners = []
    for runner in situation.runners:
        if runner == SOMEBODY:
            before = batted_before(before)
            while before in situation.runners:
                before = batted_before(before)
            runner = before
        runners.append(runner)
    return runners[0], runners[1], runners[2]


def batted_before(slot: i64) -> i64:
    """The place in the order before a place."""
    return (slot - 2) % SLOTS + 1
