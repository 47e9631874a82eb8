"""What every game system that is played with cards brings along, apart from its rules.

The engine plays all systems by one interface; cards, line-ups and the words for them are each
system's own. A system brings one ``CardGame``; the rooms that record, play and show games know
these few questions and no system's name.
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
"""A club as it is kept with a game. For the generic rooms: ``cards``, the keys of its cards by
number in the squad, ``guests`` behind them, those of the opponent's who may be lent to it, of a
club that has one the ``park`` with its ``name``, and where the game was suspended and has gone on
``resumed``, a list of values each of which says behind how many ``entries``; the rest is the
system's own."""


@dataclass(frozen=True)
class Orders:
    """What the people of a club have laid down for one game: the line-up by the hand of the
    opposing starter, who starts which of the club's games, by column, and their instructions.

    ``named`` is the player whom they named as this game's starter, where they did; what is laid
    down and cannot be (any more) is passed over.
    """

    line_ups: Mapping[str, LineUp] = field(default_factory=dict)
    starts: Mapping[int, int] = field(default_factory=dict)
    instructions: Instructions = DEFAULTS
    named: int = 0


@dataclass(frozen=True)
class ClubPlan:
    """What the people of a club have laid down in an event.

    ``line_ups`` by series (0: for all of them), by the number of a game in it (0: for all) and by
    hand; ``starts`` by column; ``instructions`` by opponent (0: against anybody).
    """

    line_ups: Mapping[tuple[int, int, str], LineUp] = field(default_factory=dict)
    starts: Mapping[int, int] = field(default_factory=dict)
    instructions: Mapping[int, Instructions] = field(default_factory=dict)

    def orders(self, series: int, number: int, opponent: int) -> Orders:
        """For game ``number`` of a series against an opponent: what is nearest to it counts."""
        line_ups = {
            hand: found
            for hand in HANDS
            for key in ((0, 0, hand), (series, 0, hand), (series, number, hand))
            if (found := self.line_ups.get(key)) is not None
        }
        general = self.instructions.get(0, DEFAULTS)
        return Orders(line_ups, self.starts, self.instructions.get(opponent, general))


NO_PLAN = ClubPlan()


@dataclass(frozen=True)
class PlayerValue:
    """What a player is worth in a line-up: runs a time he bats, and runs a game at each
    position."""

    bat: float
    gloves: Mapping[str, float]


@dataclass(frozen=True)
class Trial:
    """What a line-up scored in simulated games: runs a game with their standard error, against
    which starter."""

    games: int
    runs: float
    error: float
    against: str


@dataclass(frozen=True)
class HomePark:
    """A ballpark as games may look at it: its four ``numbers``, and what stands on each of the ten
    ``faces`` of its card."""

    name: str
    numbers: tuple[int, ...]
    faces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Squad:
    """What a club has to play with at this moment: the keys of its ``cards`` in the order of the
    squad, its ``park``, how its manager likes to play and what is laid down for the games to
    come."""

    cards: tuple[int, ...]
    park: HomePark | None
    tendencies: Mapping[str, int]
    plan: ClubPlan = NO_PLAN


@dataclass(frozen=True)
class Side:
    """A club about to play: ``column`` says which of its games, from 1, it is. In games that keep
    pitching sheets ``sheet`` is its own as it stands, with the ``law`` that holds for it;
    ``managed``: the system's own manager decides for it. ``orders`` are its people's."""

    squad: Squad
    column: int
    sheet: Sheet | None = None
    law: LawOfPitching | None = None
    managed: bool = True
    orders: Orders = Orders()


