"""Who may look at or direct what a scope names, such as "tournament:12".

The floors below do not know what their things belong to; the app that made them registers a policy
for its scope, so that one question has one answer on every page, in the API and on live topics.
"""

from typing import Protocol

from django.contrib.auth.models import AnonymousUser

from config.people.models import User

Visitor = User | AnonymousUser


class AccessPolicy(Protocol):
    """Answers for one kind of scope; ``key`` is what follows the colon."""

    def may_view(self, user: Visitor, key: str) -> bool:
        """Whether the user may look at what lies in the scope."""
        ...

    def may_direct(self, user: Visitor, key: str) -> bool:
        """Whether the user runs it."""
        ...

    def way_back(self, key: str) -> tuple[str, str]:
        """Its name and the address of its page."""
        ...


_policies: dict[str, AccessPolicy] = {}


def register(kind: str, policy: AccessPolicy) -> None:
    """Let ``policy`` answer for scopes that begin with ``kind:``."""
    _policies[kind] = policy


def may_view(user: Visitor, scope: str) -> bool:
    """Whether the user may see what lies in the scope."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return is_staff(user) or (policy is not None and policy.may_view(user, key))


def may_direct(user: Visitor, scope: str) -> bool:
    """Whether the user directs it."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return is_staff(user) or (policy is not None and policy.may_direct(user, key))


def way_back(scope: str) -> tuple[str, str] | None:
    """The name and the address of what the scope names."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return None if policy is None else policy.way_back(key)


def is_staff(user: Visitor) -> bool:
    """Staff of the house may do what a director may, everywhere."""
    return bool(user.is_authenticated and user.is_staff)
