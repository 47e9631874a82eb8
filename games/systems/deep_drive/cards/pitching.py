"""The numbers of a pitcher's card (engines notes, E3).

A pitcher differs in how many deep drives he allows and not in what becomes of them, which stands on
the batter's right side: so his hits are exact, and his home runs follow his extra bases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.systems.deep_drive.cards.counts import EVENTS, Rates, together
from games.systems.deep_drive.cards.design import (
    DEFENSE_DOUBLES,
    DEFENSE_HITS,
    Correction,
    Design,
)
from games.systems.deep_drive.cards.draws import dithered
from games.systems.deep_drive.cards.numbers import SINGLES_PLUS, fitted, half_card
from games.systems.deep_drive.play.cards import Column

LEAGUE_TURNS = 100.0
"""Turns of those who were seldom seen that every pitcher's own are mixed with."""


@dataclass(frozen=True)
class PitchersNumbers:
    """A pitcher's card in numbers of 50, as ``BattersNumbers`` are."""

    half: dict[str, int]
    plus: int
    wanted: dict[str, float]

    @property
    def column(self) -> Column:
        """His numbers 50 to 99."""
        return half_card(self.half, self.plus)

    def rates(self, design: Design) -> dict[str, float]:
        """What the card allows the average batter of its year, a turn: ``hits``, ``home_run``,
        ``walk``, ``hit_by_pitch``, ``strikeout``."""
        number = {key: (self.half[key] + found) / 100 for key, found in design.numbers.items()}
        deep = number["DD"] * design.deep_hits
        hits = number["SI"] + deep + number["DEF"] * DEFENSE_HITS
        return {
            "hits": hits,
            "home_run": number["DD"] * design.deep_homers,
            "walk": number["BB"],
            "hit_by_pitch": number["HBP"],
            "strikeout": number["SO"],
        }


def mixed(rates: Rates, seldom: Rates) -> Rates:
    """A pitcher's rates with ``LEAGUE_TURNS`` of those who were seldom seen."""
    own = rates.weight / (rates.weight + LEAGUE_TURNS)
    return Rates(
        rates.weight,
        {event: own * rates.of[event] + (1 - own) * seldom.of[event] for event in EVENTS},
    )


def seldom_seen(pitchers: Iterable[Rates]) -> Rates | None:
    """The rates of these pitchers, each counted by what ``mixed`` takes of him: mixed with them,
    all together allow as much as before."""
    return together(
        Rates(rates.weight * LEAGUE_TURNS / (rates.weight + LEAGUE_TURNS), rates.of)
        for rates in pitchers
    )


def pitchers_numbers(
    key: str, rates: Rates, design: Design, correction: Correction
) -> PitchersNumbers:
    """The card that allows the average batter of the design what these rates say."""
    rates = mixed(rates, design.seldom or design.league)
    average, added = design.numbers, correction.added
    defense = dithered(average["DEF"], key, "DEF")
    both = (defense + average["DEF"]) / 100
    extra = rates.of["double"] + rates.of["triple"] + rates.of["home_run"]
    deep = max(0.0, extra - both * DEFENSE_DOUBLES) + design.deep_flies
    drives_wanted = 100 * deep - average["DD"] + added["DD"]
    near = max(0, round(drives_wanted))
    wanted = {
        "DD": drives_wanted,
        "BB": 100 * rates.of["walk"] - average["BB"] + added["BB"],
        "HBP": 100 * rates.of["hit_by_pitch"] - average["HBP"] + added["HBP"],
        "SO": 100 * rates.of["strikeout"] - average["SO"] + added["SO"],
    }

    def singles(drives: float) -> float:
        """What is left of his hits for singles."""
        hits = (drives + average["DD"]) / 100 * design.deep_hits + both * DEFENSE_HITS
        return 100 * (rates.hits - hits) - average["SI"] + added["SI"]

    def off(drives: int) -> float:
        """How badly so many deep drives fit, with the best whole number of singles: a deep drive is
        a little less than a hit, so that the two together come nearer than either."""
        left = singles(drives)
        missing = max(0, round(left)) - left
        return 4 * missing**2 + 0.35 * (drives - drives_wanted) ** 2

    drives = min((max(0, near + shift) for shift in (-1, 0, 1)), key=lambda at: (off(at), at))
    wanted["SI"] = singles(drives_wanted)
    free = max(0, round(wanted["BB"] + wanted["HBP"]))
    hit = min(free, max(0, dithered(wanted["HBP"], key, "HBP")))
    half = fitted(
        {
            "DD": drives,
            "SI": round(singles(drives)),
            "BB": free - hit,
            "HBP": hit,
            "SO": round(wanted["SO"]),
            "DEF": defense,
        }
    )
    return PitchersNumbers(
        half=half, plus=dithered(SINGLES_PLUS * half["SI"], key, "SI+"), wanted=wanted
    )
