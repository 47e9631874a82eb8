"""A field of a rule edition: the value a preset gives it, its words, its bounds and its rules.

Fields are declared on frozen dataclasses as attributes, ``players: int = number(25, ...)``, so that
code reads them typed. Each is described by the same ``Option`` as the settings of a game system:
one form, one validation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any, Final

from config.refusals import Refusal
from games.engine.options import Option, Value

DESCRIPTION: Final = "option"


def number(value: int, label: str, help: str, *, least: int = 0, most: int, rules: str = "") -> int:
    """A whole number between ``least`` and ``most``; ``rules`` are catalog ids separated by
    spaces."""
    described = Option("", label, value, help, least=least, most=most, rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def flag(value: bool, label: str, help: str, *, rules: str = "") -> bool:
    described = Option("", label, value, help, rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def choice(
    value: str, label: str, help: str, choices: Mapping[str, str], *, rules: str = ""
) -> str:
    """One of ``choices``, which map each word to its meaning."""
    described = Option("", label, value, help, tuple(choices.items()), rules=rules.split())
    return field(default=value, metadata={DESCRIPTION: described})


def options(law: type[Any]) -> tuple[Option, ...]:
    return tuple(
        replace(law_field.metadata[DESCRIPTION], key=law_field.name) for law_field in fields(law)
    )


def problems(part: str, law: type[Any], values: Mapping[str, object]) -> list[Refusal]:
    """What is wrong with the values of one part, each by itself; places are ``part.field``.

    ``unknown-field`` for one that the part does not have, and what ``Option.problem`` refuses.
    """
    options_by_key = {option.key: option for option in options(law)}
    refusals = [
        Refusal(
            "unknown-field",
            f"There is no field {key!r} here; there are {', '.join(options_by_key)}.",
            f"{part}.{key}",
            {"known": list(options_by_key)},
        )
        for key in values
        if key not in options_by_key
    ]
    for key, value in values.items():
        problem = options_by_key[key].problem(value) if key in options_by_key else None
        if problem is not None:
            refusals.append(replace(problem, place=f"{part}.{key}"))
    return refusals


def values(part: Any) -> dict[str, Value]:
    return {option.key: getattr(part, option.key) for option in options(type(part))}
