"""The security log of an account: what was done with it, and attempts to sign in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from axes.models import AccessFailureLog, AccessLog

from config.journal.models import Action
from config.people.browsers import browser_of
from config.people.models import User
from config.people.tokens import scope_of

MOST_EVENTS = 100

WORDS = {
    "account-created": "Account made",
    "account-changed": "Account changed in the back office",
    "profile-changed": "Profile changed",
    "password-changed": "Password changed",
    "api-token-created": "API token made",
    "api-token-rotated": "API token replaced",
    "api-token-revoked": "API token revoked",
    "session-ended": "Signed out at one place",
    "signed-out-everywhere": "Signed out everywhere",
    "second-factor-set-up": "App for codes set up",
    "code-app-removed": "App for codes removed",
    "second-factor-removed": "Second factor removed",
    "second-factor-failed": "Wrong code of the second factor",
    "recovery-codes-made": "Recovery codes made",
    "recovery-code-used": "Recovery code used",
    "passkey-added": "Passkey added",
    "passkey-renamed": "Passkey renamed",
    "passkey-used": "Passkey used",
    "passkey-refused": "A passkey was refused",
    "passkey-removed": "Passkey removed",
    "data-taken": "Data taken away",
    "account-closed": "Account closed",
}

ALARMING = frozenset({"second-factor-failed", "passkey-refused"})
"""Acts that an intruder may have done."""

LINK = "/account/enter/"
"""The path of sign-in links."""


@dataclass(frozen=True)
class Event:
    """One line of the security log; ``alarming`` marks possible acts of an intruder."""

    at: datetime
    code: str
    what: str
    detail: str
    alarming: bool = False


def events_of(user: User) -> list[Event]:
    """The latest events of all kinds, newest first. Sign-ins are kept for
    ``SIGN_INS_KEPT_DAYS``."""
    events = [*_done(user), *_entered(user), *_tried(user)]
    return sorted(events, key=lambda event: event.at, reverse=True)[:MOST_EVENTS]


def _done(user: User) -> Iterator[Event]:
    actions = Action.objects.filter(scope=scope_of(user), code__in=WORDS).select_related("actor")
    for action in actions.order_by("-pk")[:MOST_EVENTS]:
        actor = "" if action.actor_id in (user.pk, None) else f"by {action.actor}"
        description = ", ".join(
            filter(None, (_detail({**(action.old or {}), **(action.new or {})}), actor))
        )
        yield Event(
            action.at, action.code, WORDS[action.code], description, action.code in ALARMING
        )


def _detail(facts: dict[str, Any]) -> str:
    if "scope" in facts:
        return f"{facts.get('name') or 'unnamed'} ({facts['scope']})"
    return str(facts.get("place") or facts.get("passkey") or "")


def _entered(user: User) -> Iterator[Event]:
    for row in AccessLog.objects.filter(username=user.email).order_by("-pk")[:MOST_EVENTS]:
        description = "Signed in by a mailed link" if row.path_info == LINK else "Signed in"
        yield Event(row.attempt_time, "signed-in", description, _from(row))


def _tried(user: User) -> Iterator[Event]:
    rows = AccessFailureLog.objects.filter(username=user.email)
    for row in rows.order_by("-pk")[:MOST_EVENTS]:
        yield Event(row.attempt_time, "sign-in-failed", "Wrong password", _from(row), True)


def _from(row: AccessLog | AccessFailureLog) -> str:
    return f"{browser_of(row.user_agent or '')}, {row.ip_address or 'address unknown'}"
