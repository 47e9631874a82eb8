"""The API's description of itself: whole, without warnings, every operation in words."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

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


@pytest.mark.django_db
def test_the_schema_is_valid_and_made_without_a_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=io.StringIO())


def test_every_operation_says_what_it_does_and_how_it_refuses(schema) -> None:
    found = operations(schema)
    assert len(found) > 50
    for method, path, operation in found:
        where = f"{method} {path}"
        assert len(operation.get("summary", "").split()) > 1, where
        assert "renders" not in operation.get("description", ""), where
        assert "4XX" in operation["responses"], where
        fine = [status for status in operation["responses"] if status.startswith("2")]
        assert fine, where
        assert operation["tags"], where


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
