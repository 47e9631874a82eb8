"""What was normal in a year: the rates of its position players, against those of 2012.

A card is made for an average opponent of its own season; the years' differences are laid over the
sides and hands of 2012, which is where these were counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rosters.estimators.platoon import NORMAL
from rosters.estimators.rates import EVENTS, Rates, batting_rates, pitching_rates
from rosters.stats.seasons import Season

FEW = 20_000
"""Plate appearances of 2012 that every year's own are mixed with, so that a handful of seasons does
not make a year of its own."""


def _base() -> dict[str, float]:
    weight = sum(rates.weight for rates in NORMAL.values())
    return {
        event: sum(rates.of(event) * rates.weight for rates in NORMAL.values()) / weight
        for event in EVENTS
    }


BASE = _base()
"""The rates of 2012, sides and hands together."""


@dataclass(frozen=True)
class Norms:
    """A year's rates of position players by event, and, by event, what they do against all that
    pitchers allow: more where these face pitchers too."""

    rates: dict[str, float] = field(default_factory=lambda: dict(BASE))
    faced: dict[str, float] = field(default_factory=lambda: dict.fromkeys(EVENTS, 1.0))

    @property
    def factors(self) -> dict[str, float]:
        """Each rate as a multiple of that of 2012."""
        return {event: self.rates[event] / BASE[event] for event in EVENTS}

    def normal(self, side: str, hand: str) -> Rates:
        """What is normal from a side of the plate against a hand in this year."""
        return NORMAL[side, hand].times(self.factors)


def norms_of(seasons: Iterable[Season]) -> Norms:
    """The norms of a year from the seasons of its players."""
    hitters, pitchers = _Sum(), _Sum()
    for season in seasons:
        if season.batting is not None and not _mainly_pitched(season):
            hitters.add(batting_rates(season.batting, BASE["strikeout"]))
        if season.pitching is not None:
            pitchers.add(pitching_rates(season.pitching, BASE["strikeout"]))
    if not hitters.weight:
        return Norms()
    rates = hitters.mixed()
    if not pitchers.weight:
        return Norms(rates)
    allowed = pitchers.mixed()
    return Norms(rates, {event: rates[event] / allowed[event] for event in EVENTS})


class _Sum:
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

    def mixed(self) -> dict[str, float]:
        """The mean, drawn towards 2012."""
        return {
            event: (self.counts[event] + BASE[event] * FEW) / (self.weight + FEW)
            for event in EVENTS
        }


def _mainly_pitched(season: Season) -> bool:
    if season.pitching is None or season.batting is None:
        return False
    return season.pitching.games * 2 > season.batting.games
