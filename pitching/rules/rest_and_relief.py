"""The pitching law of rest and relief: starters rest some games, and relievers have so many innings
in so many games (T10.2, T27.5, T27.64). It composes the functions of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from pitching.rules.breaches import Appearance, Breach, breaches
from pitching.rules.eligibility import Eligibility, Role, eligibility
from pitching.rules.in_game import starter_may_leave
from pitching.rules.law import STANDARD, PitchingLaw
from pitching.rules.rotation import Rotation, best_rotation
from pitching.rules.sheet import Pitcher, Sheet, fresh_columns

REST_AND_RELIEF: Final = "rest-and-relief"


@dataclass(frozen=True)
class RestAndRelief:
    """With the numbers of a rule edition."""

    numbers: PitchingLaw = STANDARD

    @property
    def key(self) -> str:
        """``REST_AND_RELIEF``."""
        return REST_AND_RELIEF

    @staticmethod
    def of(stored: Mapping[str, Any]) -> RestAndRelief:
        """The law that ``stored`` gave."""
        return RestAndRelief(PitchingLaw(**stored))

    def stored(self) -> dict[str, Any]:
        """What differs from the document's numbers."""
        usual = asdict(STANDARD)
        return {name: value for name, value in asdict(self.numbers).items() if value != usual[name]}

    @property
    def lends_after(self) -> int:
        """No pitcher is lent: T25.3 sends a player from the stands."""
        return 0

    def eligibility(self, sheet: Sheet, pitcher: Pitcher, column: int, role: Role) -> Eligibility:
        """By rest, windows and rows of games."""
        return eligibility(sheet, self.numbers, pitcher, column, role)

    def breaches(
        self,
        sheet: Sheet,
        staff: Mapping[int, Pitcher],
        column: int,
        appearances: Sequence[Appearance],
    ) -> tuple[Breach, ...]:
        """Each player by himself."""
        return breaches(sheet, self.numbers, staff, column, appearances)

    def best_rotation(
        self,
        sheet: Sheet,
        staff: Sequence[Pitcher],
        columns: Sequence[int],
        worth: Mapping[int, float],
        fixed: Mapping[int, int] | None = None,
    ) -> Rotation:
        """With the rest that every start costs."""
        return best_rotation(sheet, self.numbers, staff, columns, worth, fixed)

    def fresh_columns(self, series: Iterable[tuple[int, int]]) -> frozenset[int]:
        """T10.2t: before series of as many games as the law says."""
        return fresh_columns(series, self.numbers.reset_series_games)

    def may_have_left(self, outs: int, most_runs: int) -> bool:
        """T10.2e; no report tells whether he was weak."""
        return starter_may_leave(self.numbers, outs, most_runs, weak=True)
