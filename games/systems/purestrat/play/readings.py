"""Readings: the content of one cell of a card, or of one part of it, packed into an integer.

    kind 5 bits · position 4 · grade 2 (A 1, B 2, C 3) · asterisks 2 · flags

A game reads these bits and never a string; ``parse_reading`` and ``write_reading`` are the text of
the card notation:

=================  =================================================================
``SI`` ``SI*`` ``SI**``   single, open or with asterisks (S2.2); ``DO``, ``DO**`` double
``SI(lf)`` ``DO(cf)``     the same with the outfielder who gets it (S13.1)
``TR`` ``HR``             triple, home run (``N`` on a pitcher's card is understood, S12.1)
``BB`` ``HBP`` ``K``      walk, hit batsman, strikeout
``gb(ss)A`` ``gb(2b)B+``  ground ball; ``+``: a single with the infield in (S4.0, S20.6)
``fly(cf)B`` ``fly(lf)B?``  fly (S3.0, S14.0)
``lo(3b)`` ``lomax``      line-out; the lead runner doubled off (S17.2)
``po(2b)`` ``fo(c)``      pop-out, foul-out
``gb(ss)X`` ``fly(lf)X`` ``catchX``  fielding chance (S16.1)
``BPHR`` ``BPSI``         ballpark home run (diamond) and single (triangle) (S30.3, S30.4)
=================  =================================================================

After a reading ``.`` is the dot of a pitcher who tires (S27.1) and ``!`` plus injury (S25.0);
``$`` before it is the clutch sign (S30.7).
"""

from __future__ import annotations

import re
from typing import Final

from config.refusals import Refusal, Refused

SINGLE: Final = 1
DOUBLE: Final = 2
TRIPLE: Final = 3
HOME_RUN: Final = 4
WALK: Final = 5
HIT_BY_PITCH: Final = 6
STRIKEOUT: Final = 7
GROUNDER: Final = 8
FLY: Final = 9
LINE_OUT: Final = 10
POP_OUT: Final = 11
FOUL_OUT: Final = 12
CATCH: Final = 13

KIND_MASK: Final = 31
POSITION_SHIFT: Final = 5
GRADE_SHIFT: Final = 9
STARS_SHIFT: Final = 11
FLAG_SHIFT: Final = 13

PLUS_BIT: Final = 13
QUESTION_BIT: Final = 14
MAX_BIT: Final = 15
DOT_BIT: Final = 16
CLUTCH_BIT: Final = 17
INJURY_BIT: Final = 18
PARK_BIT: Final = 19
X_BIT: Final = 20

