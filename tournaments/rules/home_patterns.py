"""Home patterns: who hosts which game of a series.

A pattern is a letter a game, ``H`` for the series' home club and ``A`` for the visitors (T0.16:
home/away/home), or lengths of home stands such as ``2-3-2``.
"""

from __future__ import annotations

import re

from config.refusals import Refusal, Refused

_STANDS = re.compile(r"[1-9](-[1-9])+")
_BEST_OF = {1: "H", 3: "HAH", 5: "HHAAH", 7: "HHAAAHH", 9: "HHAAAHHAH"}


def read_pattern(text: str, length: int) -> str:
    """The pattern as ``length`` letters.

    Refused: ``home-pattern-unreadable`` and, when it does not fit, ``home-pattern-length``.
    """
    written = text.strip().upper()
    if _STANDS.fullmatch(written):
        stands = [int(games) for games in written.split("-")]
        written = "".join("HA"[at % 2] * games for at, games in enumerate(stands))
    if not written or set(written) - set("HA"):
        raise Refused(
            Refusal(
                "home-pattern-unreadable",
                f"{text[:40]!r} is not a home pattern such as HHA, HAHA or 2-3-2.",
                "home_pattern",
            )
        )
    if len(written) != length:
        raise Refused(
            Refusal(
                "home-pattern-length",
                f"{text[:40]!r} is a pattern for {len(written)} games; the series has {length}.",
                "home_pattern",
                {"given": len(written), "needed": length},
            )
        )
    return written


def default_pattern(length: int, legs: int) -> str:
    """All games at the home club's when every pair meets at both places equally often, else
    turn and turn about, beginning at home."""
    if legs % 2 == 0:
        return "H" * length
    return "".join("HA"[at % 2] for at in range(length))


def best_of_pattern(games: int) -> str:
    """Who hosts which game of a best-of, the better seed first."""
    return _BEST_OF.get(games) or default_pattern(games, 1)
