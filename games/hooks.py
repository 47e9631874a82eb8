"""What games say to the apps above them, and what they ask of them.

The services of games know neither the match day (reports, rulings, clocks, line-ups, appointments)
nor events and their books. Where one of these has something to do, they ``tell`` a value of this
module; who does it registers with ``on`` in ``ready`` of its app. Where games need an answer, they
call a ``Question``, which one app above has registered. Who tells, listens and answers is listed in
``docs/explanation/architecture.md``; a test holds the list against what is registered.

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

from django.db.models import QuerySet

from config.kinds import Question
from config.people.models import User
from config.refusals import Refusal
from games.card_games.base import ClubPlan, Orders
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
class EndScored:
    """A game that one side's people scored at a table has come to its end, and does not count
    before the other side says so."""

    game: Game
    acting_user: User


@dataclass(frozen=True)
class LinesReplaced:
    """What the players of these games did is counted anew: their lines are about to be replaced."""

    game_ids: Collection[int]


@Question
def plans_of(squad_ids: Collection[int]) -> Mapping[int, ClubPlan]:
    """What is laid down for these squads, by squad, where anything is."""
    return {}


@Question
def orders_said(
    series: Series, number: int, managed: tuple[bool, bool], acting_user: User | None
) -> Mapping[int, Orders] | None:
    """What both sides said before a game that ``acting_user`` begins, by club; ``None`` for games
    without cards. Refused: ``not-confirmed`` (T0.13)."""
    return None


@Question
def bullpens_reset(scope: str) -> bool:
    """Whether relief starts fresh before each series of an event (T10.2t)."""
    return False


@Question
def is_event_over(scope: str) -> bool:
    """Whether everything of an event is decided: nothing is played in it any more, unless a
    correction opens it again."""
    return False


@Question
def footnotes_of(game: Game) -> Mapping[int, str]:
    """T0.06c, T31.2b: what the sheets say beside pitchers whose outings in a game against the law
    were let stand, by card."""
    return {}


@Question
def is_confirmed_by_others(game: Game, acting_user: User) -> bool:
    """Whether a game that this person scores at a table counts only once the other club's people
    confirm it."""
    return False


@Question
def take_back_page(series: Series) -> str:
    """Where its director takes back what was simulated of a series; empty where nothing can be."""
    return ""


@Question
def kept_for_people(series: QuerySet[Series]) -> Mapping[int, Refusal]:
    """Which of these open series people have arranged to play, by key, and what tells so; they are
    simulated only where that was asked for, or declared with a deadline."""
    return {}


Happening = TypeVar("Happening")

_LISTENERS: Final[dict[type, list[Callable[[Any], object]]]] = {}


def on(happening: type[Happening], do: Callable[[Happening], object]) -> None:
    """Call ``do`` whenever that happens, after those that registered before."""
    _LISTENERS.setdefault(happening, []).append(do)


def tell(happening: object) -> None:
    """Call its listeners, in the caller's transaction."""
    for do in _LISTENERS.get(type(happening), ()):
        do(happening)
