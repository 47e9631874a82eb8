"""Every operation of the API against every kind of visitor.

A route or method that is missing from the table fails the test. Each request is rolled back, so
that one does not pave the way for the next; a GET leaves every table as it was.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from rest_framework.test import APIClient

from config.api.urls import urlpatterns
from games.services.scoring import record_game
from tests.builders import clubs, director_of, entrant, fixture_of, league, manager, person
from tournaments.services import invites
from tournaments.services.play_out import queue_play_out

pytestmark = pytest.mark.django_db

VISITORS = ("anonymous", "outsider", "own manager", "other club", "director elsewhere", "director")

ALL = (200,) * 6
SIGNED_IN = (401, 200, 200, 200, 200, 200)
INSIDE = (404, 404, 200, 200, 404, 200)
DESK = (404, 404, 404, 404, 404, 200)


def desk(status: int) -> tuple[int, ...]:
    """A write that only directors may make."""
    return (401, 404, 404, 404, 404, status)


def scoring(status: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A write for people of both clubs and directors, in a public and in a private event."""
    return (401, 403, status, 403, 403, status), (401, 404, status, 403, 404, status)


LOOK = (ALL, INSIDE)


def both(row: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same for a public and a private event."""
    return row, row


TABLE: dict[tuple[str, str], tuple[tuple[int, ...], tuple[int, ...]]] = {
    ("api-root", "get"): both(ALL),
    ("me", "get"): both(SIGNED_IN),
    ("me", "put"): both(SIGNED_IN),
    ("my-token", "post"): both((401, 201, 201, 201, 201, 201)),
    ("my-token", "delete"): both((401, 409, 409, 409, 409, 409)),
    ("tournament-list", "get"): both(ALL),
    ("tournament-list", "post"): both((401, 201, 201, 201, 201, 201)),
    ("tournament-detail", "get"): LOOK,
    ("tournament-detail", "put"): both(desk(200)),
    ("tournament-start", "post"): both(desk(409)),
    ("tournament-play-out", "post"): both(desk(202)),
    ("tournament-standings", "get"): LOOK,
    ("tournament-schedule", "get"): LOOK,
    ("tournament-grid", "get"): LOOK,
    ("tournament-race", "get"): LOOK,
    ("tournament-series", "get"): LOOK,
    ("tournament-games", "get"): LOOK,
    ("tournament-log", "get"): both(DESK),
    ("invite-list", "get"): both(DESK),
    ("invite-list", "post"): both(desk(201)),
    ("invite-detail", "delete"): both(desk(204)),
    ("invite-mail", "post"): both(desk(422)),
    ("invite-accept", "post"): both(SIGNED_IN),
    ("system-list", "get"): both(ALL),
    ("system-detail", "get"): both(ALL),
    ("system-sample", "get"): both(ALL),
    ("series-detail", "get"): LOOK,
    ("series-simulate", "post"): (
        (401, 403, 403, 403, 403, 409),
        (401, 404, 403, 403, 404, 409),
    ),
    ("game-list", "post"): scoring(201),
    ("game-detail", "get"): LOOK,
    ("game-entries", "post"): scoring(200),
    ("game-throw", "post"): scoring(422),
    ("game-rewind", "post"): scoring(200),
    ("game-box", "get"): LOOK,
    ("game-plays", "get"): LOOK,
    ("team-detail", "put"): both((401, 404, 200, 404, 404, 200)),
    ("job-detail", "get"): LOOK,
    ("job-cancel", "post"): (
        (401, 403, 403, 403, 403, 200),
        (401, 404, 403, 403, 404, 200),
    ),
    ("rulebook-book-list", "get"): both(ALL),
    ("rulebook-book-detail", "get"): both(ALL),
    ("rulebook-rule-list", "get"): both(ALL),
    ("rulebook-rule-detail", "get"): both(ALL),
}


@dataclass(frozen=True)
class Event:
    """A running event with one game begun."""

    slug: str
    series: int
    game: int
    team: int
    job: str
    invite: int
    token: str


@pytest.fixture
def event(settings) -> Callable[[str], tuple[Event, list[APIClient]]]:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}

    def make(visibility: str) -> tuple[Event, list[APIClient]]:
        elsewhere = person("Elsewhere")
        league(4, name="Elsewhere", director=elsewhere)
        tournament = league(4, name=visibility, visibility=visibility)
        director = director_of(tournament)
        own = manager(tournament, 1, "Own")
        other = manager(tournament, 3, "Other")
        series = fixture_of(tournament, 1, 2).series
        game = record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=own)
        offer = invites.invite(tournament=tournament, role="spectator", acting_user=director)
        job = queue_play_out(tournament=tournament, acting_user=director)
        people = [None, person("Outsider"), own, other, elsewhere, director]
        return (
            Event(
                slug=tournament.slug,
                series=series.pk,
                game=game.pk,
                team=entrant(tournament, 1).team.pk,
                job=str(job.pk),
                invite=offer.pk,
                token=invites.token_of(offer),
            ),
            [client(user) for user in people],
        )

    return make


def client(user) -> APIClient:
    found = APIClient()
    if user is not None:
        found.force_authenticate(user)
    return found


def ask(name: str, method: str, event: Event) -> tuple[str, dict[str, Any]]:
    """The address of a route, and the body of a write."""
    tournament = f"/api/v1/tournaments/{event.slug}/"
    club = {"name": "Renamed", "abbreviation": "REN"}
    plan = {
        "name": "By API",
        "system": "one-die",
        "clubs": [{"name": one.name, "abbreviation": one.abbreviation} for one in clubs(3)],
    }
    addresses = {
        "api-root": "/api/v1/",
        "me": "/api/v1/me/",
        "my-token": "/api/v1/me/token/",
        "tournament-list": "/api/v1/tournaments/",
        "tournament-detail": tournament,
        "invite-list": f"/api/v1/invites/?tournament={event.slug}",
        "invite-detail": f"/api/v1/invites/{event.invite}/",
        "invite-mail": f"/api/v1/invites/{event.invite}/mail/",
        "invite-accept": "/api/v1/invites/accept/",
        "system-list": "/api/v1/systems/",
        "system-detail": "/api/v1/systems/one-die/",
        "system-sample": "/api/v1/systems/one-die/sample/?seed=a",
        "series-detail": f"/api/v1/series/{event.series}/",
        "series-simulate": f"/api/v1/series/{event.series}/simulate/",
        "game-list": "/api/v1/games/",
        "game-detail": f"/api/v1/games/{event.game}/",
        "team-detail": f"/api/v1/teams/{event.team}/",
        "job-detail": f"/api/v1/jobs/{event.job}/",
        "job-cancel": f"/api/v1/jobs/{event.job}/cancel/",
        "rulebook-book-list": "/api/v1/rulebook/books/",
        "rulebook-book-detail": "/api/v1/rulebook/books/poker-dice/",
        "rulebook-rule-list": "/api/v1/rulebook/rules/",
        "rulebook-rule-detail": "/api/v1/rulebook/rules/PD-061/",
    }
    room, _, act = name.partition("-")
    if name in addresses:
        url = addresses[name]
    elif room == "tournament":
        url = f"{tournament}{act}/"
    else:
        url = f"{addresses[f'{room}-detail']}{act}/"
    body = {
        ("me", "put"): {"name": "New"},
        ("tournament-list", "post"): plan,
        ("tournament-detail", "put"): {"visibility": "private"},
        ("invite-list", "post"): {"tournament": event.slug, "role": "spectator"},
        ("invite-accept", "post"): {"token": event.token},
        ("game-list", "post"): {"series": event.series, "number": 2, "transcript": ["1", "6"]},
        ("game-entries", "post"): {"after": 1, "entries": ["4"]},
        ("game-throw", "post"): {"after": 1},
        ("game-rewind", "post"): {"entry": 1, "reason": "misread"},
        ("team-detail", "put"): club,
    }
    return url, body.get((name, method), {})


def operations() -> set[tuple[str, str]]:
    """Every route with every method it answers."""
    found = set()
    for pattern in urlpatterns:
        if "format" in str(pattern.pattern):
            continue
        actions = getattr(pattern.callback, "actions", None)
        view = getattr(pattern.callback, "view_class", None) or pattern.callback.cls
        methods = actions or [
            method for method in ("get", "post", "put", "patch", "delete") if hasattr(view, method)
        ]
        found |= {(pattern.name, method) for method in methods if method != "head"}
    return found


def test_no_operation_is_missing_from_the_table():
    assert operations() == set(TABLE)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_every_operation_answers_every_visitor_as_the_table_says(event, visibility):
    made, visitors = event(visibility)
    for (name, method), columns in TABLE.items():
        url, body = ask(name, method, made)
        got = []
        for visitor in visitors:
            with transaction.atomic():
                before = count_rows() if method == "get" else None
                answer = getattr(visitor, method)(url, body or None, format="json")
                if before is not None:
                    assert count_rows() == before, name
                transaction.set_rollback(True)
            got.append(answer.status_code)
            if answer.status_code >= 400:
                assert set(answer.data["error"]) == {"code", "message", "refusals"}
        assert tuple(got) == columns[visibility == "private"], (name, method)


def count_rows() -> dict[str, int]:
    return {
        model._meta.label: model.objects.count()
        for model in apps.get_models()
        if model._meta.app_label in ("games", "tournaments", "rosters", "journal", "jobs", "live")
    }
