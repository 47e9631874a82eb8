"""Rates per plate appearance, bunts and intentional walks left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rosters.estimators.kept import USUAL, Kept
from rosters.stats.lines import BattingLine, PitchingLine

EVENTS = ("single", "double", "triple", "home_run", "walk", "hit_by_pitch", "strikeout")
"""Everything else is a batted ball that is not a hit."""

LEFT, RIGHT = "L", "R"


@dataclass(frozen=True)
class Rates:
    """Chances of each of ``EVENTS`` in a plate appearance that is neither an intentional walk nor a
    sacrifice bunt; ``weight`` is the number of these."""

    single: float
    double: float
    triple: float
    home_run: float
    walk: float
    hit_by_pitch: float
    strikeout: float
    weight: float = 0.0

    def of(self, event: str) -> float:
        value: float = getattr(self, event)
        return value

    def times(self, factors: Mapping[str, float]) -> Rates:
        """Every rate times its factor; never more than nine in ten together."""
        rates = {event: self.of(event) * factors.get(event, 1.0) for event in EVENTS}
        total = sum(rates.values())
        if total > 0.9:
            rates = {event: rate * 0.9 / total for event, rate in rates.items()}
        return Rates(**rates, weight=self.weight)

    @property
    def average(self) -> float:
        """Batting average (sacrifice flies counted as at-bats)."""
        at_bats = 1 - self.walk - self.hit_by_pitch
        return (self.single + self.double + self.triple + self.home_run) / at_bats

    @property
    def on_base(self) -> float:
        hits = self.single + self.double + self.triple + self.home_run
        return hits + self.walk + self.hit_by_pitch

    @property
    def slugging(self) -> float:
        bases = self.single + 2 * self.double + 3 * self.triple + 4 * self.home_run
        return bases / (1 - self.walk - self.hit_by_pitch)


def batting_rates(line: BattingLine, kept: Kept = USUAL) -> Rates | None:
    """The rates of a hitter or, from the batters he faced, of a pitcher; ``None`` without a plate
    appearance. Counts that were not kept are estimated by what is ``kept`` of the league."""
    intentional = _or(line.intentional_walks, kept.intentional * line.walks)
    hit = _or(line.hit_by_pitch, kept.hit_by_pitch * line.plate_appearances)
    faced = line.at_bats + line.walks + hit + float(line.sacrifice_flies or 0) - intentional
    if faced <= 0:
        return None
    strikeouts = _or(line.strikeouts, min(kept.strikeouts * faced, line.at_bats - line.hits))
    return Rates(
        single=line.singles / faced,
        double=line.doubles / faced,
        triple=line.triples / faced,
        home_run=line.home_runs / faced,
        walk=(line.walks - intentional) / faced,
        hit_by_pitch=hit / faced,
        strikeout=strikeouts / faced,
        weight=faced,
    )


def pitching_rates(line: PitchingLine, kept: Kept = USUAL) -> Rates | None:
    """A pitcher's rates against all batters faced; doubles and triples at the shares of his
    league's hits."""
    intentional = _or(line.intentional_walks, kept.intentional * line.walks)
    hit = _or(line.hit_batters, kept.hit_by_pitch * (line.outs + line.hits + line.walks))
    faced = _or(line.batters_faced, line.outs + line.hits + line.walks + hit)
    faced -= intentional + _or(line.sacrifice_hits, kept.bunts * faced)
    least = line.hits + line.walks - intentional + hit
    faced = max(faced, least)
    if faced <= 0:
        return None
    strikeouts = _or(line.strikeouts, min(kept.strikeouts * faced, faced - least))
    others = line.hits - line.home_runs
    doubles, triples = kept.doubles * others, kept.triples * others
    return Rates(
        single=(others - doubles - triples) / faced,
        double=doubles / faced,
        triple=triples / faced,
        home_run=line.home_runs / faced,
        walk=(line.walks - intentional) / faced,
        hit_by_pitch=hit / faced,
        strikeout=strikeouts / faced,
        weight=faced,
    )


def _or(count: int | None, estimated: float) -> float:
    return estimated if count is None else float(count)
