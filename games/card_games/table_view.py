"""The cards on the table in the middle of a game, as a system describes them and pages show them.

A system says which cards are face up, how far a roll has come on their lines, what the next die
would mean, and what each side holds in its hand; the scoring page and the live page do the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

NOT_THROWN, NEXT, EQUAL, ABOVE, BELOW = "", "next", "equal", "above", "below"
"""State of a digit of a line: not reached, due with the next die, equal to its die, or the first
where the die was above or below it."""

STATES_SAID = {NEXT: "next", EQUAL: "met", ABOVE: "passed", BELOW: "missed"}


@dataclass(frozen=True)
class Digit:
    """A digit of a line and its state."""

    face: str
    state: str = NOT_THROWN


@dataclass(frozen=True)
class CardLine:
    """A line of a card: its digits, or ``words`` where it has none; ``lit``: it decided."""

    label: str
    long: str
    digits: Sequence[Digit] = ()
    words: str = ""
    lit: bool = False

    @property
    def said(self) -> str:
        """The line for screen readers."""
        if not self.digits:
            return f"{self.long}: {self.words}"
        digits = ", ".join(
            f"{digit.face} {STATES_SAID[digit.state]}" if digit.state else digit.face
            for digit in self.digits
        )
        return f"{self.long}: {digits} ({self.words})"


@dataclass(frozen=True)
class GridCell:
    """A cell of a card: its readings, each with whether it is good for the batter; ``lit``: the
    dice point at it; ``place``: the index of the reading they point at, -1 if not known."""

    readings: Sequence[tuple[str, bool]]
    lit: bool = False
    place: int = -1

    @property
    def told(self) -> list[tuple[str, bool, bool]]:
        """Its readings, each with whether the dice point at just that one among several."""
        return [
            (text, good, len(self.readings) > 1 and index == self.place)
            for index, (text, good) in enumerate(self.readings)
        ]


@dataclass(frozen=True)
class GridRow:
    """A row of a card; ``chance`` is how often it is rolled."""

    label: str
    cells: Sequence[GridCell]
    chance: str = ""

    @property
    def lit(self) -> bool:
        return any(cell.lit for cell in self.cells)


@dataclass(frozen=True)
class CardGrid:
    """The part of a card that is read with dice."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[GridRow]

    @property
    def labelled(self) -> bool:
        return any(row.label for row in self.rows)

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """Its columns, each with whether the dice point into it."""
        return [
            (column, any(row.cells[index].lit for row in self.rows))
            for index, column in enumerate(self.columns)
        ]

    @property
    def lit(self) -> bool:
        return any(row.lit for row in self.rows)

    def around(self) -> CardGrid:
        """Keep only the rows that the dice point at and their neighbors."""
        near = {
            beside
            for index, row in enumerate(self.rows)
            if row.lit
            for beside in (index - 1, index, index + 1)
        }
        return replace(self, rows=[row for index, row in enumerate(self.rows) if index in near])


@dataclass(frozen=True)
class FaceUp:
    """A card in play; ``side`` is the side it belongs to. Cards read with dice have ``grids``,
    others ``lines``; ``lit``: the dice point at the player."""

    side: int
    role: str
    name: str
    about: str
    lines: Sequence[CardLine] = ()
    grids: Sequence[CardGrid] = ()
    lit: bool = False

    def hit(self) -> FaceUp:
        """Keep only the parts that the dice point at, with their neighbors."""
        return replace(
            self,
            grids=[grid.around() for grid in self.grids if grid.lit],
            lines=[line for line in self.lines if line.lit],
        )

    @property
    def is_hit(self) -> bool:
        return any(grid.lit for grid in self.grids) or any(line.lit for line in self.lines)


@dataclass(frozen=True)
class Meaning:
    """The result of some faces of the next die; ``again``: another die follows."""

    faces: Sequence[str]
    words: str
    again: bool = False


@dataclass(frozen=True)
class HandCard:
    """A kind of card in a hand: how many are ``left``, the entry that plays one now, or why none
    may be played."""

    name: str
    left: int
    entry: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class Hand:
    """The cards that a side holds, and ``facts`` about those still to come."""

    side: int
    cards: Sequence[HandCard]
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Spare:
    """A player who may still come in: his card in a few words, and what the law allows him today
    (empty without a limit)."""

    name: str
    about: str
    allowed: str = ""


@dataclass(frozen=True)
class Spares:
    """The players of a side who may still come in for a ``role``; ``note``: why none may now, or
    who may not at all."""

    side: int
    role: str
    players: Sequence[Spare]
    note: str = ""


@dataclass(frozen=True)
class Prompts:
    """Questions to managers at this point of the game and their answers, with names and odds: by
    the names of decisions, and by their entries."""

    questions: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TableView:
    """The table. ``thrown``: the dice of the roll so far; ``decisions``: those made by playing a
    card from a hand; ``fell``: where the dice of the last plate appearance pointed, ``played``: the
    parts of its cards that they hit; ``mound``: what the current pitcher has left; ``spares``: who
    may come in, those for this moment first; ``park``: the text of the ballpark's card."""

    face_up: Sequence[FaceUp]
    meanings: Sequence[Meaning] = ()
    thrown: Sequence[str] = ()
    hands: Sequence[Hand] = ()
    middle: Sequence[tuple[str, str]] = ()
    decisions: frozenset[str] = field(default_factory=frozenset)
    fell: str = ""
    played: Sequence[FaceUp] = ()
    mound: str = ""
    spares: Sequence[Spares] = ()
    prompts: Prompts = Prompts()
    park: Sequence[tuple[str, str]] = ()
    template: str = "games/_table.html"
    hands_template: str = "games/_hands.html"

    def allowing(self, entries: frozenset[str]) -> TableView:
        """The same with only these entries playable."""
        hands = [
            replace(
                hand,
                cards=[
                    card if card.entry in entries else replace(card, entry="")
                    for card in hand.cards
                ],
            )
            for hand in self.hands
        ]
        return replace(self, hands=hands)


def stand(faces: str, thrown: Sequence[str]) -> list[Digit]:
    """The digits of a line against the dice of a roll so far."""
    digits = []
    open_ = True
    for place, face in enumerate(faces):
        if not open_ or place > len(thrown):
            state = NOT_THROWN
        elif place == len(thrown):
            state = NEXT if thrown or place == 0 else NOT_THROWN
        elif thrown[place] == face:
            state = EQUAL
        else:
            state = ABOVE if thrown[place] > face else BELOW
            open_ = False
        digits.append(Digit(face, state))
    return digits


def grouped(meanings: Sequence[tuple[str, str, bool]]) -> list[Meaning]:
    """Merge neighboring faces with the same meaning."""
    meanings_: list[Meaning] = []
    for face, words, again in meanings:
        if meanings_ and (meanings_[-1].words, meanings_[-1].again) == (words, again):
            meanings_[-1] = replace(meanings_[-1], faces=(*meanings_[-1].faces, face))
        else:
            meanings_.append(Meaning((face,), words, again))
    return meanings_
