"""Names on a sheet, matched to the cards of a set and to parks.

A name is matched and never guessed: a row that could mean two players, or none, is refused with
those who could be meant, and the person who sent it says which.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Protocol, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from config.spreadsheets import decode_table, read_as, read_table
from rosters.models import Card, CardSet
from rosters.rules.parks import Pick as Park

LONGEST_SHEET = 400_000
MOST_ROWS = 2_000
"""Thirty clubs of sixty players and a park each, and some to spare."""
MOST_GUESSED = 100
"""Different unknown names for which a sheet is told whom they could mean."""
LONGEST_GUESSED = 120
"""Characters of such a name: no card's is longer."""
MOST_LIKELY = 40
"""Names that have the most pairs of letters of an unknown one, and are held against it."""
MOST_MEANT = 5


class Row(Protocol):
    """A row that names somebody or something."""

    @property
    def number(self) -> int:
        """Its number on the sheet, the names of the columns being row 1."""
        ...

    @property
    def text(self) -> str:
        """The name as it is written."""
        ...

    @property
    def place(self) -> str:
        """Where it stands."""
        ...


def posted_sheet(
    request: HttpRequest, typed: str = "sheet", most: int = LONGEST_SHEET
) -> tuple[str, str]:
    """The text that a page was sent, in the field ``typed`` or as a file, of which ``most`` bytes
    and one are read; and how the file was read (``read_as``). Refused as by ``decode_table``."""
    brought = request.FILES.get("file")
    if isinstance(brought, UploadedFile):
        brought.seek(0)
        data = brought.read(most + 1)
        return decode_table(data), read_as(data)
    return request.POST.get(typed, ""), ""


