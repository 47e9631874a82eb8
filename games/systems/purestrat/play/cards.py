"""Cards as typed values: two sides of readings and the ratings around them (S1.0, S11-S12, S16.1).

A card is verified when it is made: ``verify_hitter`` and ``verify_pitcher`` return everything that
is wrong with it, each refusal with the card and the place on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.readings import POSITIONS, write_reading

COLUMNS: Final = 3
ROWS: Final = 11
"""Rows are the sums 2 to 12 of the colored dice."""
CELLS: Final = COLUMNS * ROWS
TWENTY: Final = 20

WAYS: Final[tuple[int, ...]] = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Number of the 36 rolls of two dice that make each sum."""

CHANCES: Final = 108
"""Chances on a side: 36 in each of three columns."""

CLOSER_NONE: Final = -1
CLOSER_N: Final = 7
"""Closer endurance "N", the worst there is (S28.1)."""

BUNT_GRADES: Final = "ABCDE"
HIT_AND_RUN_GRADES: Final = "ABCD"


class Side:
    """One side of a card. ``cells`` holds a reading for each cell, column by column (column times
    11 plus sum minus 2), or, negative, ``-1 - k`` for a split: its twenty readings, one for each
    face of the d20, are in ``splits`` from ``20 * k``."""

    __slots__ = ("cells", "splits")

    def __init__(self, cells: Sequence[int], splits: Sequence[int] = ()) -> None:
        self.cells: list[int] = list(cells)
        self.splits: list[int] = list(splits)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Side):
            return False
        return [self.parts(cell) for cell in range(CELLS)] == [
            other.parts(cell) for cell in range(CELLS)
        ]

    def __hash__(self) -> int:
        return hash(tuple(self.cells))

    def parts(self, cell: int) -> list[tuple[int, int]]:
        """The readings of a cell, each with its number of d20 faces."""
        packed = self.cells[cell]
        if packed >= 0:
            return [(packed, TWENTY)]
        start = TWENTY * (-1 - packed)
        counted: list[tuple[int, int]] = []
        for face in self.splits[start : start + TWENTY]:
            if counted and counted[-1][0] == face:
                counted[-1] = (face, counted[-1][1] + 1)
            else:
                counted.append((face, 1))
        return counted

    def each(self) -> Iterator[tuple[int, float]]:
        """Every reading with its chances of 108."""
        for cell in range(CELLS):
            weight = WAYS[cell % ROWS + 2]
            for packed, faces in self.parts(cell):
                yield packed, weight * faces / TWENTY


def cell_name(cell: int, *, pitchers: bool = False) -> str:
    """The usual name of a cell: column and sum, ``1-7``; a pitcher's columns are 4 to 6."""
    return f"{cell // ROWS + (4 if pitchers else 1)}-{cell % ROWS + 2}"


