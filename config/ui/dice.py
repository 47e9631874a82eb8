"""Dice drawn as SVG; no other module knows what a die looks like. Pure.

A page with many rolls has the faces once, as symbols (`{% dice_symbols %}`), and each roll refers
to them, which keeps a play-by-play with five dice a batter small. With few rolls, on a card, each
row contains its faces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

SIZE, STEP = 24, 27
LOW, MIDDLE, HIGH = 7.0, 12.0, 17.0
RADIUS, ACE_RADIUS = 2.1, 3
SIX = (6.4, 12.0, 17.6)
"""Heights of a six's pips, which are spaced a little wider."""

CENTRE = ((MIDDLE, MIDDLE),)
CORNERS = ((LOW, LOW), (HIGH, HIGH))
OTHERS = ((HIGH, LOW), (LOW, HIGH))
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": CENTRE,
    "2": CORNERS,
    "3": CORNERS + CENTRE,
    "4": CORNERS + OTHERS,
    "5": CORNERS + OTHERS + CENTRE,
    "6": tuple((x, y) for x in (LOW, HIGH) for y in SIX),
}
BODY = '<rect class="hh-die" x="1" y="1" width="22" height="22" rx="4.5"/>'
CARDS = {
    "9": '<text class="hh-die-rank hh-die-nine" x="12" y="17.6" text-anchor="middle">9</text>',
    "10": '<text class="hh-die-rank hh-die-ten" x="12" y="17.6" text-anchor="middle">10</text>',
    "J": '<text class="hh-die-rank hh-die-jack" x="12" y="17.6" text-anchor="middle">J</text>'
    '<path class="hh-die-jack" d="M17.2 4.2l2.6 2.6l-2.6 2.6l-2.6-2.6Z"/>',
    "Q": '<text class="hh-die-rank hh-die-queen" x="11.4" y="17.6" text-anchor="middle">Q</text>'
    '<path class="hh-die-queen" d="M18 9.4l-2.6-3a1.5 1.5 0 0 1 2.6-1.5a1.5 1.5 0 0 1 2.6 1.5Z"/>',
    "K": '<text class="hh-die-rank hh-die-king" x="11.4" y="17.6" text-anchor="middle">K</text>'
    '<path class="hh-die-king" d="M15.4 8.8v-4l1.5 1.5l1.3-2l1.3 2l1.5-1.5v4Z"/>',
    "A": '<path class="hh-die-spade" d="M12 4.2c2.4 3 6 4.8 6 8.2a3.1 3.1 0 0 1-5.2 2.2c.2 2 .9 '
    '3.2 2 4.2H9.2c1.1-1 1.8-2.2 2-4.2A3.1 3.1 0 0 1 6 12.4c0-3.4 3.6-5.2 6-8.2Z"/>'
    '<text class="hh-die-spade-rank" x="12" y="14.2" text-anchor="middle">A</text>',
}
SPOKEN = {"9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
BLANK = "die-blank"
"""A face without a symbol of its own: its word is written on it."""


@dataclass(frozen=True)
class Face:
    """A face of a die: its word in a transcript, its symbol, and its name for screen readers."""

    word: str
    symbol: str
    said: str


def pips(word: str) -> Face:
    """A face of an ordinary die, ``1`` to ``6``."""
    return Face(word, f"die-{word}", word)


def card(word: str) -> Face:
    return Face(word, f"die-{word.lower()}-card", SPOKEN[word])


def written(word: str) -> Face:
    return Face(word, BLANK, word)


def _pips(word: str) -> str:
    radius = ACE_RADIUS if word == "1" else RADIUS
    ace = " hh-die-ace" if word == "1" else ""
    return "".join(
        f'<circle class="hh-die-pip{ace}" cx="{x:g}" cy="{y:g}" r="{radius}"/>'
        for x, y in PIPS[word]
    )


SHAPES = {
    BLANK: BODY,
    **{pips(word).symbol: BODY + _pips(word) for word in PIPS},
    **{card(word).symbol: BODY + marks for word, marks in CARDS.items()},
}


def symbols() -> SafeString:
    """Every face once, for the rows and keys of a page to refer to."""
    shapes = "".join(
        f'<symbol id="{name}" viewBox="0 0 {SIZE} {SIZE}">{shape}</symbol>'
        for name, shape in SHAPES.items()
    )
    return _safe(
        '<svg class="hh-dice-symbols" width="0" height="0" aria-hidden="true" focusable="false">'
        f"{shapes}</svg>"
    )


def row(faces: Sequence[Face], *, whole: bool = False) -> SafeString:
    """Faces in a row, labeled with their names. ``whole``: drawn without the symbols of a page."""
    width = STEP * len(faces) - (STEP - SIZE)
    shapes = "".join(_at(face, STEP * place, whole=whole) for place, face in enumerate(faces))
    names = ", ".join(face.said for face in faces)
    return _safe(
        f'<svg class="hh-throw" viewBox="0 0 {width} {SIZE}" width="{width}" height="{SIZE}"'
        f' role="img" aria-label="{escape(names)}" focusable="false">{shapes}</svg>'
    )


def key(face: Face) -> SafeString:
    return _safe(
        f'<svg viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{escape(face.said)}"'
        f' focusable="false">{_at(face, 0)}</svg>'
    )


def _at(face: Face, x: int, *, whole: bool = False) -> str:
    if whole:
        shape = f'<g transform="translate({x})">{SHAPES[face.symbol]}</g>'
    else:
        shape = f'<use href="#{face.symbol}" x="{x}" width="{SIZE}" height="{SIZE}"/>'
    if face.symbol != BLANK:
        return shape
    middle, foot = x + SIZE // 2, SIZE * 2 // 3
    return f'{shape}<text class="hh-die-number" x="{middle}" y="{foot}">{escape(face.word)}</text>'


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # shapes of our own making; what is written on a face is escaped
