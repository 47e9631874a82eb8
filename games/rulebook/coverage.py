"""How much of the rulebook the tests prove: by book, part and area."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rulebook.entries import Book, Rule


@dataclass(frozen=True, slots=True)
class Tally:
    """The rules of a part of the rulebook that need a test, tested and missing."""

    title: str
    tested: tuple[Rule, ...]
    missing: tuple[Rule, ...]

    @property
    def total(self) -> int:
        return len(self.tested) + len(self.missing)

    @property
    def percent(self) -> float:
        """The tested percentage; 100 where no rule needs a test."""
        return 100 * len(self.tested) / self.total if self.total else 100.0


@dataclass(frozen=True, slots=True)
class BookCoverage:
    book: Book
    whole: Tally
    areas: Mapping[tuple[str, str], Tally]
    """By part prefix (empty in a book without parts) and area key; only where tests are wanted."""


def coverage(book: Book, tested: Iterable[str]) -> BookCoverage:
    """The coverage of the book's enforced and detected rules by the ids in `tested`."""
    proven = frozenset(tested)
    wanted = [rule for rule in book.rules if rule.handling.wants_test]
    areas = {
        (part, area.key): tally
        for part in [part.prefix for part in book.parts] or [""]
        for area in book.areas
        if (
            tally := _tally(
                area.title,
                [rule for rule in wanted if rule.part == part and rule.area == area.key],
                proven,
            )
        ).total
    }
    return BookCoverage(book, _tally(book.title, wanted, proven), areas)


def _tally(title: str, rules: list[Rule], proven: frozenset[str]) -> Tally:
    return Tally(
        title,
        tested=tuple(rule for rule in rules if rule.id in proven),
        missing=tuple(rule for rule in rules if rule.id not in proven),
    )
