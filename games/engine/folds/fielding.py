"""Fielding statistics: putouts, assists, errors and double plays, by position.

Credits are those in the event file's description of a play (Official Baseball Rules 9.09 to 9.12):
for each out the last fielder has the putout and every fielder before him an assist, and one who
throws on to the next out took the putout of the last. The file does not say who covers a base; it
assumes the customary fielder, and so does this module: every reader of the file gets the same
counts.
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
    """One player's credits at one position, and the outs of his side while he played there.
    ``side`` 0 are the visitors, ``player`` is his number in the squad."""

    side: int
    player: int
    position: int
    outs: int = 0
    putouts: int = 0
    assists: int = 0
    errors: int = 0
    double_plays: int = 0


def fielding(moments: Sequence[Moment], clubs: Clubs) -> list[FieldingLine]:
    """Lines of all fielders, in order of appearance."""
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
        for fielding_line in nine:
            fielding_line.outs += len(moment.out)
        text = event_text(moment)
        if not text:
            continue
        play = read_play(text)
        took_part: set[int] = set()
        for position, credit in play.credits:
            own_line = line(side, position)
            if credit == PUTOUT:
                own_line.putouts += 1
            elif credit == ASSIST:
                own_line.assists += 1
            else:
                own_line.errors += 1
                continue
            took_part.add(position)
        if play.double_play:
            for position in took_part:
                line(side, position).double_plays += 1
    return [fielding_line for fielding_line in lines.values() if fielding_line.player]
