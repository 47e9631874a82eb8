"""The cards' lines that the rolls of the last plate appearance of a Commons game met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.card_games.last_play import LastPlay
from games.card_games.table_view import ABOVE, BELOW, EQUAL, CardLine, FaceUp
from games.engine.dice import INDEX_MASK, WORD_SHIFT
from games.engine.events import DOUBLE, HOME_RUN, SINGLE, TRIPLE, kind_of
from games.systems.commons.play.decisions import PITCH, PITCH_ON, SWING_ON, SWING_THROW

HITS: Final = (SINGLE, DOUBLE, TRIPLE, HOME_RUN)
WORDS: Final = ("out", "a single", "a double", "a triple", "a home run")


class Thrown:
    """The faces of the last pitch and the last swing among these entries."""

    def __init__(self, entries: Sequence[int]) -> None:
        self.pitch: list[str] = []
        self.swing: list[str] = []
        for entry in entries:
            if entry < 0:
                continue
            dice, face = int(entry >> WORD_SHIFT), str(int(entry & INDEX_MASK) + 1)
            if dice == PITCH.code:
                self.pitch, self.swing = [face], []
            elif dice == PITCH_ON.code:
                self.pitch.append(face)
            elif dice == SWING_THROW.code:
                self.swing = [face]
            elif dice == SWING_ON.code:
                self.swing.append(face)


def reached(line: CardLine) -> str:
    """The result of a roll against a line: ``ABOVE``, ``BELOW``, or ``EQUAL`` in all compared
    digits."""
    states = {digit.state for digit in line.digits}
    return next((state for state in (ABOVE, BELOW) if state in states), EQUAL)


def off_the_pitcher(card: FaceUp) -> tuple[str, FaceUp | None]:
    """The result of a pitch on the pitcher's card, and the deciding line; empty where the ball was
    in play."""
    walk, last = card.lines
    if walk.digits and reached(walk) == BELOW:
        return "a walk", _lit(card, walk)
    if last.digits and reached(last) == ABOVE:
        return "a single" if last.label == "HIT" else "out", _lit(card, last)
    return "", None


def off_the_bat(card: FaceUp) -> tuple[str, FaceUp]:
    """The result of a swing on the batter's card, and the deciding line: the farthest one reached,
    or of an out the first one not reached."""
    lines = [line for line in card.lines if line.label != "SB"]
    reached_lines = [line for line in lines if line.digits and reached(line) != BELOW]
    if not reached_lines:
        return WORDS[0], _lit(card, lines[0])
    if len(lines) == 1:
        return WORDS[-1], _lit(card, lines[0])
    return WORDS[1 + lines.index(reached_lines[-1])], _lit(card, reached_lines[-1])


def went_for_the_fences(card: FaceUp, last: LastPlay) -> bool:
    """Tell whether the play differs from the batter's card: a double or more became a home run, a
    single an out (CB-126, CB-127)."""
    on_card, kind = off_the_bat(card)[0], kind_of(last.event)
    played = WORDS[1 + HITS.index(kind)] if kind in HITS else WORDS[0]
    return on_card != played


def _lit(card: FaceUp, line: CardLine) -> FaceUp:
    return replace(card, lines=[replace(line, lit=True)])
