"""A situation: any point between two plays from which a game may start or continue.

Its notation is one line of five fields, made to be typed in tests and rulings:

    ``B9 1 5.-.3 4-5 3/7``

bottom of the 9th; one out; the fifth batter on first and the third on third (``-`` is an empty
base, ``?`` a runner of unknown place); the visitors have 4 runs and the home side 5; the
third batter of the visitors and the seventh of the home side bat next. Three outs mean that the
half-inning has just been completed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.bitsets import bit

AWAY: Final = 0
HOME: Final = 1

TOP: Final = 0
BOTTOM: Final = 1

SLOTS: Final = 9
"""Places in a batting order, numbered from 1."""

SOMEBODY: Final = 10
"""A runner whose place in the batting order is not known (written ``?``)."""

_NOTATION: Final = re.compile(
    r"([TB])(\d{1,3}) ([0-3]) ([1-9?-])\.([1-9?-])\.([1-9?-]) (\d{1,3})-(\d{1,3}) ([1-9])/([1-9])"
)
_RUNNERS: Final = "-123456789?"


@dataclass(frozen=True)
class Situation:
    """Inning (from 1), half, outs (0-3), runners on first, second, third (batting slot; 0 none),
    runs and next batting slot of visitors and home side."""

    inning: int = 1
    half: int = TOP
    outs: int = 0
    runners: tuple[int, int, int] = (0, 0, 0)
    runs: tuple[int, int] = (0, 0)
    up: tuple[int, int] = (1, 1)

    @property
    def bases(self) -> int:
        """Occupied bases as bits: first 1, second 2, third 4."""
        return sum(bit(base) for base, runner in enumerate(self.runners) if runner)

    @property
    def batting(self) -> int:
        """The side at bat, ``AWAY`` or ``HOME``."""
        return AWAY if self.half == TOP else HOME

    def __str__(self) -> str:
        runners = ".".join(_RUNNERS[runner] for runner in self.runners)
        return (
            f"{'TB'[self.half]}{self.inning} {self.outs} {runners} "
            f"{self.runs[0]}-{self.runs[1]} {self.up[0]}/{self.up[1]}"
        )

    @classmethod
    def read(cls, text: str) -> Situation:
        """The situation of a notation. Refused: ``situation-unreadable``, ``one-man-twice``."""
        match = _NOTATION.fullmatch(text.strip())
        if match is None or match[2] == "0":
            raise Refused(
                Refusal(
                    "situation-unreadable",
                    f"{text!r} is not a situation such as {cls()!s}.",
                    "situation",
                )
            )
        first, second, third = (_RUNNERS.index(match[group]) for group in (4, 5, 6))
        known = [runner for runner in (first, second, third) if 0 < runner <= SLOTS]
        if len(set(known)) < len(known):
            raise Refused(
                Refusal("one-man-twice", f"{text!r} has one runner on two bases.", "situation")
            )
        situation = cls(
            inning=int(match[2]),
            half="TB".index(match[1]),
            outs=int(match[3]),
            runners=(first, second, third),
            runs=(int(match[7]), int(match[8])),
            up=(int(match[9]), int(match[10])),
        )
        return replace(situation, runners=(0, 0, 0)) if situation.outs == 3 else situation


START: Final = Situation()
