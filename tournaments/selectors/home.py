"""The front page: the tournaments that a visitor may see, the news of them, and what waits for the
visitor."""

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
    """The demo's rehearsed event: the job that makes it, and the event once it is half-way."""

    job: Job
    tournament: Tournament | None
    draft: Draft | None = None
    """The draft that made its squads."""


@dataclass(frozen=True)
class News:
    """A meeting with the tournament it belongs to."""

    tournament: Tournament
    meeting: Meeting


def tournaments_of(user: Visitor) -> QuerySet[Tournament]:
    """The tournaments a visitor may look at, the visitor's own first and then the newest, each with
    ``is_mine``."""
    mine = (
        ExpressionWrapper(part_in(user), BooleanField()) if user.is_authenticated else Value(False)
    )
    return visible_to(user).annotate(is_mine=mine).order_by("-is_mine", "-pk")


def shown_tournaments(user: Visitor, asked: Mapping[str, str]) -> Page:
    """A page of the tournaments a visitor may look at, each with ``series_total``, ``series_done``,
    and ``teams_counted``. Only the tournaments on the page are counted."""
    page = page_by_key(tournaments_of(user), PAGE, asked)
    prefetch_related_objects(
        page.rows, Prefetch("entrants", Entrant.objects.select_related("team").order_by("number"))
    )
    counts = series_counts(page.rows)
    for one in page:
        one.series_total, one.series_done = counts.get(one.scope, (0, 0))
        one.teams_counted = [each.team for each in clubs_counted(one.entrants.all())]
    return page


def half_way(user: Visitor) -> HalfWay | None:
    """The rehearsed event of the demo, while it is made and as long as it is half-way."""
    job = latest_job(HALF_WAY)
    if job is None:
        return None
    if job.is_live:
        return HalfWay(job, None)
    slug = (job.result or {}).get("tournament", "")
    found = visible_to(user).filter(slug=slug, state=Tournament.State.RUNNING).first()
    return HalfWay(job, found, draft_of(found)) if found else None


def latest_results(user: Visitor) -> list[News]:
    """The series completed last in any tournament the visitor may look at."""
    order = {pk: place for place, pk in enumerate(_latest_series(user))}
    found = _fixtures().filter(series__in=order)
    return _news(sorted(found, key=lambda fixture: order[fixture.series_id or 0]))


def _latest_series(user: Visitor) -> list[int]:
    """The keys of the series completed last that the visitor may look at.

    Read from the newest on by their index, a few more than are wanted and then more and more, until
    there are enough of them: with a join the database may choose to begin at the wrong end.
    """
    newest = (
        Series.objects.filter(completed_at__isnull=False, called_off_at=None)
        .order_by("-completed_at", "-pk")
        .values_list("pk", "fixture__round__stage__tournament")
    )
    found: list[int] = []
    begin, end = 0, 4 * LATEST
    while len(found) < LATEST and (rows := list(newest[begin:end])):
        among = {tournament for _, tournament in rows}
        seen = set(visible_to(user).filter(pk__in=among).values_list("pk", flat=True))
        found += [pk for pk, tournament in rows if tournament in seen]
        begin, end = end, 8 * end
    return found[:LATEST]


def waiting_for(user: Visitor) -> list[News]:
    """The next series of each club the visitor acts for."""
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
    first: dict[int, Fixture] = {}
    for fixture in fixtures:
        for entrant in (fixture.home_id, fixture.away_id):
            if entrant in entrants:
                first.setdefault(entrant, fixture)
    return _news({fixture.pk: fixture for fixture in first.values()}.values())


@dataclass(frozen=True)
class NextGame:
    """The next game of a series: who is to start for the visitors and the home side (empty: not
    known to the reader), and until when the series is to be played."""

    number: int
    starters: tuple[str, str]
    due: datetime | None


def next_games(user: Visitor, news: Sequence[News], now: datetime) -> dict[int, NextGame]:
    """The next games of the first few of these series, by series, as the user may know them."""
    numbers = {
        one.meeting.series_id: min(
            set(range(1, one.meeting.length + 1)) - {game.number for game in one.meeting.finals},
            default=1,
        )
        for one in news[:GO_ON]
    }
    found = list(Series.objects.filter(pk__in=numbers).select_related("home", "away"))
    clocks = SeriesClock.objects.filter(series__in=found, due_at__isnull=False)
    due = extended_deadlines(clocks, now)
    starters = {}
    for series in found:
        if series.system.need.kind == CARDS:
            reader = reader_of(user, series.scope)
            starters[series.pk] = starters_seen(reader, series, numbers[series.pk])
    keys = {card for cards in starters.values() for card in cards.values()}
    names = dict(Card.objects.filter(pk__in=keys).values_list("pk", "name")) if keys else {}
    told = {}
    for series in found:
        number, cards = numbers[series.pk], starters.get(series.pk, {})
        away, home = (names.get(cards.get(team, 0), "") for team in series.sides(number))
        told[series.pk] = NextGame(number, (away, home), due.get(series.pk))
    return told


def games_to_go_on(user: Visitor) -> list[Game]:
    """The games of the visitor's clubs that wait for somebody to go on with them, the latest begun
    first."""
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
                own_round_name=fixture.round.name,
            ),
        )
        for fixture in shown
    ]
