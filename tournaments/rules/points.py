"""Season points of an event (the clubs' published formula; tie-break games are no part of it)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final


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


def show_points(points: Fraction) -> str:
    """As they are printed: whole, or with two decimals."""
    if points.denominator == 1:
        return str(points.numerator)
    return f"{float(points):.2f}"
