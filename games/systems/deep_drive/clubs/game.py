"""Deep Drive's implementation of the card game interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from games.card_games.base import Mound
from games.card_games.nine.cards import NineCards
from games.card_games.table_view import TableView
from games.engine.club import Clubs
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.options import Settings, Value
from games.engine.record import Record
from games.systems.deep_drive.clubs.building import DeepDriveClubs
from games.systems.deep_drive.clubs.league import DeepDriveLeague
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.law import REST_AND_RELIEF
from games.systems.deep_drive.play.squad import DeepDriveClub
from games.systems.deep_drive.play.state import MoundState, usual_state
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.table import table_view
from games.systems.deep_drive.text.chart_files import charts_of_rows
from games.systems.deep_drive.text.chart_texts import owners_rows
from games.systems.registry import system
from rosters.models import Card
from rosters.rules.editions.edition import RuleEdition

BATTERS_AN_OUT = 1.4


class DeepDriveCards(NineCards):
    system_key = DeepDrive.key
    follows_editions = True

    def builder(self, cards: Mapping[int, Card]) -> DeepDriveClubs:
        return DeepDriveClubs(cards)

    def league(self) -> DeepDriveLeague:
        return DeepDriveLeague()

    def keeps_sheets(self, settings: Settings) -> bool:
        """True where the event has the rest-and-relief law (DD-113: the document has none)."""
        return settings.get("pitching_law") == REST_AND_RELIEF

    def edition_settings(self, edition: RuleEdition) -> Mapping[str, Value]:
        """The numbers of the tournament law that affect play. A starter's last outs end an inning,
        so a limit within an inning is that inning."""
        pitching, games = edition.pitching, edition.games
        return {
            "locked_innings": edition.substitutions.locked_innings,
            "starter_least_outs": pitching.starter_least_outs,
            "starter_least_runs": pitching.starter_least_runs,
            "starter_last_inning": -(-pitching.starter_most_outs // 3),
            "mercy_margin": games.mercy_margin,
            "mercy_after": games.mercy_after,
            "mercy_mid_inning": games.mercy_mid_inning,
            "concession": games.concession,
            "concession_margin": games.concession_margin,
            "concession_behind": games.concession_behind,
            "extra_runner_from": games.extra_runner_from,
            "designated_hitter": games.designated_hitter,
        }

    def settings_at_start(self, settings: Settings) -> Mapping[str, Value]:
        """Fix the site's default charts as those of this day."""
        # Imported here because this module is loaded before the models.
        from games.systems.deep_drive.charts.selectors import number_of_the_house

        return {**settings, "charts": settings.get("charts") or number_of_the_house()}

    def use_charts(self, folder: Path | None) -> None:
        rules = system(self.system_key)
        assert isinstance(rules, DeepDrive)  # noqa: S101 - the registry says so
        rows = {} if folder is None else owners_rows(folder)
        rules.charts = charts_of_rows(rows) if rows else None

    def table_of(self, record: Record, game: Game) -> TableView:
        assert isinstance(game, DeepDriveGame)  # noqa: S101 - a record of this system
        return table_view(record, game)

    def own_state(self, state: GameState, clubs: Clubs, mounds: tuple[Mound, Mound]) -> GameState:
        """Set the outs of both pitchers and their batters faced: an average number for those outs,
        or at least their endurance where they are tired."""
        both = [club for club in clubs if isinstance(club, DeepDriveClub)]
        default = usual_state(state, both)
        away, home = (_pitched(default.mounds[side], both[side], mounds[side]) for side in (0, 1))
        return replace(state, own=replace(default, mounds=(away, home)))


def _pitched(kept: MoundState, club: DeepDriveClub, mound: Mound) -> MoundState:
    faced = round(BATTERS_AN_OUT * mound.outs)
    card = club.players[mound.player - 1].pitcher
    if mound.tired and card is not None:
        faced = max(faced, card.starter if kept.started else card.relief)
    return replace(kept, outs=mound.outs, faced=faced)
