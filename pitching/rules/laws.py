"""The interface of pitching laws: the questions that every law answers about a sheet.

A game system names its law, or none, and then its games are on no sheets. The rooms that serve
every game ask the law of a sheet and know nothing else of it.
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
    """A law with its numbers."""

    @property
    def key(self) -> str:
        """Under which it is stored with a sheet, one of ``LAWS``."""
        ...

    def stored(self) -> dict[str, Any]:
        """Its numbers as JSON keeps them, so far as they are not the usual ones."""
        ...

    @property
    def lends_after(self) -> int:
        """Outs after which a pitcher of the opponent's may be lent to a club that has nobody left
        for the game; 0: no pitcher is lent."""
        ...

    def eligibility(self, sheet: Sheet, pitcher: Pitcher, column: int, role: Role) -> Eligibility:
        """Whether he may start, or relieve, in the game of that column, how many outs, why, and
        when he is free again."""
        ...

    def breaches(
        self,
        sheet: Sheet,
        staff: Mapping[int, Pitcher],
        column: int,
        appearances: Sequence[Appearance],
    ) -> tuple[Breach, ...]:
        """What is against the law in a column that is to read like this, in the order of the
        appearances."""
        ...

    def best_rotation(
        self,
        sheet: Sheet,
        staff: Sequence[Pitcher],
        columns: Sequence[int],
        worth: Mapping[int, float],
        fixed: Mapping[int, int] | None = None,
    ) -> Rotation:
        """The legal rotation for these columns, in their order, that is worth most; ``fixed`` says
        who starts a column whatever that costs."""
        ...

    def fresh_columns(self, series: Iterable[tuple[int, int]]) -> frozenset[int]:
        """The columns before which bullpens start fresh where an event has it so, of series given
        by their first column and length."""
        ...

    def may_have_left(self, outs: int, most_runs: int) -> bool:
        """Whether a starter may have been taken out with so many outs, and at most so many runs
        scored on him, for all that a report can tell."""
        ...


LAWS: Final[Mapping[str, Callable[[Mapping[str, Any]], LawOfPitching]]] = {
    REST_AND_RELIEF: RestAndRelief.of,
    ONE_INNING: OneInning.of,
}
"""Every law by its key: how it is made of what ``stored`` gave."""


def outlook(
    law: LawOfPitching, sheet: Sheet, staff: Iterable[Pitcher], columns: Sequence[int]
) -> tuple[Outlook, ...]:
    """Every pitcher's answers for these games, as the sheet stands: what is pitched in the first of
    them is not yet known for the second."""
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
    """What it costs to have this player start that game."""
    best = law.best_rotation(sheet, staff, columns, worth)
    held = law.best_rotation(sheet, staff, columns, worth, {column: pitcher})
    return Change(best, None if column in held.open_games else held)
