"""Everything the page of a sheet shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pitching.models import ColumnEntry, PitchingSheet, SheetColumn, SheetSeries, Signature
from pitching.rules.breaches import Appearance, Breach
from pitching.rules.columns import STANDS
from pitching.rules.eligibility import Outlook
from pitching.rules.laws import LawOfPitching, outlook
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.selectors.sheets import current_outings, open_violations, sheet_values
from pitching.selectors.staff import pitchers_of, squad_of

GAMES_AHEAD = 3


@dataclass(frozen=True)
class Head:
    """A game's column: its number and, of a game that waits to be finished, that."""

    number: int
    suspended: bool
    struck: bool


@dataclass(frozen=True)
class SeriesHead:
    """A series above its columns: whom it was played against, and whether it is signed."""

    pk: int
    opponent: str
    abbreviation: str
    columns: tuple[Head, ...]
    struck: str
    signed: str
    complete: bool


@dataclass(frozen=True)
class Line:
    """What stands on the sheet: an outing with its footnote and the paragraphs it broke."""

    pitcher: int
    column: int
    outs: int
    started: bool
    footnote: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class WholeSheet:
    """A sheet, what the law reads on it, and the staff's answers: first the games that wait to be
    finished, then the next ones."""

    sheet: PitchingSheet
    law: LawOfPitching
    value: Sheet
    staff: tuple[Pitcher, ...]
    ahead: tuple[int, ...]
    outlooks: tuple[Outlook, ...]
    series: tuple[SeriesHead, ...]
    lines: tuple[Line, ...]
    others: Mapping[int, str]
    """Names of men who pitched and are no pitchers of the squad."""

    def after(self, pitcher: Pitcher, outs: int, started: bool) -> Outlook:
        """What if he pitches that much in the next game: his answers for those that wait, and for
        the games after it."""
        tonight = self.tonight
        column, columns = tonight, list(self.waiting)
        for _ in range(GAMES_AHEAD):
            column = self.value.column_after(column)
            columns.append(column)
        tried = self.value.with_outings([Outing(pitcher.key, tonight, outs, started)])
        return outlook(self.law, tried, [pitcher], columns)[0]

    def against_law(self, pitcher: Pitcher, outs: int, started: bool) -> tuple[Breach, ...]:
        """What would be against the law if he pitched that much in the next game."""
        outing = Outing(pitcher.key, self.tonight, outs, started)
        staff = {man.key: man for man in self.staff}
        return self.law.breaches(self.value, staff, self.tonight, [Appearance(outing)])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The games that wait to be finished."""
        return tuple(sorted(self.value.suspended))

    @property
    def tonight(self) -> int:
        """The next game."""
        return self.ahead[len(self.waiting)]


def whole_sheet(sheet: PitchingSheet) -> WholeSheet:
    """The sheet with everything that stands on it."""
    value, law = sheet_values([sheet])[sheet.pk], sheet.its_law
    cards = squad_of(sheet)
    staff = pitchers_of(cards, cards[0].card_set.system_key) if cards else []
    rules: dict[tuple[int, int], list[str]] = defaultdict(list)
    for violation in open_violations([sheet.pk]):
        rules[violation.card_id, violation.entry.column.number].append(violation.rule)
    lines: list[Line] = []
    others: dict[int, str] = {}
    there = {pitcher.key for pitcher in staff}
    outings = current_outings([sheet.pk]).select_related("card", "entry__column")
    for outing in outings.order_by("entry__column__number", "place"):
        key, column = outing.card_id or STANDS, outing.entry.column.number
        if key not in there:
            others[key] = outing.card.name if outing.card else "A man from the stands"
        lines.append(
            Line(
                key,
                column,
                outing.outs,
                outing.started,
                outing.footnote,
                tuple(rules[key, column]),
            )
        )
    series, last = _heads(sheet)
    column = last
    ahead = sorted(value.suspended)
    for _ in range(GAMES_AHEAD):
        column = value.column_after(column)
        ahead.append(column)
    return WholeSheet(
        sheet,
        law,
        value,
        tuple(staff),
        tuple(ahead),
        outlook(law, value, staff, ahead),
        tuple(series),
        tuple(lines),
        others,
    )


def history_of(column: SheetColumn) -> list[ColumnEntry]:
    """Every writing of a column, the latest first."""
    entries = column.entries.select_related("entered_by").prefetch_related("outings__card")
    return list(entries.order_by("-version"))


def _heads(sheet: PitchingSheet) -> tuple[list[SeriesHead], int]:
    """The series with games on the sheet, and the last column that has one."""
    columns: dict[int, list[SheetColumn]] = defaultdict(list)
    played = SheetColumn.objects.filter(sheet=sheet).exclude(status=SheetColumn.Status.TAKEN_BACK)
    last = sheet.begins_at - 1
    for column in played.order_by("number"):
        columns[column.series_id].append(column)
        last = max(last, column.number)
    signatures = {
        each.series_id: each
        for each in Signature.objects.filter(series__sheet=sheet, reopened_at=None).select_related(
            "signed_by"
        )
    }
    found = []
    for series in SheetSeries.objects.filter(sheet=sheet).select_related("opponent"):
        games = columns[series.pk]
        if not games and not series.struck:
            continue
        found.append(
            SeriesHead(
                pk=series.pk,
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
                signed=_signed(signatures.get(series.pk)),
                complete=len(games) == series.length
                and all(column.status == SheetColumn.Status.PLAYED for column in games),
            )
        )
    return found, last


def _signed(signature: Signature | None) -> str:
    if signature is None:
        return ""
    as_director = " (director)" if signature.as_director else ""
    return f"{signature.signed_by}{as_director}, {signature.signed_at:%-d %b %Y}"
