"""The fictional league: forty clubs of invented players, fitted to the norms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rosters.sources.facts import PersonFacts
from rosters.sources.fictional import hitters, norms, pitchers
from rosters.sources.fictional.chance import Chance
from rosters.sources.fictional.hitters import (
    BENCH,
    PLATOON_LEFT,
    PLATOON_RIGHT,
    REGULAR,
    SPARE,
    Hitter,
)
from rosters.sources.fictional.norms import Rates
from rosters.stats.seasons import Season


def words(name: str) -> tuple[str, ...]:
    """The lines of a list that lies beside this module."""
    text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


CLUBS = words("clubs")
FIRST_NAMES = words("first_names")
HEADS = words("surname_heads")
TAILS = words("surname_tails")
"""Second syllables of surnames, which are put together from two."""

LEAGUES = ("CL", "IL")
"""Coast League and Inland League."""

BENCHES = (
    # What a club's players beside the eight regulars play, by turns.
    (("c", BENCH), ("2b", BENCH), ("lf", BENCH), ("cf", SPARE), ("1b", SPARE)),
    (("c", BENCH), ("ss", BENCH), ("rf", BENCH), ("3b", SPARE), ("lf", SPARE)),
    (("c", BENCH), ("3b", BENCH), ("cf", BENCH), ("2b", SPARE), ("rf", SPARE)),
    (("c", SPARE), ("ss", BENCH), ("1b", BENCH), ("cf", BENCH), ("2b", SPARE)),
)
PLATOONED = ("1b", "lf", "rf", "3b", "c")
"""Positions that a club fills with two players, a left and a right hitter, each in his turn."""


@dataclass(frozen=True)
class Invented:
    """An invented player with his season."""

    person: PersonFacts
    season: Season


def invent_league(seed: str, year: int) -> list[Invented]:
    """The whole league, hitters and pitchers, club by club; the same for the same seed."""
    chance = Chance(seed)
    cast: list[tuple[int, Hitter]] = []
    staffs: list[tuple[int, pitchers.Pitcher]] = []
    for club in range(len(CLUBS)):
        platooned = PLATOONED[club % len(PLATOONED)]
        for position in hitters.MOULDS:
            if position == platooned and club % 2:
                cast.append((club, hitters.invent_hitter(chance, position, PLATOON_LEFT)))
                cast.append((club, hitters.invent_hitter(chance, position, PLATOON_RIGHT)))
            else:
                cast.append((club, hitters.invent_hitter(chance, position, REGULAR)))
        for position, part in BENCHES[club % len(BENCHES)]:
            cast.append((club, hitters.invent_hitter(chance, position, part)))
        for part, outs, games, starts in pitchers.STAFF:
            staffs.append((club, pitchers.invent_pitcher(chance, part, outs, games, starts)))
    cast = _fitted(cast)
    names = iter(invent_names(chance, len(cast) + len(staffs)))
    found = []
    for club, hitter in cast:
        found.append(_hitter(chance, hitter, club, year, *next(names)))
    for club, pitcher in staffs:
        found.append(_pitcher(chance, pitcher, club, year, *next(names)))
    return found


def _hitter(
    chance: Chance, hitter: Hitter, club: int, year: int, first: str, last: str
) -> Invented:
    batting, splits = hitters.season_of(chance, hitter)
    season = Season(
        year=year,
        league=LEAGUES[club % 2],
        teams=(CLUBS[club],),
        batting=batting,
        pitching=None,
        fielding=hitters.fielding_of(chance, hitter, max(1, round(batting.games * 0.95))),
        batting_splits=splits,
    )
    return Invented(_person(chance, first, last, hitter.bats, hitter.throws, year), season)


def _pitcher(
    chance: Chance, pitcher: pitchers.Pitcher, club: int, year: int, first: str, last: str
) -> Invented:
    pitching, splits = pitchers.season_of(chance, pitcher)
    season = Season(
        year=year,
        league=LEAGUES[club % 2],
        teams=(CLUBS[club],),
        batting=pitchers.batting_of(chance, pitcher),
        pitching=pitching,
        fielding=(pitchers.fielding_of(chance, pitcher, pitching.outs),),
        pitching_splits=splits,
    )
    return Invented(_person(chance, first, last, pitcher.bats, pitcher.throws, year), season)


def _person(
    chance: Chance, first: str, last: str, bats: str, throws: str, year: int
) -> PersonFacts:
    age = max(20, round(28 + 4 * chance.normal()))
    key = f"{last.lower()}-{first.lower()}"
    return PersonFacts(key, first, last, bats, throws, year - age, "")


def _fitted(cast: list[tuple[int, Hitter]]) -> list[tuple[int, Hitter]]:
    """The hitters with their rates scaled so that, weighed by playing time, they are the norms."""
    weight = sum(hitter.plate_appearances for _, hitter in cast)

    def mean(rate: Callable[[Rates], float]) -> float:
        return sum(rate(hitter.rates) * hitter.plate_appearances for _, hitter in cast) / weight

    norm = norms.HITTERS
    factors = Rates(
        strikeouts=norm.strikeouts / mean(lambda rates: rates.strikeouts),
        walks=norm.walks / mean(lambda rates: rates.walks),
        hit_by_pitch=norm.hit_by_pitch / mean(lambda rates: rates.hit_by_pitch),
        home_runs=norm.home_runs / mean(lambda rates: rates.home_runs),
        bunts=norm.bunts / mean(lambda rates: rates.bunts),
        in_play=norm.in_play / mean(lambda rates: rates.in_play),
        doubles=norm.doubles / mean(lambda rates: rates.doubles),
        triples=norm.triples / mean(lambda rates: rates.triples),
    )
    return [(club, hitters.scaled(hitter, factors)) for club, hitter in cast]


def invent_names(chance: Chance, wanted: int) -> list[tuple[str, str]]:
    """So many different names, first and last, everyday first names with invented surnames; no two
    players share a surname."""
    found: dict[str, str] = {}
    while len(found) < wanted:
        last = chance.one_of(HEADS) + chance.one_of(TAILS)
        if last not in found:
            found[last] = chance.one_of(FIRST_NAMES)
    return [(first, last) for last, first in found.items()]
