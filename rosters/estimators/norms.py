"""The norms of a league: the rates of its position players, overall and from each side of the plate
against each hand, and their share of what pitchers allow.

Nothing is regressed to one fixed year. A pool too small to be a league is mixed with the real
leagues of its year (``record``); from 2012 come only the ratios of left and right, which were
counted there, and which the pool's own splits replace where it has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rosters.estimators.hands import Hands, hands_of
from rosters.estimators.kept import USUAL, Kept, kept_by
from rosters.estimators.platoon import (
    NORMAL,
    Factors,
    drawn,
    hitter_splits,
    pitcher_splits,
    side_of,
)
from rosters.estimators.rates import EVENTS, LEFT, RIGHT, Rates, batting_rates, pitching_rates
from rosters.estimators.record import leagues_of
from rosters.makers.base import Subject
from rosters.stats.lines import total
from rosters.stats.seasons import Season

FEW = 20_000
"""Plate appearances that make a league; a smaller pool is filled up with a real one."""


def _base() -> dict[str, float]:
    weight = sum(rates.weight for rates in NORMAL.values())
    return {
        event: sum(rates.of(event) * rates.weight for rates in NORMAL.values()) / weight
        for event in EVENTS
    }


BASE = _base()
"""The rates of 2012, sides and hands together: for cards of no year."""


@dataclass(frozen=True)
class Norms:
    """``rates``: a league's rates of position players by event; ``faced``: these rates relative to
    all that pitchers allow, more than 1 where pitchers bat too. ``by_hand``: the norm by side of
    the plate and hand, if there was a pool to count it in; ``pitchers``: how much more or less than
    normal the pitchers of each hand allowed."""

    rates: Mapping[str, float] = field(default_factory=lambda: dict(BASE))
    faced: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(EVENTS, 1.0))
    hands: Hands = field(default_factory=Hands)
    kept: Kept = USUAL
    by_hand: Mapping[tuple[str, str], Rates] = field(default_factory=dict)
    pitchers: Factors = field(default_factory=dict)

    def normal(self, side: str, hand: str) -> Rates:
        """The norm from a side of the plate against a hand in this league."""
        counted = self.by_hand.get((side, hand))
        if counted is not None:
            return counted
        return NORMAL[side, hand].times(
            {event: self.rates[event] / BASE[event] for event in EVENTS}
        )

    def sides_faced(self, subject: Subject) -> dict[str, Rates]:
        """The rates that a pitcher allowed position players on each side of the plate; empty for a
        pitcher who faced no batter or whose hand is unknown."""
        line, hand = subject.season.pitching, subject.throws
        rates = None if line is None else pitching_rates(line, self.kept)
        if rates is None or hand not in (LEFT, RIGHT):
            return {}
        against = {side: self.normal(side, hand) for side in (LEFT, RIGHT)}
        expected = pitcher_splits(rates, hand, self.hands.left_side[hand], against)
        by_side = drawn(expected, subject.season.pitching_splits, self.kept)
        return {side: allowed.times(self.faced) for side, allowed in by_side.items()}

    def splits_of(self, subject: Subject) -> dict[str, Rates] | None:
        """A hitter's rates against each hand; ``None`` without a plate appearance."""
        line = subject.season.batting
        rates = None if line is None else batting_rates(line, self.kept)
        if rates is None:
            return None
        share = self.hands.against_left(subject.bats)
        expected = hitter_splits(rates, subject.bats, share, self.pitchers)
        return drawn(expected, subject.season.batting_splits, self.kept)


def norms_of(subjects: Iterable[Subject], league: str = "") -> Norms:
    """The norms of a pool of one year, of its players in one league if it is named."""
    pool = list(subjects)
    if not pool:
        return Norms()
    year = pool[0].season.year
    kept = kept_by((each.season for each in pool), year, league)
    hands = hands_of(pool)
    hitters, pitchers = Sums(), Sums()
    for subject in pool:
        season = subject.season
        if season.batting is not None and not mainly_pitched(season):
            hitters.add(batting_rates(season.batting, kept))
        if season.pitching is not None:
            pitchers.add(pitching_rates(season.pitching, kept))
    real = _real(year, league, kept)
    rates = hitters.mixed(real[0], FEW)
    allowed = pitchers.mixed(real[1], FEW) if pitchers.weight else None
    faced = {event: _ratio(rates[event], allowed[event]) for event in EVENTS} if allowed else None
    norms = Norms(rates, faced or dict.fromkeys(EVENTS, 1.0), hands, kept)
    for _ in range(HAND_ROUNDS):
        norms = replace(norms, by_hand=_by_hand(pool, norms))
        norms = replace(norms, pitchers=_pitchers(pool, norms))
    return replace(norms, by_hand=_by_hand(pool, norms))


