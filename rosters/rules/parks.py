"""The four numbers that say how a ballpark plays. Pure.

Every game system makes its parks of these four: one rolls a d20 against them (S30.3, S30.4),
another prints a card that fits them (``ParkCards``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Final, Protocol

from config.refusals import Refusal
from rosters.rules.editions.law import ParkLaw

LARGEST: Final = 20
"""The largest park number (A-D6)."""

NEUTRAL: Final = 10


@dataclass(frozen=True)
class ParkNumbers:
    """How a park plays: its singles and its home runs by left- and by right-handed batters.

    On the scale of ``park_factors``: 10 is a neutral park, 0 takes away every hit that depends on a
    park, 20 gives twice as many of them.
    """

    singles_left: int = NEUTRAL
    singles_right: int = NEUTRAL
    home_runs_left: int = NEUTRAL
    home_runs_right: int = NEUTRAL


NUMBERS: Final = tuple(each.name for each in fields(ParkNumbers))


def number_problems(numbers: ParkNumbers) -> list[Refusal]:
    """A-D6: ``park-number`` for each of the four that is not 0 to 20."""
    return [
        Refusal(
            "park-number",
            f"A d20 is rolled against a park's numbers: {value} is not 0 to {LARGEST}.",
            name,
            {"value": value, "largest": LARGEST},
        )
        for name, value in zip(NUMBERS, astuple(numbers), strict=True)
        if not 0 <= value <= LARGEST
    ]


def design_problems(numbers: ParkNumbers) -> list[Refusal]:
    """T0.02e: a manager's own park is the same to left- and right-handed batters
    (``park-left-right``), singles and home runs both (A-D6)."""
    refusals = number_problems(numbers)
    for hit, left, right in (
        ("singles", numbers.singles_left, numbers.singles_right),
        ("home_runs", numbers.home_runs_left, numbers.home_runs_right),
    ):
        if left != right:
            refusals.append(
                Refusal(
                    "park-left-right",
                    f"A park of one's own has the same {hit.replace('_', ' ')} for left- and "
                    f"right-handed batters, not {left} and {right}.",
                    f"{hit}_right",
                    {"left": left, "right": right, "rule": "T0.02e"},
                )
            )
    return refusals


@dataclass(frozen=True)
class Pick:
    """A park as a club picks it: ``key`` identifies it and is the same in every year's list;
    ``designed``: a manager has described it, it is not from a list."""

    key: str
    name: str
    designed: bool = False


def pick_problems(pick: Pick, taken: Iterable[Pick], law: ParkLaw) -> list[Refusal]:
    """T0.02e to g: why a club may not have a park when the division's other clubs have these.

    ``park-taken`` for a park that another club of the division has, ``park-not-listed`` for a
    manager's own park if the edition allows none, ``park-privilege-lapsed`` for one after another
    club has taken any park (A-D5, A-D7).
    """
    others = list(taken)
    if law.one_team_a_park and any(other.key == pick.key for other in others):
        return [
            Refusal(
                "park-taken",
                f"Another club of the division plays at {pick.name}.",
                "ballpark",
                {"rule": "T0.02g"},
            )
        ]
    if pick.designed and not law.own_park:
        return [
            Refusal(
                "park-not-listed",
                f"Parks come from a list here; {pick.name} is a manager's own.",
                "ballpark",
                {"rule": "T0.02f"},
            )
        ]
    if pick.designed and others and not law.own_parks_of_all:
        return [
            Refusal(
                "park-privilege-lapsed",
                "Only the first to take a park in the division may describe one of their own; "
                f"{others[0].name} is taken, so {pick.name} has to be one from a list.",
                "ballpark",
                {"rule": "T0.02f"},
            )
        ]
    return []


class ParkCards(Protocol):
    """How a system prints, reads and makes park cards, which hold what the four numbers do not. A
    ballpark keeps one, as the system stores it (``GameSystem.park_cards``); only the system knows
    what may stand on it and how it is printed.

    ``name``: the game's; ``column``: the card's name in files of parks; ``example``: a printed
    card; ``told``: the purpose of the card, in a sentence.
    """

    name: str
    column: str
    example: str
    told: str

    def fitting(self, numbers: ParkNumbers) -> str:
        """The stored card of a park with these numbers."""

    def read(self, printed: str, place: str = "card") -> str:
        """Turn a printed card into its stored form. Refused, everything at once, with the system's
        codes at ``place``."""

    def printed(self, stored: str) -> str:
        """A stored card as it is printed."""
