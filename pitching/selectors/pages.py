"""Everything that the page of a sheet shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitching.models import ColumnEntry, PitchingSheet, SheetColumn, SheetSeries, Signature
from pitching.models import Outing as WrittenOuting
from pitching.rules.breaches import Appearance, Breach
from pitching.rules.columns import STANDS
from pitching.rules.eligibility import Outlook
from pitching.rules.laws import LawOfPitching, outlook
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.selectors.sheets import (
    current_outings,
    has_signer,
    open_violations,
    sheet_values,
)
from pitching.selectors.staff import pitchers_of, squads_of

GAMES_AHEAD = 3


@dataclass(frozen=True)
class Head:
    """A game's column. ``suspended``: the game waits to be finished."""

    number: int
    suspended: bool
    struck: bool


@dataclass(frozen=True)
class SeriesHead:
    """A series above its columns: its opponent, and whether it is signed."""

    pk: int
    opponent_id: int
    opponent: str
    abbreviation: str
    columns: tuple[Head, ...]
    struck: str
    signed: str
    complete: bool
    by_computer: bool
    """The opponent has no manager: the computer manager signs."""


@dataclass(frozen=True)
class SheetLine:
    """An outing with its footnote and the paragraphs it broke."""

    pitcher: int
    column: int
    outs: int
    started: bool
    footnote: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class WholeSheet:
    """A sheet, its value for the law, and the staff's answers: first for the games that wait to be
    finished, then for the next ones."""

    sheet: PitchingSheet
    law: LawOfPitching
    value: Sheet
    staff: tuple[Pitcher, ...]
    ahead: tuple[int, ...]
    outlooks: tuple[Outlook, ...]
    series: tuple[SeriesHead, ...]
    lines: tuple[SheetLine, ...]
    others: Mapping[int, str]
    """Names of players who pitched and are no pitchers of the squad."""

    def after(self, pitcher: Pitcher, outs: int, started: bool) -> Outlook:
        """The pitcher's answers for the waiting games, and for those after the next one, if he
        pitches that much in the next game."""
        tonight = self.tonight
        column, columns = tonight, list(self.waiting)
        for _ in range(GAMES_AHEAD):
            column = self.value.column_after(column)
            columns.append(column)
        with_outing = self.value.with_outings([Outing(pitcher.key, tonight, outs, started)])
        return outlook(self.law, with_outing, [pitcher], columns)[0]

    def against_law(self, pitcher: Pitcher, outs: int, started: bool) -> tuple[Breach, ...]:
        outing = Outing(pitcher.key, self.tonight, outs, started)
        staff = {player.key: player for player in self.staff}
        return self.law.breaches(self.value, staff, self.tonight, [Appearance(outing)])

    @property
    def waiting(self) -> tuple[int, ...]:
        return tuple(sorted(self.value.suspended))

    @property
    def tonight(self) -> int:
        return self.ahead[len(self.waiting)]


def whole_sheet(sheet: PitchingSheet) -> WholeSheet:
    return whole_sheets([sheet])[sheet.pk]


def whole_sheets(sheets: Sequence[PitchingSheet]) -> dict[int, WholeSheet]:
    """Sheets of one event with everything on them, by key; the number of queries does not depend on
    the number of sheets."""
    keys = [sheet.pk for sheet in sheets]
    values, squads, heads = sheet_values(sheets), squads_of(sheets), _heads(sheets)
    rules: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for violation in open_violations(keys):
        column = violation.entry.column
        rules[column.sheet_id, violation.card_id, column.number].append(violation.rule)
    outings: dict[int, list[WrittenOuting]] = defaultdict(list)
    current = current_outings(keys).select_related("card", "entry__column")
    for outing in current.order_by("entry__column__number", "place"):
        outings[outing.entry.column.sheet_id].append(outing)
    pages = {}
    for sheet in sheets:
        value, law, cards = values[sheet.pk], sheet.its_law, squads[sheet.pk]
        staff = pitchers_of(cards, cards[0].card_set.system_key) if cards else []
        staff_keys = {pitcher.key for pitcher in staff}
        lines: list[SheetLine] = []
        others: dict[int, str] = {}
        for outing in outings[sheet.pk]:
            key, number = outing.card_id or STANDS, outing.entry.column.number
            if key not in staff_keys:
                others[key] = outing.card.name if outing.card else "A player from the stands"
            against = tuple(rules[sheet.pk, key, number])
            lines.append(
                SheetLine(key, number, outing.outs, outing.started, outing.footnote, against)
            )
        series, last = heads[sheet.pk]
        ahead = (*sorted(value.suspended), *_next_columns(value, last))
        pages[sheet.pk] = WholeSheet(
            sheet,
            law,
            value,
            tuple(staff),
            ahead,
            outlook(law, value, staff, ahead),
            tuple(series),
            tuple(lines),
            others,
        )
    return pages


def _next_columns(value: Sheet, last: int) -> Iterator[int]:
    for _ in range(GAMES_AHEAD):
        last = value.column_after(last)
        yield last


def history_of(column: SheetColumn) -> list[ColumnEntry]:
    entries = column.entries.select_related("entered_by").prefetch_related("outings__card")
    return list(entries.order_by("-version"))


def _heads(sheets: Sequence[PitchingSheet]) -> dict[int, tuple[list[SeriesHead], int]]:
    """The series with games on each sheet, and the last column that has one, by sheet."""
    columns: dict[int, list[SheetColumn]] = defaultdict(list)
    heads_by_sheet: dict[int, tuple[list[SeriesHead], int]] = {
        sheet.pk: ([], sheet.begins_at - 1) for sheet in sheets
    }
    played = SheetColumn.objects.filter(sheet__in=sheets).exclude(
        status=SheetColumn.Status.TAKEN_BACK
    )
    for column in played.order_by("number"):
        columns[column.series_id].append(column)
        heads, last = heads_by_sheet[column.sheet_id]
        heads_by_sheet[column.sheet_id] = heads, max(last, column.number)
    signatures = {
        signature.series_id: signature
        for signature in Signature.objects.filter(
            series__sheet__in=sheets, reopened_at=None
        ).select_related("signed_by")
    }
    rows = SheetSeries.objects.filter(sheet__in=sheets).select_related("opponent")
    for series in rows.annotate(has_signer=has_signer()):
        games = columns[series.pk]
        if not games and not series.struck:
            continue
        complete = len(games) == series.length and all(
            column.status == SheetColumn.Status.PLAYED for column in games
        )
        signed = _signed(signatures.get(series.pk))
        by_computer = complete and not signed and not series.has_signer
        heads_by_sheet[series.sheet_id][0].append(
            SeriesHead(
                pk=series.pk,
                opponent_id=series.opponent_id,
                opponent=series.opponent.name,
                abbreviation=series.opponent.abbreviation,
                columns=tuple(
                    Head(
                        column.number,
                        column.status == SheetColumn.Status.SUSPENDED and not series.called_off,
                        bool(series.struck),
                    )
                    for column in games
                ),
                struck=series.get_struck_display() if series.struck else "",
                signed=COMPUTER if by_computer else signed,
                complete=complete,
                by_computer=by_computer,
            )
        )
    return heads_by_sheet


COMPUTER: Final = "the computer manager"
"""The signer for a club without a manager."""


def _signed(signature: Signature | None) -> str:
    if signature is None:
        return ""
    as_director = " (director)" if signature.as_director else ""
    return f"{signature.signed_by}{as_director}, {signature.signed_at:%-d %b %Y}"
