"""A league to measure: the clubs of a season with the men and in the shares they really played.

Every game a club puts up its regulars as often as they came to bat in their season, and its
starting pitchers as often as they started, so that what is simulated is the same mix of players
that the season's figures are made of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Generic, TypeVar

from config.refusals import Refused
from games.card_games.nine.roster import Nine
from games.engine.club import Club
from games.engine.events import DESIGNATED
from games.engine.nine.lineups import batting_order, best_eight
from games.engine.nine.man import Man
from games.engine.options import Value
from games.engine.record import Record, simulate
from games.engine.system import System
from rosters.makers.base import Subject

FEWEST_AT_BATS = 60
FEWEST_OUTS = 60
FULL_TIME = 620
"""Plate appearances of a man who plays every day."""
HITTERS, STARTERS, RELIEVERS = 16, 6, 7
FEWEST_STARTERS, FEWEST_RELIEVERS = 4, 4
RELIEVERS_A_DAY = 4
"""Of them, those who have had rest enough to pitch today."""
PITCHERS_TURNS = 1.0
"""Plate appearances a game of a club's pitchers, below which somebody bats for them."""

M = TypeVar("M", bound=Man)


@dataclass(frozen=True)
class Regular(Generic[M]):
    """A hitter and the share of games he plays, or a pitcher and how often he starts or
    relieves."""

    man: M
    share: float


@dataclass(frozen=True)
class Franchise(Generic[M]):
    """A club of the season; ``designates``: somebody bats for its pitchers."""

    name: str
    hitters: tuple[Regular[M], ...]
    starters: tuple[Regular[M], ...]
    relievers: tuple[Regular[M], ...]
    men: tuple[M, ...]
    """Everybody, by number."""
    designates: bool = False

    def starter(self, random: Random) -> M:
        """Who starts today."""
        weights = [each.share for each in self.starters]
        return random.choices(self.starters, weights)[0].man

    def nine(
        self, random: Random, opposing_hand: str, starter: M, *, designated: bool = False
    ) -> Nine:
        """Who plays today: men are drawn by their shares until they cover the field."""
        drawn = sorted(self.hitters, key=lambda each: -(random.random() ** (each.share**-0.6)))
        eight = _first_who_cover([each.man for each in drawn], opposing_hand, designated)
        return batting_order(eight, starter, opposing_hand)


def _first_who_cover(men: Sequence[Man], hand: str, designated: bool) -> dict[int, Man]:
    """Positions of the first men who together play them all; ``Refused`` when nobody can."""
    for number in range(9 if designated else 8, len(men)):
        try:
            found = best_eight(men[:number], hand, designated=designated)
        except Refused:
            continue
        if not designated or DESIGNATED in found:
            return found
    return best_eight(men, hand, designated=designated)