POSITIONS: Final[tuple[str, ...]] = ("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
GRADES: Final = ("", "A", "B", "C")

_CODES: Final = {
    "SI": SINGLE,
    "DO": DOUBLE,
    "TR": TRIPLE,
    "HR": HOME_RUN,
    "BB": WALK,
    "HBP": HIT_BY_PITCH,
    "K": STRIKEOUT,
    "gb": GROUNDER,
    "fly": FLY,
    "lo": LINE_OUT,
    "lomax": LINE_OUT,
    "po": POP_OUT,
    "fo": FOUL_OUT,
    "catch": CATCH,
    "BPHR": HOME_RUN,
    "BPSI": SINGLE,
}
_WORDS: Final = {
    SINGLE: "SI",
    DOUBLE: "DO",
    TRIPLE: "TR",
    HOME_RUN: "HR",
    WALK: "BB",
    HIT_BY_PITCH: "HBP",
    STRIKEOUT: "K",
    GROUNDER: "gb",
    FLY: "fly",
    LINE_OUT: "lo",
    POP_OUT: "po",
    FOUL_OUT: "fo",
    CATCH: "catch",
}

_FORM: Final = re.compile(
    r"(?P<clutch>\$)?(?P<code>BPHR|BPSI|SI|DO|TR|HBP|HR|BB|K|gb|fly|lomax|lo|po|fo|catch)"
    r"(?:\((?P<position>p|c|1b|2b|3b|ss|lf|cf|rf)\))?"
    r"(?P<stars>\*{1,2})?(?P<grade>[ABCX])?(?P<sign>[+?])?(?P<dot>\.)?(?P<injury>!)?"
)

_INFIELD: Final = frozenset(range(1, 7))
_OUTFIELD: Final = frozenset(range(7, 10))
_EVERYWHERE: Final = frozenset(range(1, 10))

_FIELDERS: Final = {
    SINGLE: _EVERYWHERE,
    DOUBLE: _OUTFIELD,
    TRIPLE: _OUTFIELD,
    HOME_RUN: _OUTFIELD,
    GROUNDER: _INFIELD,
    FLY: _OUTFIELD,
    LINE_OUT: _EVERYWHERE,
    POP_OUT: _EVERYWHERE,
    FOUL_OUT: frozenset((2, 3, 5, 7, 9)),
}
"""Positions that a kind of reading may name."""

NEEDS_FIELDER: Final = frozenset((GROUNDER, FLY, POP_OUT, FOUL_OUT))


def reading(kind: int, position: int = 0, grade: int = 0, stars: int = 0, *bits: int) -> int:
    """A reading from its parts; ``bits`` are the flags set (``PLUS_BIT``, ...)."""
    packed = kind | position << POSITION_SHIFT | grade << GRADE_SHIFT | stars << STARS_SHIFT
    for bit in bits:
        packed |= 1 << bit
    return packed


def kind_of(packed: int) -> int:
    return packed & KIND_MASK


def position_of(packed: int) -> int:
    """The fielder, 0 where none is named."""
    return packed >> POSITION_SHIFT & 15


def grade_of(packed: int) -> int:
    """A 1, B 2, C 3 of a grounder or a fly, otherwise 0."""
    return packed >> GRADE_SHIFT & 3


def stars_of(packed: int) -> int:
    """Asterisks after a single or a double."""
    return packed >> STARS_SHIFT & 3


def has(packed: int, bit: int) -> bool:
    return bool(packed >> bit & 1)


def is_out(packed: int) -> bool:
    """Whether the reading as printed puts the batter out."""
    return packed & KIND_MASK >= STRIKEOUT and not packed >> X_BIT & 1


def parse_reading(text: str, place: str = "") -> int:
    """Parse a reading. Refused: ``unknown-reading`` with ``place``."""
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise _unknown(text, place)
    code = match["code"]
    kind = _CODES[code]
    position = POSITIONS.index(match["position"]) if match["position"] else 0
    stars = len(match["stars"] or "")
    letter = match["grade"] or ""
    packed = reading(kind, position, 0, stars)
    if letter == "X":
        packed |= 1 << X_BIT
        if kind == CATCH and not position:
            packed |= 2 << POSITION_SHIFT
    elif letter:
        packed |= GRADES.index(letter) << GRADE_SHIFT
    for sign, bit in (("+", PLUS_BIT), ("?", QUESTION_BIT)):
        if match["sign"] == sign:
            packed |= 1 << bit
    for group, bit in (("dot", DOT_BIT), ("injury", INJURY_BIT), ("clutch", CLUTCH_BIT)):
        if match[group]:
            packed |= 1 << bit
    if code == "lomax":
        packed |= 1 << MAX_BIT
    if code in ("BPHR", "BPSI"):
        packed |= 1 << PARK_BIT
    if not _makes_sense(packed, code):
        raise _unknown(text, place)
    return packed


def _makes_sense(packed: int, code: str) -> bool:
    kind, position = kind_of(packed), position_of(packed)
    if kind == CATCH:
        return has(packed, X_BIT) and position == 2
    allowed = _FIELDERS.get(kind, frozenset())
    if position and position not in allowed:
        return False
    if not position and kind in NEEDS_FIELDER:
        return False
    grade, is_chance = grade_of(packed), has(packed, X_BIT)
    graded = kind in (GROUNDER, FLY)
    if graded != bool(grade or is_chance):
        return False
    if stars_of(packed) and (kind not in (SINGLE, DOUBLE) or code == "BPSI"):
        return False
    if kind == DOUBLE and stars_of(packed) == 1:
        return False
    if has(packed, PLUS_BIT) and (kind != GROUNDER or is_chance):
        return False
    if has(packed, QUESTION_BIT) and not (kind == FLY and grade == GRADES.index("B")):
        return False
    return not (has(packed, DOT_BIT) and not is_out(packed))


def write_reading(packed: int) -> str:
    """The text of a reading, from which ``parse_reading`` restores it."""
    kind, position = kind_of(packed), position_of(packed)
    if has(packed, PARK_BIT):
        word = "BPHR" if kind == HOME_RUN else "BPSI"
    elif has(packed, MAX_BIT):
        word = "lomax"
    else:
        word = _WORDS[kind]
    text = "$" * has(packed, CLUTCH_BIT) + word
    if position and kind != CATCH:
        text += f"({POSITIONS[position]})"
    text += "*" * stars_of(packed)
    text += "X" if has(packed, X_BIT) else GRADES[grade_of(packed)]
    text += "+" * has(packed, PLUS_BIT) + "?" * has(packed, QUESTION_BIT)
    return text + "." * has(packed, DOT_BIT) + "!" * has(packed, INJURY_BIT)


def _unknown(text: str, place: str) -> Refused:
    return Refused(Refusal("unknown-reading", f"“{text}” is no reading of a card.", place))
