"""The interface of pitching laws: the questions that every law answers about a sheet.

A game system names its law, or none, and then its games are on no sheets. Code that serves every
system asks the law of a sheet and knows nothing else of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from pitching.rules.breaches import Appearance, Breach
from pitching.rules.eligibility import Eligibility, Outlook, Role
from pitching.rules.one_inning import ONE_INNING, OneInning
from pitching.rules.rest_and_relief import REST_AND_RELIEF, RestAndRelief
from pitching.rules.rotation import Change, Rotation
from pitching.rules.sheet import Pitcher, Sheet


class LawOfPitching(Protocol):
    @property
    def key(self) -> str:
        """The key under which the law is stored with a sheet, one of ``LAWS``."""
        ...

    def stored(self) -> dict[str, Any]:
        """The numbers that differ from the default, as JSON values."""
        ...

    @property
    def lends_after(self) -> int:
        """Outs after which an opponent's pitcher may be lent to a club that has no pitcher left for
        the game; 0: no pitcher is lent."""
        ...

    def eligibility(self, sheet: Sheet, pitcher: Pitcher, column: int, role: Role) -> Eligibility:
        """Whether the pitcher may start, or relieve, in the game of that column, for how many outs,
        why, and when he may again."""
        ...

    def breaches(
        self,
        sheet: Sheet,
        staff: Mapping[int, Pitcher],
        column: int,
        appearances: Sequence[Appearance],
    ) -> tuple[Breach, ...]:
        """The breaches in a column with these appearances, in their order."""
        ...

    def best_rotation(
        self,
        sheet: Sheet,
        staff: Sequence[Pitcher],
        columns: Sequence[int],
        worth: Mapping[int, float],
        fixed: Mapping[int, int] | None = None,
    ) -> Rotation:
        """The legal rotation for these columns, in their order, that is worth most; ``fixed``
        forces the starter of a column, whatever that costs."""
        ...

    def fresh_columns(self, series: Iterable[tuple[int, int]]) -> frozenset[int]:
        """The columns before which bullpens start fresh, if an event has that rule, of series given
        as (first column, length)."""
        ...

    def may_have_left(self, outs: int, most_runs: int) -> bool:
        """Whether a starter may have been taken out with so many outs, and at most so many runs
        scored on him, as far as a report can tell."""
        ...


LAWS: Final[Mapping[str, Callable[[Mapping[str, Any]], LawOfPitching]]] = {
    REST_AND_RELIEF: RestAndRelief.of,
    ONE_INNING: OneInning.of,
}
"""Every law by its key: a function that makes it of what ``stored`` returned."""


def outlook(
    law: LawOfPitching, sheet: Sheet, staff: Iterable[Pitcher], columns: Sequence[int]
) -> tuple[Outlook, ...]:
    """Every pitcher's answers for these games, as the sheet stands: outings in the first game are
    not assumed for the second."""
    return tuple(
        Outlook(
            pitcher,
            tuple(law.eligibility(sheet, pitcher, column, Role.START) for column in columns),
            tuple(law.eligibility(sheet, pitcher, column, Role.RELIEF) for column in columns),
        )
        for pitcher in staff
    )


def change(
    law: LawOfPitching,
    sheet: Sheet,
    staff: Sequence[Pitcher],
    columns: Sequence[int],
    worth: Mapping[int, float],
    column: int,
    pitcher: int,
) -> Change:
    best = law.best_rotation(sheet, staff, columns, worth)
    with_pitcher = law.best_rotation(sheet, staff, columns, worth, {column: pitcher})
    return Change(best, None if column in with_pitcher.open_games else with_pitcher)
