"""What every game system that is played with cards brings along, apart from its rules.

The engine plays all systems by one interface; cards, line-ups and the words for them are each
system's own. A system brings one ``CardGame``; the rooms that record, play and show games know
these few questions and no system's name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.folds.people import People
from games.engine.game_state import GameState
from games.engine.options import Settings
from games.engine.record import Record
from games.engine.situation import Situation
from pitching.rules.law import STANDARD, PitchingLaw
from pitching.rules.sheet import Pitcher, Sheet
from rosters.makers.base import Subject
from rosters.models import Card

Stored = dict[str, Any]
"""A club as it is kept with a game. For the generic rooms: ``cards``, the keys of its cards by
number in the squad, and of a club that has one the ``park`` with its ``name``; the rest is the
system's own."""


@dataclass(frozen=True)
class Squad:
    """What a club has to play with at this moment: the keys of its ``cards`` in the order of the
    squad, its ``park`` by name and numbers, and how its manager likes to play."""

    cards: tuple[int, ...]
    park: tuple[str, tuple[int, ...]] | None
    tendencies: Mapping[str, int]


@dataclass(frozen=True)
class Side:
    """A club about to play: ``column`` says which of its games, from 1, it is. In games that keep
    pitching sheets ``sheet`` is its own as it stands, with the ``law`` that holds for it;
    ``managed``: the system's own manager decides for it."""

    squad: Squad
    column: int
    sheet: Sheet | None = None
    law: PitchingLaw = STANDARD
    managed: bool = True


@dataclass(frozen=True)
class Mound:
    """Who pitches for a side where a game is taken up: his number in the squad, the outs he has got
    and whether he is tired."""

    man: int
    outs: int = 0
    tired: bool = False


class ClubBuilder(Protocol):
    """Builds the clubs of many games. It keeps what it has built for as long as it is kept itself,
    since cards never change; squads do, and are given anew each time."""

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Who plays: all that is needed to build both clubs again, whatever becomes of their
        squads. Refused where a squad cannot play."""
        ...

    def club(self, name: str, stored: Stored, settings: Settings) -> Club:
        """The club that was drawn up so, also in the forms of earlier versions."""
        ...

    def staff(self, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """The pitchers among these cards, by key, with the roles that their cards give them."""
        ...


@dataclass(frozen=True)
class MeasuredLeague:
    """Simulated games between ``clubs`` clubs, to be laid beside real ones."""

    clubs: int
    games: Iterator[Record]


class CardGame(ABC):
    """What the rooms above the engine ask about one game system that is played with cards."""

    system_key: str
    has_parks: bool = False
    """Whether clubs have ballparks of their own that count."""

    @abstractmethod
    def builder(self, cards: Mapping[int, Card]) -> ClubBuilder:
        """A builder of clubs of these cards, by their keys."""

    @abstractmethod
    def exhibition(self) -> Clubs:
        """Two clubs to try the game with."""

    @abstractmethod
    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """Who of a club may be on the mound in the middle of a game, by number and in words; the
        man who starts it first."""

    @abstractmethod
    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """The state of a game between two clubs that has come to a situation with these men on the
        mound, everybody else where he began."""

    @abstractmethod
    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """What a choice means to ``side`` with these people in the game; ``None`` where its own
        label says it."""

    @abstractmethod
    def measured_league(
        self, subjects: Iterable[Subject], games: int, seed: str
    ) -> MeasuredLeague | None:
        """``games`` games between clubs of these players, as often as each really played; ``None``
        where fewer than two clubs have enough men."""

    def pitching_law(self, settings: Settings) -> PitchingLaw | None:
        """The law under which games with these settings go onto pitching sheets; ``None`` where
        there are no such sheets."""
        return None

    def wants_parks(self, settings: Settings) -> bool:
        """Whether under these settings every club is to have a park of its own."""
        return self.has_parks

    def use_charts(self, folder: Path | None) -> None:
        """Play by the charts in an owner's folder from now on, by ours without one. Refused with
        everything that is wrong with them."""
        if folder is not None:
            raise NotImplementedError(f"{self.system_key} has no charts of an owner.")
