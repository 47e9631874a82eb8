"""Every answer that the API gives to any test is held against what is described of it.

Calls that were made up reach few doors: most are refused for what is not there. The tests know how
to reach them all, and so the description is proved where they do; which operations were answered
well by any of them is kept, and those that never were are named at the end of a whole run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

PROPERTY = "answered"
ROOT = "/api/v1/"


@cache
def _schema() -> Any:
    """The API's description, as it is served."""
    import schemathesis
    from drf_spectacular.generators import SchemaGenerator

    described = SchemaGenerator().get_schema(request=None, public=True)
    return schemathesis.openapi.from_dict(described)


@cache
def operations() -> dict[tuple[str, str], Any]:
    """What is described, by method and path with its names in braces."""
    return {
        (each.method.upper(), each.path): each
        for each in (found.ok() for found in _schema().get_all_operations())
    }


def named() -> list[str]:
    """Every operation, as ``watched`` names them."""
    return [f"{method} {path}" for method, path in operations()]


@contextmanager
def watched() -> Iterator[set[str]]:
    """The operations that are answered well meanwhile, ``GET /api/v1/games/{id}/``; what is not as
    it is described fails the test that asked."""
    from django.test import Client
    from django.urls import Resolver404, resolve

    answered: set[str] = set()
    ask: Callable[..., Any] = Client.request

    def asks(client: Client, **request: Any) -> Any:
        answer = ask(client, **request)
        path = str(request.get("PATH_INFO", ""))
        method = str(request.get("REQUEST_METHOD", "GET"))
        if path.startswith(ROOT) and not answer.streaming:
            try:
                where = described_path(resolve(path).route)
            except Resolver404:
                return answer
            operation = operations().get((method, where))
            if operation is not None:
                operation.validate_response(_told(answer, method, path))
                if 200 <= answer.status_code < 300:
                    answered.add(f"{method} {where}")
        return answer

    with patch.object(Client, "request", asks):
        yield answered


@cache
def described_path(route: str) -> str:
    """A route as the description writes it: ``/games/{id}/`` for ``^games/(?P<id>[0-9]+)/$``."""
    from django.contrib.admindocs.views import simplify_regex

    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", simplify_regex(route))


def _told(answer: Any, method: str, path: str) -> Any:
    """The answer as the description's library takes it."""
    import requests
    from schemathesis.core.transport import Response

    asked = requests.Request(method, f"http://testserver{path}").prepare()
    headers = {name.lower(): [value] for name, value in answer.headers.items()}
    return Response(answer.status_code, headers, answer.content, asked, 0.0, verify=False)
