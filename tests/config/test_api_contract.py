"""The API against its own description: Schemathesis calls every operation with what the schema
allows and with what it does not, each time as nobody, as a manager and as a director.

No call may end in an error of the server's, and no answer may differ from what is described.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

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
from config.people.services import issue_api_token
from games.seriesday.services.reporting import report_game
from rosters.models import CardSet, TeamMember
from tests.builders import entrant, fixture_of, league
from tests.config.test_api_access import TABLE, addresses, bodies
from tests.conftest import SERVED
from tests.games.seriesday.builders import claim
from tests.personas import VISITORS, Event, an_event, nothing_lasts
from tournaments.models import Tournament
from tournaments.services.drafts import set_up

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "3" if SERVED else "7"))
"""Of each kind, for each operation. The calls are the same every time: those who run the tests on
both set-ups look at the schema once, and at the other database by the first of them."""

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


@dataclass(frozen=True)
class Sound:
    """A call that means something here: the address of something that is there, and what is sent
    to it."""

    parameters: dict[str, str]
    query: dict[str, str]
    body: Any


class Known:
    """Sound calls by operation, from the table of who may do what, with what else is there."""

    def __init__(self, event: Event, more: Mapping[str, Sequence[Mapping[str, str]]]) -> None:
        sent, where = bodies(event), addresses(event)
        self._calls: list[tuple[str, str, Sound]] = []
        for name, method in TABLE:
            url, _, query = where[name].partition("?")
            asked = dict(parse_qsl(query)) if method in ("get", "delete") else {}
            self._calls.append((method, url, Sound({}, asked, sent.get((name, method)))))
        self._more = more

    def of(self, operation: Any) -> list[Sound]:
        """All of an operation, the one of the table first."""
        found = []
        for method, url, sound in self._calls:
            named = address_of(operation.path, url)
            if method.upper() == operation.method.upper() and named is not None:
                resource = operation.path.removeprefix("/api/v1/").split("/")[0]
                found.append(replace(sound, parameters=named))
                found += [
                    replace(sound, parameters=named | dict(other))
                    for other in self._more.get(resource, ())
                    if set(other) <= set(named)
                ]
        return found


def address_of(template: str, url: str) -> dict[str, str] | None:
    """The parts of an address by the names that the schema has for them; ``None`` for others."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)
    found = re.fullmatch(pattern, url)
    return found.groupdict() if found else None


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


def made_real(draw: Callable[..., Any], case: Any, event: Event, sound: Sequence[Sound]) -> Any:
    """Most calls are about things that are there: others do not get past the door. Of bodies half
    say something sound, but for one field."""
    real = draw(st.sampled_from(sound)) if sound and draw(st.integers(0, 3)) else None
    if real is not None:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = real.parameters[name]
    sent = case.body if isinstance(case.body, dict) else {}
    if real is not None and isinstance(real.body, dict) and sent and draw(st.booleans()):
        kept = draw(st.sampled_from(sorted(sent)))
        case.body = {**real.body, kept: sent[kept]}
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


Reached = dict[str, dict[str, set[int]]]
"""By operation and person what the calls were answered with."""


@dataclass
class Calls:
    """What is called, by whom, and what came of it."""

    event: Event
    known: Known
    everybody: Headers
    count: int = 0
    wrong: list[str] = field(default_factory=list)
    reached: Reached = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))

    def all(self, schema: Any) -> None:
        """Call every operation as it is meant, and then as the schema allows and does not."""
        for operation in operations(schema):
            sound = self.known.of(operation)
            for each in sound:
                self.make(sound_case(operation, each))
            for mode in modes(operation):
                self.some(operation, mode, sound)

    def some(self, operation: Any, mode: GenerationMode, sound: Sequence[Sound]) -> None:
        cases = operation.as_strategy(generation_mode=mode)

        @seed(12)
        @settings(
            max_examples=EXAMPLES,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(data=st.data())
        def one(data: Any) -> None:
            self.make(made_real(data.draw, data.draw(cases), self.event, sound))

        one()

    def make(self, case: Any) -> None:
        """One call by everybody; what goes wrong is added to the list."""
        for person, headers in self.everybody.items():
            self.count += 1
            with nothing_lasts():
                answer = case.call(headers=headers)
            self.reached[case.operation.label][person].add(answer.status_code)
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as failure:
                # All of them are wanted, and none made smaller.
                self.wrong.append(
                    f"{case.operation.label}, {person}, {answer.status_code}: {failure}"
                )


def sound_case(operation: Any, sound: Sound) -> Any:
    """The call as it is meant."""
    has_body = sound.body is not None and "file" not in sound.body
    sent = {"body": sound.body, "media_type": "application/json"} if has_body else {}
    return operation.Case(path_parameters=dict(sound.parameters), query=dict(sound.query), **sent)


def modes(operation: Any) -> Iterator[GenerationMode]:
    """What the schema allows, and where there is a body or a query, what it does not."""
    yield GenerationMode.POSITIVE
    if operation.body or operation.query:
        yield GenerationMode.NEGATIVE


CLOSED = {400, 401, 403, 404, 405, 415}
"""Answers that say nothing of an operation itself."""

FOR_OTHERS: set[str] = set()
"""What is no director's: there is none for him."""

DONE_BY_DIRECTORS = 140
"""Operations that did for the director what they are for."""


def more_that_is_there(event: Event, director: User) -> dict[str, list[dict[str, str]]]:
    """By resource further parts of addresses: an event and a draft that are being set up, and a
    series of which a result was reported."""
    made = Tournament.objects.get(slug=event.slug)
    league(3, name="Being set up", director=director, started=False)
    cards = CardSet.objects.get(slug=event.card_set)
    drafting = league(
        4,
        name="Drafting",
        director=director,
        started=False,
        system_key="commons",
        card_set=cards.slug,
    )
    draft = set_up(tournament=drafting, acting_user=director)
    series = fixture_of(made, 1, 3).series
    assert series is not None
    teller = TeamMember.objects.get(team=entrant(made, 3).team).user
    report_game(series_id=series.pk, number=1, claim=claim(), key="", acting_user=teller)
    return {
        "tournaments": [{"slug": "being-set-up"}],
        "drafts": [{"id": str(draft.pk)}],
        "series": [{"series": str(series.pk), "number": "1"}, {"id": str(series.pk)}],
    }


@pytest.mark.long
@pytest.mark.django_db
def test_every_operation_answers_everybody_as_it_is_described(open_doors):
    event, people = an_event("public")
    director = people[VISITORS.index("director")]
    assert director is not None
    everybody = {}
    for person in PEOPLE:
        # Packed answers are the transport's business, and the calls are made without one.
        everybody[person] = {"Accept-Encoding": "identity"}
        user = people[VISITORS.index(person)]
        if user is not None:
            token = issue_api_token(user=user, acting_user=user)
            everybody[person]["Authorization"] = f"Token {token}"
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    calls = Calls(event, Known(event, more_that_is_there(event, director)), everybody)
    calls.all(schema)
    assert calls.wrong == []
    assert calls.count > 3 * 400
    labels = {operation.label for operation in operations(schema)}
    reached = calls.reached
    # Every operation is reached by somebody, and answers of its own matter.
    closed = {
        label
        for label in labels
        if set().union(*reached[label].values()) <= {400, 401, 403, 404, 405, 415}
    }
    assert closed == set()
    by_director = {label for label in labels if not reached[label]["director"] <= CLOSED}
    assert labels - by_director <= FOR_OTHERS
    done = {label for label in labels if any(each < 300 for each in reached[label]["director"])}
    assert len(done) >= DONE_BY_DIRECTORS
