"""The clubs of a season in Purestrat's cards: a league to measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.card_games.nine.league import (
    FEWEST_AT_BATS,
    FEWEST_OUTS,
    Franchise,
    MeasuredClubs,
)
from games.card_games.nine.roster import Nine
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.cards.year import year_of
from games.systems.purestrat.play.squad import Man, PurestratClub, hitter_man, pitcher_man
from games.systems.purestrat.play.system import Purestrat
from rosters.makers.base import Subject


class PurestratLeague(MeasuredClubs[Man]):
    """Cards made of whoever played enough."""

    system_key = Purestrat.key

    def men_of(
        self, everybody: Sequence[Subject], some: Iterable[Subject]
    ) -> Iterator[tuple[Subject, Man]]:
        """A pitcher's card for whoever pitched, a hitter's for whoever else came up."""
        year = year_of(everybody)
        for subject in some:
            pitching, batting = subject.season.pitching, subject.season.batting
            if pitching is not None and pitching.outs >= FEWEST_OUTS:
                pitcher = make_pitcher(subject, pitching, year, batting)
                if pitcher is not None:
                    yield subject, pitcher_man(0, pitcher.name, pitcher)
            elif pitching is None and batting is not None and batting.at_bats >= FEWEST_AT_BATS:
                hitter = make_hitter(subject, batting, year)
                if hitter is not None:
                    yield subject, hitter_man(0, hitter.name, hitter)

    def numbered(self, man: Man, number: int, *, relieves: bool) -> Man:
        """The same cards under a number."""
        if man.pitcher is None:
            return hitter_man(number, man.name, man.hitter)
        return pitcher_man(number, man.name, man.pitcher, may_relieve=relieves)

    def club(self, of: Franchise[Man], nine: Nine, pitcher: int) -> PurestratClub:
        """A club without a park."""
        return PurestratClub(of.name, of.men, *nine, pitcher=pitcher)
