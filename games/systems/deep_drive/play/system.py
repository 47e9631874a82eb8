"""Deep Drive as a game system: what it is called, asks for and can be set to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
from games.engine.lineup import PITCHER
from games.engine.nine.law import DESIGNATED_HITTER_OFF
from games.engine.options import Settings, Value
from games.engine.situation import START, Situation
from games.engine.system import CARDS, Need, System
from games.engine.table import Table
from games.systems.deep_drive.play.charts import HOUSE, Charts
from games.systems.deep_drive.play.decisions import DECISIONS
from games.systems.deep_drive.play.expectancy import tables
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.law import DEEP_DRIVE_OPTIONS, DeepDriveLaw
from games.systems.deep_drive.play.leaving import ACTS
from games.systems.deep_drive.play.manager import DeepDriveManager
from games.systems.deep_drive.play.park import NEUTRAL_PARK
from games.systems.deep_drive.play.squad import DeepDriveClub
from games.systems.deep_drive.play.state import faults_of_state, read_state, usual_state
from games.systems.deep_drive.play.throws import DICE


def _cards_of(clubs: Clubs | None) -> tuple[DeepDriveClub, DeepDriveClub]:
    if clubs is None:
        raise Refused(
            Refusal(
                "clubs-missing",
                "A game of Deep Drive needs the cards of both clubs.",
                "",
                {"rule": "DD-001"},
            )
        )
    away, home = clubs
    if not isinstance(away, DeepDriveClub) or not isinstance(home, DeepDriveClub):
        raise Refused(Refusal("clubs-of-another-system", "These are no Deep Drive cards."))
    return away, home


def _verify_batters(clubs: tuple[DeepDriveClub, DeepDriveClub], law: DeepDriveLaw) -> None:
    """Refuse who bats without a batter's card (DD-001, DD-104), and a designated hitter where
    pitchers bat."""
    refusals = []
    for side in (0, 1):
        club = clubs[side]
        if law.designated_hitter and not club.pitcher:
            slot = club.positions.index(PITCHER) + 1
            refusals.append(
                Refusal(
                    "card-missing",
                    f"{club.name_of(club.starting_pitcher())} has no batter’s card. Name a player "
                    "who bats for him, or switch off the option “Designated hitter”, so that "
                    "pitchers bat off cards of the house.",
                    f"{SIDE_NAMES[side]}:{slot}",
                    {"rule": "DD-001"},
                )
            )
        elif club.pitcher and not law.designated_hitter:
            refusals.append(_designated_hitter_off(side, club.name))
    refuse_all(refusals)


def _no_park_card(home: DeepDriveClub) -> Refusal:
    return Refusal(
        "park-card-missing",
        f"Cards of this game say Park, and the park of {home.name} has no card.",
        "home.park",
        {"rule": "DD-029"},
    )


def _designated_hitter_off(side: int, club: str) -> Refusal:
    return Refusal(
        "no-designated-hitter",
        DESIGNATED_HITTER_OFF.format(club=club),
        f"{SIDE_NAMES[side]}.pitcher",
        {"rule": "DD-104", "option": "designated_hitter"},
    )


def _nobody_designated(place: str) -> Refusal:
    return Refusal(
        "no-designated-hitter",
        "No player of this line-up bats for the pitcher, so it has no tenth place.",
        place,
        {"rule": "DD-104"},
    )


@mypyc_attr(native_class=False)
class DeepDrive(System):
    """Deep Drive Baseball, Version 3."""

    key = "deep-drive"
    name = "Deep Drive"
    summary = "Cards of real seasons and three ten-sided dice: a throw, two cards, a result."
    book = "deep-drive"
    version = 2
    need = Need(CARDS, "Cards: a squad of batters and pitchers, a line-up and a starting pitcher.")
    options = (*DEEP_DRIVE_OPTIONS, *with_defaults())
    acts = ACTS
    charts: Charts | None = None
    """An owner's charts; the house's where there are none."""
    library: Callable[[int], Charts | None] | None = None
    """Knows charts that were laid down by their number."""
    dice: tuple[Dice, ...] = DICE
    decisions: tuple[Decision, ...] = DECISIONS

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game between two clubs; ``clubs-missing`` without them, and whatever their line-ups
        are refused for."""
        away, home = _cards_of(clubs)
        if not away.is_sound:
            away.verify("away")
        if not home.is_sound:
            home.verify("home")
        law = self.law(settings)
        _verify_batters((away, home), law)
        park = home.park
        if park is None:
            if away.reads_park or home.reads_park:
                raise Refused(_no_park_card(home))
            park = NEUTRAL_PARK
        charts = self.charts_of(settings)
        return DeepDriveGame(table, law, situation, (away, home), charts, park)

    def settings(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every option settled; refused as usual, and ``no-such-charts``."""
        found = super().settings(given)
        self.charts_of(found)
        return found

    def charts_of(self, settings: Settings) -> Charts:
        """The charts that settings name. Refused: ``no-such-charts``."""
        # Settings that were frozen before charts had numbers do not name them.
        number = int(settings.get("charts", 0))
        if not number:
            return self.charts or HOUSE
        found = self.library(number) if self.library is not None else None
        if found is None:
            raise Refused(
                Refusal("no-such-charts", f"There are no charts number {number}.", "options.charts")
            )
        return found

    def faults_of_players(
        self, state: GameState, settings: Settings, clubs: Clubs | None
    ) -> list[Refusal]:
        """Who cannot stand where a state says, or pitch as it says."""
        both = _cards_of(clubs)
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
                )
                if state.lineups[side].tenth and not club.pitcher:
                    faults.append(_nobody_designated(f"{name}.tenth"))
            if side != state.situation.half:
                faults += faults_of_answering(state.answering, state.situation, players)
        return faults or faults_of_state(state, both)

    def read_own_state(self, fields: Fields, state: GameState, clubs: Clubs | None) -> OwnState:
        """Mounds and turn from plain values."""
        return read_state(fields, usual_state(state, _cards_of(clubs)))

    def law(self, settings: Settings) -> DeepDriveLaw:
        """The law of a game."""
        return DeepDriveLaw(settings)

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]] | None:
        """The runs to come of average cards, by the chain over the game's own turn."""
        return tables().chances()

    def manager(self, settings: Mapping[str, bool | int | str]) -> Manager:
        """A manager who plays soundly, by expected runs and the club's tendencies."""
        return DeepDriveManager()
