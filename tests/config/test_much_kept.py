"""Thirty thousand games are kept, and every list and page costs what it shows.

What is counted is statements and rows read, and never time. The routes are those of the access
tables, so that none is forgotten; of the office, every list with every filter, a search and a place
further on.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.db import connection, transaction
from rest_framework.test import APIClient

from config import office
from config.people.models import User
from rosters.models import Team
from tests.builders import browser, person
from tests.config import api_requests, page_requests
from tests.config import test_access as pages
from tests.config import test_api_access as api
from tests.personas import Event, an_event, nothing_lasts
from tests.volume import House, build_house
from tests.work import Work, counted
from tournaments.models import Tournament

pytestmark = [pytest.mark.servers("plans"), pytest.mark.django_db]

GAMES = 30_000

# One of them is the bell's, of whoever is signed in.
MOST_QUERIES = 24
MOST_ROWS = 4_000
"""An eighth of the games, two fifths of the series and of the log: whoever reads one of them whole
is found."""

LEAGUE_ROWS = 9_000
"""Pages that tell everything about one league of thirty clubs read the league: its 870 series and
what has been played of its 2,610 games."""

OF_A_LEAGUE = {
    # Whether a job makes it: its games up to the thousandth and their series.
    "tournaments:book-zip",
    "tournament-book",
    "tournaments:overview",
    # How long its day will last, by every series that is to come.
    "tournaments:announcement",
    "tournaments:standings",
    "tournaments:what-if",
    "tournaments:schedule",
    "tournaments:days",
    "tournaments:daily",
    "tournaments:history",
    "tournaments:grid",
    "tournaments:team",
    "tournaments:desk",
    "tournaments:stages",
    "tournaments:reports",
    "tournaments:report-csv",
    "tournaments:sending",
    "tournaments:sending-csv",
    "tournaments:sending-paper",
    "tournaments:sending-text",
    "tournaments:board",
    "tournaments:day",
    "tournaments:hall",
    "tournaments:drops",
    "tournaments:odds",
    "tournaments:awards",
    "tournaments:leaders",
    "tournaments:statistics",
    "tournaments:statistics-csv",
    "tournament-daily",
    "tournaments:statistics-json",
    "tournaments:paper",
    "tournaments:entry",
    "tournament-board",
    "tournament-day",
    "tournament-standings",
    "tournament-counts",
    "tournament-tie-games",
    "tournament-if-ended",
    "tournament-what-if",
    "tournament-schedule",
    "tournament-grid",
    "tournament-race",
    "tournament-club",
    "tournament-club-next-game",
    # Who is ahead of whom, and why, follows from every game of its league.
    "tournament-stages",
    "tournament-champions",
    "tournament-report",
    "tournament-reports-to-send",
    # What was drawn, held against what would be drawn of all that stands now.
    "tournament-drawings",
    "tournament-awards",
    "tournament-leaders",
    "tournament-statistics",
    "tournament-prospects",
    "tournament-ties",
    "tournament-tie-rulings",
    # Ten tournaments a page, and of each how many of its series have been played.
    "home",
}

SORTED_LEAGUE = 12_000
"""Where a list is put in order that an index has not: its 2,610 games, read and written down."""

WHOLE_LEAGUE = "tournaments:export"
"""A file that holds a league: what its pages read, and then every game with its transcript; before
and after, every row of it once more, for nothing else says what it is a file of."""

QUERIES_OF_A_FILE = 64

TWICE_A_LEAGUE = {"tournaments:daily", "tournament-daily", "tournaments:days", "tournament-days"}
"""What lies before a day and what after it: the schedule with its dates, beside the results."""

MORE_QUERIES = {
    # A newspaper of eight parts, each with questions of its own, however many games there are.
    "tournaments:daily": 48,
    "tournament-daily": 48,
    # The best of each of seventeen kinds.
    "tournaments:feats-csv": 28,
    "tournaments:feats-json": 28,
}
"""Pages that ask more often, and always as often."""

Ask = Callable[[str], Any]


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[House, Event, Any]]:
    """The house, an event whose addresses lead into its last league, and who asks."""
    with django_db_blocker.unblock():
        sweep()
        with transaction.atomic():
            event, people = an_event("public")
            director, staff = people[-2:]
            assert director
            assert staff
            User.objects.filter(pk=staff.pk).update(is_superuser=True)
            house = build_house(GAMES, director=director)
            inside = replace(
                event,
                slug=house.league.slug,
                series=house.played.pk,
                game=house.game.pk,
                team=house.team.pk,
                manager=house.manager.pk,
            )
            yield house, inside, (person("Stranger"), director, staff)
            transaction.set_rollback(True)
        sweep()


def sweep() -> None:
    """Away with what was rolled back: it still lies in PostgreSQL's tables, of the tests before in
    the way of these and of these in the way of those after, and is read with the rest."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")


def cost(ask: Ask, url: str) -> tuple[Work, Any]:
    with nothing_lasts(), counted() as work:
        answer = ask(url)
        if answer.streaming and not answer.is_async:
            answer.getvalue()
    return work, answer


def too_dear(name: str, work: Work) -> bool:
    most = LEAGUE_ROWS if name in OF_A_LEAGUE else MOST_ROWS
    if name in TWICE_A_LEAGUE:
        most = 2 * LEAGUE_ROWS
    if name == WHOLE_LEAGUE:
        return work.rows > 5 * LEAGUE_ROWS or work.queries > QUERIES_OF_A_FILE
    return work.rows > most or work.queries > MORE_QUERIES.get(name, MOST_QUERIES)


@pytest.mark.long
def test_the_house_is_as_full_as_it_says(kept):
    house, *_ = kept
    assert house.games >= GAMES


