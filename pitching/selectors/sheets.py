"""Pitching sheets as values for the law, and the breaches and signatures on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from pitching.models import (
    ColumnEntry,
    Outing,
    PitchingSheet,
    SheetColumn,
    SheetSeries,
    Signature,
    Violation,
)
from pitching.rules import drops
from pitching.rules.columns import STANDS
from pitching.rules.sheet import Outing as RuleOuting
from pitching.rules.sheet import Sheet, next_phase
from rosters.models import TeamMember

Status = SheetColumn.Status
CURRENT = F("entry__column__version")


def current_outings(sheet_ids: Collection[int]) -> QuerySet[Outing]:
    """The outings that stand on these sheets now, without earlier versions."""
    return Outing.objects.filter(
        entry__column__sheet__in=sheet_ids, entry__version=CURRENT
    ).exclude(entry__column__status=Status.TAKEN_BACK)


class SheetReader:
    """Reads sheets for as long as a request or a job goes on: one on which nothing was written
    since it was read last is not read again."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Stamp, Sheet]] = {}

    def values(self, sheets: Iterable[PitchingSheet]) -> dict[int, Sheet]:
        """The sheets as the law reads them, by key; in two queries, two more where something has
        changed, and as many for each phase before that one of them goes on from."""
        wanted = list(sheets)
        if not wanted:
            return {}
        before = [sheet.previous for sheet in wanted if sheet.previous is not None]
        earlier = self.values(before)
        stamps = _stamps(wanted, earlier)
        changed = [
            sheet.pk
            for sheet in wanted
            if sheet.pk not in self._read or self._read[sheet.pk][0] != stamps[sheet.pk]
        ]
        outings, waiting = _written(changed) if changed else ({}, {})
        for sheet in wanted:
            if sheet.pk in changed:
                stamp = stamps[sheet.pk]
                value = _value(
                    sheet,
                    stamp.series,
                    waiting.get(sheet.pk, ()),
                    outings.get(sheet.pk, ()),
                    stamp.earlier,
                )
                self._read[sheet.pk] = stamp, value
        return {sheet.pk: self._read[sheet.pk][1] for sheet in wanted}


@dataclass(frozen=True)
class Span:
    """A series on a sheet: its key there, its columns, and whether it was struck, or called off."""

    pk: int
    columns: range
    struck: bool
    called_off: bool


@dataclass(frozen=True)
class Stamp:
    """All that a sheet's value follows from, in short: what was written on it by its last entry,
    since entries are only ever added."""

    row: tuple[object, ...]
    series: tuple[Span, ...]
    last_entry: int
    earlier: Sheet | None


def _stamps(sheets: Sequence[PitchingSheet], earlier: Mapping[int, Sheet]) -> dict[int, Stamp]:
    ids = [sheet.pk for sheet in sheets]
    series: dict[int, list[Span]] = defaultdict(list)
    rows = SheetSeries.objects.filter(sheet__in=ids).order_by("first_column")
    for sheet_id, pk, first, length, struck, called_off in rows.values_list(
        "sheet", "pk", "first_column", "length", "struck", "called_off"
    ):
        columns = range(first, first + length)
        series[sheet_id].append(Span(pk, columns, bool(struck), called_off))
    entries = ColumnEntry.objects.filter(column__sheet__in=ids).order_by()
    last = dict(entries.values_list("column__sheet").annotate(last=Max("pk")))
    return {
        sheet.pk: Stamp(
            (
                sheet.its_law,
                sheet.bullpen_resets,
                sheet.starts_carry_over,
                sheet.relief_carries_over,
                sheet.bound_series_id,
                sheet.bound_to_id,
            ),
            tuple(series[sheet.pk]),
            last.get(sheet.pk, 0),
            earlier.get(sheet.previous_id or 0),
        )
        for sheet in sheets
    }


def _written(
    sheet_ids: Collection[int],
) -> tuple[Mapping[int, list[RuleOuting]], Mapping[int, set[int]]]:
    """The outings on these sheets, and the columns of games that wait to be finished, by sheet."""
    waiting: dict[int, set[int]] = defaultdict(set)
    suspended = SheetColumn.objects.filter(
        sheet__in=sheet_ids, status=Status.SUSPENDED, series__called_off=False
    )
    for sheet_id, number in suspended.order_by().values_list("sheet", "number"):
        waiting[sheet_id].add(number)
    outings: dict[int, list[RuleOuting]] = defaultdict(list)
    rows = current_outings(sheet_ids).values_list(
        "entry__column__sheet", "card", "entry__column__number", "outs", "started", "accepted"
    )
    for sheet_id, card, column, outs, started, accepted in rows.order_by(
        "entry__column__number", "place"
    ):
        outings[sheet_id].append(RuleOuting(card or STANDS, column, outs, started, accepted))
    return outings, waiting


def sheet_values(sheets: Iterable[PitchingSheet]) -> dict[int, Sheet]:
    """The sheets as the law reads them, by key."""
    return SheetReader().values(sheets)


