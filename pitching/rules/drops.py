"""What a club that drops out does to the sheets of the others (T0.08m to r)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pitching.rules.eligibility import Eligibility, Role, eligibility
from pitching.rules.law import PitchingLaw
from pitching.rules.sheet import Binding, Outing, Pitcher, Sheet


@dataclass(frozen=True, slots=True)
class Span:
    """A series on a club's sheet, by its first and last column."""

    first: int
    last: int


def bind_final_series(sheet: Sheet, met: Span, final: Span) -> Sheet:
    """T0.08o: for a club that met the dropped one earlier the sheet stays, but the starters of its
    last series must have been legal in the series it played then."""
    return replace(sheet, binding=Binding(met.first, final.first, final.last))


def rotation(
    sheet: Sheet, law: PitchingLaw, starters: Sequence[Pitcher], first: int
) -> tuple[Eligibility, ...]:
    """Whether these men may start the games from column ``first`` on, each judged with the starts
    before him; of the relief in between nothing is known yet. Bound where the sheet is
    (``bind_final_series``)."""
    found = []
    column = first if first not in sheet.struck else sheet.column_after(first)
    for pitcher in starters:
        found.append(eligibility(sheet, law, pitcher, column, Role.START))
        sheet = sheet.with_outings([Outing(pitcher.key, column, 0, started=True)])
        column = sheet.column_after(column)
    return tuple(found)


def starts_at_risk(
    sheet: Sheet, law: PitchingLaw, starters: Sequence[Pitcher], final_first: int
) -> tuple[Eligibility, ...]:
    """T0.08q: of the men meant to start a bound last series, those who also relieve and whose
    relief so far stands in the way: the warning while the series before it is played."""
    answers = rotation(sheet, law, starters, final_first)
    return tuple(
        answer
        for answer, pitcher in zip(answers, starters, strict=True)
        if pitcher.relieves
        and any(reason.code in ("rest-before-start", "no-relief-left") for reason in answer.reasons)
    )
