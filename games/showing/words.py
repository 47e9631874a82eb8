"""Game systems and their settings in words."""

from dataclasses import dataclass

from games.engine.options import Option, Settings, Value
from games.engine.system import System


def option_facts(system: System, settings: Settings) -> list[tuple[str, str]]:
    """Every option of a system with its value, as people say them."""
    return [
        (option.label, value_in_words(option, settings.get(option.key, option.default)))
        for option in system.options
    ]


@dataclass(frozen=True)
class HouseRule:
    """A setting that differs from the book: what it is called, its value here and as usual, and the
    ids of the rules it is about."""

    label: str
    value: str
    usual: str
    rules: tuple[str, ...]


def house_rules(system: System, settings: Settings) -> list[HouseRule]:
    """Everything in which settings differ from the game system's own (T0.01)."""
    return [
        HouseRule(
            option.label,
            value_in_words(option, settings[option.key]),
            value_in_words(option, option.default),
            tuple(option.rules),
        )
        for option in system.options
        if settings.get(option.key, option.default) != option.default
    ]


def value_in_words(option: Option, value: Value) -> str:
    """Yes, 9, or what a choice means."""
    if option.kind == "boolean":
        return "Yes" if value else "No"
    return dict(option.choices).get(str(value), str(value))


def range_in_words(option: Option) -> str:
    """What an option may be."""
    if option.kind == "boolean":
        return "yes or no"
    if option.kind == "integer":
        return f"{option.least} to {option.most}"
    return "; ".join(f"{word}: {meaning}" for word, meaning in option.choices)
