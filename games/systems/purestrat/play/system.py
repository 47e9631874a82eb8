"""Purestrat as a game system: its name, options and needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from config.refusals import Refusal, Refused, refuse_all
from games.engine.chain import State
from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.dice import Dice
from games.engine.fields import Fields
from games.engine.game import Game
from games.engine.game_state import (
    SIDE_NAMES,
    GameState,
    OwnState,
    faults_of_answering,
    faults_of_lineup,
)
from games.engine.law import with_defaults
from games.engine.nine.law import DESIGNATED_HITTER_OFF
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import CARDS, Need, System
from games.engine.table import Table
from games.systems.purestrat.play import expectancy
from games.systems.purestrat.play.charts import Charts
from games.systems.purestrat.play.decisions import DECISIONS
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.law import PURESTRAT_OPTIONS, PurestratLaw
from games.systems.purestrat.play.manager import PurestratManager
from games.systems.purestrat.play.park import LARGEST, NEUTRAL, Park, shootout_park
from games.systems.purestrat.play.shootout import Shootout, ShootoutManager, shootout_law
from games.systems.purestrat.play.squad import PurestratClub
from games.systems.purestrat.play.state import faults_of_state, read_state, usual_state
from games.systems.purestrat.play.throws import DICE


def _park(key: str, label: str, what: str) -> Option:
    return Option(
        key,
        label,
        NEUTRAL,
        f"How far up a d20 a ballpark {what} is hit where the home club has no park of its own.",
        most=LARGEST,
        rules=("T0.02e", "S30.3a", "S30.4"),
    )


def _cards_of(clubs: Clubs | None) -> tuple[PurestratClub, PurestratClub]:
    if clubs is None:
        raise Refused(
            Refusal("clubs-missing", "A game of Purestrat needs the cards of both clubs.")
        )
    away, home = clubs
    if not isinstance(away, PurestratClub) or not isinstance(home, PurestratClub):
        raise Refused(Refusal("clubs-of-another-system", "These are no Purestrat cards."))
    return away, home


def _verify_designated(clubs: tuple[PurestratClub, PurestratClub], law: PurestratLaw) -> None:
    """Refuse a designated hitter where the pitcher bats: ``no-designated-hitter`` (T0.01h)."""
    if not law.designated_hitter:
        refuse_all(
            [
                _designated_hitter_off(side, clubs[side].name)
                for side in (0, 1)
                if clubs[side].pitcher
            ]
        )


def _designated_hitter_off(side: int, club: str) -> Refusal:
    return Refusal(
        "no-designated-hitter",
        DESIGNATED_HITTER_OFF.format(club=club),
        f"{SIDE_NAMES[side]}.pitcher",
        {"rule": "T0.01h", "option": "designated_hitter"},
    )


def _nobody_designated(place: str) -> Refusal:
    return Refusal(
        "no-designated-hitter",
        "No player of this line-up bats for the pitcher, so it has no tenth place.",
        place,
        {"rule": "T0.01h"},
    )


def _house_charts() -> Charts:
    """The built-in charts, loaded for the first game played without an owner's."""
    from games.systems.purestrat.text.chart_files import house_charts

    return house_charts()


def _anywhere(settings: Settings) -> Park:
    """The park of a club without one, from the settings."""
    return Park(
        int(settings["park_singles_left"]),
        int(settings["park_singles_right"]),
        int(settings["park_home_runs_left"]),
        int(settings["park_home_runs_right"]),
    )


PARK_OPTIONS: Final = (
    _park("park_singles_left", "Singles, left-handed", "single by a left-handed batter"),
    _park("park_singles_right", "Singles, right-handed", "single by a right-handed batter"),
    _park("park_home_runs_left", "Home runs, left-handed", "home run by a left-handed batter"),
    _park("park_home_runs_right", "Home runs, right-handed", "home run by a right-handed batter"),
)


@mypyc_attr(native_class=False)
class Purestrat(System):
    """Super Advanced baseball under the Purestrat tournament rules."""

    key = "purestrat"
    version = 3
    name = "Purestrat"
    summary = "Cards of real seasons, three dice and a d20; everything a manager may decide."
    book = "purestrat"
    need = Need(CARDS, "Cards: a squad of hitters and pitchers, a line-up and a starting pitcher.")
    options = (
        *PARK_OPTIONS,
        Option(
            "shootout",
            "Shoot-out",
            False,
            "One inning a pitcher, and from the third on whoever leads at its end has won.",
            rules=("T32.0d", "T32.0e"),
        ),
        *PURESTRAT_OPTIONS,
        *with_defaults(mercy_margin=10, mercy_after=5, mercy_mid_inning=True, concession_margin=10),
    )
    charts: Charts | None = None
    """An owner's charts; None: the built-in ones."""
    dice: tuple[Dice, ...] = DICE
    decisions: tuple[Decision, ...] = DECISIONS

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """Refused: ``clubs-missing``, and the faults of the clubs' lineups."""
        away, home = _cards_of(clubs)
        if not away.is_sound:
            away.verify("away")
        if not home.is_sound:
            home.verify("home")
        law = self.law(settings)
        _verify_designated((away, home), law)
        charts = self.charts or _house_charts()
        park = home.park or _anywhere(settings)
        if not settings["shootout"]:
            return PurestratGame(table, law, situation, (away, home), charts, park)
        both = shootout_park(away.park or _anywhere(settings), park)
        return Shootout(table, law, situation, (away, home), charts, both)

    def faults_of_players(
        self, state: GameState, settings: Settings, clubs: Clubs | None
    ) -> list[Refusal]:
        """Return the faults of a state's lineups and pitchers (T25.2e, A-S6)."""
        both = _cards_of(clubs)
        shootout = bool(settings["shootout"])
        faults = []
        for side, name in enumerate(SIDE_NAMES):
            club = both[side]
            players = len(club.players) + 1
            if state.lineups is not None:
                faults += faults_of_lineup(
                    state.lineups[side],
                    (*club.order, club.pitcher) if club.pitcher else club.order,
                    players,
                    name,
                    may_return=shootout,
                )
                if state.lineups[side].tenth and not club.pitcher:
                    faults.append(_nobody_designated(f"{name}.tenth"))
            if side != state.situation.half:
                faults += faults_of_answering(state.answering, state.situation, players)
        return faults or faults_of_state(state, both, shootout=shootout)

    def read_own_state(self, fields: Fields, state: GameState, clubs: Clubs | None) -> OwnState:
        return read_state(fields, usual_state(state, _cards_of(clubs)))

    def law(self, settings: Settings) -> PurestratLaw:
        return shootout_law(settings) if settings["shootout"] else PurestratLaw(settings)

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]] | None:
        """The table of the computer manager. None for a shoot-out, which ends by a law of its
        own."""
        return None if settings["shootout"] else expectancy.runs_to_come()

    def manager(self, settings: Mapping[str, bool | int | str]) -> Manager:
        return ShootoutManager() if settings.get("shootout") else PurestratManager()
