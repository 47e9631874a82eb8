"""Options: the settings of a game system, each with a type, a default and a help sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal, refuse_all

Value = bool | int | str
Settings = Mapping[str, Value]
"""Every option of a system by key, verified: the settings of a game."""


@dataclass(frozen=True)
class Option:
    """One setting. The type is that of ``default``: boolean, integer or one of ``choices``.

    ``choices`` pairs each allowed word with its meaning; ``least`` and ``most`` bound a number.
    ``rules`` are the rulebook paragraphs that the option decides. A ``stored`` option is the id of
    a stored object, which must exist unless it is the default. ``before`` is the value for settings
    frozen before the option existed; None: the default.
    """

    key: str
    label: str
    default: Value
    help: str
    choices: Sequence[tuple[str, str]] = ()
    least: int = 0
    most: int = 0
    rules: Sequence[str] = ()
    stored: bool = False
    before: Value | None = None

    def value_in(self, settings: Settings) -> Value:
        """The option's value in settings, including those frozen before it existed."""
        return settings.get(self.key, self.default if self.before is None else self.before)

    @property
    def kind(self) -> str:
        """``boolean``, ``integer`` or ``choice``."""
        if isinstance(self.default, bool):
            return "boolean"
        return "integer" if isinstance(self.default, int) else "choice"

    def problem(self, value: object) -> Refusal | None:
        """The refusal of ``value`` for this option, or None."""
        place = f"options.{self.key}"
        if self.kind == "boolean":
            if not isinstance(value, bool):
                return Refusal("option-not-boolean", f"{self.label} is yes or no.", place)
        elif self.kind == "integer":
            if isinstance(value, bool) or not isinstance(value, int):
                return Refusal("option-not-a-number", f"{self.label} is a whole number.", place)
            if not self.least <= value <= self.most:
                return Refusal(
                    "option-out-of-range",
                    f"{self.label} lies between {self.least} and {self.most}, not {value}.",
                    place,
                    {"least": self.least, "most": self.most, "given": value},
                )
        elif value not in [word for word, _ in self.choices]:
            return Refusal(
                "option-not-offered",
                f"{self.label} is one of {', '.join(word for word, _ in self.choices)}, "
                f"not {value!r}.",
                place,
                {"choices": [word for word, _ in self.choices], "given": str(value)},
            )
        return None


def complete_settings(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values: those given, verified, and the defaults of the others.

    Refused with all problems at once: an unknown option, a value of the wrong type, out of range or
    not offered.
    """
    known = {option.key: option for option in options}
    refusals = [
        Refusal(
            "unknown-option",
            f"There is no option {key!r}; there are {', '.join(known)}.",
            f"options.{key}",
            {"known": list(known)},
        )
        for key in given
        if key not in known
    ]
    settled: dict[str, Value] = {}
    for key, option in known.items():
        value = given.get(key, option.default)
        problem = option.problem(value)
        if problem is not None:
            refusals.append(problem)
        elif isinstance(value, bool | int | str):
            settled[key] = value
    refuse_all(refusals)
    return settled
