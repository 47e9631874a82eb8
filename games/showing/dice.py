"""Dice drawn as SVG: a throw is a row of faces, each a symbol of ``games/_dice.html``.

A page includes the symbols once and uses them in a hundred throws, which keeps a play-by-play with
five dice a batter small.
"""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.dice import SEPARATOR, Dice
from games.engine.system import System

ORDINARY = tuple("123456")
SPOKEN = {"9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
BLANK = "die-blank"
"""A face without a symbol of its own: its word is written on it."""
SIZE = 24
STEP = 27


@dataclass(frozen=True)
class Face:
    """A face of a die: the word in a transcript, its symbol, and how it is said."""

    word: str
    symbol: str
    said: str


def faces_of(dice: Dice) -> tuple[Face, ...]:
    """The faces of a throw's dice, lowest first (all dice of a throw have the same ones)."""
    if max(dice.sides) > len(ORDINARY):
        return tuple(Face(word, BLANK, word) for word in dice.faces)
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
        return draw([Face(part, BLANK, part) for part in word.split(SEPARATOR)])
    ordinary = not any(
        dice.count == word.count(SEPARATOR) + 1 and not is_ordinary(dice) for dice in system.dice
    )
    return draw([_face(part, ordinary=ordinary) for part in word.split(SEPARATOR)])


def throws(system: System, words: str) -> list[SafeString]:
    """Every throw of one play, drawn."""
    return [throw(system, word) for word in words.split()]


def draw(faces: list[Face]) -> SafeString:
    """A row of faces; heard as their names."""
    width = STEP * len(faces) - (STEP - SIZE)
    said = ", ".join(face.said for face in faces)
    uses = "".join(
        f'<use href="#{face.symbol}" x="{STEP * at}" width="{SIZE}" height="{SIZE}"/>'
        + (
            f'<text x="{STEP * at + SIZE // 2}" y="{SIZE * 2 // 3}" class="gm-number">'
            f"{escape(face.word)}</text>"
            if face.symbol == BLANK
            else ""
        )
        for at, face in enumerate(faces)
    )
    return mark_safe(  # the symbols are of our own making, what is said is escaped
        f'<svg class="gm-throw" viewBox="0 0 {width} {SIZE}" width="{width}" height="{SIZE}"'
        f' role="img" aria-label="{escape(said)}" focusable="false">{uses}</svg>'
    )


def _face(word: str, *, ordinary: bool) -> Face:
    if ordinary and word in ORDINARY:
        return Face(word, f"die-{word}", word)
    if word in SPOKEN:
        return Face(word, f"die-{word.lower()}-card", SPOKEN[word])
    return Face(word, BLANK, word)
