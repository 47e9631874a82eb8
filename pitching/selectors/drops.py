"""Pitching sheets as values for working out what a dropped club changes on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.rules.drops import Placed, SheetState


def sheet_states(
    sheets: Collection[PitchingSheet], schedules: Mapping[int, Collection[Placed]] | None = None
) -> tuple[SheetState, ...]:
    """These sheets with their series, by key; two queries. ``schedules``: by sheet the series of
    its club's schedule, of which those are added that are not written down yet."""
    ids = [sheet.pk for sheet in sheets]
    begun = set(
        SheetColumn.objects.filter(sheet__in=ids)
        .exclude(status=SheetColumn.Status.TAKEN_BACK)
        .values_list("series", flat=True)
    )
    written: dict[int, list[Placed]] = defaultdict(list)
    keys: dict[int, str] = {}
    for row in SheetSeries.objects.filter(sheet__in=ids).order_by("sheet", "first_column"):
        keys[row.pk] = row.key
        placed = Placed(
            row.key,
            row.opponent_id,
            row.first_column,
            row.last_column,
            row.struck,
            row.pk in begun,
            row.pk,
        )
        written[row.sheet_id].append(placed)
    found = []
    for sheet in sorted(sheets, key=lambda each: each.pk):
        there = written[sheet.pk]
        known = {each.key for each in there}
        to_come = (schedules or {}).get(sheet.pk, ())
        series = [*there, *(each for each in to_come if each.key not in known)]
        bound = None
        if sheet.bound_to_id is not None and sheet.bound_series_id is not None:
            bound = keys[sheet.bound_to_id], keys[sheet.bound_series_id]
        found.append(
            SheetState(
                sheet.pk,
                sheet.team_id,
                sheet.phase,
                tuple(sorted(series, key=lambda each: each.first)),
                bound,
            )
        )
    return tuple(found)
