"""Left and right: the norm from each side of the plate against each hand, and a player's likely
splits where they were not counted.

The rates are those of position players in the 2012 games played without a designated hitter. The
information used here was obtained free of charge from and is copyrighted by Retrosheet. Interested
parties may contact Retrosheet at "www.retrosheet.org".
"""

from __future__ import annotations

from collections.abc import Mapping

from rosters.estimators.kept import USUAL, Kept
from rosters.estimators.rates import EVENTS, LEFT, RIGHT, Rates, batting_rates
from rosters.stats.seasons import Splits

NORMAL = {
    # (side of the plate, pitcher's hand)
    (LEFT, LEFT): Rates(0.1435, 0.0393, 0.0048, 0.0220, 0.0710, 0.0114, 0.2399, 7603),
    (LEFT, RIGHT): Rates(0.1585, 0.0479, 0.0078, 0.0251, 0.0883, 0.0063, 0.1913, 31628),
    (RIGHT, LEFT): Rates(0.1605, 0.0522, 0.0059, 0.0304, 0.0766, 0.0057, 0.1714, 19281),
    (RIGHT, RIGHT): Rates(0.1573, 0.0460, 0.0049, 0.0272, 0.0687, 0.0106, 0.1979, 33758),
}
"""Chances in a plate appearance by the batter's side and the pitcher's hand, intentional walks and
bunts left out; the weights are plate appearances."""

SWITCH = {
    LEFT: Rates(0.1662, 0.0490, 0.0059, 0.0215, 0.0757, 0.0035, 0.1662, 3759),
    RIGHT: Rates(0.1660, 0.0442, 0.0096, 0.0222, 0.0867, 0.0054, 0.1767, 8904),
}
"""The rates of switch hitters, by the pitcher's hand; they are also among those above."""

AGAINST_LEFT_HANDERS = {"L": 0.2504, "R": 0.3152, "B": 0.2969}
"""Share of plate appearances against left-handers, by how a hitter bats."""

AGAINST_LEFT_BATTERS = {"L": 0.283, "R": 0.484}
"""Share of batters on the left side of the plate, by the pitcher's hand."""


def side_of(bats: str, throws: str) -> str:
    """The side of the plate a hitter takes against a hand: for a switch hitter the opposite one,
    the right if unknown."""
    if bats in ("B", "S"):
        return RIGHT if throws == LEFT else LEFT
    return bats or RIGHT


Factors = Mapping[str, Mapping[str, float]]
"""By hand, each event's rate relative to the norm."""


def hitter_splits(
    rates: Rates, bats: str, share: float | None = None, factors: Factors | None = None
) -> dict[str, Rates]:
    """A hitter's rates against each hand when his season is ``rates``: the normal platoon
    difference, as a ratio, so that both together give his season again. ``share`` of his plate
    appearances are against left-handers, by default that of 2012; ``factors``: how much better or
    worse than normal the pitchers of each hand were."""
    against = {
        hand: _hitters(bats, hand).times((factors or {}).get(hand, {})) for hand in (LEFT, RIGHT)
    }
    if share is None:
        share = AGAINST_LEFT_HANDERS.get(bats, AGAINST_LEFT_HANDERS["R"])
    return _split(rates, against, share)


def pitcher_splits(
    rates: Rates,
    throws: str,
    share: float | None = None,
    against: Mapping[str, Rates] | None = None,
) -> dict[str, Rates]:
    """The same for a pitcher, by the side of the batter; ``against``: the norm from each side
    against the pitcher's hand."""
    normal = against or {side: NORMAL[side, throws] for side in (LEFT, RIGHT)}
    return _split(rates, normal, AGAINST_LEFT_BATTERS[throws] if share is None else share)


SPLITS_COUNT = 120.0
"""Plate appearances of the normal difference that counted splits are mixed with."""


def drawn(usual: dict[str, Rates], counted: Splits | None, kept: Kept = USUAL) -> dict[str, Rates]:
    """Counted splits, each regressed toward the ``usual`` ones expected from the whole season, more
    with fewer plate appearances; the ``usual`` ones if none were counted. ``kept`` fills in for
    sources that lack something."""
    if counted is None:
        return usual
    splits = dict(usual)
    for hand, line in ((LEFT, counted.left), (RIGHT, counted.right)):
        rates = batting_rates(line, kept)
        if rates is not None:
            own_share = rates.weight / (rates.weight + SPLITS_COUNT)
            regressed = {
                event: own_share * rates.of(event) + (1 - own_share) * usual[hand].of(event)
                for event in EVENTS
            }
            splits[hand] = Rates(**regressed, weight=rates.weight)
    return splits


def _hitters(bats: str, hand: str) -> Rates:
    if bats in ("B", "S"):
        return SWITCH[hand]
    return NORMAL[side_of(bats, hand), hand]


def _split(rates: Rates, against: Mapping[str, Rates], share: float) -> dict[str, Rates]:
    splits = {}
    for hand, part in ((LEFT, share), (RIGHT, 1 - share)):
        factors = {}
        for event in EVENTS:
            whole = share * against[LEFT].of(event) + (1 - share) * against[RIGHT].of(event)
            factors[event] = against[hand].of(event) / whole if whole else 1.0
        split = rates.times(factors)
        splits[hand] = Rates(
            **{event: split.of(event) for event in EVENTS}, weight=rates.weight * part
        )
    return splits
