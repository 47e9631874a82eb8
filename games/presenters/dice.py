"""The dice of a game system as faces to be drawn: see ``config.ui.dice``."""

from django.utils.safestring import SafeString

from config.ui.dice import SPOKEN, Face, card, pips, row, written
from games.engine.dice import SEPARATOR, Dice
from games.engine.system import System

ORDINARY = tuple("123456")


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
