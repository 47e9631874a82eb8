"""Authentication of API clients by their tokens."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from config.people.models import ApiToken, User
from config.people.second_factor import has_second_factor, is_obliged
from config.people.second_step import obliged_refusal
from config.people.token_scopes import Limit, limit_request, refusal
from config.people.tokens import digest_of
from config.refusals import Refused

USE_NOTED_EVERY = timedelta(minutes=5)
"""Precision of the last use of a token, so that not every read writes."""


class ScopedTokenAuthentication(TokenAuthentication):
    """``Authorization: Token ...``; the scope of the token limits the whole request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The user and the token. Refused: ``token-scope`` for a write with a token that only
        reads, ``second-factor-required`` if the operator requires one."""
        limit_request(None)
        credentials = super().authenticate(request)
        if credentials is None:
            return None
        user, token = credentials
        if is_obliged(user) and not has_second_factor(user):
            raise Refused(obliged_refusal())
        if request.method not in SAFE_METHODS:
            if token.scope == ApiToken.Scope.READ:
                raise Refused(refusal(token.scope))
            if token.scope != ApiToken.Scope.DIRECTOR:
                limit_request(Limit(user.pk, token.scope))
        return user, token

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """401 for a token that does not exist, was revoked, has ended, or whose account is
        closed."""
        token = ApiToken.objects.select_related("user").filter(digest=digest_of(key)).first()
        if token is None:
            raise AuthenticationFailed(
                "This token does not exist, or not any more.", "no-such-token"
            )
        if token.is_over:
            raise AuthenticationFailed("This token has ended.", "token-ended")
        if not token.user.is_active:
            raise AuthenticationFailed("This account is closed.", "account-closed")
        note_use(token)
        return token.user, token


def note_use(token: ApiToken) -> None:
    """Store the time of use, unless a recent one is stored."""
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - USE_NOTED_EVERY:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
