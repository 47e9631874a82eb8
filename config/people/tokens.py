"""API tokens with which programs act as a user: made, revoked, ended."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from config.journal.models import Action
from config.journal.services import log_action
from config.lines import clean_line
from config.people.models import ApiToken, User
from config.people.scopes import verify_own
from config.people.token_scopes import verify_unlimited
from config.quotas import verify_quota
from config.refusals import Refusal, Refused, refuse_all

PREFIX = "horsehide_"
"""The prefix by which secret scanners recognize a token."""

TOKEN_MADE = ("api-token-created", "api-token-rotated")
"""The log codes for a new token; the second is from the time when an account had only one."""

LONGEST_NAME = 60
MOST_TOKENS = 50
"""The most tokens of an account at a time."""


def digest_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def issue_api_token(
    *,
    user: User,
    acting_user: User | None,
    name: str = "",
    scope: str = ApiToken.Scope.DIRECTOR,
    ends_at: datetime | None = None,
) -> str:
    """Make a token and return it, this once.

    Refused: ``permission-denied``, ``token-name-length``, ``no-such-scope``, ``ends-in-the-past``,
    ``too-many-tokens``, ``quota-reached``; ``token-scope`` when requested with a token of a narrow
    scope.
    """
    verify_own(user, acting_user)
    name = clean_line(name)
    verify_unlimited()
    _verify(name, scope, ends_at)
    key = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        verify_quota(acting_user, "tokens", lambda: tokens_of_today(user))
        token_count = ApiToken.objects.filter(user=user).count()
        if acting_user is not None and token_count >= MOST_TOKENS:
            raise Refused(
                Refusal(
                    "too-many-tokens",
                    f"An account has up to {MOST_TOKENS} tokens. Revoke some first.",
                )
            )
        token = ApiToken.objects.create(
            user=user, name=name, scope=scope, digest=digest_of(key), ends_at=ends_at
        )
        log_action(
            code=TOKEN_MADE[0],
            actor=acting_user,
            scope=scope_of(user),
            subject=user,
            new=_facts(token),
        )
    return key


def _verify(name: str, scope: str, ends_at: datetime | None) -> None:
    refusals = []
    if len(name) > LONGEST_NAME:
        words = f"The name of a token has up to {LONGEST_NAME} characters."
        refusals.append(Refusal("token-name-length", words, "name"))
    if scope not in ApiToken.Scope.values:
        words = f"A token is for one of {', '.join(ApiToken.Scope.values)}."
        refusals.append(Refusal("no-such-scope", words, "scope"))
    if ends_at is not None and ends_at <= timezone.now():
        words = "A token that has ended already opens nothing."
        refusals.append(Refusal("ends-in-the-past", words, "ends_at"))
    refuse_all(refusals)


def tokens_of_today(user: User) -> int:
    actions = Action.objects.filter(
        scope=scope_of(user), code__in=TOKEN_MADE, at__gt=timezone.now() - timedelta(days=1)
    )
    return actions.count()


def revoke_api_token(*, user: User, number: int, acting_user: User | None) -> None:
    """Revoke one of the account's tokens. Refused: ``permission-denied``, ``no-api-token``,
    ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    with transaction.atomic():
        token = ApiToken.objects.select_for_update().filter(user=user, pk=number).first()
        if token is None:
            raise Refused(Refusal("no-api-token", "There is no such API token to revoke."))
        _end(token, acting_user)


def end_api_tokens(*, user: User, acting_user: User | None) -> int:
    """Revoke all of an account's tokens; return how many. Runs in the caller's transaction.
    Refused: ``permission-denied``."""
    verify_own(user, acting_user, or_office=True)
    tokens = list(ApiToken.objects.select_for_update().filter(user=user))
    for token in tokens:
        _end(token, acting_user)
    return len(tokens)


def _end(token: ApiToken, acting_user: User | None) -> None:
    old_facts = _facts(token)
    token.delete()
    log_action(
        code="api-token-revoked",
        actor=acting_user,
        scope=scope_of(token.user),
        subject=token.user,
        old=old_facts,
    )


def _facts(token: ApiToken) -> dict[str, str]:
    ends = token.ends_at.isoformat() if token.ends_at else ""
    return {"name": token.name, "scope": token.scope, "ends_at": ends}


def scope_of(user: User) -> str:
    return f"person:{user.pk}"
