"""Which law of pitching a game system has.

The laws themselves are in ``pitching.rules``, under no system's name: another game may share one.
A system names its law here, cards or no engine yet; of one that is not named nobody keeps pitching
sheets. Dice have no pitchers to tire, and the book of Deep Drive announces endurance and rest and
prints neither (DD-103, DD-113).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitching.rules.laws import LawOfPitching
from pitching.rules.one_inning import OneInning
from pitching.rules.rest_and_relief import RestAndRelief
from rosters.editions import edition_of
from rosters.rules.editions.edition import RuleEdition

LAWS_OF: Final[dict[str, Callable[[RuleEdition], LawOfPitching]]] = {
    "purestrat": lambda edition: RestAndRelief(edition.pitching),
    "commons": lambda edition: OneInning(),
}
"""The law of a system's events under a rule edition, by the system's key."""


def law_of_pitching(system_key: str, scope: str) -> LawOfPitching | None:
    """The law of pitching in an event: the one place that says which it is. Sheets keep that of the
    day they were opened. ``None``: there is none, and nobody keeps sheets."""
    named = LAWS_OF.get(system_key)
    return None if named is None else named(edition_of(scope))
