"""Purestrat as the rooms above the engine meet it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

from games.card_games.base import CardGame, MeasuredBullpens, MeasuredLeague, Mound
from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.folds.people import People
from games.engine.game_state import GameState
from games.engine.lineup import LineupState
from games.engine.options import Settings, Value
from games.engine.runners import men_on_base
from games.engine.situation import Situation
from games.systems.purestrat.clubs import bullpens, league, words
from games.systems.purestrat.clubs.building import PurestratClubs
from games.systems.purestrat.play.squad import PurestratClub
from games.systems.purestrat.play.state import usual_state
from games.systems.purestrat.play.system import PARK_OPTIONS, Purestrat
from games.systems.purestrat.text.chart_files import load_charts, owners_texts
from games.systems.registry import system
from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects
from rosters.models import Card
from rosters.rules.editions.edition import RuleEdition


class PurestratCards(CardGame):
    """Squads of hitters and pitchers, ballparks, charts that somebody may own."""

    system_key = Purestrat.key
    has_parks = True
    follows_editions = True

    def builder(self, cards: Mapping[int, Card]) -> PurestratClubs:
        """A builder of clubs of these cards."""
        return PurestratClubs(cards)

    def exhibition(self) -> Clubs:
        """The first two clubs of the house's fictional league."""
        return _exhibition()

    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """The starter of the game and whoever may relieve him."""
        assert isinstance(club, PurestratClub)  # noqa: S101 - a club of this game
        starter = club.starting_pitcher()
        relievers = [man.number for man in club.men if man.may_relieve and man.number != starter]
        return [
            (starter, f"{club.name_of(starter)}, the starter"),
            *((number, club.name_of(number)) for number in relievers),
        ]

    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """A reliever bats where the starter did, who has left, or like him nowhere."""
        sides = []
        for club, mound in zip(clubs, mounds, strict=True):
            assert isinstance(club, PurestratClub)  # noqa: S101 - a club of this game
            starter = club.starting_pitcher()
            order = [mound.man if number == starter else number for number in club.order]
            gone = () if mound.man == starter else (starter,)
            tenth = mound.man if club.pitcher else 0
            sides.append(LineupState(tuple(order), club.positions, gone=gone, tenth=tenth))
        state = GameState(
            replace(situation, men=men_on_base(situation, situation.up[situation.half])),
            lineups=(sides[0], sides[1]),
        )
        usual = usual_state(state, [club for club in clubs if isinstance(club, PurestratClub)])
        away, home = (
            replace(kept, outs=mound.outs, tired=mound.tired)
            for kept, mound in zip(usual.mounds, mounds, strict=True)
        )
        return replace(state, own=replace(usual, mounds=(away, home)))

    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """A man's name for his number, and where he plays for his place."""
        return words.choice_in_words(decision, choice, side, people)

    def measured_league(
        self, subjects: Iterable[Subject], games: int, seed: str
    ) -> MeasuredLeague | None:
        """The clubs of a season with the men and in the shares they really played."""
        clubs = league.franchises(subjects)
        if len(clubs) < 2:
            return None
        return MeasuredLeague(len(clubs), league.games(clubs, games, seed))

    def measured_bullpens(
        self, series: int, seed: str, *, makeshift: bool = False
    ) -> MeasuredBullpens:
        """Between clubs of the fictional league."""
        return bullpens.measure(self.system_key, series, seed, makeshift=makeshift)

    def keeps_sheets(self, settings: Settings) -> bool:
        """The innings of a shoot-out are on no sheet (A-O7)."""
        return not settings.get("shootout")

    def designates(self, settings: Settings) -> bool:
        """By the option of that name."""
        return bool(settings.get("designated_hitter", False))

    def edition_settings(self, edition: RuleEdition) -> Mapping[str, Value]:
        """The numbers of the tournament law that bear on play. A starter's last outs end an
        inning (T10.2d), so a limit within one is that inning."""
        pitching, games, shootouts = edition.pitching, edition.games, edition.shootouts
        return {
            "locked_innings": edition.substitutions.locked_innings,
            "starter_least_outs": pitching.starter_least_outs,
            "starter_least_runs": pitching.starter_least_runs,
            "starter_last_inning": -(-pitching.starter_most_outs // 3),
            "shootout_decided_from": shootouts.decided_from,
            "shootout_starters_until": shootouts.starters_until,
            "shootout_return_inning": shootouts.all_return,
            "mercy_margin": games.mercy_margin,
            "mercy_after": games.mercy_after,
            "mercy_mid_inning": games.mercy_mid_inning,
            "concession": games.concession,
            "concession_margin": games.concession_margin,
            "concession_behind": games.concession_behind,
            "extra_runner_from": games.extra_runner_from,
            "designated_hitter": games.designated_hitter,
        }

    def wants_parks(self, settings: Settings) -> bool:
        """Not where the settings name one park for all (T0.02d)."""
        return all(
            settings.get(option.key, option.default) == option.default for option in PARK_OPTIONS
        )

    def use_charts(self, folder: Path | None) -> None:
        """An owner's charts in place of ours."""
        purestrat = system(self.system_key)
        assert isinstance(purestrat, Purestrat)  # noqa: S101 - the registry says so
        purestrat.charts = None if folder is None else load_charts(owners_texts(folder))


@lru_cache(maxsize=1)
def _exhibition() -> Clubs:
    everybody = invented_subjects("exhibition")
    names = sorted({subject.season.teams[0] for subject in everybody})
    away, home = league.franchises(everybody, only=names[:2])
    random = Random("exhibition")
    visiting, hosting = away.starter(random), home.starter(random)
    return (
        away.club(random, league.hand_of(hosting), visiting),
        home.club(random, league.hand_of(visiting), hosting),
    )
