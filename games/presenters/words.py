"""Game systems and their settings in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from games.card_games.registry import card_game
from games.engine.decisions import Choice, Decision
from games.engine.dice import Dice
from games.engine.folds.people import People
from games.engine.options import Option, Settings, Value
from games.engine.system import System

RUNNER_ON = re.compile(r"\b[Tt]he runner on (first|second|third)\b")
RUNNERS = re.compile(r"\brunners?\b|\bsteals?\b")


def option_facts(system: System, settings: Settings) -> list[tuple[str, str]]:
    """Every option of a system with its value, as people say them."""
    return [
        (option.label, value_in_words(option, option.value_in(settings)))
        for option in system.options
    ]


@dataclass(frozen=True)
class HouseRule:
    """A setting that differs from the book: its option, what it is called, its value here and as
    usual, and the ids of the rules it is about."""

    key: str
    label: str
    value: str
    usual: str
    rules: tuple[str, ...]


def house_rules(system: System, settings: Settings) -> list[HouseRule]:
    """Everything in which settings differ from the game system's own (T0.01)."""
    return [
        HouseRule(
            option.key,
            option.label,
            value_in_words(option, option.value_in(settings)),
            value_in_words(option, option.default),
            tuple(option.rules),
        )
        for option in system.options
        if option.value_in(settings) != option.default
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


def answers_in_words(decision: Decision) -> list[tuple[str, str]]:
    """What a decision may be answered and what that means, the usual answer first; numbers that
    follow each other, and words that say it themselves, stand in one row."""
    rows = []
    for kind, group in groupby(decision.choices, key=_kind_of_choice):
        choices = list(group)
        if kind == "number" and len(choices) > 2:
            first, last = choices[0], choices[-1]
            rows.append((f"{first.key} … {last.key}", f"{first.label} to {last.key}"))
        elif kind == "word":
            rows.append((" ".join(choice.key for choice in choices), ""))
        else:
            rows += [(choice.key, choice.label) for choice in choices]
    return rows


def choice_in_words(
    system: System, decision: Decision, choice: Choice, side: int, people: People | None
) -> str:
    """What a choice says to a side: its label, or whom it means where the people are known."""
    game = card_game(system)
    said = None
    if game is not None and people is not None:
        said = game.choice_in_words(decision, choice, side, people)
    return choice.label if said is None else said


def with_runners(said: str, runners: Mapping[str, str], *, else_all: bool = False) -> str:
    """What is said of the runner on a base, with his name, by the names of the bases; with
    ``else_all`` a question about runners whose bases it does not name is followed by all of
    them."""
    named = RUNNER_ON.sub(lambda found: runners.get(found[1], found[0]), said)
    if not (else_all and runners and named == said and RUNNERS.search(said)):
        return named
    who = [f"{name} on {base}" for base, name in runners.items()]
    return f"{said} ({', '.join(who)})"


def _kind_of_choice(choice: Choice) -> str:
    """A number that its label ends with, a word that is its own label, or anything else."""
    if choice.key.isdigit() and choice.label.endswith(choice.key):
        return "number"
    return "word" if choice.key == choice.label else "else"


def dice_in_words(dice: Dice) -> str:
    """``one die``, ``3 dice``, ``d20``, ``d20 and 3 dice``: an ordinary die has six sides."""
    found = []
    for sides, group in groupby(dice.sides):
        count = len(list(group))
        if sides != 6:
            found.append(f"d{sides}" if count == 1 else f"{count} d{sides}")
        else:
            found.append("one die" if count == 1 else f"{count} dice")
    return " and ".join(found)
