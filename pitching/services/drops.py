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
    free_series,
    lock_sheets,
    put_series,
)


@dataclass(frozen=True)
class Dropped:
    """What was done, by club: whose last series was erased, who has byes (how many), and whose last
    series is bound by it, or by another drop and stands elsewhere now; and the series struck, by
    key, which undoing it needs, with the sheets whose binding changed."""

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
    last: int | None,
    out: Sequence[int] = (),
    thrown_out: bool,
) -> Dropped:
    """Bring the sheets of an event's clubs to what they are without one of them. ``schedules`` are
    every club's series in their order, the dropped club's among them; ``last`` is whom it met last
    in time, and ``out`` are the clubs that had been thrown out before it, in that order.

    Series that nothing has been played of are byes (T0.08l, m). The club that met the dropped one
    last loses that whole series (T0.08n, A-Q1). Every other that met it keeps its sheet, and its
    last series that is really played is bound to that one (T0.08o, A-Q5); who was bound before
    stays so, in the last series that is left. Where its results are not ``thrown_out`` there are
    byes only. What is struck already stays so. All or nothing. Refused: ``reason-missing``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        teams = [team for team in schedules if team != team_id]
        rows = PitchingSheet.objects.filter(scope=scope, phase=phase, team__in=teams)
        sheets = {sheet.team_id: sheet for sheet in lock_sheets(rows.values_list("pk", flat=True))}
        thrown = [*out, team_id] if thrown_out else [*out]
        erased, bound, struck, bound_sheets = [], [], [], []
        byes: dict[int, int] = {}
        for team, sheet in sheets.items():
            against = [place for place in schedules[team] if place.opponent == team_id]
            met = [place for place in against if was_played(sheet, place)]
            there = put_series([(sheet.pk, place) for place in schedules[team]])
            for place in against:
                if place not in met and not there[sheet.pk, place.key].struck:
                    bye = add_bye(sheet=sheet, place=place, reason=reason, acting_user=acting_user)
                    struck.append(bye.pk)
                    byes[team] = byes.get(team, 0) + 1
            if met and thrown_out and team == last:
                series = there[sheet.pk, met[-1].key]
                if not series.struck:
                    erase_series(series=series, reason=reason, acting_user=acting_user)
                    erased.append(team)
                    struck.append(series.pk)
            if bind_anew(sheet=sheet, out=thrown, reason=reason, acting_user=acting_user):
                bound.append(team)
                bound_sheets.append(sheet.pk)
        return Dropped(tuple(erased), byes, tuple(bound), tuple(struck), tuple(bound_sheets))


def undo_drop(
    *,
    struck: Collection[int],
    bound: Collection[int],
    out: Sequence[int] = (),
    reason: str,
    acting_user: User | None,
) -> None:
    """Put the series that a drop struck back onto their sheets, and bind the last series of the
    sheets ``bound`` by it as they are bound without it: by the drops of the clubs ``out`` before
    and since, in that order. Refused: ``reason-missing``."""
    reason = reason_of(reason)
    with transaction.atomic():
        series = SheetSeries.objects.filter(pk__in=struck).exclude(struck="")
        ids = {*series.values_list("sheet", flat=True), *bound}
        sheets = lock_sheets(ids)
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
        series.update(struck="")
        log_actions(entries)
        for sheet in sheets:
            bind_anew(sheet=sheet, out=out, reason=reason, acting_user=acting_user)


def bind_anew(
    *, sheet: PitchingSheet, out: Sequence[int], reason: str, acting_user: User | None
) -> bool:
    """T0.08o, A-Q5: bind the last series of a locked sheet that is really played to the one against
    the first of the clubs thrown ``out`` that was met and is not erased; free it where there is
    nothing to bind. Whether that changed anything."""
    rows = list(sheet.series.filter(struck="").order_by("first_column"))
    begun = set(
        SheetColumn.objects.filter(sheet=sheet)
        .exclude(status=SheetColumn.Status.TAKEN_BACK)
        .values_list("series", flat=True)
    )
    met = [each for team in out for each in rows if each.opponent_id == team and each.pk in begun]
    left = [each for each in rows if each.opponent_id not in out]
    bound = next((each for each in left if each.pk == sheet.bound_series_id), None)
    # What is to come can be bound, and what was while it was still to come stays.
    to_come = [each for each in left if each.pk not in begun]
    final = to_come[-1] if to_come else bound
    if bound is not None and bound.pk in begun:
        final = bound
    if not met or final is None:
        if sheet.bound_to_id is None:
            return False
        free_series(sheet=sheet, reason=reason, acting_user=acting_user)
        return True
    if (sheet.bound_to_id, sheet.bound_series_id) == (met[0].pk, final.pk):
        return False
    bind_series(series=final, met=met[0], acting_user=acting_user)
    return True


def was_played(sheet: PitchingSheet, place: SeriesPlace) -> bool:
    """Whether a game of it stands on the sheet, finished or suspended."""
    written = SheetColumn.objects.filter(
        sheet=sheet, number__gte=place.first_column, number__lt=place.first_column + place.length
    )
    return written.exclude(status=SheetColumn.Status.TAKEN_BACK).exists()
