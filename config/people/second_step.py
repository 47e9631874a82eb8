"""Treat a user as signed out until the second factor has been given.

Signing in to an account with a second factor makes a session ``DUE``. Until it is ``PASSED``, by a
passkey or a code, the user counts as a stranger: pages redirect to the step, API and live streams
answer as to a visitor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from config.people.models import User
from config.people.second_factor import (
    DUE,
    PASSED,
    SHOWN_AT,
    STATE,
    has_second_factor,
    is_obliged,
)
from config.refusals import Refusal, envelope

PROGRAMS = ("/api/", "/live/")
"""Paths of API clients: they do not redirect to the step."""


@receiver(user_logged_in)
def ask_for_second_factor(sender: object, request: HttpRequest, user: User, **more: Any) -> None:
    """Make a session that a password has opened wait for the second factor."""
    request.session.pop(STATE, None)
    request.session.pop(SHOWN_AT, None)
    if has_second_factor(user):
        request.session[STATE] = DUE


class SecondStepMiddleware(MiddlewareMixin):
    """Treat a user who still owes a code as a stranger; ``request.entering`` is the account."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        user = request.user
        if not user.is_authenticated:
            return None
        state = request.session.get(STATE)
        if state == DUE:
            _make_stranger(request, user)
            return _to_step(request)
        if state != PASSED and is_obliged(user) and not has_second_factor(user):
            return _to_set_up(request)
        return None


def _make_stranger(request: HttpRequest, user: User) -> None:
    stranger = AnonymousUser()

    async def auser() -> AnonymousUser:
        return stranger

    request.entering = user  # type: ignore[attr-defined]
    request.user = stranger
    request.auser = auser


def _to_step(request: HttpRequest) -> HttpResponse | None:
    step = reverse("people:second-step")
    open_pages = (step, reverse("people:ask-passkey"), reverse("people:sign-out"))
    if request.path in open_pages or request.path.startswith(PROGRAMS):
        return None
    next_page = request.GET.get("next") or request.get_full_path()
    if request.method != "GET" or next_page.startswith(reverse("people:enter")):
        next_page = "/"
    return redirect(f"{step}?{urlencode({'next': next_page}, safe='/')}")


def _to_set_up(request: HttpRequest) -> HttpResponse | None:
    if request.path.startswith(PROGRAMS):
        return JsonResponse(envelope([obliged_refusal()]), status=403)
    if request.path.startswith("/account/"):
        return None
    return redirect("people:second-factor")


def obliged_refusal() -> Refusal:
    """The refusal for a user without the second factor that the operator requires."""
    return Refusal(
        "second-factor-required",
        "The operator of this site requires a second factor for your account. Set it up on your "
        "page "
        "Security.",
    )
