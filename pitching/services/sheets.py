"""Open sheets, add their series, and change them when a club drops out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from config.inputs import reason_of
from config.inserting import insert_objects
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused
from pitching.constraints import told_as_refusals
from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.rules.laws import LawOfPitching
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.selectors.sheets import sheets_of

USUAL: Final = RestAndRelief()
"""The default law of a new sheet."""


@dataclass(frozen=True)
class SeriesPlace:
    """Where a series stands on a club's sheet: ``key`` is its topic, ``opponent`` a club's key.
    ``may_be_shorter``: a best-of series that may have been shortened on the sheet because it ended
    early."""

    key: str
    opponent: int
    first_column: int
    length: int
    may_be_shorter: bool = False


def open_sheets(
    *,
    scope: str,
    team_ids: Collection[int],
    phase: int = 1,
    law: LawOfPitching = USUAL,
    bullpen_resets: bool = False,
    begins_at: Mapping[int, int] | None = None,
) -> dict[int, PitchingSheet]:
    """T10.2q: the sheets of these clubs in a phase, by club; missing ones are opened under this
    law. ``begins_at``: their first columns, by club, where not 1."""
    sheets = sheets_of(scope, team_ids, phase)
    missing = set(team_ids) - sheets.keys()
    if missing:
        PitchingSheet.objects.bulk_create(
            (
                PitchingSheet(
                    team_id=team_id,
                    event_id=scope,
                    phase=phase,
                    law_key=law.key,
                    law=law.stored(),
                    bullpen_resets=bullpen_resets,
                    begins_at=(begins_at or {}).get(team_id, 1),
                )
                for team_id in sorted(missing)
            ),
            ignore_conflicts=True,
        )
        sheets = sheets_of(scope, team_ids, phase)
    return dict(sheets)


def go_on_from(
    *,
    sheet: PitchingSheet,
    previous: PitchingSheet,
    starts: bool = True,
    relief: bool = True,
    acting_user: User | None,
) -> PitchingSheet:
    """Let a phase's sheet continue an earlier one of the same club: starts, relief or both carry
    over (A-P10). Refused: ``another-club``, ``phase-not-earlier``, ``sheet-in-use``."""
    with transaction.atomic():
        locked = {row.pk: row for row in lock_sheets([sheet.pk, previous.pk])}
        sheet, previous = locked[sheet.pk], locked[previous.pk]
        if (sheet.team_id, sheet.scope) != (previous.team_id, previous.scope):
            raise Refused(
                Refusal("another-club", "A sheet can only go on from one of the same club.")
            )
        if previous.phase >= sheet.phase:
            raise Refused(
                Refusal(
                    "phase-not-earlier",
                    f"Phase {sheet.phase} cannot go on from phase {previous.phase}.",
                    "previous",
                )
            )
        if sheet.columns.exists():
            raise Refused(
                Refusal("sheet-in-use", "Games have been written down in this phase already.")
            )
        sheet.previous = previous
        sheet.starts_carry_over, sheet.relief_carries_over = starts, relief
        sheet.save(update_fields=["previous", "starts_carry_over", "relief_carries_over"])
        log_action(
            code="sheet-carried-over",
            actor=acting_user,
            scope=sheet.scope,
            subject=sheet,
            new={"from": previous.pk, "starts": starts, "relief": relief},
        )
        return sheet


def set_bullpen_resets(*, scope: str, resets: bool) -> int:
    """T10.2t: set whether relief starts fresh before series, on the sheets of an event without
    games; those with games keep what they have. Returns how many changed. Runs in the caller's
    transaction, which also logs it."""
    untouched = PitchingSheet.objects.filter(event__key=scope, columns=None)
    return untouched.update(bullpen_resets=resets)


def lock_sheets(sheet_ids: Iterable[int]) -> list[PitchingSheet]:
    """Lock these sheets until the transaction ends; always in one order, so that two requests for
    the same sheets wait for each other instead of deadlocking."""
    return list(
        PitchingSheet.objects.select_for_update(of=("self",))
        .filter(pk__in=set(sheet_ids))
        .select_related("team", "previous")
        .order_by("pk")
    )


def _same_place(known: SheetSeries, place: SeriesPlace) -> bool:
    if known.first_column != place.first_column:
        return False
    if place.may_be_shorter:
        return known.length <= place.length
    return known.length == place.length


def shorten_series(*, scope: str, lengths: Mapping[str, int]) -> None:
    """Cut best-of series that ended early, by key, to the games played: the next series follows
    directly, and unplayed games are no rest. Runs in the caller's transaction, which logs it."""
    rows = SheetSeries.objects.filter(sheet__event__key=scope, key__in=lengths)
    shorter = []
    for series in rows.select_for_update(of=("self",)):
        if lengths[series.key] < series.length:
            series.length = lengths[series.key]
            shorter.append(series)
    SheetSeries.objects.bulk_update(shorter, ["length"])


def put_series(
    wanted: Collection[tuple[int, SeriesPlace]],
) -> Mapping[tuple[int, str], SheetSeries]:
    """The series of locked sheets by sheet and key; missing ones are added.

    Refused: ``series-elsewhere``, ``series-overlaps``, ``column-taken``.
    """
    sheet_ids = {sheet_id for sheet_id, _ in wanted}
    keys = {place.key for _, place in wanted}
    series_of_sheets = SheetSeries.objects.filter(sheet__in=sheet_ids)
    existing = {
        (series.sheet_id, series.key): series
        for series in series_of_sheets.filter(key__in=keys).select_related("opponent")
    }
    missing: dict[tuple[int, str], SheetSeries] = {}
    for sheet_id, place in dict.fromkeys(wanted):
        row = existing.get((sheet_id, place.key))
        if row is None:
            missing[sheet_id, place.key] = SheetSeries(
                sheet_id=sheet_id,
                key=place.key,
                opponent_id=place.opponent,
                first_column=place.first_column,
                length=place.length,
            )
        elif not _same_place(row, place):
            raise Refused(
                Refusal(
                    "series-elsewhere",
                    f"The series is that of games {row.first_column} to {row.last_column}.",
                    f"column {place.first_column}",
                )
            )
    if missing:
        _verify_apart(missing.values(), series_of_sheets)
        with told_as_refusals():
            insert_objects(missing.values())
    return existing | missing


