"""Pitching sheets as values from which ``pitching.rules.drops`` plans a drop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.rules.drops import Placed, SheetState


def sheet_states(
    sheets: Collection[PitchingSheet], schedules: Mapping[int, Collection[Placed]] | None = None
) -> tuple[SheetState, ...]:
    """These sheets with their series, by key; two queries. ``schedules``: by sheet the series of
    its club's schedule; those without rows are added."""
    ids = [sheet.pk for sheet in sheets]
    begun_series = set(
        SheetColumn.objects.filter(sheet__in=ids)
        .exclude(status=SheetColumn.Status.TAKEN_BACK)
        .values_list("series", flat=True)
    )
    series_by_sheet: dict[int, list[Placed]] = defaultdict(list)
    keys: dict[int, str] = {}
    for row in SheetSeries.objects.filter(sheet__in=ids).order_by("sheet", "first_column"):
        keys[row.pk] = row.key
        placed = Placed(
            row.key,
            row.opponent_id,
            row.first_column,
            row.last_column,
            row.struck,
            row.pk in begun_series,
            row.pk,
        )
        series_by_sheet[row.sheet_id].append(placed)
    states = []
    for sheet in sorted(sheets, key=lambda entry: entry.pk):
        placed_series = series_by_sheet[sheet.pk]
        known_keys = {entry.key for entry in placed_series}
        to_come = (schedules or {}).get(sheet.pk, ())
        series = [*placed_series, *(entry for entry in to_come if entry.key not in known_keys)]
        bound = None
        if sheet.bound_to_id is not None and sheet.bound_series_id is not None:
            bound = keys[sheet.bound_to_id], keys[sheet.bound_series_id]
        states.append(
            SheetState(
                sheet.pk,
                sheet.team_id,
                sheet.phase,
                tuple(sorted(series, key=lambda entry: entry.first)),
                bound,
            )
        )
    return tuple(states)
