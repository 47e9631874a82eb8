"""What the pages of this floor have in common."""

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from config.people.models import User
from games.doors import way_back
from games.models import Series

Crumbs = list[tuple[str, str]]


def crumbs_to(series: Series) -> Crumbs:
    """The way to a series: home, and what the series belongs to."""
    above = way_back(series)
    return [("Home", reverse("home")), *([above] if above else [])]


def show(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or that part of it alone which asks anew; both live under one address."""
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


def user_of(request: HttpRequest) -> User:
    """The person who is signed in; for views behind ``login_required``."""
    return cast(User, request.user)
