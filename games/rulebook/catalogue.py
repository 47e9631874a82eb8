"""The rulebook as plain values: every book and rule, found by key, id or words.

Read once from `data/` and cached: the files belong to the product and change only with it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from games.rulebook.entries import Area, Book, Handling, Part, Rule, Source
from games.rulebook.loader import load

__all__ = [
    "Area",
    "Book",
    "Handling",
    "Part",
    "Rule",
    "Source",
    "book",
    "book_for_system",
    "books",
    "rule",
    "search",
]

DATA: Final = Path(__file__).parent / "data"


@cache
def books() -> tuple[Book, ...]:
    """Every book, in display order."""
    return load(DATA)


def book(key: str) -> Book:
    """Raises KeyError."""
    return _books_by_key()[key]


def book_for_system(system: str) -> Book | None:
    return next((book for book in books() if system in book.systems), None)


def rule(id: str) -> Rule:
    """Raises KeyError."""
    return _rules_by_id()[id]


def search(
    text: str = "",
    *,
    book: str | None = None,
    part: str | None = None,
    area: str | None = None,
    handling: Handling | str | None = None,
) -> tuple[Rule, ...]:
    """The rules that contain every word of `text` and match each filter.

    Words are searched in a rule's id, texts, charts and area title, ignoring case. A rule whose id
    is
    the text comes first; otherwise the order is that of the books.
    """
    words = text.casefold().split()
    haystacks = _haystacks()
    rules = [
        rule
        for shelf_ in books()
        if book is None or shelf_.key == book
        for rule in shelf_.rules
        if (part is None or rule.part == part)
        and (area is None or rule.area == area)
        and (handling is None or rule.handling == handling)
        and all(word in haystacks[rule.id] for word in words)
    ]
    wanted_id = text.strip().casefold()
    rules.sort(key=lambda rule: rule.id.casefold() != wanted_id)
    return tuple(rules)


@cache
def _books_by_key() -> Mapping[str, Book]:
    return {book.key: book for book in books()}


@cache
def _rules_by_id() -> Mapping[str, Rule]:
    return {rule.id: rule for book in books() for rule in book.rules}


@cache
def _haystacks() -> Mapping[str, str]:
    return {
        rule.id: "\n".join(
            (
                rule.id,
                rule.text,
                rule.resolution,
                rule.refused,
                *rule.charts,
                book.area_titles[rule.area],
            )
        ).casefold()
        for book in books()
        for rule in book.rules
    }
