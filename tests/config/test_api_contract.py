"""The API against its own description: Schemathesis calls every operation with what the schema
allows and with what it does not, each time as nobody, as a manager and as a director.

No call may end in an error of the server's, and no answer may differ from what is described.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.people.models import User
from config.people.tokens import issue_api_token
from tests.builders import league
from tests.personas import VISITORS, Event, an_event, nothing_lasts

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

PEOPLE = ("anonymous", "own manager", "director")
"""Everybody makes the same calls: to draw one takes longer than to make it three times."""


@pytest.fixture
def open_doors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody is told to wait, and a request does not end the transaction that the test is in."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *arguments: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def addresses(event: Event) -> dict[str, dict[str, list[Any]]]:
    """What really is there, by the resource whose address has it and the name it has there."""
    of_tournament = {
        "slug": [event.slug, "being-set-up"],
        "number": [1, 2],
        "role": [event.role],
        "member": [event.member],
    }
    return {
        "tournaments": of_tournament,
        "card-sets": {"slug": [event.card_set]},
        "cards": {"id": [event.card]},
        "games": {"id": [event.game]},
        "series": {"id": [event.series], "series": [event.series], "number": [1, 2]},
        "rulings": {"id": [event.ruling]},
        "teams": {"id": [event.team]},
        "invites": {"id": [event.invite]},
        "jobs": {"id": [event.job]},
        "players": {"id": [event.player]},
        "club-seasons": {"id": [event.club_season]},
        "ballparks": {"id": [event.park]},
        "systems": {"key": ["one-die", "two-dice", "poker-dice", "purestrat"]},
        "rulebook": {"key": ["purestrat"], "id": ["T10.2a", "CB-066"]},
    }


def fields(event: Event) -> dict[str, list[Any]]:
    """Values that mean something here, by the name of the field that takes them."""
    return {
        "tournament": [event.slug, "being-set-up"],
        "series": [event.series],
        "offender": [event.team],
        "remedy": ["accept", "reset"],
        "system": ["one-die", "commons", "chess"],
        "source": ["league", "fictional"],
        "card_set": ["", event.card_set],
        "after": [0, 1],
        "entry": [1],
        "round": [1],
        "ballpark": [event.park, None],
        "entrant": [1, None],
        "token": [event.token],
        "transcript": [[], ["6", "1"]],
        "entries": [["6"], ["1", "2"]],
        "abbreviation": ["ßß", "AA"],
    }


def made_real(draw: Callable[..., Any], case: Any, event: Event) -> Any:
    """Half of the calls are about things that are there: others seldom get past the door."""
    resource = case.operation.path.removeprefix("/api/v1/").split("/")[0]
    known = addresses(event).get(resource, {})
    for name in case.path_parameters or {}:
        if name in known and draw(st.booleans()):
            case.path_parameters[name] = draw(st.sampled_from(known[name]))
    meant = fields(event)
    for given_values in (case.body, case.query):
        if isinstance(given_values, dict):
            for name in given_values.keys() & meant.keys():
                if draw(st.booleans()):
                    given_values[name] = draw(st.sampled_from(meant[name]))
    return case


def operations(schema: Any) -> Iterator[Any]:
    for found in schema.get_all_operations():
        yield found.ok()


Headers = Mapping[str, dict[str, str]]
"""What each person sends along."""


def call_all(schema: Any, event: Event, everybody: Headers, examples: int) -> tuple[int, list[str]]:
    """How many calls were made, and what went wrong in any of them."""
    wrong: list[str] = []
    calls = sum(
        call(operation, mode, event, everybody, examples, wrong)
        for operation in operations(schema)
        for mode in modes(operation)
    )
    return calls, wrong


def modes(operation: Any) -> Iterator[GenerationMode]:
    """What the schema allows, and where there is a body or a query, what it does not."""
    yield GenerationMode.POSITIVE
    if operation.body or operation.query:
        yield GenerationMode.NEGATIVE


def call(
    operation: Any,
    mode: GenerationMode,
    event: Event,
    everybody: Headers,
    examples: int,
    wrong: list[str],
) -> int:
    """Call an operation so many times; what goes wrong is added to the list."""
    calls = 0
    cases = operation.as_strategy(generation_mode=mode)

    @seed(12)
    @settings(
        max_examples=examples,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def one(data: Any) -> None:
        nonlocal calls
        case = made_real(data.draw, data.draw(cases), event)
        for person, headers in everybody.items():
            calls += 1
            with nothing_lasts():
                answer = case.call(headers=headers)
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as failure:
                # All of them are wanted, and none made smaller.
                wrong.append(f"{operation.label}, {person}, {answer.status_code}: {failure}")

    one()
    return calls


@pytest.mark.long
@pytest.mark.django_db
def test_every_operation_answers_everybody_as_it_is_described(open_doors, request):
    event, people = an_event("public")
    director: User | None = people[VISITORS.index("director")]
    league(3, name="Being set up", director=director, started=False)
    everybody = {}
    for person in PEOPLE:
        # Packed answers are the transport's business, and the calls are made without one.
        everybody[person] = {"Accept-Encoding": "identity"}
        user = people[VISITORS.index(person)]
        if user is not None:
            token = issue_api_token(user=user, acting_user=user)
            everybody[person]["Authorization"] = f"Token {token}"
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    # The calls are the same every time; more find more.
    examples = 10 if request.config.getoption("--exhaustive") else 1
    calls, wrong = call_all(schema, event, everybody, examples)
    assert calls > len(PEOPLE) * 400
    assert wrong == []
