"""A park's numbers in words and for drawing."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from games.systems.registry import GAME_SYSTEMS, park_cards
from rosters.models import Ballpark
from rosters.rules.park_factors import home_run_factor, singles_factor
from rosters.rules.parks import LARGEST, NEUTRAL


@dataclass(frozen=True)
class Dial:
    """One of the four numbers; ``said`` is its effect in words."""

    label: str
    short: str
    number: int
    said: str

    @property
    def faces(self) -> list[tuple[int, bool]]:
        """Each face of the d20 with whether it is a hit."""
        return [(face, face <= self.number) for face in range(1, LARGEST + 1)]

    @property
    def rolls(self) -> str:
        return {0: "never", 1: "on a 1"}.get(self.number, f"on 1–{self.number}")


DIALS = (
    ("Singles, left-handed", "1B L", singles_factor),
    ("Singles, right-handed", "1B R", singles_factor),
    ("Home runs, left-handed", "HR L", home_run_factor),
    ("Home runs, right-handed", "HR R", home_run_factor),
)
"""The four numbers: label, abbreviation, and the function from a number to its multiple of a
neutral park's hits."""


def dials(park: Ballpark) -> list[Dial]:
    """The four numbers, singles before home runs, left before right."""
    return [
        Dial(label, short, number, _more(factor(number)))
        for (label, short, factor), number in zip(DIALS, astuple(park.numbers), strict=True)
    ]


def card_of(park: Ballpark) -> str:
    printer = park_cards()
    return printer.printed(park.faces) if printer and park.faces else ""


def park_in_words(park: Ballpark, system_key: str) -> str:
    """A park in the terms of a game system: its card if the system prints one, else its numbers."""
    if GAME_SYSTEMS[system_key].park_cards is not None:
        return card_of(park)
    numbers = park.numbers
    return (
        f"singles {numbers.singles_left}/{numbers.singles_right}, "
        f"home runs {numbers.home_runs_left}/{numbers.home_runs_right}"
    )


def kind_of(park: Ballpark) -> str:
    numbers = park.numbers
    singles = (numbers.singles_left + numbers.singles_right) / 2 - NEUTRAL
    home_runs = (numbers.home_runs_left + numbers.home_runs_right) / 2 - NEUTRAL
    tilt = numbers.home_runs_left - numbers.home_runs_right
    if abs(tilt) >= 5:
        return f"{'Left' if tilt > 0 else 'Right'}-handed power"
    if home_runs >= 3 and singles >= 1:
        return "Hitters' park"
    if home_runs <= -3 and singles <= -1:
        return "Pitchers' park"
    if home_runs >= 4:
        return "Home runs"
    if home_runs <= -4:
        return "Deep fences"
    if singles >= 4:
        return "Fast infield"
    if singles <= -4:
        return "Slow infield"
    return "Fair to all"


def _more(factor: float) -> str:
    part = round(100 * (factor - 1))
    if part == 0:
        return "as in a neutral park"
    return f"{abs(part)} % {'more' if part > 0 else 'fewer'} than in a neutral park"
