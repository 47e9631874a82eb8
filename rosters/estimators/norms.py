"""What was normal in a league: the rates of its position players, overall and from each side of the
plate against each hand, and what of all that pitchers allow was theirs.

Nothing is drawn towards one fixed year. A pool that is too small to be a league is mixed with the
real leagues of its year (``record``); of 2012 come only the ratios of left and right, which were
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
    """A league's rates of position players by event, and, by event, what they do against all that
    pitchers allow: more where these face pitchers too. ``by_hand`` is what is normal by side of
    the plate and hand where there was a pool to count it in, ``pitchers`` how much more or less
    than usual its pitchers of each hand allowed."""

    rates: Mapping[str, float] = field(default_factory=lambda: dict(BASE))
    faced: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(EVENTS, 1.0))
    hands: Hands = field(default_factory=Hands)
    kept: Kept = USUAL
    by_hand: Mapping[tuple[str, str], Rates] = field(default_factory=dict)
    pitchers: Factors = field(default_factory=dict)

    def normal(self, side: str, hand: str) -> Rates:
        """What is normal from a side of the plate against a hand in this league."""
        found = self.by_hand.get((side, hand))
        if found is not None:
            return found
        return NORMAL[side, hand].times(
            {event: self.rates[event] / BASE[event] for event in EVENTS}
        )

    def sides_faced(self, subject: Subject) -> dict[str, Rates]:
        """What a pitcher allowed position players on each side of the plate; empty for one who
        faced no batter or whose hand is not known."""
        line, hand = subject.season.pitching, subject.throws
        rates = None if line is None else pitching_rates(line, self.kept)
        if rates is None or hand not in (LEFT, RIGHT):
            return {}
        against = {side: self.normal(side, hand) for side in (LEFT, RIGHT)}
        usual = pitcher_splits(rates, hand, self.hands.left_side[hand], against)
        by_side = drawn(usual, subject.season.pitching_splits, self.kept)
        return {side: found.times(self.faced) for side, found in by_side.items()}

    def splits_of(self, subject: Subject) -> dict[str, Rates] | None:
        """What a hitter does against each hand; ``None`` for one who never came up."""
        line = subject.season.batting
        rates = None if line is None else batting_rates(line, self.kept)
        if rates is None:
            return None
        share = self.hands.against_left(subject.bats)
        usual = hitter_splits(rates, subject.bats, share, self.pitchers)
        return drawn(usual, subject.season.batting_splits, self.kept)


def norms_of(subjects: Iterable[Subject], league: str = "") -> Norms:
    """The norms of a pool of one year, of its men of one league where it is named."""
    everybody = list(subjects)
    if not everybody:
        return Norms()
    year = everybody[0].season.year
    kept = kept_by((each.season for each in everybody), year, league)
    hands = hands_of(everybody)
    hitters, pitchers = Sums(), Sums()
    for subject in everybody:
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
        norms = replace(norms, by_hand=_by_hand(everybody, norms))
        norms = replace(norms, pitchers=_pitchers(everybody, norms))
    return replace(norms, by_hand=_by_hand(everybody, norms))


HAND_ROUNDS = 2
LEAST_FACTOR, MOST_FACTOR = 0.5, 2.0


def _pitchers(subjects: Sequence[Subject], norms: Norms) -> dict[str, dict[str, float]]:
    """How much more or less the pitchers of each hand allowed than hitters are taken to have done
    against them; 1 where there are few of them."""
    sums = {LEFT: Sums(), RIGHT: Sums()}
    for subject in subjects:
        if subject.season.pitching is not None and subject.throws in sums:
            sums[subject.throws].add(pitching_rates(subject.season.pitching, norms.kept))
    found = {}
    for hand, added in sums.items():
        share = norms.hands.left_side[hand]
        left, right = norms.normal(LEFT, hand), norms.normal(RIGHT, hand)
        usual = {event: share * left.of(event) + (1 - share) * right.of(event) for event in EVENTS}
        allowed = added.mixed(
            Rates(**{event: _ratio(usual[event], norms.faced[event]) for event in EVENTS}),
            FEW / 4,
        )
        before = norms.pitchers.get(hand, {})
        found[hand] = {
            event: min(
                MOST_FACTOR,
                max(
                    LEAST_FACTOR,
                    before.get(event, 1.0)
                    * _ratio(allowed[event] * norms.faced[event], usual[event]),
                ),
            )
            for event in EVENTS
        }
    return found


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 1.0


def _real(year: int, league: str, kept: Kept) -> tuple[Rates | None, Rates | None]:
    """The hitters of a real league of the year, and all who batted in it."""
    found = leagues_of(year, league)
    hitters = total([each.hitters for each in found])
    everybody = total([each.everybody for each in found])
    if hitters is None or everybody is None:
        return None, None
    return batting_rates(hitters, kept), batting_rates(everybody, kept)


def _by_hand(subjects: Sequence[Subject], norms: Norms) -> dict[tuple[str, str], Rates]:
    """The mean of the pool's hitters by side and hand; the usual difference stands in where none
    bats so."""
    sums = {key: Sums() for key in NORMAL}
    for subject in subjects:
        if mainly_pitched(subject.season):
            continue
        splits = norms.splits_of(subject)
        for hand, rates in (splits or {}).items():
            sums[side_of(subject.bats, hand), hand].add(rates)
    mean = _mean(norms)
    found = {}
    for key, added in sums.items():
        usual = {
            event: NORMAL[key].of(event) * _ratio(norms.rates[event], mean[event])
            for event in EVENTS
        }
        filled = added.mixed(Rates(**usual), FEW * NORMAL_SHARES[key])
        found[key] = Rates(**filled, weight=max(added.weight, 1.0))
    return found


NORMAL_SHARES = {
    key: rates.weight / sum(each.weight for each in NORMAL.values())
    for key, rates in NORMAL.items()
}


def _mean(norms: Norms) -> dict[str, float]:
    """2012's normal rates with this pool's hands."""
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
        """One more player's."""
        if rates is None:
            return
        self.weight += rates.weight
        for event in EVENTS:
            self.counts[event] += rates.of(event) * rates.weight

    def mixed(self, usual: Rates | None, enough: float) -> dict[str, float]:
        """The mean, filled up with the usual to so many turns."""
        short = max(0.0, enough - self.weight) if usual is not None else 0.0
        weight = self.weight + short
        if not weight:
            return dict(BASE)
        return {
            event: (self.counts[event] + (usual.of(event) * short if usual else 0.0)) / weight
            for event in EVENTS
        }


def mainly_pitched(season: Season) -> bool:
    """Whether somebody's own bat counts as a pitcher's."""
    if season.pitching is None or season.batting is None:
        return False
    return season.pitching.games * 2 > season.batting.games
