"""What the API is asked in a query: nothing but what the schema of the operation names, and of its
kind and range. One door for all operations, the schema's own words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry
from rest_framework.views import APIView

from config.api.schema import HouseSchema
from config.refusals import Refusal, envelope

Schema = Mapping[str, Any]

_WHOLE = re.compile(r"-?[0-9]{1,19}")
_LOCK = Lock()


class QueryMiddleware(MiddlewareMixin):
    """Refuses ``unknown-parameter`` and ``parameter-value`` before an operation is called."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], arguments: Any, options: Any
    ) -> HttpResponse | None:
        if not request.GET or not issubclass(getattr(view, "cls", object), APIView):
            return None
        method = "GET" if request.method == "HEAD" else request.method or ""
        known = parameters(view, method)
        if known is None:
            return None
        refusals = list(problems(known, request.GET.lists()))
        return JsonResponse(envelope(refusals), status=400) if refusals else None


def problems(known: Mapping[str, Schema], given: Iterable[tuple[str, Any]]) -> Iterator[Refusal]:
    """What is wrong with a query."""
    for name, values in given:
        if name == "page" and "after" in known:
            # The list itself says that its pages have no numbers.
            continue
        if name not in known:
            words = "This parameter is not known here."
            yield Refusal("unknown-parameter", words, name[:64], {"known": sorted(known)})
            continue
        for value in values:
            words = value_problem(known[name], value)
            if words:
                yield Refusal("parameter-value", words, name)


def value_problem(schema: Schema, value: str) -> str:
    """What is wrong with one value, in a sentence; empty where nothing is."""
    if schema.get("type") == "array":
        return value_problem(schema.get("items", {}), value)
    if "enum" in schema:
        allowed = [str(each) for each in schema["enum"]]
        return "" if value in allowed else f"This is one of {', '.join(filter(None, allowed))}."
    match schema.get("type"):
        case "boolean":
            return "" if value in ("true", "false") else "This is true or false."
        case "integer":
            return _outside(schema, int(value)) if _WHOLE.fullmatch(value) else _NO_WHOLE
        case "number":
            number = _number(value)
            return "A number is asked for." if number is None else _outside(schema, number)
        case "string" if len(value) > schema.get("maxLength", math.inf):
            return f"This has up to {schema['maxLength']} characters."
    return ""


_NO_WHOLE = "A whole number is asked for."


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _outside(schema: Schema, number: float) -> str:
    least, most = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    if least <= number <= most:
        return ""
    if math.isinf(most):
        return f"This is {least} or more."
    return f"This is {least} to {most}." if math.isfinite(least) else f"This is {most} or less."


@lru_cache(maxsize=1024)
def parameters(view: Callable[..., Any], method: str) -> Mapping[str, Schema] | None:
    """By name the parameters of a query that an operation takes, as the schema describes them;
    ``None`` where there is no such operation, or none that the schema tells of."""
    cls: Any = view.cls  # type: ignore[attr-defined]
    actions = getattr(view, "actions", None)
    there = {name.upper() for name in actions} if actions else set(cls().allowed_methods)
    if method == "OPTIONS" or method not in there:
        return None
    # The schema's classes keep the view that they describe.
    with _LOCK:
        generator = SchemaGenerator()
        schema = generator.create_view(view, method).schema
        if not isinstance(schema, HouseSchema):
            return None
        return schema.query(method, ComponentRegistry())
