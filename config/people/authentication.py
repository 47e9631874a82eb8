"""Authentication of programs by their API tokens."""

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
"""How exactly the last use of a token is known: a read that writes each time would be no read."""


class ScopedTokenAuthentication(TokenAuthentication):
    """``Authorization: Token ...``, with the scope of the token kept to in the whole request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Who it is and by which token; ``token-scope`` for a write with one that only reads,
        ``second-factor-required`` for whom the operator wants to have one."""
        limit_request(None)
        found = super().authenticate(request)
        if found is None:
            return None
        user, token = found
        if is_obliged(user) and not has_second_factor(user):
            raise Refused(obliged_refusal())
        if request.method not in SAFE_METHODS:
            if token.scope == ApiToken.Scope.READ:
                raise Refused(refusal(token.scope))
            if token.scope != ApiToken.Scope.DIRECTOR:
                limit_request(Limit(user.pk, token.scope))
        return user, token

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """401 for a token that is none, that was revoked, has ended, or whose account is closed."""
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
    """Keep when it was last used, where that is not known closely enough."""
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - USE_NOTED_EVERY:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
