"""The home page: the tournaments that a user may see, their news, and what waits for the user."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    Prefetch,
    Q,
    QuerySet,
    Value,
    prefetch_related_objects,
)

from config.jobs.models import Job
from config.jobs.selectors import latest_job
from config.paging import Page, page_by_key
from games.access import Visitor
from games.engine.system import CARDS
from games.models import Game, Series
from games.planning.disclosure import reader_of, starters_seen
from games.seriesday.models import SeriesClock
from games.seriesday.selectors.absences import extended_deadlines
from rosters.drafts.models import Draft
from rosters.models import Card, TeamMember
from tournaments.models import Entrant, Fixture, Tournament
from tournaments.permissions import part_in, visible_to
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.league import clubs_counted, series_counts
from tournaments.selectors.meetings import Meeting, games_by_series
from tournaments.services.half_way import HALF_WAY

LATEST = 8
GO_ON = 4
PAGE = 10


@dataclass(frozen=True)
class HalfWay:
    """The demo's rehearsed event: the job that creates it, and the event once it is half played."""

    job: Job
    tournament: Tournament | None
    draft: Draft | None = None
    """The draft that created its squads."""


@dataclass(frozen=True)
class News:
    tournament: Tournament
    meeting: Meeting


def tournaments_of(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments a user may view, the user's own first and then the newest, each with
    ``is_mine``."""
    is_mine = (
        ExpressionWrapper(part_in(user), BooleanField()) if user.is_authenticated else Value(False)
    )
    return visible_to(user).annotate(is_mine=is_mine).order_by("-is_mine", "-pk")


def shown_tournaments(user: Visitor, asked: Mapping[str, str]) -> Page:
    """Return a page of the tournaments a user may view, each with ``series_total``,
    ``series_done``, and ``teams_counted``. Only tournaments on the page are counted."""
    page = page_by_key(tournaments_of(user), PAGE, asked)
    prefetch_related_objects(
        page.rows, Prefetch("entrants", Entrant.objects.select_related("team").order_by("number"))
    )
    counts = series_counts(page.rows)
    for tournament in page:
        tournament.series_total, tournament.series_done = counts.get(tournament.scope, (0, 0))
        tournament.teams_counted = [
            entrant.team for entrant in clubs_counted(tournament.entrants.all())
        ]
    return page


def half_way(user: Visitor) -> HalfWay | None:
    """Return the demo's rehearsed event, while it is created and until it goes on."""
    job = latest_job(HALF_WAY)
    if job is None:
        return None
    if job.is_live:
        return HalfWay(job, None)
    slug = (job.result or {}).get("tournament", "")
    tournament = visible_to(user).filter(slug=slug, state=Tournament.State.RUNNING).first()
    return HalfWay(job, tournament, draft_of(tournament)) if tournament else None


def latest_results(user: Visitor) -> list[News]:
    """Return the series completed last in any tournament the user may view."""
    order = {pk: place for place, pk in enumerate(_latest_series(user))}
    fixtures = _fixtures().filter(series__in=order)
    return _news(sorted(fixtures, key=lambda fixture: order[fixture.series_id or 0]))


def _latest_series(user: Visitor) -> list[int]:
    """Return the keys of the series completed last that the user may view.

    Reads from the newest on by the index, in growing chunks until there are enough: with a join the
    database may start at the wrong end.
    """
    newest = (
        Series.objects.filter(completed_at__isnull=False, called_off_at=None)
        .order_by("-completed_at", "-pk")
        .values_list("pk", "fixture__round__stage__tournament")
    )
    keys: list[int] = []
    start, end = 0, 4 * LATEST
    while len(keys) < LATEST and (rows := list(newest[start:end])):
        tournaments = {tournament for _, tournament in rows}
        visible = set(visible_to(user).filter(pk__in=tournaments).values_list("pk", flat=True))
        keys += [pk for pk, tournament in rows if tournament in visible]
        start, end = end, 8 * end
    return keys[:LATEST]


def waiting_for(user: Visitor) -> list[News]:
    """Return the next series of each club the user acts for."""
    if not user.is_authenticated:
        return []
    clubs = TeamMember.objects.filter(user=user.pk).values("team")
    entries = Entrant.objects.filter(team__in=clubs, tournament__state=Tournament.State.RUNNING)
    entrants = frozenset(entries.values_list("pk", flat=True))
    fixtures = (
        _fixtures()
        .filter(
            Q(home__in=entrants) | Q(away__in=entrants),
            series__isnull=False,
            series__completed_at=None,
        )
        .order_by("round__number", "pk")
    )
    next_fixture: dict[int, Fixture] = {}
    for fixture in fixtures:
        for entrant in (fixture.home_id, fixture.away_id):
            if entrant in entrants:
                next_fixture.setdefault(entrant, fixture)
    return _news({fixture.pk: fixture for fixture in next_fixture.values()}.values())


@dataclass(frozen=True)
class NextGame:
    """The next game of a series: the starters of the visitors and the home side (empty: not known
    to the reader), and the deadline of the series."""

    number: int
    starters: tuple[str, str]
    due: datetime | None


def next_games(user: Visitor, news: Sequence[News], now: datetime) -> dict[int, NextGame]:
    """Return the next games of the first few of these series, by series, as the user may see
    them."""
    numbers = {
        entry.meeting.series_id: min(
            set(range(1, entry.meeting.length + 1))
            - {game.number for game in entry.meeting.finals},
            default=1,
        )
        for entry in news[:GO_ON]
    }
    series_rows = list(Series.objects.filter(pk__in=numbers).select_related("home", "away"))
    clocks = SeriesClock.objects.filter(series__in=series_rows, due_at__isnull=False)
    due = extended_deadlines(clocks, now)
    starters = {}
    for series in series_rows:
        if series.system.need.kind == CARDS:
            reader = reader_of(user, series.scope)
            starters[series.pk] = starters_seen(reader, series, numbers[series.pk])
    keys = {card for cards in starters.values() for card in cards.values()}
    names = dict(Card.objects.filter(pk__in=keys).values_list("pk", "name")) if keys else {}
    next_game_of = {}
    for series in series_rows:
        number, cards = numbers[series.pk], starters.get(series.pk, {})
        away, home = (names.get(cards.get(team, 0), "") for team in series.sides(number))
        next_game_of[series.pk] = NextGame(number, (away, home), due.get(series.pk))
    return next_game_of


def games_to_go_on(user: Visitor) -> list[Game]:
    """Return the games of the user's clubs that wait to be continued, the latest begun first."""
    if not user.is_authenticated:
        return []
    clubs = TeamMember.objects.filter(user=user.pk).values("team")
    return list(
        Game.objects.filter(
            Q(series__home__in=clubs) | Q(series__away__in=clubs),
            status__in=(Game.Status.IN_PROGRESS, Game.Status.SUSPENDED),
            known=Game.Known.TRANSCRIPT,
            series__called_off_at=None,
        )
        .filter(
            Q(series__fixture__round__stage__tournament__state=Tournament.State.RUNNING)
            | Q(series__practice__isnull=False)
        )
        .select_related("home", "away", "series")
        .order_by("-started_at", "-pk")[:GO_ON]
    )


def board_game(news: Sequence[News]) -> Game | None:
    """Return the last game of the newest result, for the front page's scoreboard."""
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
                own_round_name=fixture.round.name,
            ),
        )
        for fixture in shown
    ]
