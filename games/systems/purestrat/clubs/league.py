"""A league to measure: the clubs of a season with the men and in the shares they really played.

Every game a club puts up its regulars as often as they came to bat in their season, and its
starting pitchers as often as they started, so that what is simulated is the same mix of players
that the season's figures are made of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from config.refusals import Refused
from games.engine.record import Record, simulate
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.play.cards import Hitter, Pitcher
from games.systems.purestrat.play.lineups import batting_order, best_eight
from games.systems.purestrat.play.squad import Man, PurestratClub, hitter_man, pitcher_man
from games.systems.purestrat.play.system import Purestrat
from rosters.estimators.norms import norms_of
from rosters.makers.base import Subject

FEWEST_AT_BATS = 60
FEWEST_OUTS = 60
FULL_TIME = 620
"""Plate appearances of a man who plays every day."""
HITTERS, STARTERS, RELIEVERS = 16, 6, 7


@dataclass(frozen=True)
class Regular:
    """A hitter and the share of games he plays, or a pitcher and how often he starts."""

    man: Man
    share: float


@dataclass(frozen=True)
class Franchise:
    """A club of the season."""

    name: str
    hitters: tuple[Regular, ...]
    starters: tuple[Regular, ...]
    men: tuple[Man, ...]
    """Everybody, by number."""

    def club(self, random: Random, opposing_hand: str, starter: Man) -> PurestratClub:
        """The club of one game: men are drawn by their shares until they cover the field."""
        drawn = sorted(self.hitters, key=lambda each: -(random.random() ** (each.share**-0.6)))
        eight = _first_who_cover([each.man for each in drawn], opposing_hand)
        order, positions = batting_order(eight, starter, opposing_hand)
        return PurestratClub(self.name, self.men, order, positions)

    def starter(self, random: Random) -> Man:
        """Who starts today."""
        weights = [each.share for each in self.starters]
        return random.choices(self.starters, weights)[0].man


def _first_who_cover(men: Sequence[Man], hand: str) -> dict[int, Man]:
    """Positions of the first men who together play them all; ``Refused`` when nobody can."""
    for number in range(8, len(men)):
        try:
            return best_eight(men[:number], hand)
        except Refused:
            continue
    return best_eight(men, hand)


def franchises(subjects: Iterable[Subject], only: Collection[str] | None = None) -> list[Franchise]:
    """The clubs of a season that have enough of everybody, or of these by name."""
    everybody = list(subjects)
    norms = norms_of(subject.season for subject in everybody)
    clubs: dict[str, list[tuple[Subject, Hitter | Pitcher]]] = {}
    for subject in everybody:
        season = subject.season
        if only is not None and season.teams[0] not in only:
            continue
        made = clubs.setdefault(season.teams[0], [])
        pitching, batting = season.pitching, season.batting
        if pitching is not None and pitching.outs >= FEWEST_OUTS:
            pitcher = make_pitcher(subject, pitching, norms, batting)
            if pitcher is not None:
                made.append((subject, pitcher))
        elif pitching is None and batting is not None and batting.at_bats >= FEWEST_AT_BATS:
            hitter = make_hitter(subject, batting, norms)
            if hitter is not None:
                made.append((subject, hitter))
    found = (_franchise(name, made) for name, made in sorted(clubs.items()))
    return [club for club in found if club is not None]


def _franchise(name: str, made: Sequence[tuple[Subject, Hitter | Pitcher]]) -> Franchise | None:
    def starts(subject: Subject) -> int:
        return subject.season.pitching.starts if subject.season.pitching else 0

    def games(subject: Subject) -> int:
        return subject.season.pitching.relief_games if subject.season.pitching else 0

    def turns(subject: Subject) -> int:
        return subject.season.batting.plate_appearances if subject.season.batting else 0

    bats = sorted(
        ((s, c) for s, c in made if isinstance(c, Hitter)), key=lambda each: -turns(each[0])
    )[:HITTERS]
    arms = [(s, c) for s, c in made if isinstance(c, Pitcher)]
    first = sorted(
        ((s, c) for s, c in arms if c.starter), key=lambda each: (-starts(each[0]), each[1].name)
    )[:STARTERS]
    rest = sorted(
        ((s, c) for s, c in arms if c.relief and (s, c) not in first),
        key=lambda each: (-games(each[0]), each[1].name),
    )[:RELIEVERS]
    if len(bats) < 10 or len(first) < 3 or len(rest) < 4:
        return None
    hitters = tuple(
        Regular(hitter_man(at, card.name, card), min(0.95, turns(subject) / FULL_TIME))
        for at, (subject, card) in enumerate(bats, start=1)
    )
    at = len(hitters)
    starters = tuple(
        Regular(
            pitcher_man(at + number, card.name, card, may_relieve=False), float(starts(subject))
        )
        for number, (subject, card) in enumerate(first, start=1)
    )
    at += len(starters)
    relievers = tuple(
        pitcher_man(at + number, card.name, card) for number, (_, card) in enumerate(rest, start=1)
    )
    try:
        best_eight([each.man for each in hitters], "R")
    except Refused:
        return None
    men = (*(each.man for each in (*hitters, *starters)), *relievers)
    return Franchise(name, hitters, starters, men)


def games(clubs: Sequence[Franchise], number: int, seed: str) -> Iterator[Record]:
    """``number`` simulated games between clubs drawn by lot; the same for the same seed."""
    system = Purestrat()
    settings = system.settings()
    random = Random(seed)
    for played in range(number):
        away, home = random.sample(list(clubs), 2)
        starters = (away.starter(random), home.starter(random))
        pair = (
            away.club(random, hand_of(starters[1]), starters[0]),
            home.club(random, hand_of(starters[0]), starters[1]),
        )
        yield simulate(system, settings, f"{seed}/{played}", clubs=pair)


def hand_of(man: Man) -> str:
    """The hand a pitcher throws with."""
    return man.pitcher.throws if man.pitcher is not None else "R"
