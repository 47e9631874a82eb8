"""A league of card or dice games with managers, and what they report of them."""

from dataclasses import dataclass
from typing import Any

from config.people.models import User
from games.clubs import Squads
from games.engine.folds.retrosheet import Facts, event_file
from games.engine.record import Record, replay, simulate
from games.models import Game, Series
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from games.seriesday.models import GameReport
from games.seriesday.selectors.reports import staffs
from games.seriesday.services.reporting import report_game
from games.sheets import Sheets
from games.told_boxes import claim_of
from pitching.rules.columns import Line
from rosters.models import TeamMember
from rosters.services.people import appoint
from tests.builders import director_of, league, manager
from tests.games.systems.commons.decks import a_commons_set
from tests.rosters.builders import a_deep_drive_set, a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.plans import Format


@dataclass(frozen=True)
class Day:
    """A running league with managers of the first series' two clubs."""

    tournament: Tournament
    series: Series
    home: User
    away: User
    director: User

    def claim(self, away: int = 4, home: int = 2, **more: Any) -> GameClaim:
        """A nine-inning game with these runs for the visiting and the home club of game 1."""
        return claim(away, home, **more)

    def report(self, user: User, told: GameClaim, number: int = 1, **more: Any) -> GameReport:
        """Somebody's telling of a game of the series."""
        more = {"key": "", **more}
        return report_game(
            series_id=self.series.pk, number=number, claim=told, acting_user=user, **more
        )

    def game(self, number: int = 1) -> Game:
        """The game as it is stored."""
        found = self.series.games.exclude(status="void").get(number=number)
        found.series = self.series
        return found

    def boxed(self, number: int = 1, seed: str = "box", part: float = 1) -> GameClaim:
        """A game of the series as somebody who kept its box score tells it: the engine plays it
        between the clubs as they stand, and nothing of that is stored. ``part``: suspended after
        so much of its transcript."""
        return claim_of(*self.played(number, seed, part))

    def played(
        self, number: int = 1, seed: str = "box", part: float = 1
    ) -> tuple[Record, tuple[dict[int, int], dict[int, int]]]:
        """The record of such a game, and both sides' cards by number in the squad."""
        series = self.series
        squads = Squads()
        squads.have([series])
        drawn_up = squads.draw_up(series, number, Sheets([series]))
        assert drawn_up is not None
        away_id, home_id = series.sides(number)
        game = Game(
            series=series,
            number=number,
            away=series.away if away_id == series.away_id else series.home,
            home=series.home if home_id == series.home_id else series.away,
            clubs=drawn_up,
        )
        clubs = squads.clubs(game)
        record = simulate(series.system, series.settings, seed, clubs=clubs)
        if part < 1:
            entries = record.transcript[: int(len(record.transcript) * part)]
            record = replay(series.system, series.settings, entries, clubs=clubs)
        away, home = (
            dict(enumerate([*stored["cards"], *stored.get("guests", ())], 1)) for stored in drawn_up
        )
        return record, (away, home)

    def event_file(self, number: int = 1, seed: str = "box", part: float = 1) -> str:
        """Such a game as an event file."""
        record, _ = self.played(number, seed, part)
        return event_file(record, Facts(("AWY", "HOM"), ("Away", "Home"), "2026/05/01"))

    def pitched(self, told: GameClaim, number: int = 1, *players: tuple[int, int]) -> GameClaim:
        """The claim with the likely starters, who pitch to the end."""
        both = staffs(self.series, number)
        assert both is not None
        made = told.stop.made
        away, home = (
            SideClaim(side.runs, (Line(staff.starter or 0, made[1 - at], started=True),))
            for at, (side, staff) in enumerate(zip(told.sides, both, strict=True))
        )
        return GameClaim((away, home), told.ending, told.stop, told.conceded_by)


def claim(
    away: int = 4,
    home: int = 2,
    *,
    ending: str = "",
    inning: int = 9,
    half: int | None = None,
    outs: int = 3,
    conceded_by: int | None = None,
) -> GameClaim:
    """A result that can be: the home side does not bat where it leads."""
    ending = ending or ("regulation" if away > home else "home-leads")
    if half is None:
        half = 0 if ending == "home-leads" else 1
    return GameClaim(
        (SideClaim(away), SideClaim(home)), ending, Stop(inning, half, outs), conceded_by
    )


CARD_SETS = {
    "purestrat": a_purestrat_set,
    "deep-drive": a_deep_drive_set,
    "commons": a_commons_set,
}
"""Game systems with cards, each with a set of which four clubs can be dealt squads."""


def a_day(
    count: int = 4, *, cards: bool | str = False, length: int = 2, called: str = "", **changes: Any
) -> Day:
    """A league whose first series is being played today; ``cards``: of Purestrat, or of the system
    with that key. ``called``: what its managers are, beside those of another."""
    if cards:
        key = cards if isinstance(cards, str) else "purestrat"
        changes |= {"system_key": key, "card_set": CARD_SETS[key]().slug}
    tournament = league(count, format=Format(legs=1, series_length=length), **changes)
    series = Series.objects.select_related("home", "away").filter(event__key=tournament.scope)
    first = series.order_by("pk")[0]
    people = {}
    for name, team in (("Home", first.home), ("Away", first.away)):
        number = tournament.entrants.get(team=team).number
        people[name] = manager(tournament, number, f"{name} {called}".strip())
    return Day(tournament, first, people["Home"], people["Away"], director_of(tournament))


def also_manages(user: User, team: Any, scope: str) -> None:
    """Somebody acts for another club as well."""
    appoint(team=team, user=user, role=TeamMember.Role.MANAGER, scope=scope, acting_user=None)