@dataclass(frozen=True)
class Mound:
    """Who pitches for a side where a game is taken up: his number in the squad, the outs he has got
    and whether he is tired."""

    player: int
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

    def resumed(self, side: Side, stored: Stored, entries: int) -> Stored:
        """The club of a suspended game that goes on behind so many entries, with what the sheet of
        ``side`` allows it in the game's column by now. ``stored`` has been drawn up on a sheet."""
        ...

    def staff(self, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """The pitchers among these cards, by key, with the roles that their cards give them."""
        ...

    def suggested(
        self,
        cards: Sequence[int],
        hand: str,
        without: Collection[int] = (),
        *,
        designated: bool = False,
    ) -> LineUp:
        """The line-up that the house would put up of these cards against a starter's hand,
        ``without`` some if it can; ``designated``: with a player who bats for the pitcher, if there
        is one. Refused: ``lineup-cannot-be-covered``."""
        ...

    def tried(self, cards: Sequence[int], spots: LineUp, hand: str, games: int) -> Trial | None:
        """What a legal line-up of these cards scores in so many simulated games against their own
        pitchers, a starter of that hand first; ``None`` where these players cannot put it up."""
        ...

    def values(self, cards: Sequence[int], hand: str) -> Mapping[int, PlayerValue]:
        """What each position player among these cards is worth against a hand, and under 0 what a
        pitcher at bat is."""
        ...

    def worth_of_starts(self, cards: Sequence[int]) -> Mapping[int, float]:
        """What a start of each pitcher among these cards is worth, in runs a game; only of those
        who may start by their cards."""
        ...

    def throws(self, card: int) -> str:
        """The hand of a pitcher's card, L or R."""
        ...


@dataclass(frozen=True)
class MeasuredLeague:
    """Simulated games between ``clubs`` clubs, to be laid beside real ones."""

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
        """Both together."""
        return MeasuredBullpens(
            *(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True))
        )

    @property
    def games(self) -> int:
        """The games that either club won; ties are not among them."""
        return self.wins + self.losses

    @property
    def share(self) -> float:
        """The share of the games that the side with a plan won."""
        return self.wins / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of it."""
        return float((self.share * (1 - self.share) / max(1, self.games)) ** 0.5)


@dataclass(frozen=True)
class Order:
    """That squads play in an order of their own, which their managers lay down: what it means, in
    words, and the rule of it."""

    words: str
    rule: str


class CardGame(ABC):
    """What the rooms above the engine ask about one game system that is played with cards."""

    system_key: str
    has_parks: bool = False
    """Whether clubs have ballparks of their own that count."""
    follows_editions: bool = False
    """Whether its events are played under a rule edition."""
    has_line_ups: bool = True
    """Whether nine players play positions, so that clubs have line-ups, starters and
    instructions."""
    has_table: bool = False
    """Whether ``table_view`` shows anything."""
    order: Order | None = None
    """Where squads play in an order of their own."""

    @abstractmethod
    def builder(self, cards: Mapping[int, Card]) -> ClubBuilder:
        """A builder of clubs of these cards, by their keys."""

    @abstractmethod
    def exhibition(self) -> Clubs:
        """Two clubs to try the game with."""

    def exhibition_under(self, settings: Settings) -> Clubs:
        """The same, as they line up under these settings."""
        return self.exhibition()

    @abstractmethod
    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """Who of a club may be on the mound in the middle of a game, by number and in words; the
        player who starts it first."""

    @abstractmethod
    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """The state of a game between two clubs that has come to a situation with these players on
        the mound, everybody else where he began."""

    @abstractmethod
    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """What a choice means to ``side`` with these people in the game; ``None`` where its own
        label says it."""

    @abstractmethod
    def measured_league(
        self,
        subjects: Iterable[Subject],
        games: int,
        seed: str,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> MeasuredLeague | None:
        """``games`` games between clubs of these players, as often as each really played; ``None``
        where fewer than two clubs have enough players. ``settings`` are options of theirs, the
        first game by the first of them and so on, in turn."""

    def table_view(self, record: Record) -> TableView | None:
        """What lies on the table where a record waits; ``None``: the page shows where the game
        stands, and no cards. Asked only of games that have a table."""
        return None

    def measured_bullpens(
        self, series: int, seed: str, *, makeshift: bool = False
    ) -> MeasuredBullpens | None:
        """So many series between managers who plan their pitching over a series and managers who
        keep the law without a plan, or the ``makeshift`` that looks at no sheet; ``None`` where
        there are no pitching sheets."""
        return None

    def keeps_sheets(self, settings: Settings) -> bool:
        """Whether games with these settings go onto pitching sheets."""
        return False

    def designates(self, settings: Settings) -> bool:
        """Whether under these settings a club may name a player who bats for its pitchers."""
        return False

    def edition_settings(self, edition: RuleEdition) -> Mapping[str, Value]:
        """The options of the system that an event's rule edition decides, with their values."""
        return {}

    def settings_at_start(self, settings: Settings) -> Mapping[str, Value]:
        """The settings of an event as play begins, where something of them means what the house has
        at that moment."""
        return settings

    def wants_parks(self, settings: Settings) -> bool:
        """Whether under these settings every club is to have a park of its own."""
        return self.has_parks

    def use_charts(self, folder: Path | None) -> None:
        """Play by the charts in an owner's folder from now on, by ours without one. Refused with
        everything that is wrong with them."""
        if folder is not None:
            raise NotImplementedError(f"{self.system_key} has no charts of an owner.")
