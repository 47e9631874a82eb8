"""Game systems and their settings in words."""

from games.engine.options import Option, Settings, Value
from games.engine.system import System


def option_facts(system: System, settings: Settings) -> list[tuple[str, str]]:
    """Every option of a system with its value, as people say them."""
    return [
        (option.label, value_in_words(option, settings.get(option.key, option.default)))
        for option in system.options
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
