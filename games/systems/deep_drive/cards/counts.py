"""A season as rates of a turn that is thrown: intentional walks and bunts left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.systems.deep_drive.cards.kept import Ratios
from rosters.stats.lines import BattingLine, PitchingLine

EVENTS = ("single", "double", "triple", "home_run", "walk", "hit_by_pitch", "strikeout")


@dataclass(frozen=True)
class Rates:
    """Shares of ``weight`` turns, by event. ``hits`` are all of them together, of pitchers too,
    whose doubles and triples are not told."""

    weight: float
    of: Mapping[str, float] = field(default_factory=dict)

    @property
    def hits(self) -> float:
        """Hits of all kinds."""
        return self.of["single"] + self.of["double"] + self.of["triple"] + self.of["home_run"]

    @property
    def bases(self) -> float:
        """Total bases."""
        extra = self.of["double"] + 2 * self.of["triple"] + 3 * self.of["home_run"]
        return self.hits + extra

    @property
    def outs(self) -> float:
        """Turns that end in a ball put in play for no hit."""
        return 1 - sum(self.of[event] for event in EVENTS)


def batting_rates(line: BattingLine, ratios: Ratios, strikeouts: float) -> Rates | None:
    """A hitter's; ``None`` where he never came up. ``strikeouts``: the usual ones of a turn, for
    sources that do not tell his."""
    intentional = line.intentional_walks
    given = ratios.intentional * line.walks if intentional is None else float(intentional)
    turns = line.plate_appearances - given - (line.sacrifice_hits or 0)
    if turns <= 0:
        return None
    struck: float = strikeouts * turns if line.strikeouts is None else line.strikeouts
    return Rates(
        turns,
        {
            "single": line.singles / turns,
            "double": line.doubles / turns,
            "triple": line.triples / turns,
            "home_run": line.home_runs / turns,
            "walk": (line.walks - given) / turns,
            "hit_by_pitch": (line.hit_by_pitch or 0) / turns,
            "strikeout": min(struck, line.at_bats - line.hits) / turns,
        },
    )


def pitching_rates(line: PitchingLine, ratios: Ratios, league: Rates) -> Rates | None:
    """A pitcher's rates, his extra-base hits split as the league's; ``None`` if he faced no one."""
    given = line.intentional_walks
    walked = ratios.intentional * line.walks if given is None else float(given)
    faced = line.batters_faced
    if faced is None:
        faced = line.outs + line.hits + line.walks + (line.hit_batters or 0)
    bunts = line.sacrifice_hits
    turns = faced - walked - (ratios.bunts * faced if bunts is None else bunts)
    if turns < 1:
        return None
    struck = line.strikeouts
    others = line.hits - line.home_runs
    doubles, triples = extra_shares(league)
    return Rates(
        turns,
        {
            "single": others * (1 - doubles - triples) / turns,
            "double": others * doubles / turns,
            "triple": others * triples / turns,
            "home_run": line.home_runs / turns,
            "walk": (line.walks - walked) / turns,
            "hit_by_pitch": (line.hit_batters or 0) / turns,
            "strikeout": league.of["strikeout"] if struck is None else struck / turns,
        },
    )


def extra_shares(league: Rates) -> tuple[float, float]:
    """Doubles and triples of the hits that are no home runs."""
    others = league.hits - league.of["home_run"]
    if not others:
        return 0.0, 0.0
    return league.of["double"] / others, league.of["triple"] / others


def together(found: Iterable[Rates]) -> Rates | None:
    """The rates of several, by their weights; ``None`` for none."""
    weight = 0.0
    sums = dict.fromkeys(EVENTS, 0.0)
    for rates in found:
        weight += rates.weight
        for event in EVENTS:
            sums[event] += rates.of[event] * rates.weight
    if not weight:
        return None
    return Rates(weight, {event: sums[event] / weight for event in EVENTS})