class Pages:
    """Builds a side cell by cell: ``whole`` or ``split`` for each of the 33, then ``side``."""

    def __init__(self) -> None:
        self._cells: list[int] = []
        self._splits: list[int] = []

    def whole(self, packed: int) -> None:
        """Add a cell with one reading."""
        self._cells.append(packed)

    def split(self, parts: Sequence[tuple[int, int]]) -> None:
        """Add a cell whose readings take so many faces each, twenty together."""
        faces = [packed for packed, count in parts for _ in range(count)]
        if len(faces) != TWENTY:
            raise ValueError("a split takes twenty faces")
        self._cells.append(-1 - len(self._splits) // TWENTY)
        self._splits += faces

    def side(self) -> Side:
        return Side(self._cells, self._splits)


@dataclass(frozen=True)
class Fielding:
    """A player's rating at one position: range 1 (best) to 5, error number, arm -6 (best) to +5 of
    catchers and outfielders, and of catchers ``t`` and ``pb``, both up to 20 (S16.1)."""

    position: int
    range: int
    error: int
    arm: int = 0
    t: int = 0
    pb: int = 0


@dataclass(frozen=True)
class Stealing:
    """A stealing line such as ``*8-10/11,12 (19-14)``: sums of two dice as bits for the good lead
    and for automatically out, and the two success ratings (S23.1). No numbers: all zero."""

    asterisk: bool = False
    lead: int = 0
    caught: int = 0
    first: int = 0
    second: int = 0


NO_STEALING: Final = Stealing()

USUAL_RUNNING: Final = 10
USUAL_GRADE: Final = 2
"""Grade C in bunt and hit and run."""
USUAL_GLOVE: Final = Fielding(1, 3, 15)
"""The rating of a pitcher whose card names none."""
USUAL_HITTING: Final = "1WR"


@dataclass(frozen=True)
class Hitter:
    """A hitter's card. ``left`` is used against left-handed pitchers (S11.1a); power is True for N
    and False for W, by the same sides (S12.0); ``bunt`` and ``hit_and_run`` count from A = 0;
    ``running`` is the last number of his running rating (1-17)."""

    name: str
    bats: str
    left: Side
    right: Side
    power_left: bool = True
    power_right: bool = True
    stealing: Stealing = NO_STEALING
    running: int = USUAL_RUNNING
    bunt: int = USUAL_GRADE
    hit_and_run: int = USUAL_GRADE
    fielding: tuple[Fielding, ...] = ()


@dataclass(frozen=True)
class Pitcher:
    """A pitcher's card. ``left`` is used against left-handed batters; ``starter`` and ``relief``
    are points of weakness, 0 for none (S27.0); ``closer`` outs of closer endurance, ``CLOSER_N``
    or ``CLOSER_NONE`` (S28.0); ``hitting`` names a pitcher's hitting card (``1WR``, S11.1e)."""

    name: str
    throws: str
    left: Side
    right: Side
    starter: int = 0
    relief: int = 0
    closer: int = CLOSER_NONE
    hold: int = 0
    balk: int = 0
    wild_pitch: int = 0
    fielding: Fielding = USUAL_GLOVE
    hitting: str = USUAL_HITTING
    stealing: Stealing = NO_STEALING
    running: int = USUAL_RUNNING


def verify_hitter(card: Hitter) -> list[Refusal]:
    """Return everything that is wrong with a hitter's card."""
    faults = _Faults(card.name)
    if card.bats not in ("L", "R", "S"):
        faults.add("no-such-hand", "A hitter bats L, R or S.", "bats")
    faults.within("run", card.running, 1, 17)
    faults.within("bunt", card.bunt, 0, 4)
    faults.within("hit and run", card.hit_and_run, 0, 3)
    faults.stealing(card.stealing)
    seen: set[int] = set()
    for rating in card.fielding:
        if rating.position in seen or not 2 <= rating.position <= 9:
            faults.add("position-twice", "Each position from c to rf stands once.", "field")
        seen.add(rating.position)
        faults.fielding(rating)
    for name, side in (("left", card.left), ("right", card.right)):
        faults.side(name, side, pitchers=False)
    return faults.refusals


def verify_pitcher(card: Pitcher) -> list[Refusal]:
    """Return everything that is wrong with a pitcher's card."""
    faults = _Faults(card.name)
    if card.throws not in ("L", "R"):
        faults.add("no-such-hand", "A pitcher throws L or R.", "throws")
    if not card.starter and not card.relief:
        faults.add("no-role", "A pitcher has a starter's or a relief rating.", "starter")
    faults.within("starter", card.starter, 0, 9)
    faults.within("relief", card.relief, 0, 9)
    if not CLOSER_NONE <= card.closer <= CLOSER_N:
        faults.add("closer-out-of-range", "Closer endurance is 0 to 6 or N (S28.1).", "relief")
    faults.within("hold", card.hold, -6, 9)
    faults.within("balk", card.balk, 0, 20)
    faults.within("wild pitch", card.wild_pitch, 0, 20)
    if card.fielding.position != 1:
        faults.add("not-the-pitchers-position", "A pitcher is rated at p.", "field")
    faults.fielding(card.fielding)
    faults.stealing(card.stealing)
    faults.within("run", card.running, 1, 17)
    for name, side in (("left", card.left), ("right", card.right)):
        faults.side(name, side, pitchers=True)
    return faults.refusals


class _Faults:
    def __init__(self, card: str) -> None:
        self.card = card
        self.refusals: list[Refusal] = []

    def add(self, code: str, message: str, place: str) -> None:
        self.refusals.append(Refusal(code, message, f"{self.card}:{place}"))

    def within(self, place: str, value: int, least: int, most: int) -> None:
        if not least <= value <= most:
            self.add("rating-out-of-range", f"{value} is not {least} to {most}.", place)

    def stealing(self, line: Stealing) -> None:
        if line.lead & line.caught:
            self.add(
                "lead-and-out-overlap",
                "A sum of the dice cannot be both a good lead and an out.",
                "steal",
            )
        if (line.lead | line.caught) & ~0b1111111111100:
            self.add("rating-out-of-range", "Leads are sums of two dice, 2 to 12.", "steal")
        for value in (line.first, line.second):
            self.within("steal", value, 0, 20)

    def fielding(self, rating: Fielding) -> None:
        place = f"field {POSITIONS[rating.position]}" if 1 <= rating.position <= 9 else "field"
        self.within(place, rating.range, 1, 5)
        self.within(place, rating.error, 0, 99)
        if rating.position == 2:
            self.within(place, rating.arm, -5, 5)
        elif rating.position >= 7:
            self.within(place, rating.arm, -6, 5)
        elif rating.arm:
            self.add("arm-not-rated", "Catchers and outfielders have arms.", place)
        if rating.position == 2:
            self.within(place, rating.t, 0, 20)
            self.within(place, rating.pb, 0, 20)
        elif rating.t or rating.pb:
            self.add("not-a-catcher", "Only a catcher has T and pb.", place)

    def side(self, name: str, side: Side, *, pitchers: bool) -> None:
        if len(side.cells) != CELLS:
            self.add(
                "cells-missing",
                f"A side has {CELLS} cells, {CHANCES} chances; here are {len(side.cells)}.",
                name,
            )
            return
        for cell in range(CELLS):
            for packed, _ in side.parts(cell):
                wrong = _misplaced(packed, pitchers=pitchers)
                if wrong:
                    self.add(
                        "reading-of-another-card",
                        f"{write_reading(packed)}: {wrong}",
                        f"{name} {cell_name(cell, pitchers=pitchers)}",
                    )


def _misplaced(packed: int, *, pitchers: bool) -> str:
    """The reason why a reading cannot be on a hitter's or pitcher's card; empty if it can."""
    if pitchers:
        if readings.has(packed, readings.PLUS_BIT):
            return "“+” stands on hitters' cards (S20.6)."
        if readings.has(packed, readings.INJURY_BIT):
            return "injuries stand on hitters' cards (S25.0)."
        if readings.has(packed, readings.CLUTCH_BIT):
            return "the clutch sign stands on hitters' cards (S30.7)."
        return ""
    if readings.has(packed, readings.X_BIT):
        return "fielding chances stand on pitchers' cards (S16.1)."
    if readings.has(packed, readings.DOT_BIT):
        return "dots stand on pitchers' cards (S27.1)."
    return ""
