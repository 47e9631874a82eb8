"""Bunts of a season: how good a hitter, and how good a pitcher at bat, may be who bunts, so that
the season's own men, in the states in which a manager thinks of it, bunt as often as they did."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate

from games.systems.purestrat.cards.making import bunting_grade, pitchers_hitting
from games.systems.purestrat.cards.opponent import CHANCES
from games.systems.purestrat.cards.sides import hitters_wanted
from games.systems.purestrat.cards.year import League
from games.systems.purestrat.play import charts as c
from games.systems.purestrat.play.bunting import WORST_BUNT
from games.systems.purestrat.play.cards import WAYS
from games.systems.purestrat.play.manager import (
    EACH_RUN_APART,
    HOPELESS,
    SECOND_OUT,
    WORSE_AN_INNING,
)
from games.systems.purestrat.play.run_value import event_run_value, side_run_value
from games.systems.purestrat.text.chart_files import house_charts
from games.systems.purestrat.text.house_cards import hitting_card
from rosters.estimators.kept import bunts_of
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.platoon import side_of
from rosters.estimators.rates import batting_rates
from rosters.makers.base import Subject

HITTERS_CHANCES = (0.0103, 0.0036, 0.0037, 0.0054, 0.0047, 0.0070, 0.0098)
"""The share of a hitter's turns with nobody out, a runner to move and none on third in a close
game: from the seventh inning on, and in the sixth, the fifth and so on (measured from 1924 to 2024;
a fourteenth fewer, as weak hitters are hit for)."""
WORST_OF_HITTERS = 2
"""C: who bunts worse is not told to."""

PITCHERS_CHANCES = (
    (0.0195, 0.0225, 0.0215, 0.0115, 0.0067, 0.0115),
    (0.0205, 0.0290, 0.0255, 0.0142, 0.0103, 0.0120),
)
"""The share of a pitcher's turns with a runner to move, by outs and runs between the clubs."""

LEAST_ERA, MOST_ERA = -200, 300
MOST_TOLD = 800
USUAL_RANGE = 3
FAST = 0.25
"""The share of the bunts that read SPEED that are beaten out."""
FEWEST_TURNS, USUAL_TOLD = 300, 330
"""Turns of a league's pitchers from which they tell how often they bunted, and what stands in where
they do not come to bat (2012)."""

Men = Sequence[tuple[float, float]]
"""What each is worth, in runs a turn, with the bunts that come of it if he always tries."""


def era_bunting(subjects: Iterable[Subject], league: League) -> int:
    """By how many thousandths of a run better than by the book a hitter may be who bunts."""
    kept = league.norms.kept
    lines, men = [], []
    for subject in subjects:
        line = subject.season.batting
        rates = None if line is None else batting_rates(line, kept)
        if line is None or rates is None or mainly_pitched(subject.season):
            continue
        lines.append((line, subject.season.year))
        grade = bunting_grade(subject.key, line, rates)
        if grade > WORST_OF_HITTERS:
            continue
        for hand, split in (league.norms.splits_of(subject) or {}).items():
            wanted = hitters_wanted(split, league.opponent(side_of(subject.bats, hand), hand))
            rest = CHANCES - sum(wanted.values())
            worth = event_run_value("") * rest
            worth += sum(event_run_value(event) * chances for event, chances in wanted.items())
            men.append((worth / CHANCES, split.weight * _laid_down(grade)))
    turns = sum(line.plate_appearances for line, _ in lines)
    if not turns or not men:
        return 0
    wanted_share = sum(bunts_of(line, year, kept) for line, year in lines) / turns
    upto = _upto(men)

    def share(era: int) -> float:
        most = 0.02 + era / 1000
        return (
            sum(
                chance * upto(most - WORSE_AN_INNING * early)
                for early, chance in enumerate(HITTERS_CHANCES)
            )
            / turns
        )

    return min(
        range(LEAST_ERA, MOST_ERA + 1),
        key=lambda era: (abs(share(era) - wanted_share), abs(era)),
    )


def era_sacrifices(subjects: Iterable[Subject], league: League) -> int:
    """How good a pitcher may be who bunts, the usual where they hardly came to bat."""
    kept = league.norms.kept
    turns = bunts = 0.0
    men = []
    for subject in subjects:
        line = subject.season.batting
        if line is None or not mainly_pitched(subject.season):
            continue
        turns += line.plate_appearances
        bunts += bunts_of(line, subject.season.year, kept)
        card = hitting_card(pitchers_hitting(subject, line, league))
        # The corners come in for a pitcher.
        grade = min(WORST_BUNT, card.bunt + 1)
        men.append((side_run_value(card.left), line.plate_appearances * _laid_down(grade)))
    if turns < FEWEST_TURNS:
        return USUAL_TOLD
    upto = _upto(men)

    def share(told: int) -> float:
        most = HOPELESS + told / 1000
        return (
            sum(
                chance * upto(most - SECOND_OUT * outs - EACH_RUN_APART * apart)
                for outs, chances in enumerate(PITCHERS_CHANCES)
                for apart, chance in enumerate(chances)
            )
            / turns
        )

    return min(range(1, MOST_TOLD + 1), key=lambda told: (abs(share(told) - bunts / turns), told))


def _upto(men: Men) -> Callable[[float], float]:
    """The bunts of all who are worth less than that."""
    ordered = sorted(men)
    worth = [each for each, _ in ordered]
    sums = [0.0, *accumulate(bunts for _, bunts in ordered)]
    return lambda most: sums[bisect_left(worth, most)]


@cache
def _laid_down(grade: int) -> float:
    """The share of the bunts that are tried which are sacrifices, by our own charts."""
    charts = house_charts()
    found = 0.0
    for total in range(2, 13):
        result = charts.sacrifice(grade, total)
        part = 1.0 if result == c.SAC else 0.0
        if result == c.SPEED:
            part = 1 - FAST
        elif result == c.FIELD:
            part = 1 - (14 - 2 * USUAL_RANGE) / 20
        found += part * WAYS[total] / 36
    return found
