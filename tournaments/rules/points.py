"""Season points of an event (the clubs' published formula; tie-break games are no part of it)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Final

from config.refusals import Refusal, refuse_all


@dataclass(frozen=True)
class PointsLaw:
    """The numbers of the formula.

    A win of the season counts ``win``, a game over .500 ``over_even``, a win of the play-offs
    ``playoff_win``; who wins the event is given ``winner`` for every entrant, who loses the final
    ``runner_up``. Of more than ``most_games`` scheduled games wins and losses are scaled down to so
    many; where the winner of the event has more than ``most_playoff_wins``, all play-off wins are.
    """

    win: Fraction = Fraction(1)
    over_even: Fraction = Fraction(1)
    playoff_win: Fraction = Fraction(2)
    winner: Fraction = Fraction(1)
    runner_up: Fraction = Fraction(1, 3)
    most_games: int = 28
    most_playoff_wins: int = 7


CLUB_FORMULA: Final = PointsLaw()

NUMBERS: Final[Mapping[str, str]] = {
    "win": "A win of the season",
    "over_even": "A game over .500",
    "playoff_win": "A win of the play-offs",
    "winner": "For the winner, for every entrant",
    "runner_up": "For who loses the final, for every entrant",
    "most_games": "Scheduled games beyond which wins and losses are scaled down",
    "most_playoff_wins": "Play-off wins of the winner beyond which all are scaled down",
}
"""What the numbers of the formula are called, in their order."""

COUNTS: Final = ("most_games", "most_playoff_wins")
"""The settings that are whole numbers, from 1."""

_COUNT = re.compile("[1-9][0-9]{0,2}", re.ASCII)
_NUMBER = re.compile(r"([0-9]{1,3})(?:/([1-9][0-9]{0,2})|\.([0-9]{1,4}))?", re.ASCII)


def read_points_law(given: Mapping[str, object]) -> PointsLaw:
    """The formula with what somebody changed in it: numbers as words such as ``2``, ``0.5`` and
    ``1/3``. Refused with everything that is wrong at once: ``points-unknown``, ``points-number``.
    """
    found: dict[str, Fraction | int] = {}
    wrong = []
    for key, value in given.items():
        if key not in NUMBERS:
            known = ", ".join(NUMBERS)
            wrong.append(
                Refusal(
                    "points-unknown",
                    f"The formula has the numbers {known}; not {str(key)[:40]!r}.",
                    "points",
                    {"known": list(NUMBERS)},
                )
            )
        elif key in COUNTS:
            if _COUNT.fullmatch(str(value)):
                found[key] = int(str(value))
            else:
                wrong.append(
                    Refusal("points-number", f"{NUMBERS[key]}: a whole number, 1 to 999.", key)
                )
        elif not _NUMBER.fullmatch(str(value).strip()):
            wrong.append(
                Refusal(
                    "points-number",
                    f"{NUMBERS[key]}: a number from 0 to 999 such as 2, 0.5 or 1/3.",
                    key,
                )
            )
        else:
            found[key] = Fraction(str(value).strip())
    refuse_all(wrong)
    return PointsLaw(**found)  # type: ignore[arg-type]


def changes_of(law: PointsLaw) -> dict[str, str]:
    """What differs from the club's formula, as words."""
    return {
        each.name: str(getattr(law, each.name))
        for each in fields(law)
        if getattr(law, each.name) != getattr(CLUB_FORMULA, each.name)
    }


@dataclass(frozen=True)
class Partner:
    """One of those who share a club: season points of earlier events of the year, and games of all
    events before."""

    person: int
    points: Fraction
    games: int


def credited(partners: Sequence[Partner], declared: int | None = None) -> int | None:
    """Which of the partners is given the season points: whom they declared; else who has more
    points that year; else who has played more games. ``None`` where all of that is level, or where
    there are no partners."""
    if declared is not None and any(each.person == declared for each in partners):
        return declared
    best = max(((each.points, each.games) for each in partners), default=None)
    ahead = [each.person for each in partners if (each.points, each.games) == best]
    return ahead[0] if len(ahead) == 1 else None


@dataclass(frozen=True)
class Finish:
    """What an entrant came to: games of the season that count, how many were scheduled, and wins of
    the play-offs, those of byes among them."""

    entrant: int
    won: int
    lost: int
    scheduled: int
    playoff_wins: int = 0
    is_winner: bool = False
    is_runner_up: bool = False


@dataclass(frozen=True)
class Points:
    """An entrant's points, and what they are made of; the bonus is for the first two."""

    entrant: int
    season: Fraction
    over_even: Fraction
    playoffs: Fraction
    bonus: Fraction

    @property
    def total(self) -> Fraction:
        """All of them."""
        return self.season + self.over_even + self.playoffs + self.bonus


def points_of(finishes: Sequence[Finish], law: PointsLaw = CLUB_FORMULA) -> list[Points]:
    """The points of every entrant, in the order given."""
    most = max((each.playoff_wins for each in finishes if each.is_winner), default=0)
    shorter = Fraction(law.most_playoff_wins, max(most, law.most_playoff_wins))
    return [_points(each, len(finishes), shorter, law) for each in finishes]


def _points(finish: Finish, entrants: int, shorter: Fraction, law: PointsLaw) -> Points:
    scale = Fraction(law.most_games, max(finish.scheduled, law.most_games))
    bonus = law.winner * finish.is_winner + law.runner_up * finish.is_runner_up
    return Points(
        finish.entrant,
        law.win * finish.won * scale,
        law.over_even * max(0, finish.won - finish.lost) * scale,
        law.playoff_win * finish.playoff_wins * shorter,
        bonus * entrants,
    )


def bye_wins(games: int) -> int:
    """Wins that a bye is worth in a round of best-of-``games``: as many as win it."""
    return games // 2 + 1


def formula_in_words(law: PointsLaw) -> str:
    """The formula in words."""
    said = [
        f"{show_number(law.win)} for every win of the season and {show_number(law.over_even)} for "
        f"every game over .500, both scaled to {law.most_games} scheduled games where there were "
        "more",
        f"{show_number(law.playoff_win)} for every win of the play-offs, scaled where the winner "
        f"has more than {law.most_playoff_wins} of them",
        f"{show_number(law.winner)} for every entrant to the winner, and "
        f"{show_number(law.runner_up)} to the loser of the final",
    ]
    return "; ".join(said)


def show_number(number: Fraction) -> str:
    """A number of the formula: ``2``, ``0.5`` or ``1/3``."""
    digits = number.denominator
    for prime in (2, 5):
        while digits % prime == 0:
            digits //= prime
    return f"{float(number):g}" if digits == 1 else str(number)


def show_points(points: Fraction) -> str:
    """Points as they are printed: whole, or with two decimals."""
    if points.denominator == 1:
        return str(points.numerator)
    return f"{float(points):.2f}"
