"""The API's description of itself: whole, without warnings, every operation in words."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from tests import described

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def operations(schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


@pytest.mark.long
@pytest.mark.django_db
def test_the_schema_is_valid_and_made_without_a_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=io.StringIO())


@pytest.mark.long
def test_every_operation_says_what_it_does_and_how_it_refuses(schema) -> None:
    found = operations(schema)
    assert len(found) > 50
    for method, path, operation in found:
        where = f"{method} {path}"
        assert len(operation.get("summary", "").split()) > 1, where
        assert "renders" not in operation.get("description", ""), where
        assert operation["responses"]["4XX"] == {"$ref": "#/components/responses/Refusal"}, where
        fine = [status for status in operation["responses"] if status.startswith("2")]
        assert fine, where
        assert operation["tags"], where


def test_an_address_asks_for_what_stands_in_it_and_for_nothing_else(schema) -> None:
    for method, path, operation in operations(schema):
        asked = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"]
        assert sorted(asked) == sorted(re.findall(r"{(\w+)}", path)), f"{method} {path}"


def test_every_route_is_found_again_in_the_description(schema) -> None:
    """Answers are held against it by their route: one that is not found would be held against
    nothing."""
    from config.api.urls import urlpatterns

    routes = {described.described_path(f"api/v1/{each.pattern}") for each in urlpatterns}
    assert schema["paths"].keys() - {"/api/schema/"} <= routes


def test_refusals_are_described_once_with_every_status_and_the_codes(schema) -> None:
    (refusal,) = schema["components"]["responses"].values()
    envelope = refusal["content"]["application/json"]["schema"]
    assert envelope == {"$ref": "#/components/schemas/ErrorEnvelope"}
    for told in ("400", "401", "403", "404", "409", "413", "422", "429", "quota-reached"):
        assert told in refusal["description"]


def test_no_two_operations_say_the_same(schema) -> None:
    said = [operation["summary"] for _, _, operation in operations(schema)]
    assert len(said) == len(set(said))


def test_every_write_declares_its_body_or_that_it_has_none(schema) -> None:
    for method, path, operation in operations(schema):
        body = operation.get("requestBody")
        if method == "put":
            assert body is not None, path
        if body is not None:
            assert set(body["content"]) & {"application/json", "multipart/form-data"}, path


def unbounded(schema: dict[str, Any], found: dict[str, Any], place: str) -> Iterator[str]:
    """Every list, object, text and number in a body or query that has no end."""
    if "$ref" in found:
        found = schema["components"]["schemas"][found["$ref"].rsplit("/", 1)[1]]
    for inner in (*found.get("allOf", ()), *found.get("oneOf", ()), *found.get("anyOf", ())):
        yield from unbounded(schema, inner, place)
    ends = {
        "array": {"maxItems"},
        "object": {"properties", "maxProperties"},
        "string": {"maxLength", "enum", "format", "pattern"},
        "integer": {"maximum"},
        "number": {"maximum"},
    }
    if "type" in found and not ends.get(found["type"], found.keys()) & found.keys():
        yield f"{place}: {found['type']}"
    if "items" in found:
        yield from unbounded(schema, found["items"], f"{place}[]")
    if isinstance(found.get("additionalProperties"), dict):
        yield from unbounded(schema, found["additionalProperties"], f"{place}.*")
    for name, inner in found.get("properties", {}).items():
        yield from unbounded(schema, inner, f"{place}.{name}")


def test_everything_that_is_taken_in_has_an_end(schema) -> None:
    """A list, object, text or number in a body, and whatever is counted in a query."""
    endless = []
    for method, path, operation in operations(schema):
        bodies = operation.get("requestBody", {}).get("content", {})
        for body in bodies.values():
            endless += unbounded(schema, body["schema"], f"{method} {path}")
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query" and parameter["name"] not in ("page", "page_size"):
                place = f"{method} {path} ?{parameter['name']}"
                found = list(unbounded(schema, parameter["schema"], place))
                endless += [one for one in found if not one.endswith(": string")]
    assert endless == []


def test_a_body_has_the_fields_that_are_asked_for_and_no_others(schema) -> None:
    bodies = [
        kind["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in operations(schema)
        for kind in operation.get("requestBody", {}).get("content", {}).values()
        if "$ref" in kind["schema"]
    ]
    assert len(bodies) > 50
    parts = schema["components"]["schemas"]
    assert [name for name in bodies if parts[name].get("additionalProperties") is not False] == []
