"""The entry of a transcript to which the law takes a game back."""

from __future__ import annotations

from games.engine.events import (
    CHANGE,
    HALF,
    OUTS,
    SINGLE,
    TO_MASK,
    TO_SHIFT,
    changed,
    kind_of,
    mark_of,
    value_of,
)
from games.engine.folds.people import PITCHER, People
from games.engine.situation import AWAY, HOME
from games.models import Game
from games.records import record_of
from games.rules.remedies import last_legal_play


def entry_after_last_legal_out(game: Game, card: int, allowed: int) -> int | None:
    """T31.2a: the first entry that goes when a game is reset to where an ineligible pitcher had
    legally retired his last batter; A-V3: before his first batter where he never might. ``None``
    where the plays do not tell."""
    record = record_of(game)
    if record.clubs is None or not game.clubs:
        return None
    side = next((at for at, club in enumerate(game.clubs) if card in club["cards"]), None)
    if side is None:
        return None
    player = game.clubs[side]["cards"].index(card) + 1
    people = People(record.clubs)
    on_mound = people.at(side, PITCHER)
    field = HOME if record.situation.half == 0 else AWAY
    outs: list[int] = []
    marks: list[int] = []
    came = 0
    for event in record.events:
        kind = kind_of(event)
        if kind == HALF:
            field = 1 - (value_of(event) & 1)
        elif kind == CHANGE:
            team, _, position, other = changed(value_of(event))
            if team == side and position == PITCHER:
                on_mound = other
                if other == player and not marks:
                    came = mark_of(event)
        elif kind >= SINGLE and field == side and on_mound == player:
            outs.append(OUTS[event >> TO_SHIFT & TO_MASK])
            marks.append(mark_of(event))
    if not marks:
        return None
    last = last_legal_play(allowed, outs)
    return (marks[last - 1] if last else came) + 1
