"""Outings of pitchers with their outs, as they go onto the clubs' pitching sheets.

A pitcher has pitched when a play happened while he was on the mound, with or without an out
(T10.2m); a pitcher who was only announced has not. A player who came in twice has one outing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.club import Clubs
from games.engine.events import (
    CHANGE,
    HALF,
    KIND_MASK,
    OUTS,
    PICKED_OFF,
    SINGLE,
    STEAL,
    TO_MASK,
    TO_SHIFT,
    changed,
    value_of,
)
from games.engine.folds.people import PITCHER, People
from games.engine.game_state import GameState, clubs_in_play
from games.engine.record import Record
from games.engine.situation import AWAY, HOME


@dataclass(frozen=True, slots=True)
class Outing:
    """A player's outing, by his number in the squad. ``on_last_play``: the outs of the last play on
    which he recorded any (0 without one); ``stayed_on``: he faced another batter after that."""

    player: int
    outs: int
    started: bool
    on_last_play: int
    stayed_on: bool


@dataclass(slots=True)
class Tally:
    """A pitcher's outing so far."""

    player: int
    started: bool
    plays: int = 0
    outs: int = 0
    on_last_play: int = 0
    since: int = 0
    """Turns at bat that have ended since his last out."""

    def take_over(self, outs: int) -> None:
        """Set the outs recorded before the first event."""
        self.outs = outs
        self.plays = 1 if outs else 0

    def see(self, kind: int, outs: int) -> None:
        """Count a play with him on the mound. Runners who go when a turn is over (a steal before
        which nothing can be changed) do not count as batters faced; and a pick-off by a throw is
        part of the pitch that follows, with the same pitcher: the outs of both belong to one
        play."""
        of_one_throw = self.since < 0
        self.plays += 1
        self.since += kind < STEAL
        if outs:
            self.outs += outs
            self.on_last_play = outs + (self.on_last_play if of_one_throw else 0)
            self.since = -1 if kind == PICKED_OFF else 0


def outings(record: Record) -> tuple[tuple[Outing, ...], tuple[Outing, ...]]:
    """The outings of the visitors' pitchers and of the home side's, in order of appearance; empty
    where the pitchers are not known."""
    if record.clubs is None:
        return (), ()
    return outings_of(record.events, record.clubs, record.situation.half, record.state)


def outings_of(
    events: Sequence[int], clubs: Clubs, half: int = 0, state: GameState | None = None
) -> tuple[tuple[Outing, ...], tuple[Outing, ...]]:
    """The same for these events, which begin with that half of an inning (0: the visitors bat).

    In a game that began from a ``state``, its current pitcher has the outs stated there. Outings of
    players who had left by then are not known.
    """
    people = People(clubs_in_play(clubs, state) or clubs)
    mound = []
    for side, club in enumerate(clubs):
        player = people.at(side, PITCHER)
        tally = Tally(player, started=player == club.starting_pitcher())
        if state is not None and state.own is not None:
            tally.take_over(state.own.outs_of_pitcher(side))
        mound.append(tally)
    tallies = tuple({tally.player: tally} for tally in mound)
    field = 1 - half
    pitching = mound[field]
    for event in events:
        kind = event & KIND_MASK
        if kind >= SINGLE:
            pitching.see(kind, OUTS[event >> TO_SHIFT & TO_MASK])
        elif kind == HALF:
            field = 1 - (value_of(event) & 1)
            pitching = mound[field]
        elif kind == CHANGE:
            side, _, position, player = changed(value_of(event))
            if position == PITCHER and player != mound[side].player:
                mound[side] = tallies[side].setdefault(player, Tally(player, started=False))
                pitching = mound[field]
    away, home = (
        tuple(
            Outing(
                outing.player, outing.outs, outing.started, outing.on_last_play, outing.since > 0
            )
            for outing in tallies[side].values()
            if outing.plays
        )
        for side in (AWAY, HOME)
    )
    return away, home
