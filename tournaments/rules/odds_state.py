"""The state of an event that its odds are computed from. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.rules.criterion import Field
from tournaments.rules.formats import StageSpec
from tournaments.rules.knockout import Match
from tournaments.rules.ties import TieOrder


@dataclass(frozen=True)
class ToPlay:
    """What is left of a series: its two clubs, and ``H`` or ``A`` for each game left, by who hosts
    it."""

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
    """The state of a stage: its clubs by seed (empty before clubs advance to it), its rounds by
    seed, and the best-ofs that have begun."""

    number: int
    spec: StageSpec
    members: tuple[int, ...] = ()
    rounds: tuple[tuple[Match, ...], ...] = ()
    begun: Mapping[tuple[int, int], BestOf] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """The state of an event: the results and all else that breaks ties, what is left of the rounds
    drawn, the later stages in order, and ``barred``, the ranked clubs that may not advance."""

    field: Field
    order: TieOrder
    to_play: tuple[ToPlay, ...]
    stages: tuple[StageState, ...]
    barred: tuple[int, ...] = ()