def erase_series(*, series: SheetSeries, reason: str, acting_user: User | None) -> SheetSeries:
    """T0.08n: strike a series, games included, from the sheet of the club that met the dropped one
    last; they stay readable. Refused: ``reason-missing``, ``series-struck``."""
    return _strike(series, SheetSeries.Struck.ERASED, "series-erased", reason, acting_user)


def add_bye(
    *, sheet: PitchingSheet, place: SeriesPlace, reason: str, acting_user: User | None
) -> SheetSeries:
    """T0.08l, m: make a future series without a row a bye; its columns are no games.

    Refused: ``reason-missing``, ``series-struck``, ``series-has-games``.
    """
    with transaction.atomic():
        lock_sheets([sheet.pk])
        series = put_series([(sheet.pk, place)])[sheet.pk, place.key]
        return make_bye(series=series, reason=reason, acting_user=acting_user)


def make_bye(*, series: SheetSeries, reason: str, acting_user: User | None) -> SheetSeries:
    """T0.08l, m: make a series on the sheet a bye. Refused: ``reason-missing``, ``series-struck``,
    ``series-has-games``."""
    with transaction.atomic():
        lock_sheets([series.sheet_id])
        played = series.played.exclude(status=SheetColumn.Status.TAKEN_BACK).count()
        if played:
            raise Refused(
                Refusal(
                    "series-has-games",
                    f"{played} games of this series have been played: erase it instead.",
                    facts={"played": played},
                )
            )
        return _strike(series, SheetSeries.Struck.BYE, "series-became-bye", reason, acting_user)


def bind_series(
    *, series: SheetSeries, met: SheetSeries, acting_user: User | None
) -> PitchingSheet:
    """T0.08o: bind this last series: its rotation must be one that was legal in the series against
    the club that has dropped out since. Where series are played out of order, that one may come
    later in the schedule. Refused: ``series-of-another-sheet``, ``series-not-another``,
    ``series-struck``."""
    with transaction.atomic():
        sheet = lock_sheets([series.sheet_id])[0]
        if met.sheet_id != sheet.pk:
            raise Refused(
                Refusal("series-of-another-sheet", "Both series stand on one club's sheet.")
            )
        if series == met:
            raise Refused(
                Refusal(
                    "series-not-another", "The bound series is another than the one it repeats."
                )
            )
        for either in (series, met):
            if either.struck:
                raise Refused(_struck_already(either))
        sheet.bound_to, sheet.bound_series = met, series
        sheet.save(update_fields=["bound_to", "bound_series"])
        log_action(
            code="series-bound",
            actor=acting_user,
            scope=sheet.scope,
            subject=sheet,
            new={"series": series.first_column, "as": met.first_column},
        )
        return sheet


def set_called_off(*, keys: Collection[str], called_off: bool) -> None:
    """Set whether these series, by key and on any sheet, are called off: nothing more is played in
    them. Runs in the caller's transaction, which logs why."""
    SheetSeries.objects.filter(key__in=keys).exclude(called_off=called_off).update(
        called_off=called_off
    )


def free_series(*, sheet: PitchingSheet, reason: str, acting_user: User | None) -> None:
    sheet.bound_to = sheet.bound_series = None
    sheet.save(update_fields=["bound_to", "bound_series"])
    log_action(
        code="series-unbound",
        actor=acting_user,
        scope=sheet.scope,
        subject=sheet,
        new={"reason": reason},
    )


def _strike(
    series: SheetSeries, struck: str, code: str, reason: str, acting_user: User | None
) -> SheetSeries:
    reason = reason_of(reason)
    with transaction.atomic():
        sheet = lock_sheets([series.sheet_id])[0]
        series.refresh_from_db(fields=["struck"])
        if series.struck:
            raise Refused(_struck_already(series))
        series.struck = struck
        series.save(update_fields=["struck"])
        log_action(
            code=code,
            actor=acting_user,
            scope=sheet.scope,
            subject=series,
            new={
                "club": str(sheet.team),
                "columns": [series.first_column, series.last_column],
                "reason": reason,
            },
        )
        return series


def _struck_already(series: SheetSeries) -> Refusal:
    return Refusal(
        "series-struck",
        f"The series of games {series.first_column} to {series.last_column} has been struck.",
        f"column {series.first_column}",
    )


def _verify_apart(new: Iterable[SheetSeries], there: QuerySet[SheetSeries]) -> None:
    """Refused: ``series-overlaps``, of new series with existing ones and with one another."""
    spans: dict[int, list[range]] = defaultdict(list)
    for sheet_id, first, length in there.values_list("sheet", "first_column", "length").order_by():
        spans[sheet_id].append(range(first, first + length))
    for series in new:
        for other in spans[series.sheet_id]:
            if series.first_column < other.stop and other.start <= series.last_column:
                raise Refused(
                    Refusal(
                        "series-overlaps",
                        f"Columns {series.first_column} to {series.last_column} belong in part to "
                        "another series.",
                        f"column {max(series.first_column, other.start)}",
                    )
                )
        spans[series.sheet_id].append(series.columns)
