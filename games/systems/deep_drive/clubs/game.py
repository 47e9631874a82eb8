"""Deep Drive as the rooms above the engine meet it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.card_games.base import Mound
from games.card_games.nine.cards import NineMenCards
from games.card_games.table_view import TableView
from games.engine.club import Clubs
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.record import Record
from games.systems.deep_drive.clubs.building import DeepDriveClubs
from games.systems.deep_drive.clubs.league import DeepDriveLeague
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.squad import DeepDriveClub
from games.systems.deep_drive.play.state import MoundState, usual_state
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.table import table_view
from rosters.models import Card

BATTERS_AN_OUT = 1.4


class DeepDriveCards(NineMenCards):
    """Squads of batters and pitchers, park cards."""

    system_key = DeepDrive.key

    def builder(self, cards: Mapping[int, Card]) -> DeepDriveClubs:
        """A builder of clubs of these cards."""
        return DeepDriveClubs(cards)

    def league(self) -> DeepDriveLeague:
        """The clubs of a season."""
        return DeepDriveLeague()

    def table_of(self, record: Record, game: Game) -> TableView:
        """Pitcher, batter and the men on base."""
        assert isinstance(game, DeepDriveGame)  # noqa: S101 - a record of this system
        return table_view(record, game)

    def own_state(self, state: GameState, clubs: Clubs, mounds: tuple[Mound, Mound]) -> GameState:
        """Outs that they have got, and batters faced: as many as usual for them, or as many as
        their endurance where they are tired."""
        both = [club for club in clubs if isinstance(club, DeepDriveClub)]
        usual = usual_state(state, both)
        away, home = (_pitched(usual.mounds[side], both[side], mounds[side]) for side in (0, 1))
        return replace(state, own=replace(usual, mounds=(away, home)))


def _pitched(kept: MoundState, club: DeepDriveClub, mound: Mound) -> MoundState:
    faced = round(BATTERS_AN_OUT * mound.outs)
    card = club.men[mound.man - 1].pitcher
    if mound.tired and card is not None:
        faced = max(faced, card.starter if kept.started else card.relief)
    return replace(kept, outs=mound.outs, faced=faced)
