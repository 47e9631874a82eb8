"""Refusals: the one way in which this product says no.

A refusal is a value: a stable code for programs, a sentence for people, the place where the fault
lies and the facts used. Where several things are wrong at once, all of them are returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# What a form carries along, and what only holds other fields together: no page shows the name.
_UNSEEN = frozenset({"act", "after", "against", "entrant", "key", "meant", "rolls", "values"})
_BY_KEY = re.compile(r"card:(?!line )\S+|series \d+, |(?:entrant|park|series) \d+")
"""Places that name a thing by the number or the key under which only the house knows it."""

_WORDS = {
    "dh": "designated hitter",
    "faces": "roll",
    "lineup": "line-up",
    "lob": "left on base",
    "own": "the house's own rules",
    "q": "search",
    "slug": "address",
}
_MACHINES = re.compile(r"[A-Za-z_][\w-]*(?: \d+)?(?:[.:][\w -]+)*")
"""``stage 3.games``, ``batting:12:H``: a path of fields, and no sentence or name."""

_FILE = re.compile(r"[\w-]+\.(?:csv|json|txt|zip)")


@dataclass(frozen=True)
class Refusal:
    """One reason why something is not accepted.

    ``code`` is kebab-case and part of the public vocabulary; ``message`` is a whole sentence;
    ``place`` says where in the input the fault lies ("entry 12", "options.innings"); ``facts``
    are the plain values the judgement rests on.
    """

    code: str
    message: str
    place: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """Its place as people read it; empty where nothing that they see has that name."""
        return place_in_words(self.place)

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class Refused(Exception):  # noqa: N818 - the house word; a refusal is an answer, not an accident
    """Raised when input is not accepted; carries one or more refusals in ``refusals``."""

    def __init__(self, *refusals: Refusal) -> None:
        if not refusals:
            raise ValueError("a Refused needs at least one refusal")
        super().__init__("; ".join(str(refusal) for refusal in refusals))
        self.refusals: tuple[Refusal, ...] = refusals

    @property
    def code(self) -> str:
        """The code of the first refusal."""
        return self.refusals[0].code


def place_in_words(place: str) -> str:
    """A place for people: ``stage 3.games`` is "stage 3, games", and what stands for something by a
    key that no page shows is left out."""
    seen = _BY_KEY.sub("", place)
    if _FILE.fullmatch(seen):
        return seen
    if not _MACHINES.fullmatch(seen):
        return seen.replace(":", ", ")
    first, *rest = re.split(r"[.:]|-(?=\d)", seen)
    if first in _UNSEEN:
        return ", ".join(_in_words(part) for part in rest if not part.isdigit())
    said = _in_words(first)
    for part in rest:
        said += f" {part}" if part.isdigit() else f", {_in_words(part)}"
    return said


def _in_words(part: str) -> str:
    return _WORDS.get(part, part.replace("_", " "))


def refuse_all(refusals: Iterable[Refusal]) -> None:
    """Raise ``Refused`` with every refusal given; do nothing when there are none."""
    found = tuple(refusals)
    if found:
        raise Refused(*found)


def envelope(refusals: Sequence[Refusal]) -> dict[str, Any]:
    """The body of an answer to a program that says no: the first refusal, and all of them."""
    return {
        "error": {
            "code": refusals[0].code,
            "message": refusals[0].message,
            "refusals": plain_refusals(refusals),
        }
    }


def plain_refusals(refusals: Iterable[Refusal]) -> list[dict[str, Any]]:
    """The refusals in plain values, for programs and for keeping."""
    return [
        {
            "code": refusal.code,
            "message": refusal.message,
            "place": refusal.place,
            "facts": dict(refusal.facts),
        }
        for refusal in refusals
    ]


_UNWRITABLE = re.compile(
    # Control characters but for tab and line ends, line ends that no editor shows, surrogates.
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
)


def text_problem(text: str, place: str = "") -> Refusal | None:
    """``illegal-character`` for what can be neither stored nor sent."""
    found = _UNWRITABLE.search(text)
    if found is None:
        return None
    character = f"U+{ord(found.group()):04X}"
    return Refusal(
        "illegal-character",
        f"The text holds {character}, which no text here may.",
        place,
        {"character": character},
    )
