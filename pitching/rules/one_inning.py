"""The pitching law under which every pitcher pitches one inning of a game and none has to rest
(CB-015, CB-016, CB-120, CB-121).

The order of the pitchers, and whom a club has passed over, is chosen game by game and is on no
sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitching.rules.breaches import Appearance, Breach
from pitching.rules.eligibility import Eligibility, Reason, Role
from pitching.rules.rotation import NOBODY, Rotation
from pitching.rules.sheet import Outing, Pitcher, Sheet

ONE_INNING: Final = "one-inning"

INNING: Final = 3
"""In outs."""


@dataclass(frozen=True)
class OneInning:
    """The law; it has no numbers to set."""

    @property
    def key(self) -> str:
        return ONE_INNING

    @staticmethod
    def of(stored: Mapping[str, Any]) -> OneInning:
        return OneInning()

    def stored(self) -> dict[str, Any]:
        return {}

    @property
    def lends_after(self) -> int:
        """CB-121: the opponent lends a pitcher of its own who has thrown a complete inning."""
        return INNING

    def eligibility(self, sheet: Sheet, pitcher: Pitcher, column: int, role: Role) -> Eligibility:
        """CB-016: an inning in every game, and the rest of it in a game that waits to be finished.
        Starter or reliever matters to the roster only (CB-003)."""
        own_outing = _own(sheet, pitcher, column)
        outs = _left(own_outing, role)
        if own_outing is None or outs > 0:
            reasons = () if own_outing is None else (_used(own_outing),)
            return Eligibility(pitcher.key, column, role, outs, reasons, column)
        free = sheet.column_after(column)
        while _left(_own(sheet, pitcher, free), role) <= 0:
            free = sheet.column_after(free)
        return Eligibility(pitcher.key, column, role, 0, (_used(own_outing),), free)

    def breaches(
        self,
        sheet: Sheet,
        staff: Mapping[int, Pitcher],
        column: int,
        appearances: Sequence[Appearance],
    ) -> tuple[Breach, ...]:
        """Pitchers who got more outs than an inning has (CB-016), who left before their inning was
        over (CB-015), and who came in after a lent pitcher had come for the rest of the game
        (CB-121)."""
        breaches_found = []
        lent = False
        for number, appearance in enumerate(appearances, start=1):
            outing = appearance.outing
            if outing.pitcher not in staff:
                lent = True
                continue
            if lent:
                breaches_found.append(_breach(outing, "CB-121", "after-the-lent", 0))
            elif outing.outs > INNING:
                breaches_found.append(_breach(outing, "CB-016", "too-many-outs", INNING))
            elif outing.outs < INNING and number < len(appearances):
                breaches_found.append(_breach(outing, "CB-015", "left-in-mid-inning", INNING))
        return tuple(breaches_found)

    def best_rotation(
        self,
        sheet: Sheet,
        staff: Sequence[Pitcher],
        columns: Sequence[int],
        worth: Mapping[int, float],
        fixed: Mapping[int, int] | None = None,
    ) -> Rotation:
        """CB-005: every game has an order of its own, so the best pitcher may start each."""
        starters = []
        for column in columns:
            candidates = [
                pitcher.key
                for pitcher in staff
                if self.eligibility(sheet, pitcher, column, Role.START).eligible
                and (fixed or {}).get(column, pitcher.key) == pitcher.key
            ]
            candidates.sort(key=lambda key: (-worth.get(key, 0.0), key))
            starters.append(candidates[0] if candidates else NOBODY)
        total = sum(worth.get(starter, 0.0) for starter in starters)
        return Rotation(tuple(columns), tuple(starters), total)

    def fresh_columns(self, series: Iterable[tuple[int, int]]) -> frozenset[int]:
        """None: no pitcher is ever tired."""
        return frozenset()

    def may_have_left(self, outs: int, most_runs: int) -> bool:
        """Always: a pitcher has to leave after an inning; ``breaches`` finds a shorter one."""
        return True


def _own(sheet: Sheet, pitcher: Pitcher, column: int) -> Outing | None:
    return sheet.played(pitcher.key).get(sheet.place(column))


def _left(own: Outing | None, role: Role) -> int:
    """Outs left of the pitcher's inning; none in the other role than the one already taken."""
    if own is None:
        return INNING
    same_role = own.started == (role is Role.START)
    return max(0, INNING - own.outs) if same_role else 0


def _used(own: Outing) -> Reason:
    return Reason("CB-016", "inning-used", (own,), INNING)


def _breach(outing: Outing, rule: str, code: str, allowed: int) -> Breach:
    role = Role.START if outing.started else Role.RELIEF
    grounds = Eligibility(
        outing.pitcher,
        outing.column,
        role,
        allowed,
        (Reason(rule, code, (outing,), INNING),),
        outing.column,
    )
    return Breach(rule, code, outing.pitcher, outing.column, outing.outs, allowed, grounds)
