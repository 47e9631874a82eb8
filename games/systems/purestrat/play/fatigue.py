"""When a pitcher tires: point of weakness, runs, the reliever's limit and the closer rule (S27.3,
S27.55, S27.63, S28).

A tired pitcher stays tired (S27.2). Events that do not count (intentional walks, hit batsmen,
errors) are not passed to ``Endurance``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.systems.purestrat.play.cards import CLOSER_N, CLOSER_NONE

STARTER: Final = 0
RELIEVER: Final = 1

IN_ONE: Final = 3
IN_TWO: Final = 4
"""Hits and walks that tire a pitcher in one inning, or in two consecutive ones (S27.3)."""

RUNS_IN_ONE: Final = 5
RUNS_IN_TWO: Final = 6
RUNS_IN_THREE: Final = 7
"""Runs in one, two and three innings that always tire a starter (S27.55)."""

BEYOND: Final = 2
"""Innings past his point of weakness after which a reliever is always tired (S27.63)."""

CLOSING_INNING: Final = 9


def closer_situation(inning: i64, lead: i64, runners: i64) -> bool:
    """Tell whether the side in the field leads in the ninth or later and the tying run is on base
    or at bat (S28.2)."""
    return inning >= CLOSING_INNING and 0 < lead <= runners + 1


class Endurance:
    """The remaining endurance of one pitcher.

    A starter's innings are those of the game; a reliever's are innings of work, three outs from his
    entry on (A-E21).
    """

    __slots__ = (
        "_before",
        "_closing",
        "_inning",
        "_now",
        "_runs_before",
        "_runs_now",
        "_runs_two_before",
        "closer",
        "left",
        "outs",
        "point",
        "role",
        "tired",
    )

    def __init__(self) -> None:
        self.start(STARTER, 9, CLOSER_NONE, 1)

    def start(self, role: i64, point: i64, closer: i64, inning: i64) -> None:
        """Begin an outing: ``point`` of weakness in innings, ``closer`` endurance in outs
        (``CLOSER_N``, or ``CLOSER_NONE`` of a starter), ``inning`` of the game."""
        self.role: i64 = role
        self.point: i64 = point
        self.closer: i64 = closer
        self.left: i64 = 0
        """Outs of closer endurance left, once he closes."""
        self.outs: i64 = 0
        """Outs of this outing."""
        self.tired = False
        self._closing = False
        self._inning: i64 = inning
        self._now: i64 = 0
        self._before: i64 = 0
        self._runs_now: i64 = 0
        self._runs_before: i64 = 0
        self._runs_two_before: i64 = 0

    @property
    def closing(self) -> bool:
        """Whether he uses his closer endurance, to the end of his outing (S28.34)."""
        return self._closing

    def vulnerable(self) -> bool:
        """Tell whether he has reached his point of weakness (S27.0, A-E22)."""
        if self.role == STARTER:
            return self._inning >= self.point
        return self.outs >= 3 * (self.point - 1)

    def out(self) -> None:
        self.outs += 1
        if self.role == STARTER:
            return
        if self._closing and self.left:
            self.left -= 1
        if self.outs % 3 == 0:
            self._next()
        if self.outs >= 3 * (self.point + BEYOND):
            self.tired = True

    def hit_or_walk(self) -> None:
        """Count a hit or an unintentional walk."""
        if self._closing:
            if not self.left:
                self.tired = True
            return
        if not self.vulnerable():
            return
        self._now += 1
        if self._now >= IN_ONE or self._now + self._before >= IN_TWO:
            self.tired = True

    def run(self, runs: i64) -> None:
        """Count runs, earned or not (A-E23)."""
        if self.role != STARTER:
            return
        self._runs_now += runs
        two = self._runs_now + self._runs_before
        if (
            self._runs_now >= RUNS_IN_ONE
            or two >= RUNS_IN_TWO
            or two + self._runs_two_before >= RUNS_IN_THREE
        ):
            self.tired = True

    def new_inning(self, inning: i64) -> None:
        """Begin an inning of the game in the field."""
        if self.role != STARTER or inning == self._inning:
            return
        self._inning = inning
        self._next()
        self._runs_two_before = self._runs_before
        self._runs_before = self._runs_now
        self._runs_now = 0

    def close(self) -> None:
        """Switch a reliever to his closer endurance, minus the outs he has (S28.32, S28.33), in a
        closer situation; one rated N is tired (S28.36). Never the game's starter (S28.31)."""
        if self.role == STARTER or self._closing:
            return
        self._closing = True
        if self.closer in (CLOSER_N, CLOSER_NONE):
            self.tired = True
        else:
            self.left = max(0, self.closer - self.outs)

    # Saving and restoring.

    @property
    def inning(self) -> i64:
        return self._inning

    @property
    def hits_and_walks(self) -> tuple[int, int]:
        """The counting hits and walks in this inning and in the one before."""
        return self._now, self._before

    @property
    def recent_runs(self) -> tuple[int, int, int]:
        """A starter's runs in this inning and the two before."""
        return self._runs_now, self._runs_before, self._runs_two_before

    def take_up(
        self,
        outs: i64,
        inning: i64,
        hits_and_walks: tuple[int, int],
        recent_runs: tuple[int, int, int],
        *,
        tired: bool,
        closing: bool,
        left: i64,
    ) -> None:
        """Restore a saved outing, after ``start``."""
        self.outs = outs
        self._inning = inning
        self._now, self._before = hits_and_walks
        self._runs_now, self._runs_before, self._runs_two_before = recent_runs
        self.tired = tired
        self._closing = closing
        self.left = left

    def _next(self) -> None:
        self._before = self._now
        self._now = 0
