"""The layout of a card: its ratings, its readings with their ranges, the ten codes under OUT.

The document prints no layout (DD-122); this one is ours: the left side and the deep drives side by
side, the codes below in the order of the modifier die.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.systems.deep_drive.play.cards import (
    EVENTS,
    HITTING,
    PASSED_BALL,
    PITCHERS_FIRST,
    SPEEDS,
    Batter,
    Column,
    Pitcher,
)
from games.systems.deep_drive.play.readings import LEFT_SIDE, RIGHT_SIDE, write_reading
from games.systems.deep_drive.text.notation import (
    ranges,
    write_events,
    write_fielding,
    write_range,
    write_shift,
    write_stealing,
)

GOOD = frozenset({"DD", "SI+", "SI", "BB", "HBP", "HR", "TR", "DO", "Park"})
"""Readings that are good for the batter."""

LONG = {
    "DD": "Deep drive",
    "SI+": "Single, runners go far",
    "SI": "Single",
    "BB": "Walk",
    "HBP": "Hit by pitch",
    "SO": "Strikeout",
    "DEF": "Defensive check",
    "OUT": "Out, by the codes below",
    "Park": "The park decides",
    "HR": "Home run",
    "TR": "Triple",
    "DO": "Double",
    "F7d": "Deep fly to left",
    "F8d": "Deep fly to center",
    "F9d": "Deep fly to right",
}

NOTHING = "–"


@dataclass(frozen=True)
class Line:
    """A reading with its ranges, their count of numbers, and whether it is good for the batter."""

    reading: str
    long: str
    ranges: tuple[str, ...]
    numbers: int
    good: bool

    def holds(self, number: int) -> bool:
        bounds = (text.partition("-") for text in self.ranges)
        return any(int(low) <= number <= int(high or low) for low, _, high in bounds)


@dataclass(frozen=True)
class Half:
    """Readings that one roll is looked up in."""

    label: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Layout:
    """A card: ratings (label, meaning, value), halves, and the codes of 0 to 9."""

    ratings: tuple[tuple[str, str, str], ...]
    halves: tuple[Half, ...]
    outs: tuple[str, ...]


def batters_layout(card: Batter) -> Layout:
    ratings = [
        ("RUN", "Speed", SPEEDS[card.run] if card.run != 2 else NOTHING),
        ("STEAL", "Added to his JUMP, and his SAFE number", write_stealing(card.stealing)),
        (
            "DP",
            "The pivot fielder is rated lower: no double play",
            str(card.double_play or NOTHING),
        ),
        ("FIELD", "Ratings, 5 is best", write_fielding(card.fielding)),
    ]
    if any(rating.position == 2 for rating in card.fielding):
        ratings += [
            ("T", "Throw, added to JUMP and SAFE", write_shift(card.throw)),
            ("PB", "Passed balls", _events(card.events, PASSED_BALL)),
        ]
    return Layout(
        ratings=tuple(ratings),
        halves=(
            Half("00–49", _lines(card.left, LEFT_SIDE)),
            Half("Deep drives 00–99", _lines(card.right, RIGHT_SIDE)),
        ),
        outs=_codes(card.outs),
    )


def pitchers_layout(card: Pitcher) -> Layout:
    ratings = [
        ("H", "Hold, added to JUMP and SAFE", write_shift(card.hold)),
        *(
            (EVENTS[kind].upper(), long, _events(card.events, kind))
            for kind, long in enumerate(("Wild pitches", "Balks", "Pick-offs"))
        ),
        ("FIELD", "Rating, 5 is best", str(card.rating)),
        ("START", "Batters in a usual start (ours)", str(card.starter or NOTHING)),
        ("RELIEF", "Batters in a usual relief outing (ours)", str(card.relief or NOTHING)),
        ("BATS", "With which of the house's cards", HITTING[card.hitting]),
    ]
    return Layout(
        ratings=tuple(ratings),
        halves=(Half("50–99", _lines(card.numbers, LEFT_SIDE, first=PITCHERS_FIRST)),),
        outs=_codes(card.outs),
    )


def layout_of(card: Batter | Pitcher) -> Layout:
    return batters_layout(card) if isinstance(card, Batter) else pitchers_layout(card)


def _lines(column: Column, words: Sequence[str], *, first: int = 0) -> tuple[Line, ...]:
    return tuple(
        Line(
            word,
            LONG[word],
            tuple(write_range(low, high) for low, high in spans),
            sum(high - low + 1 for low, high in spans),
            word in GOOD,
        )
        for word, spans in ranges(column, words, first=first)
    )


def _codes(outs: Column) -> tuple[str, ...]:
    return tuple(write_reading(code) for code in outs.rows)


def _events(events: Column, kind: int) -> str:
    text = write_events(events, kind)
    return NOTHING if text == "-" else text
