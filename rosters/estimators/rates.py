"""Rates of a plate appearance: what comes of it, bunts and intentional walks left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rosters.stats.lines import BattingLine, PitchingLine

EVENTS = ("single", "double", "triple", "home_run", "walk", "hit_by_pitch", "strikeout")
"""Everything else is a batted ball that is not a hit."""

LEFT, RIGHT = "L", "R"

INTENTIONAL_SHARE = 0.083
"""Of walks, where nobody counted the intentional ones (2012)."""

DOUBLES_AND_TRIPLES = (0.2235, 0.0278)
"""Shares of the hits that are no home runs, where nobody told a pitcher's apart (2012)."""


@dataclass(frozen=True)
class Rates:
    """Chances of each of ``EVENTS`` in a plate appearance that is neither an intentional walk nor a
    sacrifice bunt; ``weight`` is how many of these there were."""

    single: float
    double: float
    triple: float
    home_run: float
    walk: float
    hit_by_pitch: float
    strikeout: float
    weight: float = 0.0

    def of(self, event: str) -> float:
        """The chance of an event."""
        value: float = getattr(self, event)
        return value

    def times(self, factors: Mapping[str, float]) -> Rates:
        """Every rate times its factor; never more than nine in ten together."""
        found = {event: self.of(event) * factors.get(event, 1.0) for event in EVENTS}
        total = sum(found.values())
        if total > 0.9:
            found = {event: rate * 0.9 / total for event, rate in found.items()}
        return Rates(**found, weight=self.weight)

    @property
    def average(self) -> float:
        """Batting average (sacrifice flies taken for at-bats)."""
        at_bats = 1 - self.walk - self.hit_by_pitch
        return (self.single + self.double + self.triple + self.home_run) / at_bats

    @property
    def on_base(self) -> float:
        """On-base percentage."""
        hits = self.single + self.double + self.triple + self.home_run
        return hits + self.walk + self.hit_by_pitch

    @property
    def slugging(self) -> float:
        """Slugging percentage."""
        bases = self.single + 2 * self.double + 3 * self.triple + 4 * self.home_run
        return bases / (1 - self.walk - self.hit_by_pitch)


def batting_rates(line: BattingLine, normal_strikeouts: float) -> Rates | None:
    """A hitter's, or, of the batters he faced, a pitcher's; ``None`` without a plate appearance.

    What was not kept is taken as usual: strikeouts at ``normal_strikeouts`` a plate appearance,
    intentional walks a twelfth of all, hit batsmen and sacrifices none.
    """
    intentional = line.intentional_walks
    if intentional is None:
        intentional = round(INTENTIONAL_SHARE * line.walks)
    faced = line.plate_appearances - intentional - (line.sacrifice_hits or 0)
    if faced <= 0:
        return None
    strikeouts = line.strikeouts
    if strikeouts is None:
        strikeouts = min(round(normal_strikeouts * faced), line.at_bats - line.hits)
    return Rates(
        single=line.singles / faced,
        double=line.doubles / faced,
        triple=line.triples / faced,
        home_run=line.home_runs / faced,
        walk=(line.walks - intentional) / faced,
        hit_by_pitch=(line.hit_by_pitch or 0) / faced,
        strikeout=strikeouts / faced,
        weight=float(faced),
    )


def pitching_rates(line: PitchingLine, normal_strikeouts: float) -> Rates | None:
    """A pitcher's against all he faced; doubles and triples at the usual shares of his hits."""
    intentional = line.intentional_walks
    if intentional is None:
        intentional = round(INTENTIONAL_SHARE * line.walks)
    faced = line.batters_faced
    if faced is None:
        faced = line.outs + line.hits + line.walks + (line.hit_batters or 0)
    faced -= intentional + (line.sacrifice_hits or 0)
    if faced <= 0:
        return None
    strikeouts = line.strikeouts
    if strikeouts is None:
        strikeouts = round(normal_strikeouts * faced)
    others = line.hits - line.home_runs
    doubles, triples = (share * others for share in DOUBLES_AND_TRIPLES)
    return Rates(
        single=(others - doubles - triples) / faced,
        double=doubles / faced,
        triple=triples / faced,
        home_run=line.home_runs / faced,
        walk=(line.walks - intentional) / faced,
        hit_by_pitch=(line.hit_batters or 0) / faced,
        strikeout=strikeouts / faced,
        weight=float(faced),
    )
