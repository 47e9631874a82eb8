"""Change the other clubs' sheets when a club drops out of an event, or is back (T0.08l to r).

What becomes of them is planned on values (``pitching.rules.drops``); it is carried out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from config.inputs import reason_of
from config.journal.services import Entry, log_actions
from config.people.models import User
from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.rules.drops import ERASED, Placed, SheetsPlan, SheetState, binding_of
from pitching.selectors.drops import sheet_states
from pitching.services.sheets import (
    SeriesPlace,
    bind_series,
    erase_series,
    free_series,
    lock_sheets,
    make_bye,
    put_series,
)


@dataclass(frozen=True)
class Dropped:
    """What was done, by club: whose last series was erased, who has byes (how many), and whose last
    series is bound by it, or by another drop and stands elsewhere now; and the series struck, by
    key, which undoing it needs, with the sheets whose binding changed."""

    erased: tuple[int, ...]
    byes: Mapping[int, int]
    bound: tuple[int, ...]
    struck: tuple[int, ...] = ()
    sheets: tuple[int, ...] = ()


def carry_out(*, plan: SheetsPlan, reason: str, acting_user: User | None) -> Dropped:
    """Make the sheets of an event's clubs what the ``plan`` says, which was made of them as they
    stand locked in the caller's transaction. Series to come that it knows are all written down. All
    or nothing. Refused: ``reason-missing``."""
    reason = reason_of(reason)
    with transaction.atomic():
        sheets = {each.pk: each for each in lock_sheets(each.sheet for each in plan.before)}
        _put_back([each for _, each in plan.put_back], reason, acting_user)
        rows = _rows(plan)
        erased, struck = [], []
        byes: Counter[int] = Counter()
        for state, each in plan.struck:
            row = rows[state.sheet, each.key]
            struck.append(row.pk)
            if each.struck == ERASED:
                erase_series(series=row, reason=reason, acting_user=acting_user)
                erased.append(state.team)
            else:
                make_bye(series=row, reason=reason, acting_user=acting_user)
                byes[state.team] += 1
        for state in plan.rebound:
            _bind(sheets[state.sheet], state, rows, reason, acting_user)
    return Dropped(
        tuple(erased),
        dict(byes),
        tuple(state.team for state in plan.rebound),
        tuple(struck),
        tuple(state.sheet for state in plan.rebound),
    )


Rows = Mapping[tuple[int, str], SheetSeries]
"""Series of sheets by sheet and key."""


def _rows(plan: SheetsPlan) -> Rows:
    """Every series of the plan; what is not written down yet is."""
    new = put_series(
        [
            (state.sheet, SeriesPlace(each.key, each.opponent, each.first, each.length))
            for state in plan.after
            for each in state.series
            if not each.written
        ]
    )
    there = SheetSeries.objects.filter(sheet__in=[state.sheet for state in plan.after])
    return {**{(row.sheet_id, row.key): row for row in there}, **new}


def _put_back(series: Sequence[Placed], reason: str, acting_user: User | None) -> None:
    rows = SheetSeries.objects.filter(pk__in=[each.row for each in series])
    entries = [
        Entry(
            "series-put-back",
            acting_user,
            each.sheet.scope,
            each,
            old={"struck": each.struck},
            new={"club": str(each.sheet.team), "reason": reason},
        )
        for each in rows.select_related("sheet__team").order_by("pk")
    ]
    rows.update(struck="")
    log_actions(entries)


def bind_anew(
    *, sheet: PitchingSheet, out: Sequence[int], reason: str, acting_user: User | None
) -> None:
    """T0.08o, A-Q5: bind the last series of a locked sheet anew, by the clubs thrown ``out`` in
    that order (``binding_of``)."""
    (state,) = sheet_states([sheet])
    plan = SheetsPlan((state,), (state.rebound(binding_of(state, out)),))
    if plan.rebound:
        rows = {(sheet.pk, row.key): row for row in sheet.series.all()}
        _bind(sheet, plan.after[0], rows, reason, acting_user)


def _bind(
    sheet: PitchingSheet, state: SheetState, rows: Rows, reason: str, acting_user: User | None
) -> None:
    if state.bound is None:
        free_series(sheet=sheet, reason=reason, acting_user=acting_user)
        return
    met, final = (rows[state.sheet, key] for key in state.bound)
    bind_series(series=final, met=met, acting_user=acting_user)


def was_played(sheet: PitchingSheet, place: SeriesPlace) -> bool:
    """Whether a game of it stands on the sheet, finished or suspended."""
    written = SheetColumn.objects.filter(
        sheet=sheet, number__gte=place.first_column, number__lt=place.first_column + place.length
    )
    return written.exclude(status=SheetColumn.Status.TAKEN_BACK).exists()
