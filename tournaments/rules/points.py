"""Season points of an event (the clubs' published formula; tie-break games are not part of it)."""

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

    A season win counts ``win``, a game over .500 ``over_even``, a play-off win ``playoff_win``. For
    every entrant the winner of the event gets ``winner`` and the loser of the final ``runner_up``.
    With more than ``most_games`` scheduled games, wins and losses are scaled down to that number;
    where the winner of the event has more than ``most_playoff_wins``, all play-off wins are scaled
    down.
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
"""The names of the numbers, in order."""

COUNTS: Final = ("most_games", "most_playoff_wins")
"""The settings that are whole numbers, from 1."""

_COUNT = re.compile("[1-9][0-9]{0,2}", re.ASCII)
_NUMBER = re.compile(r"([0-9]{1,3})(?:/([1-9][0-9]{0,2})|\.([0-9]{1,4}))?", re.ASCII)


def read_points_law(given: Mapping[str, object]) -> PointsLaw:
    """Read the formula with its changes: numbers as text such as ``2``, ``0.5`` and ``1/3``.
    Refused, all at once: ``points-unknown``, ``points-number``."""
    numbers: dict[str, Fraction | int] = {}
    refusals = []
    for key, value in given.items():
        if key not in NUMBERS:
            known = ", ".join(NUMBERS)
            refusals.append(
                Refusal(
                    "points-unknown",
                    f"The formula has the numbers {known}; not {str(key)[:40]!r}.",
                    "points",
                    {"known": list(NUMBERS)},
                )
            )
        elif key in COUNTS:
            if _COUNT.fullmatch(str(value)):
                numbers[key] = int(str(value))
            else:
                refusals.append(
                    Refusal("points-number", f"{NUMBERS[key]}: a whole number, 1 to 999.", key)
                )
        elif not _NUMBER.fullmatch(str(value).strip()):
            refusals.append(
                Refusal(
                    "points-number",
                    f"{NUMBERS[key]}: a number from 0 to 999 such as 2, 0.5 or 1/3.",
                    key,
                )
            )
        else:
            numbers[key] = Fraction(str(value).strip())
    refuse_all(refusals)
    return PointsLaw(**numbers)  # type: ignore[arg-type]


def changes_of(law: PointsLaw) -> dict[str, str]:
    return {
        setting.name: str(getattr(law, setting.name))
        for setting in fields(law)
        if getattr(law, setting.name) != getattr(CLUB_FORMULA, setting.name)
    }


@dataclass(frozen=True)
class Partner:
    """One of several managers who share a club: season points in earlier events of the year, and
    games in all earlier events."""

    person: int
    points: Fraction
    games: int


def credited(partners: Sequence[Partner], declared: int | None = None) -> int | None:
    """Return the partner who is given the season points: the declared one, else the one with more
    points this year, else the one with more games. ``None`` where these are tied or there are no
    partners."""
    if declared is not None and any(partner.person == declared for partner in partners):
        return declared
    best = max(((partner.points, partner.games) for partner in partners), default=None)
    leading = [partner.person for partner in partners if (partner.points, partner.games) == best]
    return leading[0] if len(leading) == 1 else None


@dataclass(frozen=True)
class Finish:
    """An entrant's result: season games that count, scheduled games, and play-off wins including
    those for byes."""

    entrant: int
    won: int
    lost: int
    scheduled: int
    playoff_wins: int = 0
    is_winner: bool = False
    is_runner_up: bool = False


@dataclass(frozen=True)
class Points:
    """An entrant's points by source; only the first two entrants get the bonus."""

    entrant: int
    season: Fraction
    over_even: Fraction
    playoffs: Fraction
    bonus: Fraction

    @property
    def total(self) -> Fraction:
        return self.season + self.over_even + self.playoffs + self.bonus


def points_of(finishes: Sequence[Finish], law: PointsLaw = CLUB_FORMULA) -> list[Points]:
    """Compute the points of every entrant, in the order given."""
    winner_wins = max((finish.playoff_wins for finish in finishes if finish.is_winner), default=0)
    playoff_scale = Fraction(law.most_playoff_wins, max(winner_wins, law.most_playoff_wins))
    return [_points(finish, len(finishes), playoff_scale, law) for finish in finishes]


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
    """Return the wins that a bye is worth in a round of best-of-``games``: the number that wins the
    series."""
    return games // 2 + 1


def formula_in_words(law: PointsLaw) -> str:
    parts = [
        f"{show_number(law.win)} for every win of the season and {show_number(law.over_even)} for "
        f"every game over .500, both scaled to {law.most_games} scheduled games where there were "
        "more",
        f"{show_number(law.playoff_win)} for every win of the play-offs, scaled where the winner "
        f"has more than {law.most_playoff_wins} of them",
        f"{show_number(law.winner)} for every entrant to the winner, and "
        f"{show_number(law.runner_up)} to the loser of the final",
    ]
    return "; ".join(parts)


def show_number(number: Fraction) -> str:
    """Format a number of the formula: ``2``, ``0.5`` or ``1/3``."""
    digits = number.denominator
    for prime in (2, 5):
        while digits % prime == 0:
            digits //= prime
    return f"{float(number):g}" if digits == 1 else str(number)


def show_points(points: Fraction) -> str:
    """Format points: whole, or with two decimals."""
    if points.denominator == 1:
        return str(points.numerator)
    return f"{float(points):.2f}"
