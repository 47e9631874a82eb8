"""The base class of all card games with nine players and a bench."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any, Final

from games.card_games.base import CardGame, MeasuredLeague, Mound
from games.card_games.nine.league import MeasuredClubs
from games.card_games.table_view import TableView
from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.folds.people import PITCHER, POSITION_NAMES, People
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.lineup import LineupState
from games.engine.nine.decisions import (
    ENTER,
    FOR,
    MOVE,
    PINCH_HIT,
    PINCH_RUN,
    PITCH,
    REPLACE,
    SPOT,
    TENTH,
)
from games.engine.options import Settings, Value
from games.engine.record import Record, game_at
from games.engine.runners import runners_on_base
from games.engine.situation import Situation
from games.rules.standing_orders import Topic, When, first_base_is_open
from games.systems.registry import system
from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects

PLAYER_DECISIONS: Final = frozenset(
    decision.name for decision in (PINCH_HIT, *PINCH_RUN, PITCH, ENTER, REPLACE)
)
"""Decisions whose choices are player numbers in the squad."""

SLOTS: Final = frozenset(decision.name for decision in (SPOT, FOR, MOVE))
"""Decisions whose choices are places in the batting order."""

CHANGES: Final = (
    Topic("pinch", "Pinch hitters and pinch runners", ("hit", "run1", "run2", "run3"), When.LATE),
    Topic("pitchers", "Changes of pitchers", ("pitch", "spot"), When.KEY),
    Topic("fielders", "Other changes in the field", ("enter", "for", "at", "move", "to")),
    Topic("injuries", "Who replaces a player who is hurt", ("replace", "stand-in"), When.ALWAYS),
    Topic("walk", "Intentional walks", ("walk",), When.KEY, first_base_is_open),
)
"""Topics of decisions that managers can reserve in any of these games."""


class NineCards(CardGame):
    """A card game with squads of hitters and pitchers, and ballparks."""

    has_parks = True
    has_table = True

    @abstractmethod
    def league(self) -> MeasuredClubs[Any]:
        """The clubs of a season in this system's cards."""

    @abstractmethod
    def table_of(self, record: Record, game: Game) -> TableView:
        """The cards on the table in a game that stands where the record waits."""

    def table_view(self, record: Record) -> TableView | None:
        """The cards of the batter, the pitcher and the runners, while the game is open."""
        if record.clubs is None or not record.open:
            return None
        return self.table_of(record, game_at(record))

    @abstractmethod
    def own_state(self, state: GameState, clubs: Clubs, mounds: tuple[Mound, Mound]) -> GameState:
        """Add the system's own state, with these pitchers having pitched so far."""

    def exhibition(self) -> Clubs:
        """The first two clubs of the built-in fictional league."""
        return self.exhibition_under(system(self.system_key).settings())

    def exhibition_under(self, settings: Settings) -> Clubs:
        """The same, with designated hitters where the settings have them."""
        designated = self.designates(settings)
        if designated not in self._exhibitions:
            self._exhibitions[designated] = self._exhibition(designated)
        return self._exhibitions[designated]

    @cached_property
    def _exhibitions(self) -> dict[bool, Clubs]:
        return {}

    def _exhibition(self, designated: bool) -> Clubs:
        subjects = invented_subjects("exhibition")
        names = sorted({subject.season.teams[0] for subject in subjects})
        league = self.league()
        away, home = league.franchises(subjects, only=names[:2])
        random = Random("exhibition")
        visiting, hosting = away.starter(random), home.starter(random)
        return (
            league.today(random, away, visiting, hosting.throws, designated),
            league.today(random, home, hosting, visiting.throws, designated),
        )

    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """The starter and the players who may relieve him."""
        starter = club.starting_pitcher()
        players = getattr(club, "players", ())
        relievers = [
            player.number for player in players if player.may_relieve and player.number != starter
        ]
        return [
            (starter, f"{club.name_of(starter)}, the starter"),
            *((number, club.name_of(number)) for number in relievers),
        ]

    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """A reliever takes the place of the starter, who has left, in the order or outside it."""
        sides = []
        for club, mound in zip(clubs, mounds, strict=True):
            starter = club.starting_pitcher()
            bats = starter in club.batting_order()
            order = [
                mound.player if number == starter else number for number in club.batting_order()
            ]
            positions = tuple(club.position_of(slot) for slot in range(1, len(order) + 1))
            gone = () if mound.player == starter else (starter,)
            sides.append(
                LineupState(tuple(order), positions, gone=gone, tenth=0 if bats else mound.player)
            )
        state = GameState(
            replace(situation, runners=runners_on_base(situation, situation.up[situation.half])),
            lineups=(sides[0], sides[1]),
        )
        return self.own_state(state, clubs, mounds)

    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """The name of a player for his number, or of the player in a place of the order with his
        position."""
        if decision.name == MOVE.name and choice == MOVE.choices[TENTH]:
            return f"{people.name(side, people.at(side, PITCHER))}, {POSITION_NAMES[PITCHER]}"
        if not choice.key.isdigit():
            return None
        number = int(choice.key)
        if decision.name in PLAYER_DECISIONS:
            return people.name(side, number)
        if decision.name in SLOTS:
            name = people.name(side, people.player(side, number))
            return f"{name}, {POSITION_NAMES[people.position(side, number)]}"
        return None

    def measured_league(
        self,
        subjects: Iterable[Subject],
        games: int,
        seed: str,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> MeasuredLeague | None:
        league = self.league()
        clubs = league.franchises(subjects, whole=True)
        if len(clubs) < 2:
            return None
        league_games = league.games(clubs, games, seed, system(self.system_key), settings)
        return MeasuredLeague(len(clubs), league_games)

    def designates(self, settings: Settings) -> bool:
        return bool(settings.get("designated_hitter", False))
