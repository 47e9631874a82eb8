"""What the throws of the last plate appearance of a Commons game met on the cards."""

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
    """The faces of the pitch and of the swing among these entries, the last of each."""

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
    """How a throw came out against a line: ``ABOVE``, ``BELOW``, or ``EQUAL`` in all that was
    looked at."""
    states = {digit.state for digit in line.digits}
    return next((state for state in (ABOVE, BELOW) if state in states), EQUAL)


def off_the_pitcher(card: FaceUp) -> tuple[str, FaceUp | None]:
    """What a pitch came to on the pitcher's card, and the line that said so; nothing where the ball
    was in play."""
    walk, last = card.lines
    if walk.digits and reached(walk) == BELOW:
        return "a walk", _lit(card, walk)
    if last.digits and reached(last) == ABOVE:
        return "a single" if last.label == "HIT" else "out", _lit(card, last)
    return "", None


def off_the_bat(card: FaceUp) -> tuple[str, FaceUp]:
    """What a swing came to on the batter's card, and the line that said so: the farthest that was
    reached, or of an out the first that was not."""
    lines = [line for line in card.lines if line.label != "SB"]
    met = [line for line in lines if line.digits and reached(line) != BELOW]
    if not met:
        return WORDS[0], _lit(card, lines[0])
    if len(lines) == 1:
        return WORDS[-1], _lit(card, lines[0])
    return WORDS[1 + lines.index(met[-1])], _lit(card, met[-1])


def went_for_the_fences(card: FaceUp, last: LastPlay) -> bool:
    """Whether what was played is not what stands on the batter's card: a double or more became a
    home run, a single an out (CB-126, CB-127)."""
    told, kind = off_the_bat(card)[0], kind_of(last.event)
    played = WORDS[1 + HITS.index(kind)] if kind in HITS else WORDS[0]
    return told != played


def _lit(card: FaceUp, line: CardLine) -> FaceUp:
    return replace(card, lines=[replace(line, lit=True)])