def _value(
    sheet: PitchingSheet,
    series: Sequence[Span],
    waiting: Collection[int],
    outings: Sequence[RuleOuting],
    earlier: Sheet | None,
) -> Sheet:
    struck = frozenset(column for each in series if each.struck for column in each.columns)
    fresh: frozenset[int] = frozenset()
    if sheet.bullpen_resets:
        spans = ((each.columns.start, len(each.columns)) for each in series)
        fresh = sheet.its_law.fresh_columns(spans)
    found = Sheet(tuple(outings), struck, fresh, frozenset(waiting) - struck)
    if earlier is not None:
        played = (each.column for each in earlier.outings if each.column not in earlier.struck)
        last = max(played, default=0)
        begun = next_phase(
            earlier, last, starts=sheet.starts_carry_over, relief=sheet.relief_carries_over
        )
        begun = begun.moved(sheet.begins_at - 1)
        found = replace(
            found,
            outings=begun.outings + found.outings,
            fresh=begun.fresh | found.fresh,
            binding=begun.binding,
        )
    by_key = {each.pk: each.columns for each in series}
    bound, met = by_key.get(sheet.bound_series_id or 0), by_key.get(sheet.bound_to_id or 0)
    if bound and met:
        found = drops.bind_final_series(
            found, drops.Span(met[0], met[-1]), drops.Span(bound[0], bound[-1])
        )
    return found


def open_violations(sheet_ids: Collection[int]) -> QuerySet[Violation]:
    """Breaches on these sheets that wait for a ruling; those of entries that were written over are
    history."""
    return (
        Violation.objects.filter(
            entry__column__sheet__in=sheet_ids, entry__version=CURRENT, closed_at=None
        )
        .exclude(entry__column__status=Status.TAKEN_BACK)
        .select_related("card", "entry__column")
    )


def sheets_to_sign(scope: str, keys: Collection[str]) -> QuerySet[SheetSeries]:
    """The series of these keys on the sheets of an event that wait for a signature: played in full,
    on the sheet, and not signed. Where the opponent has no manager, the computer has signed."""
    signed = Signature.objects.filter(series=OuterRef("pk"), reopened_at=None)
    played = Count("played", filter=Q(played__status=SheetColumn.Status.PLAYED))
    rows = SheetSeries.objects.filter(
        ~Exists(signed),
        has_signer(),
        sheet__event__key=scope,
        key__in=keys,
        struck="",
        called_off=False,
    )
    return rows.annotate(games=played).filter(games__gte=F("length")).order_by("pk")


def has_signer() -> Exists:
    """Whether the opponent of a series on a sheet has a manager. Where it has none, the computer
    manager signs the sheet once every game is on it, and no one is asked."""
    return Exists(TeamMember.objects.filter(team=OuterRef("opponent")))


def signed_by_computer(series: SheetSeries) -> bool:
    """Whether the computer manager has signed it: the opponent has no manager, and every game is on
    the sheet."""
    played = series.played.filter(status=SheetColumn.Status.PLAYED).count()
    return played >= series.length and not (
        TeamMember.objects.filter(team=series.opponent_id).exists()
    )


def signature_of(series: SheetSeries) -> Signature | None:
    """Who signed it, if it is signed."""
    return series.signatures.filter(reopened_at=None).select_related("signed_by").first()


def is_official(series: SheetSeries) -> bool:
    """T0.06d, A-P11: signed, or overtaken by a series that the club began later. A suspended game
    of it stays open all the same (A-P12)."""
    if signature_of(series) is not None or signed_by_computer(series):
        return True
    begun = dict(
        with_beginning(SheetSeries.objects.filter(sheet=series.sheet_id))
        .exclude(begun=None)
        .values_list("pk", "begun")
    )
    return series.pk in begun and begun[series.pk] < max(begun.values())


def with_beginning(rows: QuerySet[SheetSeries]) -> QuerySet[Any]:
    """Series of sheets with where they stand in time, ``begun``: by the first of their games that
    was written down and not taken back, none where there is none. Series may be played out of the
    order of their columns."""
    first = SheetColumn.objects.filter(series=OuterRef("pk")).exclude(status=Status.TAKEN_BACK)
    return rows.annotate(begun=Subquery(first.order_by("pk").values("pk")[:1]))


def latest_sheets(scope: str, team_ids: Collection[int]) -> Mapping[int, PitchingSheet]:
    """The sheet of the last phase that each of these clubs has one of, by club."""
    found = PitchingSheet.objects.filter(event__key=scope, team__in=team_ids).order_by("phase")
    return {sheet.team_id: sheet for sheet in found.select_related("team", "previous")}


def phases_of(sheet: PitchingSheet) -> list[PitchingSheet]:
    """All sheets of its club in its event, from the first phase on, itself among them."""
    found = PitchingSheet.objects.filter(team=sheet.team_id, event__key=sheet.scope)
    return list(found.order_by("phase"))


def sheets_of(scope: str, team_ids: Collection[int], phase: int = 1) -> Mapping[int, PitchingSheet]:
    """The sheets of these clubs that there are, by club."""
    found = PitchingSheet.objects.filter(event__key=scope, phase=phase, team__in=team_ids)
    return {sheet.team_id: sheet for sheet in found.select_related("team", "previous")}
