"""The clubs of a season in Purestrat's cards: a league to simulate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.card_games.nine.league import (
    FEWEST_AT_BATS,
    FEWEST_OUTS,
    Franchise,
    MeasuredClubs,
)
from games.card_games.nine.roster import Nine
from games.systems.purestrat.cards.era import NO_ERA, Era, eras_of
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.cards.year import year_of
from games.systems.purestrat.play.squad import (
    PurestratClub,
    PurestratPlayer,
    Tendencies,
    hitting_player,
    pitching_player,
)
from games.systems.purestrat.play.system import Purestrat
from rosters.estimators.norms import mainly_pitched
from rosters.makers.base import Subject


class PurestratLeague(MeasuredClubs[PurestratPlayer]):
    system_key = Purestrat.key
    knows_league = True
    relievers_a_day = 6

    def __init__(self) -> None:
        self.eras: dict[str, Era] = {}

    def players_of(
        self,
        everybody: Sequence[Subject],
        some: Iterable[Subject],
        fewest: tuple[int, int] = (FEWEST_AT_BATS, FEWEST_OUTS),
    ) -> Iterator[tuple[Subject, PurestratPlayer]]:
        """Yield a pitcher's card for a player who mainly pitched, a hitter's for any other who
        batted."""
        year = year_of(everybody)
        by_league = eras_of(everybody, year)
        for subject in everybody:
            if subject.season.league:
                self.eras[subject.season.teams[0]] = by_league[subject.season.league]
        for subject in some:
            pitching, batting = subject.season.pitching, subject.season.batting
            mainly_pitcher = batting is None or mainly_pitched(subject.season)
            if pitching is not None and pitching.outs >= fewest[1] and mainly_pitcher:
                pitcher = make_pitcher(subject, pitching, year, batting)
                if pitcher is not None:
                    yield subject, pitching_player(0, pitcher.name, pitcher)
            elif batting is not None and not mainly_pitcher and batting.at_bats >= fewest[0]:
                hitter = make_hitter(subject, batting, year)
                if hitter is not None:
                    yield subject, hitting_player(0, hitter.name, hitter)

    def numbered(self, player: PurestratPlayer, number: int, *, relieves: bool) -> PurestratPlayer:
        return PurestratPlayer(
            number, player.name, player.hitter, player.pitcher, may_relieve=relieves, like=player
        )

    def club(self, of: Franchise[PurestratPlayer], nine: Nine, pitcher: int) -> PurestratClub:
        """A club without a park, managed as clubs were in that season."""
        tendencies = Tendencies(**self.eras.get(of.name, NO_ERA).tendencies())
        return PurestratClub(of.name, of.players, *nine, pitcher=pitcher, tendencies=tendencies)
