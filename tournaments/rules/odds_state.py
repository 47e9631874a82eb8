"""What the odds of an event are reckoned from: how far it has come, what is left of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.rules.criterion import Field
from tournaments.rules.formats import StageSpec
from tournaments.rules.knockout import Match
from tournaments.rules.ties import TieOrder


@dataclass(frozen=True)
class ToPlay:
    """What is left of a series: its two clubs, and for each game left ``H`` or ``A``, who hosts."""

    home: int
    away: int
    hosts: str


@dataclass(frozen=True)
class BestOf:
    """A best-of that has begun: the wins of the better and the worse seed, and who hosts the games
    left."""

    better_wins: int
    worse_wins: int
    hosts: str


@dataclass(frozen=True)
class StageState:
    """A stage as far as it has come: its clubs by seed (none: nobody was let in yet), its rounds by
    seed, and the best-ofs that have begun."""

    number: int
    spec: StageSpec
    members: tuple[int, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    begun: Mapping[tuple[int, int], BestOf] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """An event from where it stands: the results so far with everything ties are broken by, what
    is left of the rounds drawn, the stages after them in order, and the clubs that may not go on
    though they are ranked (``barred``)."""

    field: Field
    order: TieOrder
    to_play: tuple[ToPlay, ...]
    stages: tuple[StageState, ...]
    barred: tuple[int, ...] = ()
