"""Texts of one line, such as names: how they are stored, when two look alike, and what may not
stand in them. Pure."""

import re
import unicodedata
from typing import Final

from config.refusals import Refusal

_ADDRESS = re.compile(r"[^\s@]@[^\s@]")

_BLANKS: Final = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))
"""Letters and signs that show nothing."""
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""They shape the writing of Persian, of India and of emoji, and nothing in Latin letters."""
_LAST_LATIN: Final = "\u024f"

_CONFUSED: Final = str.maketrans(
    "авеѕіјкмнорстухһӏԁԛԝαβεζηικμνορτυχ", "abesijkmhopctyxhldqwabezhikmnoptux"
)
"""Small letters of Cyrillic and Greek, and the Latin ones that they or their capitals look like."""


def clean_line(text: str) -> str:
    """The text as it is stored: composed (NFC), white space and line ends as single blanks, without
    control characters and marks of direction; empty where nothing of it can be seen."""
    kept = ""
    for char in unicodedata.normalize("NFC", text.translate(_BLANKS)):
        is_hidden = unicodedata.category(char) in ("Cc", "Cf", "Cs") and not char.isspace()
        if not is_hidden or (char in _JOINERS and kept[-1:] > _LAST_LATIN):
            kept += char
    found = " ".join(kept.split()).rstrip(_JOINERS)
    return found if any(unicodedata.category(char)[0] not in "MZ" for char in found) else ""


def look_of(text: str) -> str:
    """What two texts share that are told apart by case, width or alphabet alone."""
    return unicodedata.normalize("NFKC", clean_line(text)).casefold().translate(_CONFUSED)


def address_problem(text: str, place: str = "") -> Refusal | None:
    """``address-not-here`` for what looks like an e-mail address, in a text that everybody sees."""
    if _ADDRESS.search(text) is None:
        return None
    said = f"{text[:60]!r} looks like an e-mail address, and everybody would see it here."
    return Refusal("address-not-here", said, place)
