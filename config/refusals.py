"""Refusals: the one way in which this product says no.

A refusal is a value: a stable code for programs, a sentence for people, the place where the fault
lies and the facts used. Where several things are wrong at once, all of them are returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


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

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


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
