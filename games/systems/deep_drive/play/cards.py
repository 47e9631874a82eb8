"""Cards as typed values: columns of readings by number, and the ratings around them.

A card is checked when it is made: ``verify_batter`` and ``verify_pitcher`` return everything that
is wrong with one, each refusal naming the card and the place on it. What a text says of ranges
(gaps, overlaps) is judged where it is read, ``text.notation``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from config.refusals import Refusal
from games.systems.deep_drive.play.readings import (
    LEFT_READINGS,
    OUT_READINGS,
    RIGHT_READINGS,
    write_reading,
)

LEFT_NUMBERS: Final = 50
"""00 to 49 of a batter's left side, 50 to 99 of a pitcher's card (DD-010, DD-011)."""
RIGHT_NUMBERS: Final = 100
FACES: Final = 10
"""Faces of a die: out codes under OUT (DD-019), numbers with a tens die of 9 (DD-072)."""
PITCHERS_FIRST: Final = 50

VERY_SLOW: Final = 0
SLOW_RUNNER: Final = 1
AVERAGE: Final = 2
FAST: Final = 3
VERY_FAST: Final = 4
BEYOND_FAST: Final = 5
"""VF+, where two outs shift a VF runner; on no card."""
SPEEDS: Final = ("VS", "S", "-", "F", "VF", "VF+")

BEST_RATING: Final = 5
MOST_JUMP: Final = 15
MOST_SAFE: Final = 20
MOST_SHIFT: Final = 9
"""Hold and throw ratings lie between this and its negative."""
MOST_DOUBLE_PLAY: Final = 6
MOST_BATTERS: Final = 60
"""Batters an endurance may count."""

POSITIONS: Final[tuple[str, ...]] = ("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
CATCHER: Final = 2

WILD_PITCH: Final = 0
BALK: Final = 1
PICK_OFF: Final = 2
PASSED_BALL: Final = 3
EVENTS: Final = ("wp", "bk", "po", "pb")
"""On-base events in the order in which one number's are looked at (E2.38)."""

ALWAYS: Final = 1
AWAY: Final = 2
AWAY_TWO_OUT: Final = 3
HOME: Final = 4
HOME_TWO_OUT: Final = 5
SYMBOLS: Final = ("", "", "◓", "◠", "◒", "◡")
"""What stands behind a range, by the values above (DD-073 to DD-076)."""
_EVENT_BITS: Final = 3
_EVENT_MASK: Final = 7

POOR: Final = 0
USUAL: Final = 1
GOOD: Final = 2
HITTING: Final = ("poor", "average", "good")
"""How pitchers bat: which of the house's three cards."""


class Column:
    """Readings by number. ``rows`` has one for each number, so that a throw is looked up by it: a
    batter's left side by the percentile, a pitcher's card by the percentile less 50, a right side
    by the second percentile, out codes and a park card by the modifier die."""

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[int]) -> None:
        self.rows: list[int] = list(rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Column) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(tuple(self.rows))

    def count(self, reading: int) -> int:
        """How many numbers bring a reading."""
        return self.rows.count(reading)


NO_EVENTS: Final = Column([0] * FACES)


def event_bits(kind: int, symbol: int) -> int:
    """An event of a kind with its symbol, as it stands under one number of a card's events."""
    return symbol << kind * _EVENT_BITS


def symbol_of(packed: i64, kind: i64) -> i64:
    """Under one number of the 90s: 0 where there is no event of that kind, ``ALWAYS``, or the
    symbol that limits it."""
    return packed >> kind * 3 & 7


@dataclass(frozen=True)
class Fielding:
    """A player's rating at one position, 0 to 5 (5 is best)."""

    position: int
    rating: int


@dataclass(frozen=True)
class Stealing:
    """STEAL ``a (b)``: what is added to the JUMP, and the number of SAFE."""

    jump: int
    safe: int


NO_STEALING: Final = Stealing(0, 5)
"""The numbers of a runner whose card has none: his JUMP reaches 10 only against weak arms
(E2.41)."""


@dataclass(frozen=True)
class Batter:
    """A batter's card. ``double_play`` is 0 where the DP section is blank; ``throw`` (T, a good arm
    is negative) and ``events`` (PB only) are a catcher's."""

    name: str
    bats: str
    left: Column
    outs: Column
    right: Column
    run: int = AVERAGE
    stealing: Stealing = NO_STEALING
    double_play: int = 0
    fielding: tuple[Fielding, ...] = ()
    throw: int = 0
    events: Column = NO_EVENTS


@dataclass(frozen=True)
class Pitcher:
    """A pitcher's card. ``numbers`` has his 50 to 99; ``events`` WP, BK and PO.

    ``starter`` and ``relief`` are ours: batters he faces in a usual start and relief outing, 0
    where he does neither, so who may start and relieve, and his endurance where that house rule
    is on. ``hitting`` names the house's card with which he bats (``POOR``, ``USUAL``, ``GOOD``).
    """

    name: str
    throws: str
    numbers: Column
    outs: Column
    hold: int = 0
    events: Column = NO_EVENTS
    rating: int = 3
    starter: int = 0
    relief: int = 0
    hitting: int = USUAL
    run: int = SLOW_RUNNER
    stealing: Stealing = NO_STEALING


