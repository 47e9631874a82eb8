"""What the token of the current request may be used for.

A token of scope ``read`` reads what its user may read and writes nothing. One of scope ``manager``
writes as a user who directs nothing and is not staff: every check for directing fails. One of scope
``director``, and a session, have no such limit.

The limit belongs to a request, not to an account, and is kept beside it: it still holds when
services read accounts anew from the database.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from config.people.models import ApiToken, User
from config.refusals import Refusal, Refused

CODE = "token-scope"

WORDS = {
    ApiToken.Scope.READ: "This token is for reading only.",
    ApiToken.Scope.MANAGER: "This token is for what managers do; this takes one that may do all.",
}


@dataclass
class Limit:
    """The narrow scope of the token of a write. ``withheld``: whether the request needed a right
    that its user has and the token has not."""

    user: int
    scope: str
    withheld: bool = False


_limit: ContextVar[Limit | None] = ContextVar("token_limit", default=None)


def limit_request(limit: Limit | None) -> None:
    """Limit the current request from now on; ``None``: no limit."""
    _limit.set(limit)


def refusal(scope: str) -> Refusal:
    return Refusal(CODE, WORDS[ApiToken.Scope(scope)], facts={"scope": scope})


def withheld() -> Refusal | None:
    """The refusal if the request was denied only because of its token."""
    limit = _limit.get()
    return refusal(limit.scope) if limit is not None and limit.withheld else None


def usable(user: User | AnonymousUser, held: Callable[[], bool]) -> bool:
    """Whether rights of a director or of staff may be used in this request; ``held`` says whether
    the user has them, and is called only if they may not be used."""
    limit = _limit.get()
    if limit is None or user.pk != limit.user:
        return True
    limit.withheld = limit.withheld or held()
    return False


def verify_unlimited() -> None:
    """Refuse with ``token-scope`` what no token of a narrow scope may do, whatever its owner may:
    making tokens, or an event."""
    limit = _limit.get()
    if limit is not None:
        raise Refused(refusal(limit.scope))
