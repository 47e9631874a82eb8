"""Texts of one line, such as names: how they are stored, and what may not stand in them. Pure."""

import re

from config.refusals import Refusal

_ADDRESS = re.compile(r"[^\s@]@[^\s@]")


def address_problem(text: str, place: str = "") -> Refusal | None:
    """``address-not-here`` for what looks like an e-mail address, in a text that everybody sees."""
    if _ADDRESS.search(text) is None:
        return None
    said = f"{text[:60]!r} looks like an e-mail address, and everybody would see it here."
    return Refusal("address-not-here", said, place)