@pytest.mark.long
def test_every_page_costs_what_it_shows(kept):
    _, event, people = kept
    dear = {}
    where = page_requests.addresses(event)
    for user in people:
        client = browser(user)
        for name in sorted({name for name, method in pages.TABLE if method == "get"}):
            if name == "api-schema" and user is not people[0]:
                # It asks no database, and takes seconds.
                continue
            work, _ = cost(client.get, where[name])
            if too_dear(name, work):
                dear[name, str(user)] = work
    assert dear == {}


@pytest.mark.long
def test_every_read_of_the_api_costs_what_it_shows(kept):
    _, event, people = kept
    dear = {}
    where = api_requests.addresses(event)
    for user in people:
        client = APIClient()
        client.force_authenticate(user)
        for name in sorted({name for name, method in api.TABLE if method == "get"}):
            url: str | None = where[name]
            # And the second page of what has one.
            for _ in range(2):
                work, answer = cost(client.get, url or "")
                if too_dear(name, work):
                    dear[name, url, str(user)] = work
                told = getattr(answer, "data", None)
                url = told.get("next") if isinstance(told, dict) else None
                if not url:
                    break
    assert dear == {}


def test_every_filter_of_a_leagues_lists_costs_what_it_shows(kept):
    house, _, (*_, staff) = kept
    client = APIClient()
    client.force_authenticate(staff)
    dear = {}
    for query in (
        "series/?complete=true",
        "series/?complete=false",
        f"series/?team={house.team.pk}",
        "series/?round=3",
        "games/?status=final",
        "games/?status=in-progress",
        "games/?source=scored",
        f"games/?team={house.team.pk}",
        f"games/?series={house.played.pk}",
        "games/?round=3",
        "log/?code=series-simulated",
        "log/?code=game-voided",
    ):
        work, answer = cost(client.get, f"/api/v1/tournaments/{house.league.slug}/{query}")
        assert answer.status_code == 200
        # A filter that finds nothing has looked through the league.
        if too_dear("tournament-standings", work):
            dear[query] = work
    assert dear == {}


@pytest.mark.long
def test_every_list_of_the_office_costs_what_it_shows(kept, monkeypatch):
    # Shorter pages, for it is the drawing of them that takes time here.
    monkeypatch.setattr(office, "PAGE", 5)
    *_, (*_, staff) = kept
    client = browser(staff)
    dear = {}
    for model in admin.site._registry:
        url = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        work, answer = cost(client.get, url)
        shown = answer.context["cl"]
        asked = {url: work}
        choices = []
        for spec in shown.filter_specs:
            others = [choice for choice in spec.choices(shown) if not choice["selected"]]
            # What lies between asks as these do; the drawing of a list is dear.
            choices += {each["query_string"] for each in (others[:1] + others[-1:])}
        for query in [*choices, shown.older, "?q=crows", "?q=nobody+here"]:
            if query:
                asked[url + query], answer = cost(client.get, url + query)
                assert answer.status_code == 200, url + query
        dear |= {url: work for url, work in asked.items() if too_dear("", work)}
    assert dear == {}


@pytest.mark.parametrize("words", ["of", "crows", "crows of", "of bears"])
def test_a_search_for_games_within_an_event_costs_what_the_event_has(kept, monkeypatch, words):
    """A word that names hundreds of clubs of the house, in an event that is older than all others
    but a few: nothing of those is read, whichever office asks and whatever else it filters by."""
    monkeypatch.setattr(office, "PAGE", 5)
    _, _, (_, director, staff) = kept
    assert Team.objects.filter(name__icontains="of").count() > office.MOST_NAMED
    events = Tournament.objects.order_by("pk")
    league = next(each for each in events if each.name.startswith("League"))
    cup = next(each for each in events if each.name.startswith("Cup"))
    dear = {}
    for user, where in ((staff, "/admin/"), (director, "/office/")):
        client, page = browser(user), f"{where}games/game/"
        # What the page costs beside its list.
        bare, _ = cost(client.get, f"{page}?event={cup.scope}&q=nobody+here")
        for event, most in ((league, SORTED_LEAGUE), (cup, 600)):
            for more, some in (
                ("", True),
                ("&status__exact=final", True),
                ("&status__exact=void", False),
                ("&source__exact=scored", False),
            ):
                asked = f"{page}?event={event.scope}&q={quote(words)}{more}"
                work, answer = cost(client.get, asked)
                found = answer.context["cl"].result_list
                assert bool(found) is some
                assert {game.series.scope for game in found} <= {event.scope}
                for game in found:
                    clubs = f"{game.away} {game.home}".lower()
                    assert all(word in clubs for word in words.split())
                if work.rows - bare.rows > most or work.queries > MOST_QUERIES:
                    dear[asked] = work
    assert dear == {}


def test_the_first_page_of_either_office_asks_no_more_than_other_pages(kept):
    *_, (_, director, staff) = kept
    for user, url in ((director, "/office/"), (staff, "/admin/")):
        work, answer = cost(browser(user).get, url)
        assert answer.status_code == 200
        assert work.queries <= MOST_QUERIES, (url, work)


@pytest.mark.long
def test_every_page_of_a_row_in_the_office_costs_what_it_shows(kept):
    *_, (*_, staff) = kept
    client = browser(staff)
    dear = {}
    for model in admin.site._registry:
        row = model._default_manager.order_by("-pk").first()
        if row is not None:
            key = getattr(row, "user_id", row.pk) if model.__name__ == "TokenProxy" else row.pk
            url = f"/admin/{model._meta.app_label}/{model._meta.model_name}/{key}/change/"
            work, answer = cost(client.get, url)
            assert answer.status_code == 200, url
            if too_dear("", work):
                dear[url] = work
    assert dear == {}
