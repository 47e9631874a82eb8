"""Remove series that were drawn and taken back from pitching sheets."""

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
    """Series, by key, of which nothing was played are on nobody's sheet any more. A sheet whose
    binding rests on one of them is bound anew by the clubs thrown ``out`` (T0.08o). In the caller's
    transaction."""
    rows = SheetSeries.objects.filter(key__in=keys)
    gone = set(rows.values_list("pk", flat=True))
    sheets = lock_sheets(set(rows.values_list("sheet", flat=True)))
    bound = [each for each in sheets if {each.bound_to_id, each.bound_series_id} & gone]
    for sheet in bound:
        free_series(sheet=sheet, reason=reason, acting_user=acting_user)
    rows.delete()
    for sheet in bound:
        bind_anew(sheet=sheet, out=out, reason=reason, acting_user=acting_user)


def close_phases_after(*, scope: str, phase: int, acting_user: User | None) -> None:
    """Sheets of later phases on which nothing was ever written are closed again, the last phase
    first. In the caller's transaction."""
    written = SheetColumn.objects.filter(sheet__event__key=scope, sheet__phase__gt=phase)
    empty = PitchingSheet.objects.filter(event__key=scope, phase__gt=phase).exclude(
        phase__in=written.values("sheet__phase")
    )
    sheets = sorted(lock_sheets(empty.values_list("pk", flat=True)), key=lambda each: -each.phase)
    log_actions(
        [
            Entry("sheet-closed", acting_user, scope, each, new={"club": str(each.team)})
            for each in sheets
        ]
    )
    for each in sheets:
        PitchingSheet.objects.filter(pk=each.pk).update(bound_to=None, bound_series=None)
        each.delete()
