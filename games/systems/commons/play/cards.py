"""Commons Baseball cards: thresholds as numbers of up to four six-sided dice.

A threshold is a number from 0 to 1295, written as the four faces that roll it (``1111`` is 0,
``6666`` is 1295); ``None`` is an event that never happens. Comparisons follow CB-1: a pitcher's OUT
and HIT need a roll strictly above, his BB one strictly below; a batter's thresholds and SB need one
at or above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal, Refused, refuse_all

THROWS: Final = 6**4
"""Outcomes of four dice."""

Threshold = int | None


def write_threshold(threshold: Threshold) -> str:
    """The four faces, such as ``5143``; a dash for never."""
    if threshold is None:
        return "-"
    faces = []
    for _ in range(4):
        threshold, face = divmod(threshold, 6)
        faces.append(str(face + 1))
    return "".join(reversed(faces))


def read_threshold(text: str, place: str = "") -> Threshold:
    """The inverse of ``write_threshold``. Refused: ``threshold-unreadable``."""
    word = text.strip()
    if word in ("", "-"):
        return None
    if len(word) != 4 or set(word) - set("123456"):
        raise Refused(
            Refusal(
                "threshold-unreadable",
                f"{text!r} is not a threshold of four faces 1 to 6, nor a dash.",
                place,
                {"rule": "CB-061"},
            )
        )
    number = 0
    for face in word:
        number = number * 6 + int(face) - 1
    return number


@dataclass(frozen=True)
class CommonsBatter:
    """A batter's thresholds, all at or above: ``single`` the lowest, ``home_run`` the highest,
    ``steal`` for success. ``rank`` is 1 to 10. ``pinch`` marks a card that shows two teams, whose
    batter may be pinch-hit for (CB-12)."""

    single: Threshold
    double: Threshold
    triple: Threshold
    home_run: Threshold
    steal: Threshold
    rank: int
    pinch: bool = False

    def verify(self, name: str) -> None:
        """Refuse thresholds out of order or a rank out of range, all at once; places are fields of
        the card."""
        refusals = []
        rising = [
            THROWS if threshold is None else threshold
            for threshold in (self.single, self.double, self.triple, self.home_run)
        ]
        if rising != sorted(rising):
            refusals.append(
                Refusal(
                    "thresholds-out-of-order",
                    f"{name}: the thresholds for 1B, 2B, 3B and HR do not rise.",
                    "single",
                    {"rule": "CB-053"},
                )
            )
        refuse_all([*refusals, *_rank_problem(name, self.rank)])


@dataclass(frozen=True)
class CommonsPitcher:
    """A pitcher's thresholds: ``walk`` strictly below; against each side of the plate ``out`` or
    ``hit``, strictly above, never both. A ``reliever`` counts toward the four that a roster may
    have."""

    walk: Threshold
    out_left: Threshold
    hit_left: Threshold
    out_right: Threshold
    hit_right: Threshold
    rank: int
    reliever: bool = False

    def verify(self, name: str) -> None:
        """Refuse a side with both OUT and HIT, overlapping events or a rank out of range."""
        refusals = []
        for side, out, hit in (
            ("left", self.out_left, self.hit_left),
            ("right", self.out_right, self.hit_right),
        ):
            if out is not None and hit is not None:
                refusals.append(
                    Refusal(
                        "out-and-hit",
                        f"{name} has both OUT and HIT against {side}-handed batters.",
                        f"out_{side}",
                        {"rule": "CB-045"},
                    )
                )
            above = out if out is not None else hit
            if above is not None and self.walk is not None and self.walk > above + 1:
                refusals.append(
                    Refusal(
                        "thresholds-overlap",
                        f"{name}: a throw can be both BB and OUT or HIT against "
                        f"{side}-handed batters.",
                        "walk",
                        {"rule": "CB-047"},
                    )
                )
        refuse_all([*refusals, *_rank_problem(name, self.rank)])


def chance_at_or_above(threshold: Threshold) -> float:
    return 0.0 if threshold is None else (THROWS - threshold) / THROWS


def chance_above(threshold: Threshold) -> float:
    return 0.0 if threshold is None else (THROWS - 1 - threshold) / THROWS


def chance_below(threshold: Threshold) -> float:
    return 0.0 if threshold is None else threshold / THROWS


def _rank_problem(name: str, rank: int) -> list[Refusal]:
    if 1 <= rank <= 10:
        return []
    sentence = f"{name}: a rank is 1 to 10, not {rank}."
    return [Refusal("rank-out-of-range", sentence, "rank", {"rule": "CB-101"})]
