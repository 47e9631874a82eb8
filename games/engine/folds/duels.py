"""Who faced whom: what every batter did off every pitcher, where his balls went, and how long
pitchers kept the other side from scoring.

A turn belongs to the pitcher who is there when it ends, as in ``pitchers``; summed up by batter the
counts are those of his line in the box score, and by pitcher those of his.
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
"""What a runner does on base: off no pitcher in particular."""


@dataclass(slots=True)
class Stretches:
    """Outs that a pitcher made before the first run that is charged to him scored, between two of
    them at the most, and since the last; all alike where none did. An out on the play on which a
    run scores comes before it."""

    first: int = 0
    longest: int = 0
    last: int = 0
    runs: int = 0

    def out(self, count: int) -> None:
        """Count outs that the pitcher got."""
        self.last += count
        self.longest = max(self.longest, self.last)
        if not self.runs:
            self.first = self.last

    def run(self) -> None:
        """A run that is charged to him scored."""
        self.runs += 1
        self.last = 0


@dataclass(slots=True)
class Duels:
    """``faced``: by side at bat, batter and pitcher, by their numbers in their squads (0: not
    known), what came of it. ``balls``: by side, batter and the position that had the ball first,
    how many were hits and how many were not. ``stretches``: by side in the field and pitcher."""

    faced: dict[tuple[int, int, int], Counter[str]] = field(default_factory=dict)
    balls: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    stretches: dict[tuple[int, int], Stretches] = field(default_factory=dict)


def duels(moments: Sequence[Moment], clubs: Clubs, state: GameState | None = None) -> Duels:
    """Everything that came of who faced whom in a game; ``clubs`` and ``state`` are those with
    which its record begins."""
    people, found = People(clubs), Duels()
    charged = iter(pitchers(moments, clubs, state).runs)

    def stretches(side: int, player: int) -> Stretches:
        return found.stretches.setdefault((side, player), Stretches())

    for moment in moments:
        people.see(moment.event)
        if not moment.is_play:
            continue
        side, other = moment.side, 1 - moment.side
        batter, pitcher = people.player(side, moment.batter), people.at(other, PITCHER)
        if moment.ends_turn or moment.kind == ADVANCE:
            counts = found.faced.setdefault((side, batter, pitcher), Counter())
            counts["runs_batted_in"] += moment.batted_in
        if moment.ends_turn:
            counts.update(name for _, name in batting_credits(moment) if name not in ON_BASE)
            _put_in_play(found, moment, batter)
        stretches(other, pitcher).out(len(moment.out))
        for _ in moment.scored:
            stretches(other, next(charged).charged).run()
    return found


def _put_in_play(found: Duels, moment: Moment, batter: int) -> None:
    position = fielder_of(moment.event)
    if position:
        hits_and_others = found.balls.setdefault((moment.side, batter, position), [0, 0])
        hits_and_others[moment.kind not in HITS] += 1
