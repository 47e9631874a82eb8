"""Batter against pitcher: results of every pairing, directions of batted balls, and pitchers'
scoreless stretches.

A turn belongs to the pitcher at its end, as in ``pitchers``; summed by batter the counts are those
of his line in the box score, and by pitcher those of his.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.club import Clubs
from games.engine.events import ADVANCE, HITS, fielder_of
from games.engine.folds.box_score import batting_credits
from games.engine.folds.moments import Moment
from games.engine.folds.people import PITCHER, People
from games.engine.folds.pitchers import pitchers
from games.engine.game_state import GameState

ON_BASE: Final = frozenset({"runs", "stolen_bases", "caught_stealing", "picked_off"})
"""Counts of runners on base, which belong to no pairing."""


@dataclass(slots=True)
class Stretches:
    """Outs of a pitcher before the first run charged to him, at most between two of them, and since
    the last; all the same without a run. An out on a play on which a run scores comes before the
    run."""

    first: int = 0
    longest: int = 0
    last: int = 0
    runs: int = 0

    def out(self, count: int) -> None:
        self.last += count
        self.longest = max(self.longest, self.last)
        if not self.runs:
            self.first = self.last

    def run(self) -> None:
        """Count a run charged to the pitcher."""
        self.runs += 1
        self.last = 0


@dataclass(slots=True)
class Duels:
    """``faced``: counts by side at bat, batter and pitcher, by their numbers in their squads (0:
    not known). ``balls``: by side, batter and the position that had the ball first, the numbers of
    hits and of other results. ``stretches``: by side in the field and pitcher."""

    faced: dict[tuple[int, int, int], Counter[str]] = field(default_factory=dict)
    balls: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    stretches: dict[tuple[int, int], Stretches] = field(default_factory=dict)


def duels(moments: Sequence[Moment], clubs: Clubs, state: GameState | None = None) -> Duels:
    """The pairings of a game; ``clubs`` and ``state`` are those at the start of its record."""
    people, pairings = People(clubs), Duels()
    charged = iter(pitchers(moments, clubs, state).runs)

    def stretches(side: int, player: int) -> Stretches:
        return pairings.stretches.setdefault((side, player), Stretches())

    for moment in moments:
        people.see(moment.event)
        if not moment.is_play:
            continue
        side, other = moment.side, 1 - moment.side
        batter, pitcher = people.player(side, moment.batter), people.at(other, PITCHER)
        if moment.ends_turn or moment.kind == ADVANCE:
            counts = pairings.faced.setdefault((side, batter, pitcher), Counter())
            counts["runs_batted_in"] += moment.batted_in
        if moment.ends_turn:
            counts.update(name for _, name in batting_credits(moment) if name not in ON_BASE)
            _put_in_play(pairings, moment, batter)
        stretches(other, pitcher).out(len(moment.out))
        for _ in moment.scored:
            stretches(other, next(charged).charged).run()
    return pairings


def _put_in_play(found: Duels, moment: Moment, batter: int) -> None:
    position = fielder_of(moment.event)
    if position:
        hits_and_others = found.balls.setdefault((moment.side, batter, position), [0, 0])
        hits_and_others[moment.kind not in HITS] += 1
