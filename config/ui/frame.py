"""What every page has in common: a page and the part of it that asks anew share an address."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def show(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or for its own live part asking anew that part alone; both under one address."""
    partial = wants_part(request)
    response = render(
        request, part if partial else page, {**context, "partial": partial}, status=status
    )
    patch_vary_headers(response, ["HX-Request"])
    return response


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and not for a page of its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request
