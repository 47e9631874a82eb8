"""The dice of a game system as faces to be drawn: see ``config.ui.dice``."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from config.ui.dice import SPOKEN, Face, card, pips, row, written
from games.engine.dice import SEPARATOR, Dice
from games.engine.system import System

ORDINARY = tuple("123456")

COLORS = {
    "white": "white",
    "colored": "red",
    "tens": "red",
    "ones": "white",
    "modifier": "green",
    "d20": "leather",
}
"""The colors of dice by their roles, as rulebooks propose them (S1.0a, DD-008)."""


@dataclass(frozen=True)
class Slot:
    """A die of a throw to be entered: its ``place`` in the throw, from 1, how it is called, its
    ``color`` (empty: none), its first and its last face, and what was ``typed`` and refused."""

    place: int
    label: str
    color: str
    first: str
    last: str
    typed: str = ""

    @property
    def letters(self) -> int:
        """The longest that a face of it is written."""
        return len(self.last)


def slots_of(dice: Dice, order: Sequence[str]) -> list[Slot]:
    """The dice of a throw in the order in which somebody reads them out. Of several with one role
    each has its number."""
    slots = []
    for place in dice.places(order):
        role = dice.roles[place] if dice.roles else ""
        label = role.capitalize() if role else f"Die {place + 1}"
        if dice.roles.count(role) > 1:
            label += f" {dice.roles[: place + 1].count(role)}"
        last = dice.faces[dice.sides[place] - 1]
        slots.append(Slot(place + 1, label, COLORS.get(role, ""), dice.faces[0], last))
    return slots


def roles_of(system: System) -> tuple[str, ...]:
    """The roles of dice of a system, as its largest throws have them; empty where the order of dice
    changes nothing."""
    thrown = sorted((dice for dice in system.dice if dice.has_roles), key=lambda dice: -dice.count)
    return tuple(dict.fromkeys(role for dice in thrown for role in dice.roles))


def order_from(system: System, kept: Sequence[str]) -> tuple[str, ...]:
    """The roles of a system in the order that somebody chose, as far as it is one."""
    roles = roles_of(system)
    return tuple(kept) if sorted(kept) == sorted(roles) else roles


def faces_of(dice: Dice) -> tuple[Face, ...]:
    """The faces of a throw's dice, lowest first (all dice of a throw have the same ones)."""
    if max(dice.sides) > len(ORDINARY):
        return tuple(map(written, dice.faces))
    return tuple(_face(word, ordinary=is_ordinary(dice)) for word in dice.faces)


def is_ordinary(dice: Dice) -> bool:
    """Whether the dice have pips."""
    return dice.faces == ORDINARY[: len(dice.faces)] and max(dice.sides) <= len(ORDINARY)


def has_pips(system: System) -> bool:
    """Whether a number alone tells a game's die: where d20s are thrown too, a 4 may be on any, and
    every face is drawn as its number."""
    return all(max(dice.sides) <= len(ORDINARY) for dice in system.dice)


def throw(system: System, word: str) -> SafeString:
    """A throw as it is written in a transcript, drawn."""
    if not has_pips(system):
        return row([written(part) for part in word.split(SEPARATOR)])
    ordinary = not any(
        dice.count == word.count(SEPARATOR) + 1 and not is_ordinary(dice) for dice in system.dice
    )
    return row([_face(part, ordinary=ordinary) for part in word.split(SEPARATOR)])


def throws(system: System, words: str) -> list[SafeString]:
    """Every throw of one play, drawn."""
    return [throw(system, word) for word in words.split()]


def face_of(word: str) -> Face:
    """A face of one die by its word."""
    return _face(word, ordinary=True)


def _face(word: str, *, ordinary: bool) -> Face:
    if ordinary and word in ORDINARY:
        return pips(word)
    return card(word) if word in SPOKEN else written(word)
