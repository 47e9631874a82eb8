"""What the fielders did: putouts, assists, errors and double plays, by position.

Credits are those that the event file's description of a play gives (Official Baseball Rules 9.09
to 9.12): of everybody put out the last hand has the putout, every hand before it an assist, and
who throws on to the next out has been the hand of the last. What the events do not say, who covers
a base, is as usual there, and so is it here: every reader of the file counts the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.club import Clubs
from games.engine.folds.moments import Moment
from games.engine.folds.people import People
from games.engine.folds.retrosheet_plays import event_text

CATCHER: Final = 2

PUTOUT, ASSIST, ERROR = "putouts", "assists", "errors"

_HANDS = re.compile(r"([1-9]+)(?:\([B123]\))?")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")


@dataclass(slots=True)
class FieldingLine:
    """What one player did at one position: outs of his side while he stood there, and what he is
    credited with. ``side`` 0 are the visitors, ``player`` his number in the squad."""

    side: int
    player: int
    position: int
    outs: int = 0
    putouts: int = 0
    assists: int = 0
    errors: int = 0
    double_plays: int = 0


def fielding(moments: Sequence[Moment], clubs: Clubs) -> list[FieldingLine]:
    """Lines of everybody who stood in the field, in the order in which they came there."""
    people = People(clubs)
    lines: dict[tuple[int, int, int], FieldingLine] = {}

    def line(side: int, position: int) -> FieldingLine:
        player = people.at(side, position)
        key = (side, player, position)
        if key not in lines:
            lines[key] = FieldingLine(side, player, position)
        return lines[key]

    for moment in moments:
        people.see(moment.event)
        if not moment.is_play:
            continue
        side = 1 - moment.side
        nine = [line(side, position) for position in range(1, 10) if people.at(side, position)]
        for each in nine:
            each.outs += len(moment.out)
        text = event_text(moment)
        took_part: set[int] = set()
        for position, credit in credits_of(text):
            his = line(side, position)
            if credit == PUTOUT:
                his.putouts += 1
            elif credit == ASSIST:
                his.assists += 1
            else:
                his.errors += 1
                continue
            took_part.add(position)
        if is_double_play(text, len(moment.out)):
            for position in took_part:
                line(side, position).double_plays += 1
    return [each for each in lines.values() if each.player]


def is_double_play(text: str, outs: int) -> bool:
    """Whether a description is one of two players put out in one play."""
    return outs == 2 and "DP" in text


def credits_of(text: str) -> Iterator[tuple[int, str]]:
    """Positions and what each is credited with, of a play in an event file's words; in each play a
    fielder has one assist for each player put out with his help."""
    basic, _, moves = text.partition(".")
    play, *_ = basic.split("/")
    if play == "K":
        yield CATCHER, PUTOUT
    elif play.startswith(("CS", "PO")):
        for inside in _IN_BRACKETS.findall(basic):
            yield from _of_brackets(inside)
    elif play.startswith("E"):
        yield int(play[1]), ERROR
    elif basic.startswith("C/E"):
        yield int(basic[3]), ERROR
    elif play[:1].isdigit():
        yield from _of_hands(play)
    for move in moves.split(";"):
        for inside in _IN_BRACKETS.findall(move):
            yield from _of_brackets(inside)


def _of_brackets(inside: str) -> Iterator[tuple[int, str]]:
    if inside[:1] == "E" and inside[1:2].isdigit():
        yield int(inside[1]), ERROR
    elif inside.isdigit():
        yield from _of_hands(inside)


def _of_hands(hands: str) -> Iterator[tuple[int, str]]:
    """``64(1)3``: short stop to second, and on to first."""
    before = ""
    for found in _HANDS.finditer(hands):
        thrown = before + found.group(1)
        for position in dict.fromkeys(thrown[:-1]):
            yield int(position), ASSIST
        yield int(thrown[-1]), PUTOUT
        before = thrown[-1]
