"""The interface of every card game to the layers above the engine, apart from its rules.

The engine plays all systems through one interface; cards, lineups and their wording belong to each
system. A system provides one ``CardGame``; the code that records, plays and shows games uses this
interface and names no system.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from games.card_games.table_view import TableView
from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.folds.people import People
from games.engine.game_state import GameState
from games.engine.options import Settings, Value
from games.engine.record import Record
from games.engine.situation import Situation
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Pitcher, Sheet
from rosters.makers.base import Subject
from rosters.models import Card
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.instructions import DEFAULTS, Instructions
from rosters.rules.lineups import HANDS, LineUp

Stored = dict[str, Any]
"""A club as it is stored with a game. Generic keys: ``cards``, the keys of its cards by number in
the squad; ``guests`` after them, the opponent's cards that may be lent to it; ``park`` with its
``name``, where it has one; ``resumed``, one value for each resumption of a suspended game with the
number of ``entries`` before it. The other keys are the system's own."""


@dataclass(frozen=True)
class Orders:
    """A club's plans for one game: lineups by the hand of the opposing starter, starters of the
    club's games by column, and instructions. ``named`` is the key of the starter named for this
    game, 0 if none. Plans that are no longer possible are ignored."""

    line_ups: Mapping[str, LineUp] = field(default_factory=dict)
    starts: Mapping[int, int] = field(default_factory=dict)
    instructions: Instructions = DEFAULTS
    named: int = 0


@dataclass(frozen=True)
class ClubPlan:
    """A club's plans in an event.

    ``line_ups`` by series (0: all of them), by game number in it (0: all) and by hand; ``starts``
    by
    column; ``instructions`` by opponent (0: all).
    """

    line_ups: Mapping[tuple[int, int, str], LineUp] = field(default_factory=dict)
    starts: Mapping[int, int] = field(default_factory=dict)
    instructions: Mapping[int, Instructions] = field(default_factory=dict)

    def orders(self, series: int, number: int, opponent: int) -> Orders:
        """The orders for game ``number`` of a series: the narrowest plan counts."""
        line_ups = {
            hand: line_up
            for hand in HANDS
            for key in ((0, 0, hand), (series, 0, hand), (series, number, hand))
            if (line_up := self.line_ups.get(key)) is not None
        }
        general = self.instructions.get(0, DEFAULTS)
        return Orders(line_ups, self.starts, self.instructions.get(opponent, general))


NO_PLAN = ClubPlan()


@dataclass(frozen=True)
class PlayerValue:
    """The worth of a player in a lineup: runs per time at bat, and runs a game by position."""

    bat: float
    gloves: Mapping[str, float]


@dataclass(frozen=True)
class Trial:
    """The result of a lineup in simulated games: runs a game with the standard error, and the name
    of the opposing starter."""

    games: int
    runs: float
    error: float
    against: str


@dataclass(frozen=True)
class HomePark:
    """A ballpark as games read it: its four ``numbers``, and the texts of the ten ``faces`` of its
    card."""

    name: str
    numbers: tuple[int, ...]
    faces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Squad:
    """A club's present squad: the keys of its ``cards`` in order, its ``park``, its manager's
    tendencies and its plans."""

    cards: tuple[int, ...]
    park: HomePark | None
    tendencies: Mapping[str, int]
    plan: ClubPlan = NO_PLAN


@dataclass(frozen=True)
class Side:
    """A club about to play. ``column`` is the number of the game among the club's, from 1. In games
    that keep pitching sheets, ``sheet`` is the club's and ``law`` the one that holds for it.
    ``managed``: the computer manager decides for it."""

    squad: Squad
    column: int
    sheet: Sheet | None = None
    law: LawOfPitching | None = None
    managed: bool = True
    orders: Orders = Orders()


@dataclass(frozen=True)
class Mound:
    """The current pitcher of a side where a game starts from a situation: his number in the squad,
    the outs he has recorded and whether he is tired."""

    player: int
    outs: int = 0
    tired: bool = False


class ClubBuilder(Protocol):
    """Builds the clubs of many games. It caches what it builds, since cards never change; squads do
    change and are passed in each time."""

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Return everything needed to rebuild both clubs later, whatever becomes of their squads.
        Refused where a squad cannot play."""
        ...

    def club(self, name: str, stored: Stored, settings: Settings) -> Club:
        """Rebuild a stored club; forms of earlier versions are accepted."""
        ...

    def resumed(self, side: Side, stored: Stored, entries: int) -> Stored:
        """Return the club of a suspended game resumed after ``entries`` entries, with what the
        sheet of ``side`` now allows it in the game's column. ``stored`` was prepared with a
        sheet."""
        ...

    def staff(self, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """The pitchers among these cards, by key, with the roles on their cards."""
        ...

    def suggested(
        self,
        cards: Sequence[int],
        hand: str,
        without: Collection[int] = (),
        *,
        designated: bool = False,
    ) -> LineUp:
        """The computer manager's lineup from these cards against a starter's hand, ``without`` some
        if possible; ``designated``: with a designated hitter if there is one. Refused:
        ``lineup-cannot-be-covered``."""
        ...

    def tried(self, cards: Sequence[int], spots: LineUp, hand: str, games: int) -> Trial | None:
        """Play simulated games with a legal lineup of these cards against their own pitchers, first
        a starter of that hand; None where these players cannot form it."""
        ...

    def values(self, cards: Sequence[int], hand: str) -> Mapping[int, PlayerValue]:
        """The worth of each position player among these cards against a hand; key 0: a batting
        pitcher."""
        ...

    def worth_of_starts(self, cards: Sequence[int]) -> Mapping[int, float]:
        """The worth of a start, in runs a game, of each card that may start."""
        ...

    def throws(self, card: int) -> str:
        """The throwing arm on a pitcher's card, L or R."""
        ...


