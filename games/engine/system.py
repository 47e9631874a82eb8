"""The interface of a game system: key, name, options, needs, dice and decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from config.refusals import Refusal, refuse_all
from games.engine.chain import State
from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.dice import Dice
from games.engine.fields import Fields
from games.engine.game import Game
from games.engine.game_state import (
    GameState,
    OwnState,
    faults_of_line,
    faults_of_situation,
)
from games.engine.law import CommonLaw
from games.engine.options import Option, Settings, Value, complete_settings
from games.engine.situation import START, Situation
from games.engine.table import Table

NOTHING: Final = "nothing"
LINEUP: Final = "lineup"
CARDS: Final = "cards"


@dataclass(frozen=True)
class Need:
    """What a club needs to play: ``NOTHING``, a ``LINEUP`` or ``CARDS``, and why, in words."""

    kind: str
    sentence: str


@mypyc_attr(native_class=False)
class System:
    """One game system. Subclasses set the attributes and build their game.

    ``key`` names it in data and addresses; ``version`` changes when the same transcript could give
    another game; ``batters`` is False for a game without a batting order; ``book`` is its rulebook;
    ``first_turn_thrown``: the players roll for who bats first where no fixture says so.

    ``errors``: fielders make errors in it; ``reaches_by_hits``: a batter reaches base by a hit
    alone, not by a walk or an error.

    ``listed``: the order at bat is a list that is used up, not nine players who come round. Anyone
    who comes up is named by a change (``events.IN_TURN``); the places 1 to 9 that plays speak of
    then only tell runners on base and batters apart, and a batter may come up in any of them.

    ``acts`` are the words of managers' acts that move no runner (``events.act``), by number:
    sentences about ``{club}``, ``{player}`` and ``{batter}``.
    """

    key: str
    name: str
    summary: str
    book: str
    version: int = 1
    batters: bool = True
    first_turn_thrown: bool = False
    errors: bool = True
    reaches_by_hits: bool = False
    listed: bool = False
    acts: tuple[str, ...] = ()
    need: Need = Need(NOTHING, "Nothing: a club can play as it is.")
    options: tuple[Option, ...] = ()
    dice: tuple[Dice, ...] = ()
    decisions: tuple[Decision, ...] = ()

    def settings(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every option with its value: ``given``, verified, or the default. Refused as by
        ``complete_settings``."""
        return complete_settings(self.options, given or {})

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game about to be played from ``situation`` at ``table`` between ``clubs``, which only a
        system that needs more than ``NOTHING`` uses."""
        raise NotImplementedError

    def verify_state(self, state: GameState, settings: Settings, clubs: Clubs | None) -> None:
        """Refuse a state that a game of these clubs cannot reach between two turns, with everything
        that is wrong with it."""
        refuse_all(
            faults_of_situation(state.situation, self.law(settings), batters=self.batters)
            or [
                *faults_of_line(state.line, state.situation),
                *self.faults_of_players(state, settings, clubs),
            ]
        )

    def faults_of_players(
        self, state: GameState, settings: Settings, clubs: Clubs | None
    ) -> list[Refusal]:
        """The faults of the players of a state, and of the system's own part."""
        if (
            state.lineups is None
            and state.own is None
            and not any(state.pitching + state.answering)
        ):
            return []
        return [Refusal("no-line-ups", f"{self.name} knows no line-ups.", "own")]

    def read_own_state(self, fields: Fields, state: GameState, clubs: Clubs | None) -> OwnState:
        """The system's own part of a state, from plain values; missing ones take defaults."""
        raise NotImplementedError

    def law(self, settings: Settings) -> CommonLaw:
        """The common law of a game under ``settings``: when it ends."""
        # A game without bases has no runner to place, and no option for it.
        return CommonLaw({"extra_runner_from": 0, **settings})

    def manager(self, settings: Settings) -> Manager:
        """A computer manager of this system; by default one who takes every default."""
        return Manager()

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]] | None:
        """From every state of a half-inning the chances of 0, 1, 2... more runs in it, with default
        decisions; None where they depend on more."""
        return None

    def decisions_in_play(self, settings: Settings) -> Sequence[Decision]:
        """The decisions that can come up under ``settings``."""
        return self.decisions
