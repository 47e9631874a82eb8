"""Home patterns: who hosts which game of a series.

A pattern has one letter for each game, ``H`` for the series' home club and ``A`` for the visitors
(T0.16: home/away/home), or gives the lengths of home stands, such as ``2-3-2``.
"""

from __future__ import annotations

import re

from config.refusals import Refusal, Refused

_STANDS = re.compile(r"[1-9](-[1-9])+")
_BEST_OF = {1: "H", 3: "HAH", 5: "HHAAH", 7: "HHAAAHH", 9: "HHAAAHHAH"}


def read_pattern(text: str, length: int) -> str:
    """Return the pattern as ``length`` letters.

    Refused: ``home-pattern-unreadable``, and ``home-pattern-length`` when it does not fit.
    """
    letters = text.strip().upper()
    if _STANDS.fullmatch(letters):
        stands = [int(games) for games in letters.split("-")]
        letters = "".join("HA"[index % 2] * games for index, games in enumerate(stands))
    if not letters or set(letters) - set("HA"):
        raise Refused(
            Refusal(
                "home-pattern-unreadable",
                f"{text[:40]!r} is not a home pattern such as HHA, HAHA or 2-3-2.",
                "home_pattern",
            )
        )
    if len(letters) != length:
        raise Refused(
            Refusal(
                "home-pattern-length",
                f"{text[:40]!r} is a pattern for {len(letters)} games; the series has {length}.",
                "home_pattern",
                {"given": len(letters), "needed": length},
            )
        )
    return letters


def default_pattern(length: int, legs: int) -> str:
    """Return all games at the home club when every pair meets equally often at both places,
    otherwise alternate, starting at home."""
    if legs % 2 == 0:
        return "H" * length
    return "".join("HA"[index % 2] for index in range(length))


def best_of_pattern(games: int) -> str:
    """Return who hosts which game of a best-of; ``H`` is the better seed."""
    return _BEST_OF.get(games) or default_pattern(games, 1)
