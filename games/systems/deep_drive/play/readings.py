"""Readings: what one number of a card says, packed into an integer.

A game reads these and never a string; ``parse_reading`` and ``write_reading`` are their text:

=======================================  ========================================================
``DD SI+ SI BB HBP SO DEF OUT``          a batter's left side and a pitcher's card (DD-012)
``Park HR TR DO F7d F8d F9d``            a batter's right side, the deep drives (DD-023 to DD-028)
``HR F7d F8d F9d``                       a park card (DD-030)
``G1``-``G6``, ``G1h``, ``G2s``          grounders, hit hard (not to the catcher) or slowly
``F7``-``F9``, ``F8d``, ``F9s``          flies, deep or shallow
``L1``-``L9``, ``P1``-``P6``             liners and pop-ups
``Pf`` ``Pm``                            foul pop and middle infield pop, by the ones die (DD-038)
=======================================  ========================================================

Readings below ``CODE`` are a card's own; an out code is

    fielder 4 bits (0 of ``Pf`` and ``Pm``) · how 2 · kind, from ``CODE`` on
"""

from __future__ import annotations

from typing import Final

from config.refusals import Refusal, Refused

DEEP_DRIVE: Final = 1
SINGLE_PLUS: Final = 2
SINGLE: Final = 3
WALK: Final = 4
HIT_BY_PITCH: Final = 5
STRIKEOUT: Final = 6
DEFENSE: Final = 7
OUT: Final = 8
PARK: Final = 9
HOME_RUN: Final = 10
TRIPLE: Final = 11
DOUBLE: Final = 12

FIELDER_MASK: Final = 15
HOW_SHIFT: Final = 4
KIND_SHIFT: Final = 6
CODE: Final = 1 << KIND_SHIFT
"""Out codes are this and more."""

GROUNDER: Final = 1
FLY: Final = 2
LINER: Final = 3
POP: Final = 4

PLAIN: Final = 0
HARD: Final = 1
SLOW: Final = 2
DEEP: Final = 3
FOUL: Final = 1
"""A foul pop-up, ``Pf``."""
MIDDLE: Final = 2
"""A pop-up to the middle, ``Pm``."""

_KINDS: Final = " GFLP"

LEFT_SIDE: Final = ("DD", "SI+", "SI", "BB", "HBP", "SO", "DEF", "OUT")
"""In the order in which a card prints them; OUT stands last."""
RIGHT_SIDE: Final = ("Park", "HR", "TR", "DO", "F7d", "F8d", "F9d")
PARK_CARD: Final = ("HR", "F7d", "F8d", "F9d")

_OWN: Final = {
    "DD": DEEP_DRIVE,
    "SI+": SINGLE_PLUS,
    "SI": SINGLE,
    "BB": WALK,
    "HBP": HIT_BY_PITCH,
    "SO": STRIKEOUT,
    "DEF": DEFENSE,
    "OUT": OUT,
    "Park": PARK,
    "HR": HOME_RUN,
    "TR": TRIPLE,
    "DO": DOUBLE,
}


def out_code(kind: int, fielder: int, how: int = PLAIN) -> int:
    """An out code from its parts."""
    return kind << KIND_SHIFT | how << HOW_SHIFT | fielder


FOUL_POP: Final = out_code(POP, 0, FOUL)
MIDDLE_POP: Final = out_code(POP, 0, MIDDLE)


def is_out_code(reading: int) -> bool:
    """Whether it is an out code and not one of a card's own readings."""
    return reading >= CODE


def kind_of(code: int) -> int:
    """How an out was hit: ``GROUNDER``, ``FLY``, ``LINER`` or ``POP``."""
    return code >> KIND_SHIFT


def fielder_of(code: int) -> int:
    """Who fields it, 1 to 9; 0 of ``Pf`` and ``Pm``."""
    return code & FIELDER_MASK


def how_of(code: int) -> int:
    """``HARD``, ``SLOW`` (of a fly: shallow), ``DEEP`` or ``PLAIN``."""
    return code >> HOW_SHIFT & 3


def _out_codes() -> dict[str, int]:
    """Every out code there is (DD-032 to DD-039; the ground-out chart has no row G2h)."""
    codes = {"Pf": FOUL_POP, "Pm": MIDDLE_POP}
    for fielder in range(1, 10):
        codes[f"L{fielder}"] = out_code(LINER, fielder)
        if fielder <= 6:
            codes[f"P{fielder}"] = out_code(POP, fielder)
            codes[f"G{fielder}"] = out_code(GROUNDER, fielder)
            codes[f"G{fielder}s"] = out_code(GROUNDER, fielder, SLOW)
            if fielder != 2:
                codes[f"G{fielder}h"] = out_code(GROUNDER, fielder, HARD)
        else:
            codes[f"F{fielder}"] = out_code(FLY, fielder)
            codes[f"F{fielder}s"] = out_code(FLY, fielder, SLOW)
            codes[f"F{fielder}d"] = out_code(FLY, fielder, DEEP)
    return codes


OUT_CODES: Final = _out_codes()
"""Every out code by its text."""

_ALL: Final = {**_OWN, **OUT_CODES}
_WORDS: Final = {reading: word for word, reading in _ALL.items()}

LEFT_READINGS: Final = frozenset(_ALL[word] for word in LEFT_SIDE)
RIGHT_READINGS: Final = frozenset(_ALL[word] for word in RIGHT_SIDE)
PARK_READINGS: Final = frozenset(_ALL[word] for word in PARK_CARD)
OUT_READINGS: Final = frozenset(OUT_CODES.values())


def parse_reading(text: str, place: str = "") -> int:
    """The reading that ``text`` writes. Refused: ``unknown-reading``, and ``unknown-out-code`` for
    what looks like an out code and is none."""
    word = text.strip()
    found = _ALL.get(word)
    if found is None:
        # A typist's G2S is the chart's own spelling of G2s (DD-252).
        found = _ALL.get(word[:-1] + word[-1:].lower())
    if found is not None:
        return found
    if len(word) in (2, 3) and word[0] in _KINDS[1:] and word[1].isdigit():
        why, rule = _why_not(word)
        raise Refused(
            Refusal("unknown-out-code", f"“{word}” is no out code: {why}.", place, {"rule": rule})
        )
    sentence = f"“{word[:40]}” is no reading of a card."
    raise Refused(Refusal("unknown-reading", sentence, place, {"rule": "DD-012"}))


def _why_not(word: str) -> tuple[str, str]:
    """What is wrong with something like an out code, and the row that says so."""
    kind, digit, how = word[0], word[1], word[2:].lower()
    if kind == "G" and digit == "2" and how == "h":
        return "the ground-out chart has no row for it", "DD-251"
    if how and how not in {"G": "hs", "F": "ds"}.get(kind, ""):
        return f"“{how}” does not follow {kind}", "DD-036"
    return {
        "G": "grounders go to 1 to 6",
        "F": "flies go to 7, 8 or 9",
        "L": "liners go to 1 to 9",
        "P": "pop-ups go to 1 to 6, or are Pf or Pm",
    }[kind], "DD-033"


def write_reading(reading: int) -> str:
    """The text of a reading; ``parse_reading`` of it is the reading again."""
    return _WORDS[reading]
