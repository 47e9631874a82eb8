"""A league to simulate: the clubs of a season with the playing time their players really had.

Everybody who played is in it. In each game a club uses the players who are furthest behind their
real totals, at bat, as starters and in relief, so that the simulated mix of players is the one that
made the season's figures.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, TypeVar

from config.refusals import Refused
from games.card_games.nine.playing_time import (
    TURNS_OF_A_DAY,
    PlayingTime,
    Regular,
    behind,
    turns_of,
)
from games.card_games.nine.roster import Nine
from games.engine.club import Club
from games.engine.events import DESIGNATED
from games.engine.nine.lineups import batting_order, best_eight
from games.engine.nine.player import SquadPlayer
from games.engine.options import Value
from games.engine.record import Record, simulate
from games.engine.system import System
from rosters.makers.base import Subject

FEWEST_AT_BATS = 60
FEWEST_OUTS = 60
"""Fewest at-bats and outs of a player in an exhibition club; a measured league has every player."""
FULL_TIME = 620
"""Plate appearances of an everyday player."""
HITTERS, STARTERS, RELIEVERS = 16, 6, 7
FEWEST_STARTERS, FEWEST_RELIEVERS = 4, 4
MOST_GAMES = 0.95
"""The largest share of games that a regular plays in an exhibition club."""
RELIEVERS_A_DAY = 4
"""Number of relievers rested enough to pitch today."""
HITTERS_A_DAY = 14
"""Hitters of a measured club in one game: the lineup and the bench."""
IN_RELIEF = 4.3
"""Batters faced in a relief outing by a pitcher who also started games."""
PITCHERS_TURNS = 1.0
"""Plate appearances a game of a club's pitchers; below it the club had a designated hitter."""

M = TypeVar("M", bound=SquadPlayer)


@dataclass(frozen=True)
class Franchise(Generic[M]):
    """A club of the season; ``designates``: it plays with a designated hitter."""

    name: str
    hitters: tuple[Regular[M], ...]
    starters: tuple[Regular[M], ...]
    relievers: tuple[Regular[M], ...]
    players: tuple[M, ...]
    """All players, by number."""
    designates: bool = False

    def starter(self, random: Random) -> M:
        """Draw a starter by the shares of starts."""
        weights = [regular.share for regular in self.starters]
        return random.choices(self.starters, weights)[0].player

    def nine(
        self, random: Random, opposing_hand: str, starter: M, *, designated: bool = False
    ) -> Nine:
        """Draw players by their shares until they cover the field."""
        drawn = sorted(
            self.hitters,
            key=lambda regular: -(random.random() ** (min(MOST_GAMES, regular.share) ** -0.6)),
        )
        eight = _first_who_cover([regular.player for regular in drawn], opposing_hand, designated)
        return batting_order(eight, starter, opposing_hand)


def _first_who_cover(
    players: Sequence[SquadPlayer], hand: str, designated: bool
) -> dict[int, SquadPlayer]:
    """Assign the first players who together cover all positions; raise ``Refused`` where none
    do."""
    for number in range(9 if designated else 8, len(players)):
        try:
            eight = best_eight(players[:number], hand, designated=designated)
        except Refused:
            continue
        if not designated or DESIGNATED in eight:
            return eight
    return best_eight(players, hand, designated=designated)


