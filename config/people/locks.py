"""Temporary locks of sign-in by password, on every page with a form for it."""

from collections.abc import Mapping
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest

from config.people.models import LONGEST_ADDRESS


class SignInLock(AxesDatabaseHandler):
    """Besides the wrong guesses for an account, all those from one address count together: one
    password tried on thirty accounts is thirty guesses."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The failures counted against the limit of an account; at least the limit if the address
        is locked for all accounts."""
        of_account = int(super().get_failures(request, credentials))
        if self.failures_from_place(request) < settings.SIGN_IN_FAILURES_OF_A_PLACE:
            return of_account
        return max(of_account, settings.AXES_FAILURE_LIMIT)

    def failures_from_place(self, request: Any) -> int:
        """Wrong guesses from the visitor's address for any account, within the duration of a
        lock."""
        recent = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address, attempt_time__gt=get_cool_off_threshold(request)
        )
        return recent.aggregate(count=Sum("failures_since_start"))["count"] or 0


def account_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str | None:
    """The account that a guess is for, as its failures are stored: in lower case, and no longer
    than an address can be."""
    username = (credentials or {}).get("username") or request.POST.get("username")
    return str(username).strip().lower()[:LONGEST_ADDRESS] if username else None
