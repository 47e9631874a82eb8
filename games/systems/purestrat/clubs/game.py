"""Purestrat's implementation of the card game interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from games.card_games.base import MeasuredBullpens, Mound
from games.card_games.nine.cards import NineCards
from games.card_games.table_view import TableView
from games.engine.club import Clubs
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.options import Settings, Value
from games.engine.record import Record
from games.systems.purestrat.clubs import bullpens
from games.systems.purestrat.clubs.building import PurestratClubs
from games.systems.purestrat.clubs.league import PurestratLeague
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.squad import PurestratClub
from games.systems.purestrat.play.state import usual_state
from games.systems.purestrat.play.system import PARK_OPTIONS, Purestrat
from games.systems.purestrat.table import table_view
from games.systems.purestrat.text.chart_files import load_charts, owners_texts
from games.systems.registry import system
from rosters.models import Card
from rosters.rules.editions.edition import RuleEdition


class PurestratCards(NineCards):
    system_key = Purestrat.key
    follows_editions = True

    def builder(self, cards: Mapping[int, Card]) -> PurestratClubs:
        return PurestratClubs(cards)

    def league(self) -> PurestratLeague:
        return PurestratLeague()

    def table_of(self, record: Record, game: Game) -> TableView:
        assert isinstance(game, PurestratGame)  # noqa: S101 - a record of this system
        return table_view(record, game)

    def own_state(self, state: GameState, clubs: Clubs, mounds: tuple[Mound, Mound]) -> GameState:
        """Set the outs of both pitchers, and whether they are tired."""
        default = usual_state(state, [club for club in clubs if isinstance(club, PurestratClub)])
        away, home = (
            replace(own_mound, outs=mound.outs, tired=mound.tired)
            for own_mound, mound in zip(default.mounds, mounds, strict=True)
        )
        return replace(state, own=replace(default, mounds=(away, home)))

    def measured_bullpens(
        self, series: int, seed: str, *, makeshift: bool = False
    ) -> MeasuredBullpens:
        return bullpens.measure(self.system_key, series, seed, makeshift=makeshift)

    def keeps_sheets(self, settings: Settings) -> bool:
        """False in a shoot-out, whose innings are on no sheet (A-O7)."""
        return not settings.get("shootout")

    def edition_settings(self, edition: RuleEdition) -> Mapping[str, Value]:
        """The numbers of the tournament law that affect play. A starter's last outs end an inning
        (T10.2d), so a limit within an inning is that inning."""
        pitching, games, shootouts = edition.pitching, edition.games, edition.shootouts
        return {
            "locked_innings": edition.substitutions.locked_innings,
            "starter_least_outs": pitching.starter_least_outs,
            "starter_least_runs": pitching.starter_least_runs,
            "starter_last_inning": -(-pitching.starter_most_outs // 3),
            "shootout_decided_from": shootouts.decided_from,
            "shootout_starters_until": shootouts.starters_until,
            "shootout_return_inning": shootouts.all_return,
            "mercy_margin": games.mercy_margin,
            "mercy_after": games.mercy_after,
            "mercy_mid_inning": games.mercy_mid_inning,
            "concession": games.concession,
            "concession_margin": games.concession_margin,
            "concession_behind": games.concession_behind,
            "extra_runner_from": games.extra_runner_from,
            "designated_hitter": games.designated_hitter,
        }

    def wants_parks(self, settings: Settings) -> bool:
        """True unless the settings name one park for all (T0.02d)."""
        return all(
            settings.get(option.key, option.default) == option.default for option in PARK_OPTIONS
        )

    def use_charts(self, folder: Path | None) -> None:
        purestrat = system(self.system_key)
        assert isinstance(purestrat, Purestrat)  # noqa: S101 - the registry says so
        purestrat.charts = None if folder is None else load_charts(owners_texts(folder))
