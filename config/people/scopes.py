"""Who may look at or direct what a scope names, such as "tournament:12".

The floors below do not know what their things belong to; the app that made them registers a policy
for its scope, so that one question has one answer on every page, in the API and on live topics.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from config.people.models import User

Visitor = User | AnonymousUser


class AccessPolicy(Protocol):
    """Answers for one kind of scope; ``key`` is what follows the colon."""

    def may_view(self, user: Visitor, key: str) -> bool:
        """Whether the user may look at what lies in the scope."""
        ...

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """Which of these people (ids of users) may look; ``None`` where everybody may."""
        ...

    def may_direct(self, user: Visitor, key: str) -> bool:
        """Whether the user runs it."""
        ...

    def directors(self, key: str) -> frozenset[int]:
        """Who was made its director (ids of users); staff of the house are not among them."""
        ...

    def latest(self) -> Sequence[tuple[str, str]]:
        """Key and name of those that were made last, the newest first."""
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


def viewers(people: Collection[int], scope: str) -> frozenset[int] | None:
    """Which of these people (ids of users) may see what lies in the scope; ``None`` where
    everybody may. The same answer as ``may_view`` gives for each, in few queries for all."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    found = policy.viewers(people, key) if policy else frozenset()
    if found is None:
        return None
    active = User.objects.filter(pk__in=people, is_active=True)
    return frozenset(active.filter(Q(is_staff=True) | Q(pk__in=found)).values_list("pk", flat=True))


def may_direct(user: Visitor, scope: str) -> bool:
    """Whether the user directs it."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return is_staff(user) or (policy is not None and policy.may_direct(user, key))


def directors(scope: str) -> frozenset[int]:
    """The ids of those who were made its directors."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return frozenset() if policy is None else policy.directors(key)


def latest() -> list[tuple[str, str]]:
    """The scopes that were made last, with their names."""
    return [
        (f"{kind}:{key}", name)
        for kind, policy in _policies.items()
        for key, name in policy.latest()
    ]


def way_back(scope: str) -> tuple[str, str] | None:
    """The name and the address of what the scope names."""
    kind, _, key = scope.partition(":")
    policy = _policies.get(kind)
    return None if policy is None else policy.way_back(key)


def is_staff(user: Visitor) -> bool:
    """Staff of the house may do what a director may, everywhere."""
    return bool(user.is_authenticated and user.is_staff)
