"""A club drops out of an event: what that does to the sheets of the others (T0.08l to r).

The schedule is not this floor's to know; whoever takes the club out says it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from config.inputs import reason_of
from config.journal.services import Entry, log_actions
from config.people.models import User
from pitching.models import PitchingSheet, SheetColumn, SheetSeries
from pitching.services.sheets import (
    SeriesPlace,
    add_bye,
    bind_series,
    erase_series,
    lock_sheets,
    put_series,
)


@dataclass(frozen=True)
class Dropped:
    """What was done, by club: whose last series was erased, who has byes (how many), and who is
    bound in the last series; and what undoing it needs: the series struck and the sheets bound, by
    key."""

    erased: tuple[int, ...]
    byes: Mapping[int, int]
    bound: tuple[int, ...]
    struck: tuple[int, ...] = ()
    sheets: tuple[int, ...] = ()


def drop_club(
    *,
    scope: str,
    team_id: int,
    schedules: Mapping[int, Sequence[SeriesPlace]],
    reason: str,
    acting_user: User | None,
    phase: int = 1,
    thrown_out: bool,
) -> Dropped:
    """Bring the sheets of an event's clubs to what they are without one of them. ``schedules`` are
    every club's series in their order, the dropped club's among them.

    Series that nothing has been played of are byes (T0.08l, m). The club that met the dropped one
    last loses that whole series (T0.08n, A-Q1). Every other that met it keeps its sheet, and its
    last series that is really played is bound to that one (T0.08o, A-Q5). Where its results are not
    ``thrown_out`` there are byes only. What is struck or bound already stays so. All or nothing.
    Refused: ``reason-missing``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        teams = [team for team in schedules if team != team_id]
        rows = PitchingSheet.objects.filter(scope=scope, phase=phase, team__in=[*teams, team_id])
        sheets = {sheet.team_id: sheet for sheet in lock_sheets(rows.values_list("pk", flat=True))}
        last = _last_opponent(sheets.get(team_id), schedules.get(team_id, ()))
        erased, bound, struck, bound_sheets = [], [], [], []
        byes: dict[int, int] = {}
        for team in teams:
            sheet = sheets.get(team)
            if sheet is None:
                continue
            against = [place for place in schedules[team] if place.opponent == team_id]
            met = [place for place in against if was_played(sheet, place)]
            there = put_series([(sheet.pk, place) for place in schedules[team]])
            for place in against:
                if place not in met and not there[sheet.pk, place.key].struck:
                    bye = add_bye(sheet=sheet, place=place, reason=reason, acting_user=acting_user)
                    struck.append(bye.pk)
                    byes[team] = byes.get(team, 0) + 1
            if not met or not thrown_out:
                continue
            series = there[sheet.pk, met[-1].key]
            if team == last:
                if not series.struck:
                    erase_series(series=series, reason=reason, acting_user=acting_user)
                    erased.append(team)
                    struck.append(series.pk)
            elif sheet.bound_to_id is None and _bind(
                sheet, series, schedules[team], team_id, there, acting_user
            ):
                bound.append(team)
                bound_sheets.append(sheet.pk)
        return Dropped(tuple(erased), byes, tuple(bound), tuple(struck), tuple(bound_sheets))


def undo_drop(
    *, struck: Collection[int], bound: Collection[int], reason: str, acting_user: User | None
) -> None:
    """Put the series that a drop struck back onto their sheets, and set free what it bound.
    Refused: ``reason-missing``."""
    reason = reason_of(reason)
    with transaction.atomic():
        series = SheetSeries.objects.filter(pk__in=struck).exclude(struck="")
        sheets = PitchingSheet.objects.filter(pk__in=bound).exclude(bound_to=None)
        lock_sheets({*series.values_list("sheet", flat=True), *sheets.values_list("pk", flat=True)})
        entries = [
            Entry(
                "series-put-back",
                acting_user,
                each.sheet.scope,
                each,
                old={"struck": each.struck},
                new={"club": str(each.sheet.team), "reason": reason},
            )
            for each in series.select_related("sheet__team").order_by("pk")
        ]
        entries += [
            Entry("series-unbound", acting_user, sheet.scope, sheet, new={"reason": reason})
            for sheet in sheets.select_related("team").order_by("pk")
        ]
        series.update(struck="")
        sheets.update(bound_to=None, bound_series=None)
        log_actions(entries)


def _bind(
    sheet: PitchingSheet,
    met: SheetSeries,
    schedule: Sequence[SeriesPlace],
    dropped: int,
    there: Mapping[tuple[int, str], SheetSeries],
    acting_user: User | None,
) -> bool:
    """Bind the last series that is really played, if that one is still to come."""
    real = [
        series
        for place in schedule
        if place.opponent != dropped and not (series := there[sheet.pk, place.key]).struck
    ]
    final = real[-1] if real else None
    if final is None or final.first_column <= met.first_column or met.struck:
        return False
    if SheetColumn.objects.filter(series=final).exclude(status="taken-back").exists():
        return False
    bind_series(series=final, met=met, acting_user=acting_user)
    return True


def _last_opponent(sheet: PitchingSheet | None, schedule: Sequence[SeriesPlace]) -> int | None:
    """Whom the dropped club met last: the last series of its schedule of which a game was begun."""
    if sheet is None:
        return None
    met = [place for place in schedule if was_played(sheet, place)]
    return met[-1].opponent if met else None


def was_played(sheet: PitchingSheet, place: SeriesPlace) -> bool:
    """Whether a game of it stands on the sheet, finished or suspended."""
    written = SheetColumn.objects.filter(
        sheet=sheet, number__gte=place.first_column, number__lt=place.first_column + place.length
    )
    return written.exclude(status=SheetColumn.Status.TAKEN_BACK).exists()
