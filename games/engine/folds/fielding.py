"""What the fielders did: putouts, assists, errors and double plays, by position.

Credits are those that the event file's description of a play gives (Official Baseball Rules 9.09
to 9.12): of everybody put out the last hand has the putout, every hand before it an assist, and
who throws on to the next out has been the hand of the last. What the events do not say, who covers
a base, is as usual there, and so is it here: every reader of the file counts the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.club import Clubs
from games.engine.event_files.plays import ASSIST, PUTOUT, read_play
from games.engine.folds.moments import Moment
from games.engine.folds.people import People
from games.engine.folds.retrosheet_plays import event_text


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
        if not text:
            continue
        play = read_play(text)
        took_part: set[int] = set()
        for position, credit in play.credits:
            his = line(side, position)
            if credit == PUTOUT:
                his.putouts += 1
            elif credit == ASSIST:
                his.assists += 1
            else:
                his.errors += 1
                continue
            took_part.add(position)
        if play.double_play:
            for position in took_part:
                line(side, position).double_plays += 1
    return [each for each in lines.values() if each.player]
