"""The front page: the tournaments one may see, what is new in them, and what waits for oneself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from games.doors import Visitor
from games.models import Game
from rosters.models import TeamMember
from tournaments.models import Entrant, Fixture, Tournament, TournamentRole
from tournaments.permissions import visible_to
from tournaments.selectors.league import Meeting, games_by_series

LATEST = 8


@dataclass(frozen=True)
class News:
    """A meeting with the tournament it belongs to."""

    tournament: Tournament
    meeting: Meeting


def tournaments_of(user: Visitor) -> QuerySet[Tournament]:
    """The tournaments a visitor may look at, running ones first, each with ``series_total``,
    ``series_done``, ``is_mine`` and its entrants with their clubs."""
    series = Q(stages__rounds__fixtures__series__isnull=False)
    mine = Tournament.objects.none()
    if user.is_authenticated:
        mine = Tournament.objects.filter(
            Q(pk__in=TournamentRole.objects.filter(user_id=user.pk).values("tournament"))
            | Q(entrants__team__in=TeamMember.objects.filter(user_id=user.pk).values("team"))
        )
    return (
        Tournament.objects.filter(pk__in=visible_to(user).values("pk"))
        .annotate(
            series_total=Count("stages__rounds__fixtures", filter=series),
            series_done=Count(
                "stages__rounds__fixtures",
                filter=Q(stages__rounds__fixtures__series__completed_at__isnull=False),
            ),
            is_mine=Exists(mine.filter(pk=OuterRef("pk"))),
        )
        .prefetch_related(
            Prefetch("entrants", Entrant.objects.select_related("team").order_by("number"))
        )
        .order_by("-is_mine", "-pk")
    )


def latest_results(user: Visitor) -> list[News]:
    """The series completed last in any tournament the visitor may look at."""
    fixtures = (
        _fixtures()
        .filter(
            round__stage__tournament__in=visible_to(user).values("pk"),
            series__completed_at__isnull=False,
        )
        .order_by("-series__completed_at", "-round__number", "-pk")
    )
    return _news(fixtures[:LATEST])


def waiting_for(user: Visitor) -> list[News]:
    """The next series of each club the visitor acts for."""
    if not user.is_authenticated:
        return []
    teams = TeamMember.objects.filter(user_id=user.pk).values_list("team_id", flat=True)
    fixtures = (
        _fixtures()
        .filter(
            Q(home__team__in=teams) | Q(away__team__in=teams),
            series__isnull=False,
            series__completed_at=None,
        )
        .order_by("round__number", "pk")
    )
    first: dict[int, Fixture] = {}
    for fixture in fixtures:
        for entrant in (fixture.home, fixture.away):
            if entrant is not None and entrant.team_id in teams:
                first.setdefault(entrant.pk, fixture)
    return _news({fixture.pk: fixture for fixture in first.values()}.values())


def board_game(news: Sequence[News]) -> Game | None:
    """The last game of the newest result, for the board of the front page."""
    finals = news[0].meeting.finals if news else ()
    if not finals:
        return None
    return (
        Game.objects.select_related("home", "away", "series")
        .defer("transcript", "events")
        .get(pk=finals[-1].pk)
    )


def _fixtures() -> QuerySet[Fixture]:
    return Fixture.objects.select_related(
        "round__stage__tournament", "home__team", "away__team", "series"
    )


def _news(fixtures: Iterable[Fixture]) -> list[News]:
    shown = list(fixtures)
    games = games_by_series(
        Game.objects.filter(series__in=[fixture.series_id for fixture in shown])
    )
    return [
        News(
            fixture.round.stage.tournament,
            Meeting(
                round_number=fixture.round.number,
                home=fixture.home,
                away=fixture.away,
                series_id=fixture.series_id,
                length=fixture.series.length if fixture.series else 0,
                completed_at=fixture.series.completed_at if fixture.series else None,
                games=games.get(fixture.series_id or 0, ()),
            ),
        )
        for fixture in shown
    ]
