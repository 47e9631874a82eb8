"""The pitching law of rest and relief: starters rest some games, and relievers have so many innings
in so many games (T10.2, T27.5, T27.64)."""

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
    """The law with the numbers of a rule edition."""

    numbers: PitchingLaw = STANDARD

    @property
    def key(self) -> str:
        return REST_AND_RELIEF

    @staticmethod
    def of(stored: Mapping[str, Any]) -> RestAndRelief:
        """The law made of what ``stored`` returned."""
        return RestAndRelief(PitchingLaw(**stored))

    def stored(self) -> dict[str, Any]:
        """The numbers that differ from the document's."""
        default = asdict(STANDARD)
        return {
            name: value for name, value in asdict(self.numbers).items() if value != default[name]
        }

    @property
    def lends_after(self) -> int:
        """0: no pitcher is lent; T25.3 sends a player from the stands."""
        return 0

    def eligibility(self, sheet: Sheet, pitcher: Pitcher, column: int, role: Role) -> Eligibility:
        """Judge by rest, windows and rows of games."""
        return eligibility(sheet, self.numbers, pitcher, column, role)

    def breaches(
        self,
        sheet: Sheet,
        staff: Mapping[int, Pitcher],
        column: int,
        appearances: Sequence[Appearance],
    ) -> tuple[Breach, ...]:
        return breaches(sheet, self.numbers, staff, column, appearances)

    def best_rotation(
        self,
        sheet: Sheet,
        staff: Sequence[Pitcher],
        columns: Sequence[int],
        worth: Mapping[int, float],
        fixed: Mapping[int, int] | None = None,
    ) -> Rotation:
        return best_rotation(sheet, self.numbers, staff, columns, worth, fixed)

    def fresh_columns(self, series: Iterable[tuple[int, int]]) -> frozenset[int]:
        """T10.2t: the columns before series of as many games as the law says."""
        return fresh_columns(series, self.numbers.reset_series_games)

    def may_have_left(self, outs: int, most_runs: int) -> bool:
        """T10.2e. No report tells whether the starter was weak, so weakness is assumed."""
        return starter_may_leave(self.numbers, outs, most_runs, weak=True)
