"""The API takes nothing in a query or a body against its schema, operation by operation."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from rest_framework.throttling import SimpleRateThrottle

from config.api.queries import parameters
from config.people.models import User
from tests.config.api_requests import address, addresses, bodies, client
from tests.config.test_api_access import TABLE
from tests.personas import VISITORS, Event, an_event, nothing_lasts

pytestmark = pytest.mark.django_db

NONSENSE = {
    "boolean": ("yes", "2"),
    "integer": ("one", "1.5", "9" * 30),
    "number": ("much", "nan"),
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


@pytest.fixture(autouse=True)
def open_doors(monkeypatch) -> None:
    """Nobody is told to wait."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *arguments: True)


@pytest.fixture
def house(schema) -> tuple[Event, Any]:
    event, people = an_event("public")
    director: User | None = people[VISITORS.index("director")]
    return event, client(director)


def of_queries(method: str, url: str) -> dict[str, Any]:
    """What the operation at an address takes in a query."""
    return dict(parameters(resolve(url.split("?")[0]).func, method.upper()) or {})


def refused(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 400, answer.content
    return [(each["code"], each["place"]) for each in answer.json()["error"]["refusals"]]


def test_what_the_door_knows_is_what_the_schema_says(schema):
    names = {
        (method, path): {
            each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }
    event, _ = an_event("public")
    seen = 0
    for (name, method), url in ((at, addresses(event)[at[0]]) for at in TABLE):
        if name in ("api-nothing", "api-root"):
            continue
        found = resolve(url.split("?")[0])
        path = f"/api/v1/{found.route.removeprefix('api/v1/')}"
        known = set(of_queries(method, url))
        same = [each for at, each in names.items() if at[0] == method and like(at[1], url)]
        assert known in same, (name, method, path)
        seen += 1
    assert seen == len(names)


def like(template: str, url: str) -> bool:
    """Whether the address is one of those."""
    parts, given = template.strip("/").split("/"), url.split("?")[0].strip("/").split("/")
    return len(parts) == len(given) and all(
        part == each or part.startswith("{") for part, each in zip(parts, given, strict=True)
    )


@pytest.mark.long
def test_no_operation_takes_a_parameter_that_nobody_asks_for(house):
    event, ask = house
    for (name, method), url in ((at, addresses(event)[at[0]]) for at in TABLE):
        if name in ("api-nothing", "api-root"):
            continue
        glue = "&" if "?" in url else "?"
        answer = (
            getattr(ask, method)(f"{url}{glue}nobody_asks=1", {}, format="json")
            if method != "get"
            else ask.get(f"{url}{glue}nobody_asks=1")
        )
        assert ("unknown-parameter", "nobody_asks") in refused(answer), (name, method)


@pytest.mark.long
def test_every_parameter_is_of_its_kind_and_within_its_range(house):
    event, ask = house
    tried = 0
    for (_, method), url in ((at, addresses(event)[at[0]]) for at in TABLE):
        for parameter, described in of_queries(method, url).items():
            for value in wrong_values(described):
                glue = "&" if "?" in url else "?"
                where = f"{url}{glue}{parameter}={value}"
                answer = ask.get(where) if method == "get" else getattr(ask, method)(where)
                assert ("parameter-value", parameter) in refused(answer), (where, described)
                tried += 1
    assert tried > 100


def wrong_values(described: dict[str, Any]) -> Iterator[str]:
    yield from NONSENSE.get(described.get("type", ""), ())
    if "enum" in described:
        yield "nothing-of-these"
    if "maximum" in described:
        yield str(described["maximum"] + 1)
    if "minimum" in described:
        yield str(described["minimum"] - 1)
    if "maxLength" in described:
        yield "x" * (described["maxLength"] + 1)


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("page_size=201", ("parameter-value", "page_size")),
        ("page_size=0", ("parameter-value", "page_size")),
        ("page_size=all", ("parameter-value", "page_size")),
        ("sort=name", ("unknown-parameter", "sort")),
        ("q=spring", ("unknown-parameter", "q")),
        ("mine=perhaps", ("parameter-value", "mine")),
    ],
)
def test_a_list_of_tournaments_takes_what_its_schema_says(query, fault):
    assert refused(Client().get(f"/api/v1/tournaments/?{query}")) == [fault]
    fine = Client().get("/api/v1/tournaments/?page_size=200&mine=true")
    assert fine.status_code == 200
    assert Client().head("/api/v1/tournaments/?q=x").status_code == 400
    assert Client().options("/api/v1/tournaments/?q=x").status_code != 400