def verify_batter(card: Batter) -> list[Refusal]:
    """What is wrong with a batter's card; nothing when it may be played."""
    found = _Faults(card.name)
    if card.bats not in ("L", "R", "S"):
        found.add("no-such-hand", "A batter bats L, R or S.", "bats")
    found.running(card.run, card.stealing)
    found.within("dp", card.double_play, 0, MOST_DOUBLE_PLAY)
    seen: set[int] = set()
    for rated in card.fielding:
        if rated.position in seen or not 2 <= rated.position <= 9:
            found.add("position-twice", "Each position from c to rf stands once.", "field")
        seen.add(rated.position)
        found.within("field", rated.rating, 0, BEST_RATING)
    if CATCHER not in seen:
        if card.throw:
            found.add("not-a-catcher", "Only a catcher has a throw rating.", "throw")
        if card.events != NO_EVENTS:
            found.add("not-a-catcher", "Only a catcher has passed balls.", "pb")
    found.within("throw", card.throw, -MOST_SHIFT, MOST_SHIFT)
    found.events(card.events, (PASSED_BALL,))
    on_left, on_right = "stands on no left side", "stands on no right side"
    found.refusals += misplaced(
        card.left, f"{card.name}:left", LEFT_NUMBERS, LEFT_READINGS, on_left
    )
    found.outs(card.outs)
    found.refusals += misplaced(
        card.right, f"{card.name}:right", RIGHT_NUMBERS, RIGHT_READINGS, on_right
    )
    return found.refusals


def verify_pitcher(card: Pitcher) -> list[Refusal]:
    """What is wrong with a pitcher's card; nothing when it may be played."""
    found = _Faults(card.name)
    if card.throws not in ("L", "R"):
        found.add("no-such-hand", "A pitcher throws L or R.", "throws")
    if not card.starter and not card.relief:
        found.add("no-role", "A pitcher starts, relieves, or both.", "starter")
    found.within("starter", card.starter, 0, MOST_BATTERS)
    found.within("relief", card.relief, 0, MOST_BATTERS)
    found.within("hold", card.hold, -MOST_SHIFT, MOST_SHIFT)
    found.within("field", card.rating, 0, BEST_RATING)
    found.within("hitting", card.hitting, POOR, GOOD)
    found.running(card.run, card.stealing)
    found.events(card.events, (WILD_PITCH, BALK, PICK_OFF))
    found.refusals += misplaced(
        card.numbers,
        f"{card.name}:card",
        LEFT_NUMBERS,
        LEFT_READINGS,
        "stands on no pitcher's card",
        first=PITCHERS_FIRST,
    )
    found.outs(card.outs)
    return found.refusals


def misplaced(
    column: Column,
    place: str,
    numbers: int,
    allowed: frozenset[int],
    sentence: str,
    *,
    first: int = 0,
) -> list[Refusal]:
    """What stands in a column and does not belong there, and a column of another length."""
    if len(column.rows) != numbers:
        return [
            Refusal(
                "numbers-missing",
                f"There are {numbers} numbers, and here {len(column.rows)}.",
                place,
            )
        ]
    wrong = sorted({reading for reading in column.rows if reading not in allowed})
    return [
        Refusal(
            "reading-of-another-card",
            f"{write_reading(reading)} {sentence}.",
            f"{place} {first + column.rows.index(reading):02d}",
        )
        for reading in wrong
    ]


class _Faults:
    """Collects refusals of one card."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.refusals: list[Refusal] = []

    def add(self, code: str, message: str, place: str) -> None:
        self.refusals.append(Refusal(code, message, f"{self.card}:{place}"))

    def within(self, place: str, value: int, least: int, most: int) -> None:
        if not least <= value <= most:
            self.add("rating-out-of-range", f"{value} is not {least} to {most}.", place)

    def running(self, speed: int, stealing: Stealing) -> None:
        self.within("run", speed, VERY_SLOW, VERY_FAST)
        self.within("steal", stealing.jump, 0, MOST_JUMP)
        self.within("steal", stealing.safe, 0, MOST_SAFE)

    def events(self, events: Column, kinds: Sequence[int]) -> None:
        if len(events.rows) != FACES:
            self.add("events-outside-the-nineties", "On-base events lie in 90-99.", "events")
            return
        for packed in events.rows:
            for kind in range(len(EVENTS)):
                symbol = packed >> kind * _EVENT_BITS & _EVENT_MASK
                if symbol and kind not in kinds:
                    self.add(
                        "event-of-another-card",
                        f"{EVENTS[kind].upper()} does not stand on this card.",
                        EVENTS[kind],
                    )
                if symbol > HOME_TWO_OUT:
                    self.add("unknown-symbol", "There is no such symbol.", EVENTS[kind])

    def outs(self, outs: Column) -> None:
        if len(outs.rows) != FACES:
            self.add(
                "ten-out-codes",
                f"Ten out codes stand under OUT, and here {len(outs.rows)}.",
                "outs",
            )
            return
        self.refusals += misplaced(outs, f"{self.card}:outs", FACES, OUT_READINGS, "is no out code")
