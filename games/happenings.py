"""Hooks by which the rooms above are told of changes to games and series in the same transaction.

The services of games know neither the match day (reports, rulings, clocks, line-ups, appointments)
nor events and their books. Where one of these has something to do, they ``tell`` a value of this
module; who does it registers with ``on`` in ``ready`` of its app.

Listeners are called at once, in the transaction of the act, in the order of ``INSTALLED_APPS``: the
match day, then the event, then its book. Nothing that they raise is caught, so that a refusal
there undoes the act. What must not happen before the commit waits for it by itself.

``django.dispatch.Signal`` calls its receivers in the same way, and is not used for two reasons: it
sends keyword arguments, which mypy cannot hold against what a receiver takes; and it forgets
receivers to which nothing else refers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from config.people.models import User
from games.models import Game, Series
from games.turns import PassedOver
from pitching.models import Violation


@dataclass(frozen=True)
class SeriesBegan:
    """Nothing of these series was played before, or by clubs with other squads."""

    series: Collection[Series]


@dataclass(frozen=True)
class StatusChanged:
    """A game that people play or report began, ended, was suspended, goes on, or was taken back."""

    game: Game


@dataclass(frozen=True)
class SheetsWritten:
    """A game was put onto both clubs' sheets, which show these breaches of the pitching law."""

    game: Game
    violations: Sequence[Violation]


@dataclass(frozen=True)
class WentOn:
    """A suspended game went on, or began anew; before it, ``passed`` had others to finish
    (T33.0l)."""

    game: Game
    passed: Sequence[PassedOver]
    acting_user: User | None


@dataclass(frozen=True)
class WaitsAgain:
    """A game was taken back to where it was suspended."""

    game: Game


@dataclass(frozen=True)
class SeriesEnded:
    """The game that people played last completed the series."""

    series: Series


@dataclass(frozen=True)
class ResultsChanged:
    """Series of these events were completed or opened again, or have another result."""

    scopes: Collection[str]
    acting_user: User | None


@dataclass(frozen=True)
class SeriesCalledOff:
    """Nothing more is played in these series (T0.08l): a club has dropped out, or their round was
    taken back when something of them had been played; ``reason`` says which."""

    series_ids: Collection[int]
    acting_user: User | None
    reason: str = ""


@dataclass(frozen=True)
class SeriesTakenUp:
    """A drop was taken back: series that were called off go on. ``since`` says when each of them
    was called off."""

    since: Mapping[int, datetime]
    acting_user: User | None

    @property
    def series_ids(self) -> Collection[int]:
        """The series, by key."""
        return self.since.keys()


@dataclass(frozen=True)
class SimulationTakenBack:
    """Games of these series that were simulated were taken off the books: people play them.
    ``since`` says when each series was completed; now where it was not."""

    since: Mapping[int, datetime]
    reason: str
    acting_user: User | None

    @property
    def series_ids(self) -> Collection[int]:
        """The series, by key."""
        return self.since.keys()


@dataclass(frozen=True)
class SeriesUndrawn:
    """The rounds of these series are about to be taken back: those of which nothing was played are
    deleted, the others called off."""

    series_ids: Collection[int]
    reason: str
    acting_user: User | None


@dataclass(frozen=True)
class GameVoided:
    """A game was taken off the books."""

    game: Game
    reason: str
    acting_user: User | None


@dataclass(frozen=True)
class LinesReplaced:
    """What the players of these games did is counted anew: their lines are about to be replaced."""

    game_ids: Collection[int]


Happening = TypeVar("Happening")

_LISTENERS: Final[dict[type, list[Callable[[Any], object]]]] = {}


def on(happening: type[Happening], do: Callable[[Happening], object]) -> None:
    """Call ``do`` whenever that happens, after those that registered before."""
    _LISTENERS.setdefault(happening, []).append(do)


def tell(happening: object) -> None:
    """Call its listeners, in the caller's transaction."""
    for do in _LISTENERS.get(type(happening), ()):
        do(happening)
