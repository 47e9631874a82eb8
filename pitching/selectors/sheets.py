"""Pitching sheets as values for the law, and the breaches and signatures on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

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
    """The outings that count on these sheets, without earlier versions."""
    return Outing.objects.filter(
        entry__column__sheet__in=sheet_ids, entry__version=CURRENT
    ).exclude(entry__column__status=Status.TAKEN_BACK)


class SheetReader:
    """Reads sheets for the duration of a request or a job: a sheet that has not changed since it
    was last read is not read again."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Stamp, Sheet]] = {}

    def values(self, sheets: Iterable[PitchingSheet]) -> dict[int, Sheet]:
        """The values of the sheets for the law, by key; in two queries, two more if something has
        changed, and as many for each earlier phase that a sheet continues."""
        to_read = list(sheets)
        if not to_read:
            return {}
        previous_sheets = [sheet.previous for sheet in to_read if sheet.previous is not None]
        earlier = self.values(previous_sheets)
        stamps = _stamps(to_read, earlier)
        changed = [
            sheet.pk
            for sheet in to_read
            if sheet.pk not in self._read or self._read[sheet.pk][0] != stamps[sheet.pk]
        ]
        outings, waiting = _written(changed) if changed else ({}, {})
        for sheet in to_read:
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
        return {sheet.pk: self._read[sheet.pk][1] for sheet in to_read}


@dataclass(frozen=True)
class Span:
    """A series on a sheet: its key there, its columns, and whether it was struck or called off."""

    pk: int
    columns: range
    struck: bool
    called_off: bool


@dataclass(frozen=True)
class Stamp:
    """The inputs of a sheet's value in short, to detect changes: ``last_entry`` is enough for the
    outings, since entries are only ever added."""

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
    return SheetReader().values(sheets)


def _value(
    sheet: PitchingSheet,
    series: Sequence[Span],
    waiting: Collection[int],
    outings: Sequence[RuleOuting],
    earlier: Sheet | None,
) -> Sheet:
    struck = frozenset(column for entry in series if entry.struck for column in entry.columns)
    fresh: frozenset[int] = frozenset()
    if sheet.bullpen_resets:
        spans = ((entry.columns.start, len(entry.columns)) for entry in series)
        fresh = sheet.its_law.fresh_columns(spans)
    value = Sheet(tuple(outings), struck, fresh, frozenset(waiting) - struck)
    if earlier is not None:
        played = (entry.column for entry in earlier.outings if entry.column not in earlier.struck)
        last = max(played, default=0)
        carried_over = next_phase(
            earlier, last, starts=sheet.starts_carry_over, relief=sheet.relief_carries_over
        )
        carried_over = carried_over.moved(sheet.begins_at - 1)
        value = replace(
            value,
            outings=carried_over.outings + value.outings,
            fresh=carried_over.fresh | value.fresh,
            binding=carried_over.binding,
        )
    by_key = {entry.pk: entry.columns for entry in series}
    bound, met = by_key.get(sheet.bound_series_id or 0), by_key.get(sheet.bound_to_id or 0)
    if bound and met:
        value = drops.bind_final_series(
            value, drops.Span(met[0], met[-1]), drops.Span(bound[0], bound[-1])
        )
    return value


def open_violations(sheet_ids: Collection[int]) -> QuerySet[Violation]:
    """Breaches on these sheets that wait for a ruling; those of overwritten entries are history."""
    return (
        Violation.objects.filter(
            entry__column__sheet__in=sheet_ids, entry__version=CURRENT, closed_at=None
        )
        .exclude(entry__column__status=Status.TAKEN_BACK)
        .select_related("card", "entry__column")
    )


def sheets_to_sign(scope: str, keys: Collection[str]) -> QuerySet[SheetSeries]:
    """The series of these keys on the sheets of an event that wait for a signature: played in full
    and not signed. If the opponent has no manager, the computer manager has signed."""
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
    """Whether the opponent of a series on a sheet has a manager who was there when the last game
    came onto it. Where it has none, the computer manager signs the sheet once every game is on it,
    and no one is asked; a manager who joins later finds it signed."""
    entries = ColumnEntry.objects.filter(column__series=OuterRef(OuterRef("pk")))
    last = Subquery(entries.order_by("-entered_at").values("entered_at")[:1])
    members = TeamMember.objects.filter(team=OuterRef("opponent"))
    return Exists(members.filter(joined_at__lte=Coalesce(last, Now())))


def signed_by_computer(series: SheetSeries) -> bool:
    """Whether the computer manager has signed it: every game is on the sheet, and the opponent has
    no manager who was there by then."""
    played = series.played.filter(status=SheetColumn.Status.PLAYED).count()
    return played >= series.length and not (
        SheetSeries.objects.filter(has_signer(), pk=series.pk).exists()
    )


def signature_of(series: SheetSeries) -> Signature | None:
    return series.signatures.filter(reopened_at=None).select_related("signed_by").first()


def is_official(series: SheetSeries) -> bool:
    """T0.06d, A-P11: signed, or followed by a series that the club began later. A suspended game of
    it still stays open (A-P12)."""
    if signature_of(series) is not None or signed_by_computer(series):
        return True
    begun_at = dict(
        with_beginning(SheetSeries.objects.filter(sheet=series.sheet_id))
        .exclude(begun=None)
        .values_list("pk", "begun")
    )
    return series.pk in begun_at and begun_at[series.pk] < max(begun_at.values())


def with_beginning(rows: QuerySet[SheetSeries]) -> QuerySet[Any]:
    """Annotate series of sheets with ``begun``, their place in time: the key of the first of their
    games that was recorded and not taken back; ``None`` without games. Series may be played out of
    column order."""
    first = SheetColumn.objects.filter(series=OuterRef("pk")).exclude(status=Status.TAKEN_BACK)
    return rows.annotate(begun=Subquery(first.order_by("pk").values("pk")[:1]))


def latest_sheets(scope: str, team_ids: Collection[int]) -> Mapping[int, PitchingSheet]:
    sheets = PitchingSheet.objects.filter(event__key=scope, team__in=team_ids).order_by("phase")
    return {sheet.team_id: sheet for sheet in sheets.select_related("team", "previous")}


def phases_of(sheet: PitchingSheet) -> list[PitchingSheet]:
    """All sheets of the club in the event, from the first phase on, this one included."""
    sheets = PitchingSheet.objects.filter(team=sheet.team_id, event__key=sheet.scope)
    return list(sheets.order_by("phase"))


def sheets_of(scope: str, team_ids: Collection[int], phase: int = 1) -> Mapping[int, PitchingSheet]:
    sheets = PitchingSheet.objects.filter(event__key=scope, phase=phase, team__in=team_ids)
    return {sheet.team_id: sheet for sheet in sheets.select_related("team", "previous")}
