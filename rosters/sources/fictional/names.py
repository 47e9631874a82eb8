"""Invented names: everyday first names, surnames put together from syllables."""

from __future__ import annotations

from pathlib import Path

from rosters.sources.fictional.chance import Chance


def invent_names(chance: Chance, wanted: int) -> list[tuple[str, str]]:
    """So many different names, first and last; no two players share a surname."""
    found: dict[str, str] = {}
    while len(found) < wanted:
        last = chance.one_of(HEADS) + chance.one_of(TAILS)
        if last not in found:
            found[last] = chance.one_of(FIRST)
    return [(first, last) for last, first in found.items()]


def words(name: str) -> tuple[str, ...]:
    """The lines of a list that lies beside this module."""
    text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


FIRST = words("first_names")
HEADS = words("surname_heads")
TAILS = words("surname_tails")