WRONG = {"string": (0,), "integer": ("1", True), "boolean": ("yes",)}


def sound_fields(
    schema: dict[str, Any], body: Any, given: Any, place: str
) -> Iterator[tuple[str, str]]:
    """The places in a sound body that have a plain kind, each with it."""
    while "$ref" in body or "allOf" in body:
        (body,) = body.get("allOf", [{**body}]) if "allOf" in body else [body]
        if "$ref" in body:
            body = schema["components"]["schemas"][body["$ref"].rsplit("/", 1)[1]]
    if isinstance(given, dict):
        for name, inner in body.get("properties", {}).items():
            if name in given:
                yield from sound_fields(schema, inner, given[name], f"{place}.{name}".strip("."))
    elif isinstance(given, list):
        for number, each in enumerate(given[:1]):
            yield from sound_fields(schema, body.get("items", {}), each, f"{place}.{number}")
    elif body.get("type") in WRONG:
        yield place, body["type"]


def replaced(given: Any, place: list[str], value: Any) -> Any:
    """The body with something else at a place."""
    if not place:
        return value
    if isinstance(given, list):
        at = int(place[0])
        return [*given[:at], replaced(given[at], place[1:], value), *given[at + 1 :]]
    return {**given, place[0]: replaced(given[place[0]], place[1:], value)}


@pytest.mark.long
def test_no_body_takes_one_kind_for_another(schema, house):
    event, ask = house
    tried, taken = 0, []
    for (name, method), sent in bodies(event).items():
        url = address(addresses(event)[name], method)
        at = [
            path for path in schema["paths"] if like(path, url) and method in schema["paths"][path]
        ]
        described = schema["paths"][at[0]][method].get("requestBody", {}).get("content", {})
        if "application/json" not in described or "file" in sent:
            continue
        answer = ask_with(ask, method, url, sent)
        if answer.status_code in (403, 404):
            continue
        fields = sound_fields(schema, described["application/json"]["schema"], sent, "")
        for place, kind in fields:
            for value in WRONG[kind]:
                wrong = replaced(sent, place.split("."), value)
                answer = ask_with(ask, method, url, wrong)
                found = answer.json()["error"]["refusals"] if answer.status_code == 400 else []
                if place not in [each["place"] for each in found]:
                    taken.append((name, method, place, value, answer.status_code))
                tried += 1
    assert taken == []
    assert tried > 100


def ask_with(ask: Any, method: str, url: str, sent: Any) -> Any:
    with nothing_lasts():
        return getattr(ask, method)(url, sent, format="json")


def test_a_name_is_text_and_what_is_told_says_where():
    _, people = an_event("public")
    ask = client(people[VISITORS.index("director")])
    club = {"name": "Aces", "abbreviation": "ACE"}
    sent = {"name": 0, "system": "two-dice", "clubs": [club, {**club, "name": False}]}
    found = refused(ask.post("/api/v1/tournaments/", sent, format="json"))
    assert {place for _, place in found} == {"name", "clubs.1.name"}
    sent = {"name": 0, "system": "two-dice", "clubs": [club]}
    found = refused(ask.post("/api/v1/tournaments/", sent, format="json"))
    assert found == [("wrong-kind", "name")]
