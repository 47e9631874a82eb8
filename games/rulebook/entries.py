"""Values of the rulebook: books, their areas and parts, and rules with their handling.

A rule's handling says what the software is meant to do about it; `tested` says whether a test
proves it. The pages say of a rule without a test that it is not proven, rather than promise it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class Handling(StrEnum):
    """What the software does about a rule; `-optional` rules bind only where switched on."""

    ENFORCE = "enforce"
    ENFORCE_OPTIONAL = "enforce-optional"
    DETECT = "detect"
    ASSIST = "assist"
    ASSIST_OPTIONAL = "assist-optional"
    PEOPLE = "people"
    PEOPLE_OPTIONAL = "people-optional"
    ANNOUNCED = "announced"

    @property
    def wants_test(self) -> bool:
        """The software acts on its own here, so a test has to prove it."""
        return self in {Handling.ENFORCE, Handling.ENFORCE_OPTIONAL, Handling.DETECT}

    @property
    def wants_software(self) -> bool:
        return self.wants_test or self in {Handling.ASSIST, Handling.ASSIST_OPTIONAL}

    @property
    def label(self) -> str:
        return LABELS[self]

    @property
    def explanation(self) -> str:
        """One sentence for readers of the rulebook."""
        return EXPLANATIONS[self]


LABELS: Mapping[Handling, str] = {
    Handling.ENFORCE: "Enforced",
    Handling.ENFORCE_OPTIONAL: "Enforced when switched on",
    Handling.DETECT: "Detected",
    Handling.ASSIST: "Helped with",
    Handling.ASSIST_OPTIONAL: "Helped with when used",
    Handling.PEOPLE: "Left to people",
    Handling.PEOPLE_OPTIONAL: "Left to people when used",
    Handling.ANNOUNCED: "Announced",
}

EXPLANATIONS: Mapping[Handling, str] = {
    Handling.ENFORCE: "The software enforces this.",
    Handling.ENFORCE_OPTIONAL: (
        "An optional rule: the software enforces it in games that switch it on."
    ),
    Handling.DETECT: (
        "The software detects a likely breach and brings it to the people who decide."
    ),
    Handling.ASSIST: "The software helps with this, and people decide.",
    Handling.ASSIST_OPTIONAL: "Optional: the software helps where people want it, and they decide.",
    Handling.PEOPLE: "Left to the people at the table.",
    Handling.PEOPLE_OPTIONAL: "Optional, and left to the people at the table.",
    Handling.ANNOUNCED: "Announced by its publisher and not printed yet, so nothing can be played.",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words. Empty texts mean that there is nothing to say."""

    id: str
    book: str
    """The book's key."""
    part: str
    """The prefix of the book's part this rule belongs to; empty in a book without parts."""
    area: str
    """The area's key."""
    handling: Handling
    text: str
    resolution: str
    """Our reading where the document is silent, unclear or contradictory."""
    refused: str
    """The input that is refused, questioned or wrong under this rule."""
    charts: tuple[str, ...]
    """Charts, cards or forms that the rule needs and its document does not print."""
    tested: bool = False
    """Whether a test of the product names the rule."""

    @property
    def waiting(self) -> bool:
        """The software is meant to do something about it, but no test proves that it does."""
        return self.handling.wants_software and not self.tested

    @property
    def standing(self) -> str:
        """What the software does about it or does not do yet, in a sentence."""
        words = self.handling.explanation
        if self.waiting:
            return f"Not proven yet: no test shows it. Planned: {words[0].lower()}{words[1:]}"
        return f"{words} Tests prove it." if self.handling.wants_software else words


@dataclass(frozen=True, slots=True)
class Area:
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Part:
    """A set of rules inside a book, identified by the prefix of their ids."""

    prefix: str
    title: str


@dataclass(frozen=True, slots=True)
class Source:
    """The document whose rules the book restates. The author is empty where it names none."""

    title: str
    edition: str
    author: str


@dataclass(frozen=True)
class Book:
    key: str
    title: str
    description: str
    source: Source
    systems: tuple[str, ...]
    """Keys of the game systems that this book governs."""
    parts: tuple[Part, ...]
    areas: tuple[Area, ...]
    """The areas in reading order."""
    rules: tuple[Rule, ...] = field(repr=False)
    """The rules in the order of the document."""

    @cached_property
    def area_titles(self) -> Mapping[str, str]:
        return {area.key: area.title for area in self.areas}
