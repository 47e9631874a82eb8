"""A field of a rule edition: the value a preset gives it, its words, its bounds and its rules.

Fields are declared on frozen dataclasses as attributes, ``players: int = number(25, ...)``,
so that law reads them typed. What describes a field is the ``Option`` that also describes the
settings of a game system: one form, one validation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any, Final

from config.refusals import Refusal
from games.engine.options import Option, Value

DESCRIPTION: Final = "option"


def number(value: int, label: str, help: str, *, least: int = 0, most: int, rules: str = "") -> int:
    """A whole number between ``least`` and ``most``; ``rules`` are catalogue ids by spaces."""
    described = Option("", label, value, help, least=least, most=most, rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def flag(value: bool, label: str, help: str, *, rules: str = "") -> bool:
    """Yes or no."""
    described = Option("", label, value, help, rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def choice(
    value: str, label: str, help: str, choices: Mapping[str, str], *, rules: str = ""
) -> str:
    """One of ``choices``, which say what each word means."""
    described = Option("", label, value, help, tuple(choices.items()), rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def options(law: type[Any]) -> tuple[Option, ...]:
    """The fields of a part of the law in the order in which they are declared."""
    return tuple(replace(each.metadata[DESCRIPTION], key=each.name) for each in fields(law))


def problems(part: str, law: type[Any], values: Mapping[str, object]) -> list[Refusal]:
    """What is wrong with the values of one part, each by itself; places are ``part.field``.

    ``unknown-field`` for one that the part does not have, and what ``Option.problem`` refuses.
    """
    known = {option.key: option for option in options(law)}
    found = [
        Refusal(
            "unknown-field",
            f"There is no field {key!r} here; there are {', '.join(known)}.",
            f"{part}.{key}",
            {"known": list(known)},
        )
        for key in values
        if key not in known
    ]
    for key, value in values.items():
        problem = known[key].problem(value) if key in known else None
        if problem is not None:
            found.append(replace(problem, place=f"{part}.{key}"))
    return found


def values(part: Any) -> dict[str, Value]:
    """The values of one part by field."""
    return {option.key: getattr(part, option.key) for option in options(type(part))}
