"""Rotations judged start by start, as pages judge what is declared."""

from collections.abc import Sequence

from pitching.rules.eligibility import Eligibility, Role, eligibility
from pitching.rules.law import PitchingLaw
from pitching.rules.sheet import Outing, Pitcher, Sheet


def rotation(
    sheet: Sheet, law: PitchingLaw, starters: Sequence[Pitcher], first: int
) -> tuple[Eligibility, ...]:
    """Whether these players may start the games from column ``first`` on, each judged with the
    starts before him; of the relief in between nothing is known yet. Bound where the sheet is
    (``bind_final_series``)."""
    found = []
    column = first if first not in sheet.struck else sheet.column_after(first)
    for pitcher in starters:
        found.append(eligibility(sheet, law, pitcher, column, Role.START))
        sheet = sheet.with_outings([Outing(pitcher.key, column, 0, started=True)])
        column = sheet.column_after(column)
    return tuple(found)
