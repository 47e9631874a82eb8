"""Small builders for the games floor: two clubs, a series between them, whole transcripts."""

from typing import Any

from config.people.models import User
from config.people.scopes import POLICIES, Standing, Visitor
from games.engine.options import Value
from games.engine.record import simulate
from games.models import Game, Series
from games.services.playing import SeriesPlan, create_series
from games.services.scoring import Seats, record_game
from games.systems.registry import system
from rosters.models import TeamMember
from rosters.rules.teams import TeamPlan
from rosters.services.people import appoint
from rosters.services.teams import create_teams
from tests.builders import an_event_row, entrant, fixture_of, league, person
from tournaments.models import Tournament
from tournaments.practice.access import PracticeAccess

ADVANCED = {"stealing": True, "sacrifice_bunt": True, "pickoff": True}
"""The options of Poker Dice Baseball that ask for decisions."""


class Open(PracticeAccess):
    """Anybody looks at it, and nobody directs it."""

    def standing(self, user: Visitor, key: str) -> Standing:
        return Standing(may_view=True, may_direct=False)


POLICIES.register("open", Open())


def a_series(
    system_key: str = "one-die",
    *,
    length: int = 3,
    settings: dict[str, Value] | None = None,
    pattern: str = "H",
    scope: str = "nothing:1",
    seed: str = "series",
) -> Series:
    """A series of two clubs that belongs to nothing."""
    home, away = create_teams(plans=[TeamPlan("Home Hens", "HEN"), TeamPlan("Away Ants", "ANT")])
    return create_series(
        plans=[
            SeriesPlan(
                home=home,
                away=away,
                system_key=system_key,
                settings=system(system_key).settings(settings),
                length=length,
                home_pattern=pattern,
                seed=seed,
                scope=an_event_row(scope),
            )
        ]
    )[0]


def started(
    series: Series, *entries: str, number: int = 1, user: User | None = None, **seats: Any
) -> Game:
    """A game of the series with these entries."""
    return record_game(
        series_id=series.pk,
        number=number,
        transcript=entries,
        acting_user=user,
        seats=Seats(**seats),
    )


def speaker(game: Game, *sides: int) -> User | None:
    """Who speaks for one side of a game, where somebody else does for the other; for both sides the
    house."""
    if len(sides) != 1:
        return None
    people = []
    for team in (game.away, game.home):
        member = TeamMember.objects.filter(team=team).select_related("user").first()
        people.append(
            member.user
            if member is not None
            else appoint(
                team=team,
                user=person(f"Speaker {team.pk}"),
                role=TeamMember.Role.MANAGER,
                scope=game.series.scope,
                acting_user=None,
            ).user
        )
    return people[sides[0]]


def whole(series: Series, seed: str = "whole") -> tuple[str, ...]:
    """The transcript of a whole game under the series' rules."""
    return simulate(series.system, series.settings, seed).transcript


def league_series(tournament: Tournament | None = None, **changes: Any) -> tuple[Any, Series]:
    """A league (or the one given) and the series of its first two clubs."""
    tournament = tournament or league(4, **changes)
    series = fixture_of(tournament, 1, 2).series
    assert series is not None
    return tournament, series


def club(tournament: Tournament, number: int) -> Any:
    """The club with that number."""
    return entrant(tournament, number).team