def read_rows(text: str, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a spreadsheet with these columns, separated by commas, semicolons or tabs; empty
    ones are passed over.

    Refused: ``sheet-empty``, ``sheet-too-long``, and as ``read_table`` refuses.
    """
    if len(text) > LONGEST_SHEET:
        raise Refused(Refusal("sheet-too-long", "This is more than an event has.", "sheet"))
    if not text.strip("\ufeff \r\n\t"):
        raise Refused(Refusal("sheet-empty", "There is nothing in the sheet.", "sheet"))
    found = 0
    rows = read_table(
        text, known=columns, needed=columns, place=lambda line, number: f"row {number}"
    )
    for row in rows:
        cells = {name: row.cells[name].strip() for name in columns}
        if any(cells.values()):
            found += 1
            if found > MOST_ROWS:
                said = f"A sheet has up to {MOST_ROWS} rows."
                raise Refused(Refusal("sheet-too-long", said, f"row {row.number}"))
            yield row.number, cells
    if not found:
        raise Refused(Refusal("sheet-empty", "There is nothing in the sheet.", "sheet"))


Match = tuple[int | None, Park | None, Refusal | None]
"""The card or park that a row means, or why that is not known."""


@dataclass(frozen=True)
class Names:
    """The cards of a set by name and by key, and the parks that could be meant beside them."""

    people: Mapping[str, Sequence[Card]]
    parks: Mapping[str, Park]
    guessed: dict[str, list[Card]] = field(default_factory=dict, compare=False)
    where: str = "the pool"

    def name(self, card: int | None) -> str:
        """The name on a card; empty for a card that is not here."""
        found = (each.name for cards in self.people.values() for each in cards if each.pk == card)
        return next(found, "")

    def match(self, row: Row, meant: Mapping[int, int]) -> Match:
        """The card or park that a row means, or why that is not known: ``name-doubtful``,
        ``name-unknown``. ``meant`` settles doubts: by row the card."""
        if row.number in meant:
            return meant[row.number], None, None
        text = _folded(row.text)
        last, comma, first = text.partition(", ")
        if comma and text not in self.people and text not in self.parks:
            text = f"{first} {last}"
        cards = self.people.get(text, ())
        park = self.parks.get(text)
        if len(cards) == 1 and park is None:
            return cards[0].pk, None, None
        if park is not None and not cards:
            return None, park, None
        close = cards or self._close(text)
        could = list(dict.fromkeys((card.pk, _card_in_words(card)) for card in close))[:MOST_MEANT]
        facts = {"row": row.number, "name": row.text, "meant": [list(each) for each in could]}
        told = " or ".join(told for _, told in could)
        if cards or park is not None:
            said = f"{row.text[:60]!r} may be {told}."
            return None, None, Refusal("name-doubtful", said, row.place, facts)
        said = f"Nobody in {self.where} is called {row.text[:60]!r}."
        if could:
            said += f" Is it {told}?"
        return None, None, Refusal("name-unknown", said, row.place, facts)

    def _close(self, text: str) -> list[Card]:
        if text not in self.guessed:
            if len(self.guessed) == MOST_GUESSED or len(text) > LONGEST_GUESSED:
                return []
            shared = Counter(name for pair in _pairs(text) for name in self._by_pair.get(pair, ()))
            likely = [name for name, _ in shared.most_common(MOST_LIKELY)]
            self.guessed[text] = [
                card
                for name in get_close_matches(text, likely, MOST_MEANT, 0.72)
                for card in self.people[name]
            ]
        return self.guessed[text]

    @cached_property
    def _by_pair(self) -> Mapping[str, Sequence[str]]:
        """The names that have each pair of letters."""
        found: dict[str, list[str]] = {}
        for name in self.people:
            for pair in _pairs(name):
                found.setdefault(pair, []).append(name)
        return found


def names_of(card_set: CardSet, parks: Iterable[Park]) -> Names:
    """What may stand on a sheet of an event with these cards and parks."""
    cards = card_set.cards.only("name", "key", "year", "teams", "positions", "card_set")
    return Names(_by_name(cards), {_folded(park.name): park for park in parks})


def names_among(cards: Iterable[Card], where: str) -> Names:
    """The names of these cards; ``where`` they are, in words."""
    return Names(_by_name(cards), {}, where=where)


def _by_name(cards: Iterable[Card]) -> dict[str, list[Card]]:
    people: dict[str, list[Card]] = {}
    for card in cards:
        for text in {_folded(card.name), _folded(card.key)}:
            people.setdefault(text, []).append(card)
    return people


def _pairs(text: str) -> set[str]:
    """The pairs of letters that follow each other."""
    return {text[at : at + 2] for at in range(len(text) - 1)}


def _folded(name: str) -> str:
    """A name as it is compared: whatever its case and blanks, its accents composed."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def _card_in_words(card: Card) -> str:
    return f"{card.name} ({card.year}, {'/'.join(card.teams)}, {card.positions.upper()})"


def doubled(rows: Sequence[tuple[Row, int]]) -> list[Refusal]:
    """``name-doubled`` for every card that an earlier row has."""
    first: dict[int, Row] = {}
    found = []
    for row, card in rows:
        if card in first:
            found.append(
                Refusal(
                    "name-doubled",
                    f"{row.text[:60]!r} is in {first[card].place} already.",
                    row.place,
                )
            )
        first.setdefault(card, row)
    return found


@dataclass(frozen=True)
class Doubt:
    """A row of a sheet of which the sender says who is meant: the name as it is written there,
    those who could be, by card, and the card that was chosen."""

    row: int
    text: str
    question: str
    could: Sequence[tuple[int, str]]
    chosen: int | None = None

    @property
    def name(self) -> str:
        """The form's field."""
        return f"row-{self.row}"

    @property
    def stored(self) -> str:
        """The question as the form sends it along, so that an answer counts for that name alone,
        and a choice can be made otherwise."""
        return json.dumps([self.text, self.question, [list(each) for each in self.could]])


def doubts_of(
    refusals: Iterable[Refusal], posted: Mapping[str, object], rows: Iterable[Row]
) -> list[Doubt]:
    """The doubts that an answer would settle, and those that one has settled before, by row: where
    the sheet was refused for something else, the answers stay and can be changed."""
    names = {row.number: row.text for row in rows}
    found = {
        row: doubt
        for row, doubt in _answered_doubts(posted).items()
        # Of a sheet that could not be read, all answers are kept.
        if not names or names.get(row) == doubt.text
    }
    for each in refusals:
        if each.facts.get("meant"):
            row = int(str(each.facts["row"]))
            could = cast("list[list[Any]]", each.facts["meant"])
            found[row] = Doubt(
                row,
                str(each.facts["name"]),
                f"{each.where}: {each.message}",
                [(card, words) for card, words in could],
            )
    return [found[row] for row in sorted(found)]


def answered(posted: Mapping[str, object], rows: Iterable[Row]) -> dict[int, int]:
    """The card that the sender of a form says is meant, by row, as far as the row still has the
    name that was asked about."""
    doubts = _answered_doubts(posted)
    return {
        row.number: doubt.chosen
        for row in rows
        if (doubt := doubts.get(row.number)) is not None
        and doubt.chosen is not None
        and doubt.text == row.text
    }


def _answered_doubts(posted: Mapping[str, object]) -> dict[int, Doubt]:
    """The answered doubts that a form sent along, by row; what is no number is no answer."""
    found = {}
    for key, value in posted.items():
        name, _, number = key.partition("-")
        row, card = whole_number(number, most=999_999), whole_number(str(value))
        if name != "row" or row is None or card is None:
            continue
        try:
            text, question, could = json.loads(str(posted.get(f"asked-{row}", "")))
            read = [(int(card), str(words)[:200]) for card, words in could[:MOST_MEANT]]
        except (ValueError, TypeError, RecursionError):
            continue
        found[row] = Doubt(row, str(text), str(question)[:300], read, card)
    return found