@dataclass(frozen=True)
class MeasuredLeague:
    """Simulated games between ``clubs`` clubs, for comparison with real ones."""

    clubs: int
    games: Iterator[Record]


@dataclass(frozen=True)
class MeasuredBullpens:
    """Series between a side that plans its pitching and one that does not: games and series won,
    and outings against the law."""

    series: int = 0
    wins: int = 0
    losses: int = 0
    won: int = 0
    lost: int = 0
    against: int = 0
    against_other: int = 0

    def plus(self, other: MeasuredBullpens) -> MeasuredBullpens:
        return MeasuredBullpens(
            *(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True))
        )

    @property
    def games(self) -> int:
        """The games that either club won, without ties."""
        return self.wins + self.losses

    @property
    def share(self) -> float:
        """The share of the games that the planning side won."""
        return self.wins / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of ``share``."""
        return float((self.share * (1 - self.share) / max(1, self.games)) ** 0.5)


@dataclass(frozen=True)
class Order:
    """The meaning and the rule of a fixed order of players that managers set."""

    words: str
    rule: str


class CardGame(ABC):
    """The interface of one card game to the layers above the engine."""

    system_key: str
    has_parks: bool = False
    """Whether clubs have ballparks of their own that affect games."""
    follows_editions: bool = False
    """Whether its events are played under a rule edition."""
    has_line_ups: bool = True
    """Whether nine players play positions, so that clubs have lineups, starters and
    instructions."""
    has_table: bool = False
    """Whether ``table_view`` shows anything."""
    order: Order | None = None
    """Set where squads play in a fixed order."""

    @abstractmethod
    def builder(self, cards: Mapping[int, Card]) -> ClubBuilder:
        """Return a builder of clubs from these cards, by key."""

    @abstractmethod
    def exhibition(self) -> Clubs:
        """Two clubs to try the game with."""

    def exhibition_under(self, settings: Settings) -> Clubs:
        """The same, lined up under these settings."""
        return self.exhibition()

    @abstractmethod
    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """The players of a club who may pitch in the middle of a game, by number and name; the
        starter first."""

    @abstractmethod
    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """The state of a game between two clubs in a given situation, with these pitchers and
        everyone else where he started."""

    @abstractmethod
    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """The meaning of a choice for ``side`` with these players in the game; None where its own
        label says it."""

    @abstractmethod
    def measured_league(
        self,
        subjects: Iterable[Subject],
        games: int,
        seed: str,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> MeasuredLeague | None:
        """Simulate ``games`` games between clubs of these players, each used as often as he really
        played; None where fewer than two clubs have enough players. ``settings`` are used in turn,
        one for each game."""

    def table_view(self, record: Record) -> TableView | None:
        """The cards on the table where a record waits; None: the page shows the situation without
        cards. Called only where ``has_table``."""
        return None

    def measured_bullpens(
        self, series: int, seed: str, *, makeshift: bool = False
    ) -> MeasuredBullpens | None:
        """Simulate series between managers who plan their pitching over a series and managers who
        keep the law without a plan, or the ``makeshift`` manager who ignores the sheet; None where
        there are no pitching sheets."""
        return None

    def keeps_sheets(self, settings: Settings) -> bool:
        """Tell whether games with these settings are recorded on pitching sheets."""
        return False

    def designates(self, settings: Settings) -> bool:
        """Tell whether clubs may name a designated hitter under these settings."""
        return False

    def edition_settings(self, edition: RuleEdition) -> Mapping[str, Value]:
        """The options of the system that an event's rule edition sets, with their values."""
        return {}

    def settings_at_start(self, settings: Settings) -> Mapping[str, Value]:
        """The settings of an event as play begins, with the charts or defaults of that moment
        filled in."""
        return settings

    def wants_parks(self, settings: Settings) -> bool:
        """Tell whether every club needs a park of its own under these settings."""
        return self.has_parks

    def use_charts(self, folder: Path | None) -> None:
        """Play by the charts in an owner's folder from now on; None: by the built-in ones. Refused
        with everything that is wrong with them."""
        if folder is not None:
            raise NotImplementedError(f"{self.system_key} has no charts of an owner.")
