"""Abbreviations for clubs that came without one. Pure."""

import re
from collections.abc import Collection, Iterator

LONGEST = 4


def abbreviate(name: str, taken: Collection[str] = ()) -> str:
    """Three letters or so that stand for ``name`` and that nobody has yet."""
    words = re.findall(r"[^\W\d_]+|\d+", name.upper())
    for candidate in _candidates(words):
        if candidate not in taken:
            return candidate
    number = 2
    stem = ("".join(words) or "CLUB")[:2]
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"[:LONGEST]


def _candidates(words: list[str]) -> Iterator[str]:
    initials = "".join(word[0] for word in words)
    if 3 <= len(initials) <= LONGEST:
        yield initials
    if words and len(words[0]) >= 3:
        yield words[0][:3]
    if len(words) > 1:
        yield (words[0][:1] + words[1])[:3].ljust(2, "X")
        yield (words[0][:2] + words[1])[:3].ljust(2, "X")
    letters = "".join(words)
    for last in range(3, len(letters)):
        yield letters[:2] + letters[last]
