"""Small builders for tests: people, clubs, a league of six, a game with this result."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q
from django.test import Client
from django.utils import timezone

from config.events.models import Event, EventRole
from config.people.models import User
from config.people.services import create_account
from games.models import Game
from rosters.models import TeamMember
from rosters.rules.teams import TeamPlan
from rosters.services.people import appoint
from tournaments.models import Entrant, Fixture, Tournament
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.plans import Format, TournamentPlan

PASSWORD = "nine-innings-of-rain"
BACKEND = "django.contrib.auth.backends.ModelBackend"

NAMES = (
    "Ashford Aces",
    "Brookline Bears",
    "Camden Crows",
    "Dover Ducks",
    "Easton Elks",
    "Fairview Foxes",
    "Granby Geese",
    "Hudson Herons",
)


def person(name: str, **fields: Any) -> User:
    """An account: ``person("Casey")`` is casey@example.org."""
    user = create_account(
        email=f"{name.lower().replace(' ', '.')}@example.org",
        name=name,
        password=PASSWORD,
        acting_user=None,
    )
    for field, value in fields.items():
        setattr(user, field, value)
    user.save()
    return user


def browser(user: User | None = None) -> Client:
    """A browser, signed in as somebody or as nobody."""
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def an_event_row(key: str = "test:1") -> str:
    """The key of an event that is nothing but a row."""
    kind, _, name = key.partition(":")
    Event.objects.get_or_create(key=key, defaults={"kind": kind, "name": name})
    return key


def clubs(count: int) -> list[TeamPlan]:
    """Clubs with different names and letters, as many as wanted."""
    named = [TeamPlan(name, name[:3]) for name in NAMES[:count]]
    return named + [TeamPlan(f"Club {n}", f"C{n}") for n in range(len(NAMES) + 1, count + 1)]


def plan(count: int = 6, **changes: Any) -> TournamentPlan:
    """A sound plan: a single round robin of one-die games in series of two."""
    usual: dict[str, Any] = {
        "name": "Test League",
        "system_key": "one-die",
        "clubs": clubs(count),
        "format": Format(legs=1, series_length=2),
        "seed": "test",
    }
    return TournamentPlan(**{**usual, **changes})


def league(
    count: int = 6, *, director: User | None = None, started: bool = True, **changes: Any
) -> Tournament:
    """A running league, or one still being set up."""
    director = director or User.objects.filter(email="dana@example.org").first() or person("Dana")
    tournament = create_tournament(plan=plan(count, **changes), acting_user=director)
    if started:
        tournament = start_tournament(tournament=tournament, acting_user=director)
    return tournament


def director_of(tournament: Tournament) -> User:
    """Its first director."""
    role = tournament.roles.filter(role=EventRole.Role.DIRECTOR).first()
    assert role is not None
    return role.user


def manager(tournament: Tournament, number: int, name: str = "Morgan", **fields: Any) -> User:
    """A manager for the club with that number."""
    user = person(name, **fields)
    appoint(
        team=entrant(tournament, number).team,
        user=user,
        role=TeamMember.Role.MANAGER,
        scope=tournament.scope,
        acting_user=None,
    )
    return user


def entrant(tournament: Tournament, number: int) -> Entrant:
    """The entrant with that number."""
    return tournament.entrants.select_related("team").get(number=number)


def fixture_of(tournament: Tournament, one: int, other: int) -> Fixture:
    """The first meeting of two entrants, whoever is at home."""
    return (
        Fixture.objects.select_related("series", "home__team", "away__team", "round")
        .filter(
            Q(home__number=one, away__number=other) | Q(home__number=other, away__number=one),
            round__stage__tournament=tournament,
        )
        .order_by("round__number")
        .first()
    )  # type: ignore[return-value]


def result(
    tournament: Tournament,
    one: int,
    other: int,
    score: tuple[int, int],
    *,
    number: int = 1,
    status: str = Game.Status.FINAL,
) -> Game:
    """A game of the first meeting of two entrants: ``score`` are the runs of ``one`` and of
    ``other``. A series whose last game this is becomes complete."""
    series = fixture_of(tournament, one, other).series
    assert series is not None
    away_id, home_id = series.sides(number)
    runs = {
        entrant(tournament, one).team_id: score[0],
        entrant(tournament, other).team_id: score[1],
    }
    final = status == Game.Status.FINAL
    game = Game.objects.create(
        series=series,
        number=number,
        away_id=away_id,
        home_id=home_id,
        status=status,
        source=Game.Source.SCORED,
        system_version=1,
        situation="",
        away_runs=runs[away_id],
        home_runs=runs[home_id],
        inning=9,
        reason="regulation" if final else "",
        finished_at=timezone.now() if final else None,
    )
    if series.games.filter(status=Game.Status.FINAL).count() == series.length:
        series.completed_at = timezone.now()
        series.save()
    return game


def results(tournament: Tournament, scores: Sequence[tuple[int, int, int, int]]) -> None:
    """First games by ``(one, other, runs, runs)``."""
    for one, other, mine, theirs in scores:
        result(tournament, one, other, (mine, theirs))


def games_won(tournament: Tournament, number: int) -> int:
    """Counted in the rows, without the product's own standings."""
    team = entrant(tournament, number).team
    finals = Game.objects.filter(series__event__key=tournament.scope, status=Game.Status.FINAL)
    return (
        finals.filter(home=team, home_runs__gt=F("away_runs")).count()
        + finals.filter(away=team, away_runs__gt=F("home_runs")).count()
    )
