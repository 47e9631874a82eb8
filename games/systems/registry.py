"""The registry of game systems."""

from __future__ import annotations

from typing import Final

from config.refusals import Refusal, Refused
from games.engine.system import System
from games.systems.one_die.play.game import OneDie
from games.systems.poker_dice.play.game import PokerDice
from games.systems.purestrat.play.system import Purestrat
from games.systems.three_dice.play.game import ThreeDice
from games.systems.two_dice.play.game import TwoDice

SYSTEMS: dict[str, System] = {
    system.key: system for system in (OneDie(), TwoDice(), ThreeDice(), PokerDice(), Purestrat())
}
"""Every game system by key, in the order in which people are shown them."""

USUAL: Final = PokerDice.key
"""The system that is offered to those who have not chosen."""


def system(key: str) -> System:
    """The system of that key; ``unknown-system`` when there is none."""
    found = SYSTEMS.get(key)
    if found is None:
        raise Refused(
            Refusal(
                "unknown-system",
                f"There is no game system {key!r}; there are {', '.join(SYSTEMS)}.",
                "system",
                {"known": list(SYSTEMS)},
            )
        )
    return found
