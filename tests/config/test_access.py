"""Every address of the site against every kind of visitor.

The URLconf is walked: a page that is missing from the table fails the test, and so does a page that
takes posts without a line for them. What is asked of each stands in ``page_requests``. The API's
operations are in ``test_api_access``; the admin is summarised by one rule. Looking changes nothing,
and neither does what is refused.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from config.api import urls as api_urls
from config.jobs import heartbeats
from config.jobs.models import Heartbeat
from config.people.models import User
from tests.builders import browser, person
from tests.config.page_requests import addresses, bodies
from tests.personas import (
    ALL,
    VISITORS,
    Row,
    an_event,
    asked,
    browsers,
    nothing_lasts,
    row,
    rows_stored,
)

pytestmark = pytest.mark.django_db

SIGN_IN = "sign in"
"""Sent to sign in first; a redirect elsewhere is 302."""

INSIDE = row(404, 404, 200)
LOOK = (ALL, INSIDE)


def both(answers: Row) -> tuple[Row, Row]:
    """The same for a public and a private event."""
    return answers, answers


DESK = both(row(SIGN_IN, 404, 404, 404, 200))
PLAYERS = both(row(SIGN_IN, 404, 404, 200))
SIGNED_IN = both(row(SIGN_IN, 200))
POST_ONLY = both(row(405, 405))
SIGN_IN_THEN_POST_ONLY = both(row(SIGN_IN, 405))


def planners(status: int) -> tuple[Row, Row]:
    """For the people of the first club and directors."""
    return both(row(SIGN_IN, 404, 404, 404, status, own=status, substitute=status))


def makers(status: int) -> tuple[Row, Row]:
    """For directors of whatever, and staff."""
    strangers = (404,) * VISITORS.index("director elsewhere")
    return both((SIGN_IN, *strangers[1:], status, status, status))


def designers(status: int) -> tuple[Row, Row]:
    """For managers, directors of whatever, and staff."""
    managers = (status,) * 3
    return both((SIGN_IN, 404, 404, *managers, 404, status, status, status))


TABLE: dict[tuple[str, str], tuple[Row, Row]] = {
    ("home", "get"): both(ALL),
    ("tournaments:new", "get"): SIGNED_IN,
    ("tournaments:new", "post"): both(row(SIGN_IN, 422)),
    ("tournaments:join", "get"): both(ALL),
    ("tournaments:join", "post"): both(row(422, 302)),
    ("tournaments:overview", "get"): LOOK,
    ("tournaments:standings", "get"): LOOK,
    ("tournaments:what-if", "get"): LOOK,
    ("tournaments:schedule", "get"): LOOK,
    ("tournaments:days", "get"): LOOK,
    ("tournaments:daily", "get"): LOOK,
    # A private event's is nobody's but its people's.
    ("tournaments:daily-mail", "get"): SIGN_IN_THEN_POST_ONLY,
    ("tournaments:daily-mail", "post"): (row(SIGN_IN, 302), row(SIGN_IN, 404, 302)),
    # A link that is nobody's.
    ("tournaments:daily-no-more", "get"): both(row(404, 404)),
    ("tournaments:daily-no-more", "post"): both(row(404, 404)),
    ("tournaments:grid", "get"): LOOK,
    ("tournaments:team", "get"): LOOK,
    ("tournaments:squad", "get"): LOOK,
    # Nobody builds squads of his own for a game of dice.
    ("tournaments:own-squad", "get"): both(row(SIGN_IN, 404)),
    ("tournaments:own-squad", "post"): both(row(SIGN_IN, 404)),
    ("tournaments:squad-csv", "get"): LOOK,
    ("tournaments:stages", "get"): LOOK,
    ("tournaments:reports", "get"): LOOK,
    ("tournaments:leaders", "get"): LOOK,
    ("tournaments:statistics", "get"): LOOK,
    ("tournaments:statistics-csv", "get"): LOOK,
    ("tournaments:statistics-json", "get"): LOOK,
    ("tournaments:awards", "get"): LOOK,
    ("tournaments:awards", "post"): both(row(404, 404, 404, 404, 302)),
    ("tournaments:ballot", "get"): LOOK,
    # The first club's manager votes for it, and nobody else.
    ("tournaments:ballot", "post"): both(row(404, 404, own=302, substitute=404)),
    ("tournaments:feats", "get"): LOOK,
    ("tournaments:transactions", "get"): LOOK,
    ("tournaments:feats-csv", "get"): LOOK,
    ("tournaments:feats-json", "get"): LOOK,
    # Nobody of the set plays there.
    ("tournaments:player", "get"): both(row(404, 404)),
    ("tournaments:player-everywhere", "get"): both(row(404, 404)),
    ("tournaments:player-csv", "get"): both(row(404, 404)),
    ("tournaments:player-json", "get"): both(row(404, 404)),
    # The same by the event's key leads there.
    ("tournaments:team-of", "get"): (row(302, 302), row(404, 404, 302)),
    ("tournaments:player-of", "get"): (row(302, 302), row(404, 404, 302)),
    ("tournaments:report-csv", "get"): LOOK,
    ("tournaments:export", "get"): LOOK,
    ("tournaments:book-zip", "get"): (row(SIGN_IN, 200), row(SIGN_IN, 404, 200)),
    # Nothing of a game of dice has a file; it is said on the page of reports.
    ("tournaments:retrosheet-zip", "get"): (row(SIGN_IN, 302), row(SIGN_IN, 404, 302)),
    ("tournaments:pack", "get"): SIGN_IN_THEN_POST_ONLY,
    ("tournaments:pack", "post"): (row(SIGN_IN, 302), row(SIGN_IN, 404, 302)),
    ("tournaments:tie-order", "get"): DESK,
    ("tournaments:tie-order", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:own-format", "get"): DESK,
    # Play has begun.
    ("tournaments:own-format", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:editions", "get"): both(ALL),
    ("tournaments:archive", "get"): both(ALL),
    ("tournaments:house", "get"): both(ALL),
    ("tournaments:house-csv", "get"): both(ALL),
    ("tournaments:house-json", "get"): both(ALL),
    ("tournaments:in-house", "get"): POST_ONLY,
    ("tournaments:in-house", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("tournaments:archive-csv", "get"): both(ALL),
    ("tournaments:records", "get"): both(ALL),
    ("tournaments:records-csv", "get"): both(ALL),
    ("tournaments:manager", "get"): both(ALL),
    ("tournaments:points", "get"): DESK,
    # Play has begun.
    ("tournaments:points", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:rules", "get"): LOOK,
    ("tournaments:edition", "get"): DESK,
    # Play has begun: the rules stand.
    ("tournaments:edition", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:clock", "get"): DESK,
    ("tournaments:clock", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:board", "get"): DESK,
    ("tournaments:board", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("tournaments:day", "get"): LOOK,
    ("tournaments:day", "post"): both(row(404, 404, 404, 404, 302)),
    ("tournaments:hall", "get"): LOOK,
    # Nothing has been announced.
    ("tournaments:announcement", "get"): both(row(404, 404, 404, 404, 200)),
    ("tournaments:announcement", "post"): both(row(404, 404, 404, 404, 302)),
    ("tournaments:people-csv", "get"): DESK,
    ("tournaments:sending", "get"): DESK,
    ("tournaments:sending", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("tournaments:sending-paper", "get"): DESK,
    # It is not over.
    ("tournaments:sending-text", "get"): both(row(SIGN_IN, 404)),
    ("tournaments:sending-csv", "get"): both(row(SIGN_IN, 404)),
    # There is no code for the room.
    ("tournaments:poster", "get"): both(row(SIGN_IN, 404)),
    # Nobody was given their addresses.
    ("tournaments:sign-up", "get"): both(row(404, 404)),
    ("tournaments:sign-up", "post"): both(row(404, 404)),
    ("tournaments:here", "get"): both(row(404, 404)),
    ("tournaments:here", "post"): both(row(404, 404)),
    # Nobody was given its address.
    ("tournaments:screen", "get"): both(row(404, 404)),
    # No league of a real year is replayed there.
    ("tournaments:history", "get"): both(row(404, 404)),
    ("tournaments:odds", "get"): LOOK,
    ("tournaments:odds", "post"): both(row(404, 404, 404, 404, 302)),
    ("tournaments:drops", "get"): DESK,
    # Nobody has looked for replacements yet.
    ("tournaments:drops", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:paper", "get"): DESK,
    ("tournaments:entry", "get"): DESK,
    # Nothing was typed in.
    ("tournaments:entry", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("tournaments:desk", "get"): DESK,
    ("tournaments:take-back", "get"): DESK,
    # No game is ticked.
    ("tournaments:take-back", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("tournaments:desk", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("tournaments:squads", "get"): DESK,
    # Play has begun.
    ("tournaments:squads", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("practice:games", "get"): SIGNED_IN,
    ("practice:new", "get"): SIGNED_IN,
    # No clubs were chosen.
    ("practice:new", "post"): both(row(SIGN_IN, 422)),
    # Nobody waits there, and it is nobody's.
    ("practice:join", "get"): both(row(SIGN_IN, 404)),
    ("practice:join", "post"): both(row(SIGN_IN, 404)),
    ("practice:delete", "get"): SIGN_IN_THEN_POST_ONLY,
    ("practice:delete", "post"): both(row(SIGN_IN, 404)),
    ("games:series", "get"): LOOK,
    ("games:simulate", "get"): SIGN_IN_THEN_POST_ONLY,
    # A game of it is under way.
    ("games:simulate", "post"): both(row(SIGN_IN, 404, 404, 404, 409)),
    ("games:score", "get"): PLAYERS,
    ("games:score", "post"): both(row(SIGN_IN, 404, 404, 302)),
    ("seriesday:report", "get"): PLAYERS,
    # That game is being recorded play by play.
    ("seriesday:report", "post"): both(row(SIGN_IN, 404, 404, 422)),
    # Game 1 is not suspended.
    ("seriesday:left", "get"): both(row(404, 404)),
    ("seriesday:left", "post"): both(row(404, 404)),
    ("seriesday:picture", "get"): both(row(404, 404)),
    ("seriesday:home", "get"): LOOK,
    ("seriesday:home", "post"): both(row(SIGN_IN, 404, 404, 422)),
    ("seriesday:absences", "get"): LOOK,
    ("seriesday:absences", "post"): both(row(SIGN_IN, 404, 404, 302)),
    ("seriesday:rulings", "get"): LOOK,
    ("seriesday:rulings", "post"): both(row(SIGN_IN, 404, 404, 302)),
    ("seriesday:ruling", "get"): LOOK,
    # The opponent was offended and chooses; a director rules.
    ("seriesday:ruling", "post"): both(row(SIGN_IN, 404, 404, 422, 302, opponent=302)),
    ("games:game", "get"): LOOK,
    ("games:scorecard", "get"): LOOK,
    ("games:transcript", "get"): LOOK,
    ("games:verify", "get"): LOOK,
    # Dice leagues have no event files; what cards have is tried where they are played.
    ("games:retrosheet", "get"): both(row(404, 404)),
    ("games:series-retrosheet", "get"): both(row(404, 404)),
    ("pitching:sheet", "get"): LOOK,
    # A series that has still to be played is not signed.
    ("pitching:sheet", "post"): both(row(SIGN_IN, 404, 404, 409)),
    ("planning:club", "get"): LOOK,
    # The event is played with dice; plans for games of cards are tried where they are laid down.
    ("planning:line-up", "get"): both(row(SIGN_IN, 404)),
    ("planning:line-up", "post"): both(row(SIGN_IN, 404)),
    ("planning:rotation", "get"): both(row(SIGN_IN, 404)),
    ("planning:rotation", "post"): both(row(SIGN_IN, 404)),
    # The squad of the event is of Commons cards.
    ("planning:order", "get"): planners(200),
    # Nothing was asked for.
    ("planning:order", "post"): planners(422),
    ("planning:instructions", "get"): planners(200),
    ("planning:instructions", "post"): planners(302),
    ("planning:before", "get"): both(row(SIGN_IN, 404)),
    ("planning:before", "post"): both(row(SIGN_IN, 404)),
    ("planning:rules", "get"): DESK,
    ("planning:rules", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("systems:index", "get"): both(ALL),
    ("systems:system", "get"): both(ALL),
    # Without a game of one's own it leads to the system's page.
    ("systems:play", "get"): both(row(302, 302)),
    ("systems:play", "post"): both(row(302, 302)),
    ("systems:sample", "get"): both(ALL),
    ("systems:what-if", "get"): both(ALL),
    ("rosters:edit-team", "get"): both(row(SIGN_IN, 404, 404, 404, 200, own=200)),
    ("rosters:edit-team", "post"): both(row(SIGN_IN, 404, 404, 404, 302, own=302)),
    ("rosters:tendencies", "get"): both(row(SIGN_IN, 404, 404, 404, 200, own=200)),
    ("rosters:tendencies", "post"): both(row(SIGN_IN, 404, 404, 404, 302, own=302)),
    ("rosters:card-sets", "get"): both(ALL),
    ("rosters:pool", "get"): both(ALL),
    ("rosters:pool-csv", "get"): both(ALL),
    ("rosters:card", "get"): both(ALL),
    ("rosters:compare", "get"): both(ALL),
    ("rosters:card-sets-new", "get"): makers(200),
    ("rosters:card-sets-new", "post"): makers(302),
    ("rosters:card-sets-upload", "get"): makers(200),
    ("rosters:card-sets-upload", "post"): makers(422),
    ("rosters:card-set-csv", "get"): both(ALL),
    ("rosters:card-set-json", "get"): both(ALL),
    ("rosters:card-set-truth", "get"): both(ALL),
    ("rosters:card-set-delete", "get"): POST_ONLY,
    ("rosters:card-set-delete", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("rosters:players", "get"): both(ALL),
    ("rosters:player", "get"): both(ALL),
    ("rosters:club-years", "get"): both(ALL),
    ("rosters:club-year", "get"): both(ALL),
    ("rosters:club-season", "get"): both(ALL),
    ("rosters:parks", "get"): both(ALL),
    ("rosters:sources", "get"): both(ALL),
    ("rosters:parks-csv", "get"): both(ALL),
    ("rosters:parks-upload", "get"): designers(200),
    # No file was sent.
    ("rosters:parks-upload", "post"): designers(422),
    ("rosters:parks-new", "get"): designers(200),
    ("rosters:parks-new", "post"): designers(302),
    ("rosters:park", "get"): both(ALL),
    # Whoever has other clubs chooses among these.
    ("rosters:park", "post"): both((404, 404, 404, 422, 422, 302, 404, 422, 302, 302)),
    ("rosters:park-delete", "get"): POST_ONLY,
    ("rosters:park-delete", "post"): both(row(SIGN_IN, 404, 404, 404, 302)),
    ("rosters:leave-park", "get"): POST_ONLY,
    ("rosters:leave-park", "post"): both(row(SIGN_IN, 404, 404, 404, 302, own=302)),
    ("drafts:room", "get"): LOOK,
    ("drafts:room", "post"): (row(SIGN_IN, 404, 404, 404, 302), row(404, 404, 404, 404, 302)),
    ("drafts:available", "get"): LOOK,
    ("drafts:confirm", "get"): both(row(SIGN_IN, 404, 404, 404, 200, own=200, substitute=200)),
    ("drafts:advice", "get"): both(row(SIGN_IN, 404, 404, 404, 200, own=200, substitute=200)),
    ("drafts:wall", "get"): LOOK,
    # No link was made.
    ("drafts:board", "get"): both(row(404, 404)),
    ("drafts:log", "get"): LOOK,
    ("drafts:recap", "get"): LOOK,
    ("drafts:csv", "get"): LOOK,
    ("drafts:type-in", "get"): DESK,
    ("drafts:type-in", "post"): both(row(SIGN_IN, 404, 404, 404, 422)),
    ("drafts:mock", "get"): SIGN_IN_THEN_POST_ONLY,
    # The pool is too small to practise with: everybody is led back, told why.
    ("drafts:mock", "post"): (row(SIGN_IN, 302), row(SIGN_IN, 404, 302)),
    ("drafts:mock-of-set", "get"): SIGN_IN_THEN_POST_ONLY,
    ("drafts:mock-of-set", "post"): both(row(SIGN_IN, 302)),
    ("rulebook:index", "get"): both(ALL),
    ("rulebook:book", "get"): both(ALL),
    ("people:sign-in", "get"): both(row(200, 302)),
    ("people:sign-in", "post"): both(row(200, 302)),
    ("people:sign-out", "get"): POST_ONLY,
    ("people:sign-out", "post"): both(row(302, 302)),
    ("people:request-link", "get"): both(ALL),
    ("people:request-link", "post"): both(ALL),
    ("people:enter", "get"): both(ALL),
    ("people:enter", "post"): both(row(403, 403)),
    # There are accounts.
    ("people:first-account", "get"): both(row(404, 404)),
    ("people:first-account", "post"): both(row(404, 404)),
    ("scheduling:times", "get"): PLAYERS,
    ("scheduling:times", "post"): both(row(SIGN_IN, 404, 404, 422)),
    ("scheduling:calendar", "get"): SIGNED_IN,
    ("scheduling:calendar", "post"): both(row(SIGN_IN, 302)),
    # Nobody has that address.
    ("scheduling:personal-feed", "get"): both(row(404, 404)),
    ("tournaments:calendar", "get"): LOOK,
    ("notices:page", "get"): SIGNED_IN,
    ("notices:bell", "get"): both(row(204, 200)),
    ("notices:page", "post"): both(row(SIGN_IN, 302)),
    ("people:profile", "get"): SIGNED_IN,
    ("people:profile", "post"): both(row(SIGN_IN, 302)),
    ("people:change-password", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:change-password", "post"): both(row(SIGN_IN, 422)),
    ("people:issue-token", "get"): SIGN_IN_THEN_POST_ONLY,
    # Nobody said what it is for.
    ("people:issue-token", "post"): both(row(SIGN_IN, 422)),
    ("people:security", "get"): SIGNED_IN,
    ("people:data", "get"): SIGNED_IN,
    ("people:take-data", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:take-data", "post"): SIGNED_IN,
    ("people:close-account", "get"): SIGN_IN_THEN_POST_ONLY,
    # Nobody typed his address.
    ("people:close-account", "post"): both(row(SIGN_IN, 422)),
    # Nobody here owes a code: everybody is led on.
    ("people:second-step", "get"): both(row(302, 302)),
    ("people:second-step", "post"): both(row(302, 302)),
    ("people:ask-passkey", "get"): both(row(405, 405)),
    # Nobody here has one, and the page came over plain HTTP.
    ("people:ask-passkey", "post"): both(row(404, 422)),
    ("people:ask-new-passkey", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:ask-new-passkey", "post"): both(row(SIGN_IN, 422)),
    ("people:add-passkey", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:add-passkey", "post"): both(row(SIGN_IN, 422)),
    ("people:passkey", "get"): both(row(SIGN_IN, 404)),
    ("people:passkey", "post"): both(row(SIGN_IN, 404)),
    ("people:second-factor", "get"): SIGNED_IN,
    ("people:second-factor", "post"): SIGNED_IN,
    ("people:end-session", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:end-session", "post"): both(row(SIGN_IN, 302)),
    ("people:revoke-token", "get"): SIGN_IN_THEN_POST_ONLY,
    ("people:revoke-token", "post"): both(row(SIGN_IN, 302)),
    ("deep-drive:all-charts", "get"): both(ALL),
    # Directors lay charts down; no files were sent.
    ("deep-drive:all-charts", "post"): both((404,) * 6 + (404, 422, 422, 422)),
    ("deep-drive:charts", "get"): both(ALL),
    ("deep-drive:chart-files", "get"): both(ALL),
    ("deep-drive:chart-file", "get"): both(ALL),
    ("deep-drive:house-charts", "get"): SIGN_IN_THEN_POST_ONLY,
    # Ours are the house's as they are.
    ("deep-drive:house-charts", "post"): both(row(SIGN_IN, 404)),
    # Nobody has cards of Deep Drive.
    ("deep-drive:print-squad", "get"): both(row(404, 404)),
    ("deep-drive:print-set", "get"): both(row(404, 404)),
    ("deep-drive:print-park", "get"): both(ALL),
    ("deep-drive:print-score", "get"): both(ALL),
    # Decks are their owners', and nobody else's.
    ("commons:decks", "get"): SIGNED_IN,
    ("commons:decks", "post"): both(row(SIGN_IN, 422)),
    ("commons:deck", "get"): both(row(SIGN_IN, 404, own=200)),
    ("commons:deck", "post"): both(row(SIGN_IN, 404, own=422)),
    ("commons:delete-deck", "get"): POST_ONLY,
    ("commons:delete-deck", "post"): both(row(SIGN_IN, 404, own=302)),
    ("commons:deck-csv", "get"): both(row(SIGN_IN, 404, own=200)),
    ("commons:print", "get"): both(row(SIGN_IN, 404, own=200)),
    ("jobs:fragment", "get"): LOOK,
    ("jobs:cancel", "get"): POST_ONLY,
    # Whoever sees the job and may not stop it is led back to where it was pressed, told why.
    ("jobs:cancel", "post"): (row(SIGN_IN, 302), row(SIGN_IN, 404, 302)),
    # Without a topic, for a stream would not end; topics are tried where streams are tested.
    ("live:stream", "get"): both(row(400, 400)),
    ("live:standing", "get"): both(row(400, 400)),
    ("api-schema", "get"): both(ALL),
    ("api-docs", "get"): both(ALL),
    ("health-live", "get"): both(ALL),
    ("health-ready", "get"): both(ALL),
    ("operator", "get"): both((404,) * 9 + (200,)),
    # Nobody has asked for figures.
    ("metrics", "get"): both(row(404, 404)),
}

REFUSED_IN_A_PAGE = {("jobs:cancel", "post"): VISITORS[2:8]}
"""Who is told no by a page that answers 200 or leads back."""


def walk(patterns: list[Any], route: str = "", space: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every pattern with its name and its whole route."""
    for pattern in patterns:
        whole = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from walk(pattern.url_patterns, whole, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", whole, pattern


def pages() -> dict[str, str]:
    """The routes of all pages by name; the API and the admin have tables of their own."""
    of_api = {id(pattern) for pattern in api_urls.urlpatterns}
    return {
        name: route
        for name, route, pattern in walk(get_resolver().url_patterns)
        if id(pattern) not in of_api and not route.startswith(("admin/", "office/"))
    }


@pytest.mark.long
def test_every_page_is_in_the_table():
    assert {name for name, method in TABLE if method == "get"} == set(pages())


@pytest.mark.long
def test_every_page_that_takes_a_write_is_in_the_table():
    event, people = an_event("public")
    director = browsers(people)[VISITORS.index("director")]
    for name, url in addresses(event).items():
        for method in ("post", "put", "patch", "delete"):
            with nothing_lasts():
                answer = director(method, url)
            # A form answers any other method as it answers a look.
            takes = answer.status_code != 405 and (name, "post") not in TABLE
            assert not takes, (name, method)


@pytest.fixture
def whole_house(db: None) -> None:
    """A worker and a clock that will live for longer than any test."""
    tomorrow = timezone.now() + timedelta(days=1)
    for part in Heartbeat.Part:
        Heartbeat.objects.create(part=part, name="lives on", at=tomorrow)
    # Whoever asks for the house's health has this process write that it can.
    heartbeats.beat(Heartbeat.Part.WEB)


@pytest.mark.long
@pytest.mark.usefixtures("whole_house")
@pytest.mark.parametrize("visibility", ["public", pytest.param("private", marks=pytest.mark.long)])
def test_every_page_answers_every_visitor_as_the_table_says(visibility, sweep):
    event, people = an_event(visibility)
    visitors = dict(zip(VISITORS, browsers(people), strict=True))
    where = addresses(event)
    before = rows_stored()
    for (name, method), columns in TABLE.items():
        got = {}
        expected = asked(columns, visibility)
        if visibility == "public":
            expected = dict(sweep(expected.items(), 3))
        for who in expected:
            if name == "api-schema" and who != VISITORS[0]:
                # It looks at nobody, and takes half a second.
                got[who] = expected[who]
                continue
            with nothing_lasts():
                body = bodies(event).get(name) if method == "post" else None
                response = visitors[who](method, where[name], body)
                assert is_kept_from_others(response, who), (name, method, who)
                answer = answer_of(response)
                refused = answer == SIGN_IN or (isinstance(answer, int) and answer >= 400)
                if method == "get" or refused or who in REFUSED_IN_A_PAGE.get((name, method), ()):
                    assert rows_stored() == before, (name, method, who)
            got[who] = answer
        assert got == expected, (name, method)


def is_kept_from_others(response: Any, who: str) -> bool:
    """Whether nobody else is given what a visitor who has signed in was shown."""
    said = response.get("Cache-Control", "")
    return who == VISITORS[0] or "private" in said or "no-store" in said


def answer_of(response: Any) -> int | str:
    """The status, or that one has to sign in."""
    if response.status_code == 302 and response["Location"].startswith("/account/sign-in/"):
        return SIGN_IN
    return int(response.status_code)


def admin_addresses() -> Iterator[str]:
    """Every route of the admin, with 1 for whatever it asks for."""
    for name, route, _ in walk(get_resolver().url_patterns):
        if name == "admin:login" or not route.startswith("admin/"):
            continue
        path = route.replace("\\Z", "").replace("$", "")
        while "<" in path:
            head, _, rest = path.partition("<")
            path = f"{head}1{rest.partition('>')[2]}"
        if "(" not in path and "?" not in path:
            yield f"/{path}"


@pytest.mark.long
def test_the_admin_is_for_staff_only():
    found = list(admin_addresses())
    assert len(found) > 40
    strangers = browsers([None, person("Outsider")])
    before = rows_stored()
    for url in found:
        for ask in strangers:
            for method in ("get", "post"):
                with nothing_lasts():
                    answer = ask(method, url)
                    assert rows_stored() == before, url
                assert answer.status_code == 302, url
                assert answer["Location"].startswith(("/admin/login/", "/admin/")), url
                assert answer["Location"] != url, url
    assert browser(person("Staff", is_staff=True)).get("/admin/").status_code == 200


@pytest.mark.long
@pytest.mark.usefixtures("whole_house")
@pytest.mark.parametrize("who", ["anonymous", "opponent's manager"])
def test_nobody_but_directors_reads_the_address_of_somebody_without_a_name(who):
    event, people = an_event("public")
    mails = {user.pk: user.email for user in User.objects.all()}
    User.objects.update(name="")
    user = people[VISITORS.index(who)]
    if user is not None:
        del mails[user.pk]
    ask = browsers([user])[0]
    pages = {name: url for name, url in addresses(event).items() if (name, "get") in TABLE}
    del pages["live:stream"]
    for name, url in pages.items():
        text = b"".join(ask("get", url)).decode(errors="ignore")
        assert not [mail for mail in mails.values() if mail in text], name
