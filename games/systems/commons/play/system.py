"""Commons Baseball as a game system: its name, options and needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from config.refusals import Refusal, Refused
from games.engine.chain import State
from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.dice import Dice
from games.engine.fields import Fields
from games.engine.game import Game
from games.engine.game_state import GameState, OwnState, faults_of_answering
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import CARDS, Need, System
from games.engine.table import Table
from games.systems.commons.play.club import DECK_SIZE, CommonsClub, facing
from games.systems.commons.play.course import runs_to_come
from games.systems.commons.play.decisions import ACTS, DECISIONS, DICE
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.law import COMMONS_OPTIONS, CommonsLaw
from games.systems.commons.play.manager import CommonsManager
from games.systems.commons.play.state import faults_of_state, read_state

KEY: Final = "commons"


def clubs_of_commons(clubs: Clubs | None) -> tuple[CommonsClub, CommonsClub]:
    """Both decks, each with the other's players as guests. Refused: ``clubs-missing``,
    ``clubs-of-another-system``."""
    if clubs is None:
        raise Refused(
            Refusal("clubs-missing", "A game of Commons Baseball needs the decks of both clubs.")
        )
    away, home = clubs
    if not isinstance(away, CommonsClub) or not isinstance(home, CommonsClub):
        raise Refused(Refusal("clubs-of-another-system", "These are no decks of Commons Baseball."))
    if len(away.guests) < DECK_SIZE or len(home.guests) < DECK_SIZE:
        return facing(away, home)
    return away, home


@mypyc_attr(native_class=False)
class Commons(System):
    key = KEY
    name = "Commons Baseball"
    summary = "A deck of sixty cards under a salary cap, gods in the hand, and one die."
    book = "commons"
    listed = True
    acts = ACTS
    need = Need(CARDS, "Cards: a deck of fifty batters and ten pitchers, each in its order.")
    options: tuple[Option, ...] = COMMONS_OPTIONS
    dice: tuple[Dice, ...] = DICE
    decisions: tuple[Decision, ...] = DECISIONS

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """Refused: ``clubs-missing``, and everything that is wrong with the decks."""
        away, home = clubs_of_commons(clubs)
        if not away.is_sound:
            away.verify("away")
        if not home.is_sound:
            home.verify("home")
        return CommonsGame(table, self.law(settings), situation, (away, home))

    def faults_of_players(
        self, state: GameState, settings: Settings, clubs: Clubs | None
    ) -> list[Refusal]:
        """Return the faults of the lists, pitchers and gods of a state."""
        clubs_of_commons(clubs)
        return [
            *faults_of_state(state),
            *faults_of_answering(state.answering, state.situation, 2 * DECK_SIZE),
        ]

    def read_own_state(self, fields: Fields, state: GameState, clubs: Clubs | None) -> OwnState:
        return read_state(fields)

    def manager(self, settings: Settings) -> Manager:
        return CommonsManager()

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """Expected runs when average players bat for the most runs."""
        return runs_to_come()

    def law(self, settings: Settings) -> CommonsLaw:
        return CommonsLaw(settings)