HAND_ROUNDS = 2
LEAST_FACTOR, MOST_FACTOR = 0.5, 2.0


def _pitchers(subjects: Sequence[Subject], norms: Norms) -> dict[str, dict[str, float]]:
    """How much more or less the pitchers of each hand allowed than hitters are assumed to do
    against them; 1 if there are few of them."""
    sums = {LEFT: Sums(), RIGHT: Sums()}
    for subject in subjects:
        if subject.season.pitching is not None and subject.throws in sums:
            sums[subject.throws].add(pitching_rates(subject.season.pitching, norms.kept))
    factors = {}
    for hand, allowed_sums in sums.items():
        share = norms.hands.left_side[hand]
        left, right = norms.normal(LEFT, hand), norms.normal(RIGHT, hand)
        expected = {
            event: share * left.of(event) + (1 - share) * right.of(event) for event in EVENTS
        }
        allowed = allowed_sums.mixed(
            Rates(**{event: _ratio(expected[event], norms.faced[event]) for event in EVENTS}),
            FEW / 4,
        )
        factors_so_far = norms.pitchers.get(hand, {})
        factors[hand] = {
            event: min(
                MOST_FACTOR,
                max(
                    LEAST_FACTOR,
                    factors_so_far.get(event, 1.0)
                    * _ratio(allowed[event] * norms.faced[event], expected[event]),
                ),
            )
            for event in EVENTS
        }
    return factors


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 1.0


def _real(year: int, league: str, kept: Kept) -> tuple[Rates | None, Rates | None]:
    """The hitters of a real league of the year, and all who batted in it."""
    real_leagues = leagues_of(year, league)
    hitters = total([league_year.hitters for league_year in real_leagues])
    all_batters = total([league_year.everybody for league_year in real_leagues])
    if hitters is None or all_batters is None:
        return None, None
    return batting_rates(hitters, kept), batting_rates(all_batters, kept)


def _by_hand(subjects: Sequence[Subject], norms: Norms) -> dict[tuple[str, str], Rates]:
    """The mean of the pool's hitters by side and hand; the normal difference where no hitter bats
    so."""
    sums = {key: Sums() for key in NORMAL}
    for subject in subjects:
        if mainly_pitched(subject.season):
            continue
        splits = norms.splits_of(subject)
        for hand, rates in (splits or {}).items():
            sums[side_of(subject.bats, hand), hand].add(rates)
    mean = _mean(norms)
    by_side_and_hand = {}
    for key, side_sums in sums.items():
        normal = {
            event: NORMAL[key].of(event) * _ratio(norms.rates[event], mean[event])
            for event in EVENTS
        }
        filled = side_sums.mixed(Rates(**normal), FEW * NORMAL_SHARES[key])
        by_side_and_hand[key] = Rates(**filled, weight=max(side_sums.weight, 1.0))
    return by_side_and_hand


NORMAL_SHARES = {
    key: rates.weight / sum(each.weight for each in NORMAL.values())
    for key, rates in NORMAL.items()
}


def _mean(norms: Norms) -> dict[str, float]:
    """The normal rates of 2012 with this pool's hands."""
    share = norms.hands.against_left("R")
    left = norms.hands.left_side
    weights = {
        (side, hand): (share if hand == LEFT else 1 - share)
        * (left[hand] if side == LEFT else 1 - left[hand])
        for side in (LEFT, RIGHT)
        for hand in (LEFT, RIGHT)
    }
    return {
        event: sum(NORMAL[key].of(event) * weight for key, weight in weights.items())
        for event in EVENTS
    }


class Sums:
    """Rates added up by their weight."""

    def __init__(self) -> None:
        self.weight = 0.0
        self.counts = dict.fromkeys(EVENTS, 0.0)

    def add(self, rates: Rates | None) -> None:
        if rates is None:
            return
        self.weight += rates.weight
        for event in EVENTS:
            self.counts[event] += rates.of(event) * rates.weight

    def mixed(self, usual: Rates | None, enough: float) -> dict[str, float]:
        """The mean, filled up with the ``usual`` rates to so many plate appearances."""
        short = max(0.0, enough - self.weight) if usual is not None else 0.0
        weight = self.weight + short
        if not weight:
            return dict(BASE)
        return {
            event: (self.counts[event] + (usual.of(event) * short if usual else 0.0)) / weight
            for event in EVENTS
        }


def mainly_pitched(season: Season) -> bool:
    """Whether a player's own batting counts as a pitcher's."""
    if season.pitching is None or season.batting is None:
        return False
    return season.pitching.games * 2 > season.batting.games