class MeasuredClubs(ABC, Generic[M]):
    """The clubs of a season in one system's cards."""

    system_key: ClassVar[str]
    knows_league: ClassVar[bool] = False
    """Whether clubs use a designated hitter where the season's clubs did."""
    relievers_a_day: ClassVar[int] = RELIEVERS_A_DAY

    @abstractmethod
    def players_of(
        self,
        everybody: Sequence[Subject],
        some: Iterable[Subject],
        fewest: tuple[int, int] = (FEWEST_AT_BATS, FEWEST_OUTS),
    ) -> Iterator[tuple[Subject, M]]:
        """Yield each of ``some`` with the ``fewest`` at-bats or outs and his player, built from a
        pitcher's card if he pitched; ``everybody`` defines the league average. Numbers are not
        final."""

    @abstractmethod
    def numbered(self, player: M, number: int, *, relieves: bool) -> M:
        """The player with his number in a squad; a starter of the season does not relieve."""

    @abstractmethod
    def club(self, of: Franchise[M], nine: Nine, pitcher: int) -> Club:
        """Build a club of these nine; ``pitcher``: the current pitcher where he does not bat."""

    def franchises(
        self,
        subjects: Iterable[Subject],
        only: Collection[str] | None = None,
        *,
        whole: bool = False,
    ) -> list[Franchise[M]]:
        """The clubs of a season with enough players, or ``only`` those named: cut to the size of a
        squad, or ``whole``, where a pitcher who started and relieved does both."""
        everybody = list(subjects)
        knows_pitchers_bats = self.knows_league and any(
            season_subject.season.pitching is not None and season_subject.season.batting is not None
            for season_subject in everybody
        )
        turns = _turns_of_pitchers(everybody) if knows_pitchers_bats else {}
        clubs: dict[str, list[tuple[Subject, M]]] = {}
        some = [
            season_subject
            for season_subject in everybody
            if only is None or season_subject.season.teams[0] in only
        ]
        fewest = (1, 1) if whole else (FEWEST_AT_BATS, FEWEST_OUTS)
        for subject, player in self.players_of(everybody, some, fewest):
            clubs.setdefault(subject.season.teams[0], []).append((subject, player))
        build = self._whole if whole else self._franchise
        built = (
            build(name, subjects_of_club, turns.get(name, PITCHERS_TURNS) < PITCHERS_TURNS)
            for name, subjects_of_club in sorted(clubs.items())
        )
        return [club for club in built if club is not None]

    def _franchise(
        self,
        name: str,
        made: Sequence[tuple[Subject, M]],
        designates: bool,
    ) -> Franchise[M] | None:
        bats = sorted(
            ((s, m) for s, m in made if not m.is_pitcher), key=lambda pair: -_turns(pair[0])
        )[:HITTERS]
        arms = [(s, m) for s, m in made if m.is_pitcher]
        first = sorted(
            ((s, m) for s, m in arms if m.may_start),
            key=lambda pair: (-_starts(pair[0]), pair[1].name),
        )[:STARTERS]
        rest = sorted(
            ((s, m) for s, m in arms if m.may_relieve and (s, m) not in first),
            key=lambda pair: (-_relief_games(pair[0]), pair[1].name),
        )[:RELIEVERS]
        while len(rest) < FEWEST_RELIEVERS and len(first) > FEWEST_STARTERS:
            # In seasons without relievers, the pitchers with the fewest starts relieved the others.
            last = first.pop()
            if last[1].may_relieve:
                rest.append(last)
        if len(bats) < 10 or len(first) < 3 or len(rest) < 2:
            return None
        hitters = tuple(
            Regular(self.numbered(player, number_, relieves=False), _turns(subject) / FULL_TIME)
            for number_, (subject, player) in enumerate(bats, start=1)
        )
        number_ = len(hitters)
        starters = tuple(
            Regular(
                self.numbered(player, number_ + number, relieves=False), float(_starts(subject))
            )
            for number, (subject, player) in enumerate(first, start=1)
        )
        number_ += len(starters)
        relievers = tuple(
            Regular(self.numbered(player, number_ + number, relieves=True), _relieved(subject))
            for number, (subject, player) in enumerate(rest, start=1)
        )
        try:
            best_eight([pair.player for pair in hitters], "R")
        except Refused:
            return None
        players = tuple(pair.player for pair in (*hitters, *starters, *relievers))
        return Franchise(name, hitters, starters, relievers, players, designates)

    def _whole(
        self, name: str, made: Sequence[tuple[Subject, M]], designates: bool
    ) -> Franchise[M] | None:
        """The club with everybody who played for it."""
        numbered = [
            (subject, self.numbered(player, number, relieves=player.may_relieve))
            for number, (subject, player) in enumerate(
                sorted(made, key=lambda pair: (pair[1].is_pitcher, -_turns(pair[0]), pair[1].name)),
                start=1,
            )
        ]
        hitters = tuple(
            Regular(player, _turns(subject) / FULL_TIME)
            for subject, player in numbered
            if not player.is_pitcher
        )
        starters = tuple(
            Regular(player, float(starts))
            for subject, player in numbered
            if player.may_start and (starts := _starts(subject))
        )
        relievers = tuple(
            Regular(player, _relieved(subject))
            for subject, player in numbered
            if player.may_relieve
        )
        staff = {pair.player.number for pair in (*starters, *relievers)}
        if len(hitters) < 10 or len(starters) < 3 or len(staff) < 5:
            return None
        try:
            best_eight([pair.player for pair in hitters], "R")
        except Refused:
            return None
        return Franchise(
            name, hitters, starters, relievers, tuple(player for _, player in numbered), designates
        )

    def games(
        self,
        clubs: Sequence[Franchise[M]],
        number: int,
        seed: str,
        system: System,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> Iterator[Record]:
        """Simulate ``number`` games between clubs drawn at random, by the law of the home club
        except for ``settings``, which are used in turn; the same games for the same seed."""
        random = Random(seed)
        played_so_far = {club.name: PlayingTime() for club in clubs}
        for index in range(number):
            away, home = random.sample(list(clubs), 2)
            own = settings[index % len(settings)]
            designated = bool(own.get("designated_hitter", home.designates))
            of_game = system.settings({**self.settings(designated=designated), **own})
            pair = (away, home)
            times = tuple(played_so_far[club.name] for club in pair)
            starters = [
                _starts_today(random, club, time) for club, time in zip(pair, times, strict=True)
            ]
            days = (
                self._day(random, away, times[0], starters[0], starters[1].throws, designated),
                self._day(random, home, times[1], starters[1], starters[0].throws, designated),
            )
            record = simulate(system, of_game, f"{seed}/{index}", clubs=(days[0][0], days[1][0]))
            for day, time, (at_bat, faced) in zip(days, times, turns_of(record), strict=True):
                _count(day[1], day[0].starting_pitcher(), time, at_bat, faced)
            yield record

    def _day(
        self,
        random: Random,
        of: Franchise[M],
        time: PlayingTime,
        starter: M,
        hand: str,
        designated: bool,
    ) -> tuple[Club, list[int]]:
        """The club of one game with its players renumbered, and the season numbers of those
        players."""
        bats = [
            regular.player for regular in behind(random, of.hitters, time.at_bat, TURNS_OF_A_DAY)
        ]
        eight = _first_who_cover(bats, hand, designated)
        playing = {player.number for player in eight.values()}
        bats = [player for player in bats if player.number in playing] + [
            player for player in bats if player.number not in playing
        ]
        arms = [
            regular.player
            for regular in behind(random, of.relievers, time.relieved, TURNS_OF_A_DAY)
            if regular.player.number != starter.number
        ]
        players = [*bats[:HITTERS_A_DAY], starter, *arms[: self.relievers_a_day]]
        today = tuple(
            self.numbered(player, number, relieves=player.may_relieve and player is not starter)
            for number, player in enumerate(players, start=1)
        )
        by_number = {player.number: new for player, new in zip(players, today, strict=True)}
        pitcher = by_number[starter.number]
        nine = batting_order(
            {position: by_number[player.number] for position, player in eight.items()},
            pitcher,
            hand,
        )
        club = Franchise(of.name, (), (), (), today, of.designates)
        return (
            self.club(club, nine, pitcher.number if DESIGNATED in nine[1] else 0),
            [player.number for player in players],
        )

    def settings(self, *, designated: bool) -> Mapping[str, Value]:
        """The settings of its games."""
        return {"designated_hitter": designated} if self.knows_league else {}

    def today(
        self, random: Random, of: Franchise[M], starter: M, hand: str, designated: bool
    ) -> Club:
        """A club of one game with this starter, against a starter of that hand."""
        nine = of.nine(random, hand, starter, designated=designated)
        return self.club(of, nine, starter.number if DESIGNATED in nine[1] else 0)


def _starts_today(random: Random, of: Franchise[M], time: PlayingTime) -> M:
    """Take the starter furthest behind his share and count the start."""
    starter = behind(random, of.starters, time.started, 1.0)[0].player
    time.started[starter.number] += 1
    return starter


def _count(
    players: Sequence[int],
    starter: int,
    time: PlayingTime,
    at_bat: Counter[int],
    faced: Counter[int],
) -> None:
    """Add today's turns under the season's numbers; emergency players are left out."""
    for number, turns in at_bat.items():
        if 1 <= number <= len(players):
            time.at_bat[players[number - 1]] += turns
    for number, turns in faced.items():
        if 1 <= number <= len(players) and number != starter:
            time.relieved[players[number - 1]] += turns


def _turns(subject: Subject) -> int:
    return subject.season.batting.plate_appearances if subject.season.batting else 0


def _starts(subject: Subject) -> int:
    return subject.season.pitching.starts if subject.season.pitching else 0


def _relief_games(subject: Subject) -> int:
    return subject.season.pitching.relief_games if subject.season.pitching else 0


def _relieved(subject: Subject) -> float:
    """The batters he faced in relief, at least one."""
    line = subject.season.pitching
    if line is None:
        return 1.0
    if line.starts:
        return max(1.0, IN_RELIEF * line.relief_games)
    return max(1.0, float(line.batters_faced or line.outs + line.hits + line.walks))


def _turns_of_pitchers(subjects: Iterable[Subject]) -> dict[str, float]:
    """Plate appearances a game of each club's pitchers."""
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
    return {club: turns.get(club, 0) / starts for club, starts in games.items() if starts}
