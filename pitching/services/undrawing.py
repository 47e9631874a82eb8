"""Remove series of a reverted draw from pitching sheets."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from config.journal.services import Entry, log_actions
from config.people.models import User
from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.services.drops import bind_anew
from pitching.services.sheets import free_series, lock_sheets


def take_series_off(
    *, keys: Collection[str], out: Sequence[int], reason: str, acting_user: User | None
) -> None:
    """Remove series, by key, of which nothing was played, from all sheets. A sheet whose binding
    rests on one of them is bound anew by the clubs thrown ``out`` (T0.08o). Runs in the caller's
    transaction."""
    rows = SheetSeries.objects.filter(key__in=keys)
    removed = set(rows.values_list("pk", flat=True))
    sheets = lock_sheets(set(rows.values_list("sheet", flat=True)))
    bound = [
        locked_sheet
        for locked_sheet in sheets
        if {locked_sheet.bound_to_id, locked_sheet.bound_series_id} & removed
    ]
    for sheet in bound:
        free_series(sheet=sheet, reason=reason, acting_user=acting_user)
    rows.delete()
    for sheet in bound:
        bind_anew(sheet=sheet, out=out, reason=reason, acting_user=acting_user)


def close_phases_after(*, scope: str, phase: int, acting_user: User | None) -> None:
    """Delete sheets of later phases on which nothing was ever written, the last phase first. Runs
    in the caller's transaction."""
    columns = SheetColumn.objects.filter(sheet__event__key=scope, sheet__phase__gt=phase)
    empty = PitchingSheet.objects.filter(event__key=scope, phase__gt=phase).exclude(
        phase__in=columns.values("sheet__phase")
    )
    sheets = sorted(lock_sheets(empty.values_list("pk", flat=True)), key=lambda sheet: -sheet.phase)
    log_actions(
        [
            Entry("sheet-closed", acting_user, scope, sheet, new={"club": str(sheet.team)})
            for sheet in sheets
        ]
    )
    for sheet in sheets:
        PitchingSheet.objects.filter(pk=sheet.pk).update(bound_to=None, bound_series=None)
        sheet.delete()
