"""When signing in by password is closed for a while, on every page that has a form for it."""

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
    """Beside an account's wrong guesses from a place, all those from that place count together:
    who tries one password on thirty accounts guesses thirty times."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """What is held against the limit of one account: as many as that where the place is closed
        for all of them."""
        of_account = int(super().get_failures(request, credentials))
        if self.failures_from_place(request) < settings.SIGN_IN_FAILURES_OF_A_PLACE:
            return of_account
        return max(of_account, settings.AXES_FAILURE_LIMIT)

    def failures_from_place(self, request: Any) -> int:
        """Wrong guesses from the visitor's address, whoever they were for, within the time that a
        lock lasts."""
        recent = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address, attempt_time__gt=get_cool_off_threshold(request)
        )
        return recent.aggregate(count=Sum("failures_since_start"))["count"] or 0


def account_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str | None:
    """Which account a guess is for, as its failures are kept: in lower case, and never longer than
    an address can be."""
    found = (credentials or {}).get("username") or request.POST.get("username")
    return str(found).strip().lower()[:LONGEST_ADDRESS] if found else None
