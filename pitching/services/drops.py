"""Change the other clubs' sheets when a club drops out of an event, or comes back (T0.08l to r).

``pitching.rules.drops`` plans the changes on values; this module carries them out.
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
    """What a drop changed on the sheets. By club: ``erased`` a last series, ``byes`` (how many),
    ``bound`` a last series otherwise than before. ``struck`` (series) and ``sheets`` (those whose
    binding changed) are keys that undoing needs."""

    erased: tuple[int, ...]
    byes: Mapping[int, int]
    bound: tuple[int, ...]
    struck: tuple[int, ...] = ()
    sheets: tuple[int, ...] = ()


def carry_out(*, plan: SheetsPlan, reason: str, acting_user: User | None) -> Dropped:
    """Make the sheets of an event's clubs what the ``plan`` says, all or nothing. The plan was made
    of the sheets locked in the caller's transaction. All future series in it get rows. Refused:
    ``reason-missing``."""
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
    new = put_series(
        [
            (state.sheet, SeriesPlace(placed.key, placed.opponent, placed.first, placed.length))
            for state in plan.after
            for placed in state.series
            if not placed.written
        ]
    )
    existing = SheetSeries.objects.filter(sheet__in=[state.sheet for state in plan.after])
    return {**{(row.sheet_id, row.key): row for row in existing}, **new}


def _put_back(series: Sequence[Placed], reason: str, acting_user: User | None) -> None:
    rows = SheetSeries.objects.filter(pk__in=[series_row.row for series_row in series])
    entries = [
        Entry(
            "series-put-back",
            acting_user,
            series_row.sheet.scope,
            series_row,
            old={"struck": series_row.struck},
            new={"club": str(series_row.sheet.team), "reason": reason},
        )
        for series_row in rows.select_related("sheet__team").order_by("pk")
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
    columns = SheetColumn.objects.filter(
        sheet=sheet, number__gte=place.first_column, number__lt=place.first_column + place.length
    )
    return columns.exclude(status=SheetColumn.Status.TAKEN_BACK).exists()