class MeasuredClubs(ABC, Generic[M]):
    """The clubs of a season in one system's cards."""

    system_key: ClassVar[str]
    knows_league: ClassVar[bool] = False
    """Whether somebody bats for the pitchers where the season's clubs had it so."""
    rests_bullpen: ClassVar[bool] = True
    """Whether only some of a club's relievers may pitch on a day, where the league is known."""
    relievers_a_day: ClassVar[int] = RELIEVERS_A_DAY
    whole_staff: ClassVar[tuple[int, int]] = (STARTERS, RELIEVERS)
    """Starters and relievers of a club that is measured: of all who pitched for it in the season,
    not the best of them alone."""

    @abstractmethod
    def men_of(
        self, everybody: Sequence[Subject], some: Iterable[Subject]
    ) -> Iterator[tuple[Subject, M]]:
        """Those of ``some`` who played enough with their men, a pitcher's card for whoever pitched;
        ``everybody`` says what was average. Numbers do not matter yet."""

    @abstractmethod
    def numbered(self, man: M, number: int, *, relieves: bool) -> M:
        """The same man under his number in a squad; a starter of the season does not relieve."""

    @abstractmethod
    def club(self, of: Franchise[M], nine: Nine, pitcher: int) -> Club:
        """A club of these nine; ``pitcher`` is whoever pitches and does not bat."""

    def franchises(
        self,
        subjects: Iterable[Subject],
        only: Collection[str] | None = None,
        staff: tuple[int, int] = (STARTERS, RELIEVERS),
    ) -> list[Franchise[M]]:
        """The clubs of a season that have enough of everybody, or of these by name; ``staff`` is
        how many starters and relievers they have at most."""
        everybody = list(subjects)
        told = self.knows_league and any(
            one.season.pitching is not None and one.season.batting is not None for one in everybody
        )
        turns = _turns_of_pitchers(everybody) if told else {}
        clubs: dict[str, list[tuple[Subject, M]]] = {}
        some = [one for one in everybody if only is None or one.season.teams[0] in only]
        for subject, man in self.men_of(everybody, some):
            clubs.setdefault(subject.season.teams[0], []).append((subject, man))
        found = (
            self._franchise(name, made, staff, turns.get(name, PITCHERS_TURNS) < PITCHERS_TURNS)
            for name, made in sorted(clubs.items())
        )
        return [club for club in found if club is not None]

    def _franchise(
        self,
        name: str,
        made: Sequence[tuple[Subject, M]],
        staff: tuple[int, int],
        designates: bool,
    ) -> Franchise[M] | None:
        def starts(subject: Subject) -> int:
            return subject.season.pitching.starts if subject.season.pitching else 0

        def games(subject: Subject) -> int:
            return subject.season.pitching.relief_games if subject.season.pitching else 0

        def turns(subject: Subject) -> int:
            return subject.season.batting.plate_appearances if subject.season.batting else 0

        bats = sorted(
            ((s, m) for s, m in made if not m.is_pitcher), key=lambda each: -turns(each[0])
        )[:HITTERS]
        arms = [(s, m) for s, m in made if m.is_pitcher]
        first = sorted(
            ((s, m) for s, m in arms if m.may_start),
            key=lambda each: (-starts(each[0]), each[1].name),
        )[: staff[0]]
        rest = sorted(
            ((s, m) for s, m in arms if m.may_relieve and (s, m) not in first),
            key=lambda each: (-games(each[0]), each[1].name),
        )[: staff[1]]
        while len(rest) < FEWEST_RELIEVERS and len(first) > FEWEST_STARTERS:
            # Before there were relievers, those who started least relieved the others.
            last = first.pop()
            if last[1].may_relieve:
                rest.append(last)
        if len(bats) < 10 or len(first) < 3 or len(rest) < 2:
            return None
        hitters = tuple(
            Regular(self.numbered(man, at, relieves=False), min(0.95, turns(subject) / FULL_TIME))
            for at, (subject, man) in enumerate(bats, start=1)
        )
        at = len(hitters)
        starters = tuple(
            Regular(self.numbered(man, at + number, relieves=False), float(starts(subject)))
            for number, (subject, man) in enumerate(first, start=1)
        )
        at += len(starters)
        relievers = tuple(
            Regular(self.numbered(man, at + number, relieves=True), float(max(games(subject), 1)))
            for number, (subject, man) in enumerate(rest, start=1)
        )
        try:
            best_eight([each.man for each in hitters], "R")
        except Refused:
            return None
        men = tuple(each.man for each in (*hitters, *starters, *relievers))
        return Franchise(name, hitters, starters, relievers, men, designates)

    def games(
        self,
        clubs: Sequence[Franchise[M]],
        number: int,
        seed: str,
        system: System,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> Iterator[Record]:
        """``number`` simulated games between clubs drawn by lot, by the law of the home club but
        for what ``settings`` say, each of them in its turn; the same for the same seed."""
        random = Random(seed)
        for played in range(number):
            away, home = random.sample(list(clubs), 2)
            own = settings[played % len(settings)]
            designated = bool(own.get("designated_hitter", home.designates))
            if self.knows_league and self.rests_bullpen:
                away, home = self._with_rest(random, away), self._with_rest(random, home)
            of_game = system.settings({**self.settings(designated=designated), **own})
            starters = (away.starter(random), home.starter(random))
            pair = (
                self.today(random, away, starters[0], starters[1].throws, designated),
                self.today(random, home, starters[1], starters[0].throws, designated),
            )
            yield simulate(system, of_game, f"{seed}/{played}", clubs=pair)

    def _with_rest(self, random: Random, of: Franchise[M]) -> Franchise[M]:
        """The club with those of its relievers who may pitch today, drawn by how often each did:
        or else the best would pitch every day."""
        drawn = sorted(of.relievers, key=lambda each: -(random.random() ** (1 / each.share)))
        today = {each.man.number for each in drawn[: self.relievers_a_day]}
        return replace(
            of,
            men=tuple(
                self.numbered(man, man.number, relieves=False)
                if man.may_relieve and man.number not in today
                else man
                for man in of.men
            ),
        )

    def settings(self, *, designated: bool) -> Mapping[str, Value]:
        """What the games are set to."""
        return {"designated_hitter": designated} if self.knows_league else {}

    def today(
        self, random: Random, of: Franchise[M], starter: M, hand: str, designated: bool
    ) -> Club:
        """A club of one game with this starter, against a starter of that hand."""
        nine = of.nine(random, hand, starter, designated=designated)
        return self.club(of, nine, starter.number if DESIGNATED in nine[1] else 0)


def _turns_of_pitchers(subjects: Iterable[Subject]) -> dict[str, float]:
    """By club, how often a game its pitchers came to bat."""
    turns: dict[str, int] = {}
    games: dict[str, int] = {}
    for subject in subjects:
        season = subject.season
        if season.pitching is None:
            continue
        club = season.teams[0]
        games[club] = games.get(club, 0) + season.pitching.starts
        elsewhere = sum(line.games for line in season.fielding if line.position != "p")
        if season.batting is not None and elsewhere < season.pitching.games:
            turns[club] = turns.get(club, 0) + season.batting.plate_appearances
    return {club: turns.get(club, 0) / many for club, many in games.items() if many}
