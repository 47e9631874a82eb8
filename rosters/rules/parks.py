"""The four numbers that say how a ballpark plays. Pure.

Every game system makes its parks of these four: one throws a d20 against them as they stand (S30.3,
S30.4), another prints a card that fits them (``ParkCards``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Final, Protocol

from config.refusals import Refusal
from rosters.rules.editions.law import ParkLaw

LARGEST: Final = 20
"""The largest that a park's number can be (A-D6)."""

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
    """T0.02e: a park of one's own is the same to left- and right-handed batters
    (``park-left-right``), singles and home runs both (A-D6)."""
    found = number_problems(numbers)
    for what, left, right in (
        ("singles", numbers.singles_left, numbers.singles_right),
        ("home_runs", numbers.home_runs_left, numbers.home_runs_right),
    ):
        if left != right:
            found.append(
                Refusal(
                    "park-left-right",
                    f"A park of one's own has the same {what.replace('_', ' ')} for left- and "
                    f"right-handed batters, not {left} and {right}.",
                    f"{what}_right",
                    {"left": left, "right": right, "rule": "T0.02e"},
                )
            )
    return found


@dataclass(frozen=True)
class Pick:
    """A park as a club picks it: ``key`` tells it from every other and is the same in every year's
    list; ``designed`` says that a manager has described it, and that it is not from a list."""

    key: str
    name: str
    designed: bool = False


def pick_problems(pick: Pick, taken: Iterable[Pick], law: ParkLaw) -> list[Refusal]:
    """T0.02e to g: why a club may not have a park when the division's other clubs have these.

    ``park-taken`` for a park that another club of the division has, ``park-not-listed`` for one of
    a manager's own where the edition has none, ``park-privilege-lapsed`` for one when another club
    has taken any park before (A-D5, A-D7).
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
    """How a system prints, reads and makes park cards, which say of a ballpark what the four
    numbers do not. A ballpark keeps one, as the system stores it (``GameSystem.park_cards``); what
    may stand on it and how it is written on paper that system alone knows.

    ``name`` is the game's, ``column`` the card's name in files of parks, ``example`` a printed
    card, ``told`` what the card is for, in a sentence.
    """

    name: str
    column: str
    example: str
    told: str

    def fitting(self, numbers: ParkNumbers) -> str:
        """The card, as it is stored, of a park with these numbers."""

    def read(self, printed: str, place: str = "card") -> str:
        """A printed card as it is stored. Refused, everything at once, with the system's codes at
        ``place``."""

    def printed(self, stored: str) -> str:
        """A stored card as it is printed."""
