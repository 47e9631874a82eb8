"""Record games on pitching sheets, correct them and take them off. Nothing is overwritten.

Each time a column is written it gets a new entry; the entry of the column's ``version`` counts.
Columns have the key of their game: a game that is sent twice is written once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from config.inserting import insert_objects, insert_rows
from config.journal.services import Entry, log_actions
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from pitching.constraints import told_as_refusals
from pitching.models import (
    ColumnEntry,
    Outing,
    PitchingSheet,
    SheetColumn,
    SheetSeries,
    Signature,
    Violation,
)
from pitching.rules.columns import STANDS, Line
from pitching.rules.sheet import Sheet
from pitching.rules.wording import told
from pitching.selectors.sheets import current_outings, sheet_values
from pitching.services.reports import ColumnReport, Writing, detect, refuse_breaches
from pitching.services.sheets import lock_sheets, put_series
from pitching.topics import sheet_topic

Kind = ColumnEntry.Kind
Status = SheetColumn.Status


def record_columns(
    *,
    reports: Sequence[ColumnReport],
    acting_user: User | None,
    typed: bool = False,
    reason: str = "",
    held: Mapping[int, tuple[PitchingSheet, Sheet]] | None = None,
) -> list[SheetColumn]:
    """Record these games on the sheets, all or none; return the columns that changed.

    A recorded game is written as it happened, with its breaches, which stay open until they are
    ruled on. A game ``typed`` from a sheet of paper may break the law only with a footnote
    (T0.06c). Refused: what ``column_problems`` finds, ``column-outside-series``, ``column-taken``,
    ``series-struck``, ``sheet-signed``; typed in, also ``not-eligible`` and ``too-many-outs``; and
    ``game-on-sheet`` for a game in a second column.

    ``held``: the sheets and their values, if the caller has locked and read them in this
    transaction already.
    """
    if not reports:
        return []
    with transaction.atomic():
        if held is None:
            sheets = {sheet.pk: sheet for sheet in lock_sheets(report.sheet for report in reports)}
        else:
            sheet_ids = sorted({report.sheet for report in reports})
            sheets = {sheet_id: held[sheet_id][0] for sheet_id in sheet_ids}
        refuse_all(
            problem
            for report in reports
            for problem in report.problems(sheets[report.sheet].its_law.lends_after)
        )
        series = put_series([(report.sheet, report.series) for report in reports])
        writings = _writings(reports, series)
        if not writings:
            return []
        _verify_open(writings)
        values = (
            sheet_values(sheets.values())
            if held is None
            else {pk: value for pk, (_, value) in held.items()}
        )
        detect(writings, sheets, values)
        if typed:
            refuse_breaches(writings)
        _store(writings, acting_user, reason)
        log_actions(_log_entries(writings, sheets, acting_user, reason, typed))
        publish(*(sheet_topic(sheet) for sheet in sheets.values()))
        return [writing.column for writing in writings]


def take_back_columns(
    *, sheet_ids: Collection[int], keys: Collection[str], reason: str, acting_user: User | None
) -> list[SheetColumn]:
    """Take these games off the sheets: their entries no longer count, and stay readable.

    Games that are on none of them, or taken back already, are skipped. Refused: ``sheet-signed``.
    """
    with transaction.atomic():
        sheets = {sheet.pk: sheet for sheet in lock_sheets(sheet_ids)}
        columns = list(
            SheetColumn.objects.filter(sheet__in=sheets, key__in=keys)
            .exclude(status=Status.TAKEN_BACK)
            .select_related("series")
            .order_by("sheet", "number")
        )
        _refuse_signed(columns)
        for column in columns:
            column.status, column.outs = Status.TAKEN_BACK, 0
            column.version += 1
        SheetColumn.objects.bulk_update(columns, ["status", "outs", "version"])
        ColumnEntry.objects.bulk_create(
            _entry(column, Kind.TAKEN_BACK, acting_user, reason) for column in columns
        )
        log_actions(
            Entry(
                code="outings-taken-back",
                actor=acting_user,
                scope=sheets[column.sheet_id].scope,
                subject=sheets[column.sheet_id],
                new={"game": column.number, "reason": reason},
            )
            for column in columns
        )
        return columns


def _writings(
    reports: Sequence[ColumnReport], series: Mapping[tuple[int, str], SheetSeries]
) -> list[Writing]:
    """The columns that the reports change, in the order of the columns. Refused:
    ``game-on-sheet``."""
    existing = {
        (column.sheet_id, column.key): column
        for column in SheetColumn.objects.filter(
            sheet__in={report.sheet for report in reports},
            key__in={report.key for report in reports},
        ).select_related("series")
    }
    lines: dict[int, list[Line]] = defaultdict(list)
    if existing:
        outings = current_outings({report.sheet for report in reports}).filter(
            entry__column__in=existing.values()
        )
        rows = outings.order_by("place").values_list(
            "entry__column", "card", "outs", "started", "footnote"
        )
        for column_id, card, outs, started, footnote in rows:
            lines[column_id].append(Line(card or STANDS, outs, started, footnote))
    writings = []
    for report in sorted(
        reports, key=lambda column_report: (column_report.sheet, column_report.number)
    ):
        status = Status.SUSPENDED if report.suspended else Status.PLAYED
        its_series = series[report.sheet, report.series.key]
        column = existing.get((report.sheet, report.key))
        if column is not None and column.number != report.number:
            raise Refused(
                Refusal(
                    "game-on-sheet",
                    f"The game has its column: {column.number}.",
                    report.place,
                    {"column": column.number, "rule": "T33.0i"},
                )
            )
        if column is None:
            kind = Kind.SUSPENDED if report.suspended else Kind.RECORDED
            column = SheetColumn(
                sheet_id=report.sheet, series=its_series, key=report.key, number=report.number
            )
            column.version = 0
        else:
            sheet_lines = [replace(line, on_last_play=1, stayed_on=False) for line in report.lines]
            if column.status == status and lines[column.pk] == sheet_lines:
                continue
            kind = _kind(column, status)
        column.status, column.outs = status, report.outs
        column.version += 1
        writings.append(Writing(report, column, kind))
    return writings


def _kind(column: SheetColumn, status: str) -> ColumnEntry.Kind:
    if status == Status.SUSPENDED:
        return Kind.SUSPENDED
    if column.status == Status.SUSPENDED:
        return Kind.COMPLETED
    return Kind.RECORDED if column.status == Status.TAKEN_BACK else Kind.CORRECTED


def _verify_open(writings: Sequence[Writing]) -> None:
    """Refused: ``series-struck``, ``sheet-signed``, ``column-taken``."""
    refuse_all(
        Refusal(
            "series-struck",
            "The series has been struck from the sheet.",
            writing.report.place,
            {"struck": writing.column.series.struck},
        )
        for writing in writings
        if writing.column.series.struck
    )
    _refuse_signed([writing.column for writing in writings])
    columns = SheetColumn.objects.filter(
        sheet__in={writing.column.sheet_id for writing in writings},
        number__in={writing.column.number for writing in writings},
    ).exclude(status=Status.TAKEN_BACK)
    keys_by_column = {
        (sheet_id, number): key
        for sheet_id, number, key in columns.values_list("sheet", "number", "key").order_by()
    }
    refuse_all(
        Refusal(
            "column-taken",
            f"Another game stands in column {writing.column.number}.",
            writing.report.place,
            {"key": other_key},
        )
        for writing in writings
        if (other_key := keys_by_column.get((writing.column.sheet_id, writing.column.number)))
        and other_key != writing.column.key
    )


def _refuse_signed(columns: Sequence[SheetColumn]) -> None:
    signatures = Signature.objects.filter(
        series__in={column.series_id for column in columns}, reopened_at=None
    )
    signed = {
        signature.series_id: signature.series.sheet
        for signature in signatures.select_related("series__sheet__team")
    }
    refuse_all(
        Refusal(
            "sheet-signed",
            "The sheet is signed for this series; a director opens it again.",
            f"game {column.number}",
            {
                "rule": "T0.06d",
                "url": signed[column.series_id].get_absolute_url(),
                "leads_to": f"The sheet of {signed[column.series_id].team}",
            },
        )
        for column in columns
        if column.series_id in signed
    )


def _store(writings: Sequence[Writing], acting_user: User | None, reason: str) -> None:
    new_columns = [writing.column for writing in writings if writing.column.pk is None]
    old_columns = [writing.column for writing in writings if writing.column.pk is not None]
    with told_as_refusals():
        insert_objects(new_columns)
        SheetColumn.objects.bulk_update(old_columns, ["status", "outs", "version"])
        entries = insert_objects(
            _entry(writing.column, writing.kind, acting_user, reason) for writing in writings
        )
        insert_rows(
            Outing,
            ("entry", "card", "place", "outs", "started", "accepted", "footnote"),
            [
                (
                    entry.pk,
                    line.pitcher or None,
                    place,
                    line.outs,
                    line.started,
                    writing.is_accepted(line),
                    line.footnote,
                )
                for entry, writing in zip(entries, writings, strict=True)
                for place, line in enumerate(writing.report.lines, start=1)
            ],
        )
    Violation.objects.bulk_create(
        Violation(
            entry=entry,
            card_id=breach.pitcher,
            rule=breach.rule,
            code=breach.code,
            outs=breach.outs,
            allowed=breach.allowed,
            sentence=told(breach.grounds),
        )
        for entry, writing in zip(entries, writings, strict=True)
        for breach in writing.breaches
    )


def _entry(column: SheetColumn, kind: str, acting_user: User | None, reason: str) -> ColumnEntry:
    return ColumnEntry(
        column=column,
        version=column.version,
        kind=kind,
        outs=column.outs,
        reason=reason,
        entered_by=acting_user,
        entered_at=timezone.now(),
    )


LOGGED: Mapping[str, str] = {
    Kind.CORRECTED: "outings-corrected",
    Kind.SUSPENDED: "outings-suspended",
    Kind.COMPLETED: "outings-completed",
}


def _log_entries(
    writings: Sequence[Writing],
    sheets: Mapping[int, PitchingSheet],
    acting_user: User | None,
    reason: str,
    typed: bool,
) -> Iterable[Entry]:
    """Log lines of the writings; none for an ordinary recorded game, which has its own in the
    log."""
    for writing in writings:
        sheet = sheets[writing.report.sheet]
        code = LOGGED.get(writing.kind, "outings-recorded" if typed else "")
        if code:
            lines = [f"{line.pitcher}: {line.outs}" for line in writing.report.lines]
            yield Entry(
                code=code,
                actor=acting_user,
                scope=sheet.scope,
                subject=sheet,
                new={"game": writing.report.number, "outs": lines, "reason": reason},
            )
        for breach in writing.breaches:
            yield Entry(
                code="violation-found",
                actor=acting_user,
                scope=sheet.scope,
                subject=sheet,
                new={
                    "game": writing.report.number,
                    "rule": breach.rule,
                    "pitcher": writing.report.staff[breach.pitcher].name,
                },
            )
