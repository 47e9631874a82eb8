"""What the pages of this floor have in common."""

from typing import cast

from django.http import HttpRequest
from django.urls import reverse

from config.people.models import User
from games.access import way_back
from games.models import Series

Crumbs = list[tuple[str, str]]


def crumbs_to(series: Series) -> Crumbs:
    """The way to a series: home, and what the series belongs to."""
    above = way_back(series)
    return [("Home", reverse("home")), *([above] if above else [])]


def user_of(request: HttpRequest) -> User:
    """The person who is signed in; for views behind ``login_required``."""
    return cast(User, request.user)
