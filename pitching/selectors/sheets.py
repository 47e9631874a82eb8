"""Sheets as the law reads them, and what waits on them for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.db.models import F, QuerySet

from pitching.models import Outing, PitchingSheet, SheetColumn, SheetSeries, Signature, Violation
from pitching.rules import drops
from pitching.rules.columns import STANDS
from pitching.rules.sheet import Outing as RuleOuting
from pitching.rules.sheet import Sheet, fresh_columns, next_phase

CURRENT = F("entry__column__version")


def current_outings(sheet_ids: Collection[int]) -> QuerySet[Outing]:
    """What stands on these sheets now, whatever stood there before."""
    return Outing.objects.filter(
        entry__column__sheet__in=sheet_ids, entry__version=CURRENT
    ).exclude(entry__column__status=SheetColumn.Status.TAKEN_BACK)


def sheet_values(sheets: Iterable[PitchingSheet]) -> dict[int, Sheet]:
    """The sheets as the law reads them, by key; in three queries, and three for each phase before
    that one of them goes on from."""
    wanted = list(sheets)
    ids = [sheet.pk for sheet in wanted]
    before = {sheet.pk: sheet.previous for sheet in wanted if sheet.previous is not None}
    earlier = sheet_values(before.values()) if before else {}
    series: dict[int, list[SheetSeries]] = defaultdict(list)
    for each in SheetSeries.objects.filter(sheet__in=ids).order_by("first_column"):
        series[each.sheet_id].append(each)
    waiting: dict[int, set[int]] = defaultdict(set)
    suspended = SheetColumn.objects.filter(sheet__in=ids, status=SheetColumn.Status.SUSPENDED)
    for sheet_id, number in suspended.values_list("sheet", "number"):
        waiting[sheet_id].add(number)
    outings: dict[int, list[RuleOuting]] = defaultdict(list)
    rows = current_outings(ids).values_list(
        "entry__column__sheet", "card", "entry__column__number", "outs", "started", "accepted"
    )
    for sheet_id, card, column, outs, started, accepted in rows.order_by(
        "entry__column__number", "place"
    ):
        outings[sheet_id].append(RuleOuting(card or STANDS, column, outs, started, accepted))
    return {
        sheet.pk: _value(
            sheet,
            series[sheet.pk],
            waiting[sheet.pk],
            outings[sheet.pk],
            earlier.get(sheet.previous_id or 0),
        )
        for sheet in wanted
    }


def _value(
    sheet: PitchingSheet,
    series: list[SheetSeries],
    waiting: Collection[int],
    outings: list[RuleOuting],
    earlier: Sheet | None,
) -> Sheet:
    law = sheet.its_law
    struck = frozenset(column for each in series if each.struck for column in each.columns)
    fresh: frozenset[int] = frozenset()
    if sheet.bullpen_resets:
        spans = ((each.first_column, each.length) for each in series)
        fresh = fresh_columns(spans, law.reset_series_games)
    found = Sheet(tuple(outings), struck, fresh, frozenset(waiting) - struck)
    if earlier is not None:
        played = (each.column for each in earlier.outings if each.column not in earlier.struck)
        last = max(played, default=0)
        begun = next_phase(
            earlier, last, starts=sheet.starts_carry_over, relief=sheet.relief_carries_over
        )
        begun = begun.moved(sheet.begins_at - 1)
        found = replace(found, outings=begun.outings + found.outings, binding=begun.binding)
    by_key = {each.pk: each for each in series}
    bound, met = by_key.get(sheet.bound_series_id or 0), by_key.get(sheet.bound_to_id or 0)
    if bound is not None and met is not None:
        found = drops.bind_final_series(
            found,
            drops.Span(met.first_column, met.last_column),
            drops.Span(bound.first_column, bound.last_column),
        )
    return found


def open_violations(sheet_ids: Collection[int]) -> QuerySet[Violation]:
    """Breaches on these sheets that wait for a ruling; those of entries that were written over are
    history."""
    return (
        Violation.objects.filter(
            entry__column__sheet__in=sheet_ids, entry__version=CURRENT, closed_at=None
        )
        .exclude(entry__column__status=SheetColumn.Status.TAKEN_BACK)
        .select_related("card", "entry__column")
    )


def signature_of(series: SheetSeries) -> Signature | None:
    """Who signed it, if it is signed."""
    return series.signatures.filter(reopened_at=None).select_related("signed_by").first()


def is_official(series: SheetSeries) -> bool:
    """T0.06d, A-P11: signed, or overtaken by a later series of the club. A suspended game of it
    stays open all the same (A-P12)."""
    return (
        signature_of(series) is not None
        or SheetColumn.objects.filter(sheet=series.sheet_id, number__gt=series.last_column)
        .exclude(status=SheetColumn.Status.TAKEN_BACK)
        .exists()
    )


def latest_sheets(scope: str, team_ids: Collection[int]) -> Mapping[int, PitchingSheet]:
    """The sheet of the last phase that each of these clubs has one of, by club."""
    found = PitchingSheet.objects.filter(scope=scope, team__in=team_ids).order_by("phase")
    return {sheet.team_id: sheet for sheet in found.select_related("team", "previous")}


def sheets_of(scope: str, team_ids: Collection[int], phase: int = 1) -> Mapping[int, PitchingSheet]:
    """The sheets of these clubs that there are, by club."""
    found = PitchingSheet.objects.filter(scope=scope, phase=phase, team__in=team_ids)
    return {sheet.team_id: sheet for sheet in found.select_related("team", "previous")}
