"""What lies on the table in the middle of a game of cards, as a system tells it and pages show it.

A system says which cards are face up, how far a throw has come on their lines, what the next die
would mean, and what each side holds in its hand; the scoring page and the live page do the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

NOT_THROWN, NEXT, EQUAL, ABOVE, BELOW = "", "next", "equal", "above", "below"
"""How the dice stand to a digit of a line: not looked at, to be met by the next one, met, and the
first at which the throw went above or below it."""

STATES_SAID = {NEXT: "next", EQUAL: "met", ABOVE: "passed", BELOW: "missed"}


@dataclass(frozen=True)
class Digit:
    """A face that a line asks for, and how the dice stand to it."""

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
        """The line as it is heard."""
        if not self.digits:
            return f"{self.long}: {self.words}"
        told = ", ".join(
            f"{digit.face} {STATES_SAID[digit.state]}" if digit.state else digit.face
            for digit in self.digits
        )
        return f"{self.long}: {told} ({self.words})"


@dataclass(frozen=True)
class GridCell:
    """A cell of a card: its readings, each with whether it is good for the batter; ``lit``: the
    dice point at it, at the reading with that ``place`` where it is known."""

    readings: Sequence[tuple[str, bool]]
    lit: bool = False
    place: int = -1

    @property
    def told(self) -> list[tuple[str, bool, bool]]:
        """Its readings, each with whether the dice point at it among several."""
        return [
            (text, good, len(self.readings) > 1 and at == self.place)
            for at, (text, good) in enumerate(self.readings)
        ]


@dataclass(frozen=True)
class GridRow:
    """A row of a card; ``chance`` says how often it is thrown."""

    label: str
    cells: Sequence[GridCell]
    chance: str = ""

    @property
    def lit(self) -> bool:
        """Whether the dice point at one of its cells."""
        return any(cell.lit for cell in self.cells)


@dataclass(frozen=True)
class CardGrid:
    """The part of a card that dice are looked up in."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[GridRow]

    @property
    def labelled(self) -> bool:
        """Whether its rows have labels."""
        return any(row.label for row in self.rows)

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """Its columns, each with whether the dice point into it."""
        return [
            (column, any(row.cells[at].lit for row in self.rows))
            for at, column in enumerate(self.columns)
        ]

    @property
    def lit(self) -> bool:
        """Whether the dice point at one of its cells."""
        return any(row.lit for row in self.rows)

    def around(self) -> CardGrid:
        """The rows that the dice point at, and those beside them."""
        near = {
            beside for at, row in enumerate(self.rows) if row.lit for beside in (at - 1, at, at + 1)
        }
        return replace(self, rows=[row for at, row in enumerate(self.rows) if at in near])


@dataclass(frozen=True)
class FaceUp:
    """A card that is played with now; ``side`` is whose it is. Of a card that dice
    are looked up in its ``grids`` are shown, others by their ``lines``; ``lit``: the dice point at
    the player."""

    side: int
    role: str
    name: str
    about: str
    lines: Sequence[CardLine] = ()
    grids: Sequence[CardGrid] = ()
    lit: bool = False

    def hit(self) -> FaceUp:
        """What the dice point at, with what lies beside it on the card."""
        return replace(
            self,
            grids=[grid.around() for grid in self.grids if grid.lit],
            lines=[line for line in self.lines if line.lit],
        )

    @property
    def is_hit(self) -> bool:
        """Whether the dice point at anything on it."""
        return any(grid.lit for grid in self.grids) or any(line.lit for line in self.lines)


@dataclass(frozen=True)
class Meaning:
    """What some faces of the next die would bring; ``again``: another die."""

    faces: Sequence[str]
    words: str
    again: bool = False


@dataclass(frozen=True)
class HandCard:
    """A kind of card that a side holds: how many are ``left``, what plays one now, or why none may
    be played."""

    name: str
    left: int
    entry: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class Hand:
    """What a side holds, and ``facts`` about who is still to come."""

    side: int
    cards: Sequence[HandCard]
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Spare:
    """A player who may still come in: his card in a few words, and what the law allows him today
    (nothing where it sets no limit)."""

    name: str
    about: str
    allowed: str = ""


@dataclass(frozen=True)
class Spares:
    """The players of a side who may still come in as the ``role`` says; ``note``: why none may
    now, or who may not at all."""

    side: int
    role: str
    players: Sequence[Spare]
    note: str = ""


@dataclass(frozen=True)
class Prompts:
    """What managers are asked as the game stands, and their answers, in words with names and odds:
    by the names of decisions, and by their entries."""

    questions: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TableView:
    """The table. ``thrown`` are the dice of the throw so far; ``decisions`` those that are answered
    by playing from a hand; the templates show it, a system's own where it brings some. ``fell``
    says where the dice of the last plate appearance pointed, ``played`` are the places of its cards
    that they hit, ``mound`` is what the current pitcher has left, and ``spares`` who may come in,
    those of this moment first. ``park``: what the ballpark's card says."""

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
        """The same with nothing but these to be played."""
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
    """The digits of a line against the dice of a throw so far."""
    found = []
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
        found.append(Digit(face, state))
    return found


def grouped(meanings: Sequence[tuple[str, str, bool]]) -> list[Meaning]:
    """Faces that follow each other and mean the same, together."""
    found: list[Meaning] = []
    for face, words, again in meanings:
        if found and (found[-1].words, found[-1].again) == (words, again):
            found[-1] = replace(found[-1], faces=(*found[-1].faces, face))
        else:
            found.append(Meaning((face,), words, again))
    return found
