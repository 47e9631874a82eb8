"""Innings as they are written, and outs as the software counts them (T10.2r, A-R6)."""

from __future__ import annotations

import re
from typing import Final

from config.refusals import Refusal, Refused

WRITTEN: Final = re.compile(r"(?:([0-9]{1,2})(?:\.([0-9]+))?|\.([0-9]+))\Z")


def innings_of(outs: int) -> str:
    """Outs as innings: ``6.2`` for twenty."""
    return f"{outs // 3}.{outs % 3}"


def outs_of(written: str, place: str = "innings") -> int:
    """Innings as outs: ``1.2`` are five. Refused: ``innings-not-thirds`` for anything else, as
    ``2.5`` (T10.2r)."""
    match = WRITTEN.match(written.strip())
    thirds = (match[2] or match[3] or "0") if match else ""
    if match is None or thirds not in ("0", "1", "2"):
        raise Refused(
            Refusal(
                "innings-not-thirds",
                f"Innings are written as 6, 6.1 or 6.2, not {written.strip()[:20]!r}.",
                place,
                {"written": written[:20], "rule": "T10.2r"},
            )
        )
    return 3 * int(match[1] or 0) + int(thirds)
