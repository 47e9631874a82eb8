"""Who may view or direct an event key (scope), such as "tournament:12".

The lower apps do not know what their objects belong to; the app that made them registers a policy
for its kind of scope, so that pages, API and live topics share one answer.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from config.kinds import Kinds
from config.people.models import User
from config.people.token_scopes import usable
from config.refusals import Refusal, Refused

P = ParamSpec("P")
R = TypeVar("R")

Visitor = User | AnonymousUser


@dataclass(frozen=True)
class Standing:
    may_view: bool
    may_direct: bool


CHANGE_ACCOUNTS: Final = "people.change_user"
"""The admin permission to change other users' accounts."""

STRANGER: Final = Standing(may_view=False, may_direct=False)
STAFF: Final = Standing(may_view=True, may_direct=True)


class AccessPolicy(Protocol):
    """Access to one kind of scope; ``key`` is what follows the colon."""

    def standing(self, user: Visitor, key: str) -> Standing:
        """Whether the user may view and direct the scope; never called for staff."""
        ...

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """Which of these users (ids) may view; ``None`` if all may."""
        ...

    def directors(self, key: str) -> frozenset[int]:
        """The ids of its appointed directors, without site staff."""
        ...

    def latest(self) -> Sequence[tuple[str, str]]:
        """Key and name of the latest scopes, newest first."""
        ...

    def way_back(self, key: str) -> tuple[str, str]: ...

    def player(self, key: str, card: int) -> str:
        """The address of a card's statistics in it; empty if there are none."""
        ...

    def club(self, key: str, team: int) -> str: ...


POLICIES: Final[Kinds[AccessPolicy]] = Kinds()
"""The access policies by kind of scope."""


def standing(user: Visitor, scope: str) -> Standing:
    if is_staff(user):
        return STAFF
    policy_and_key = POLICIES.of(scope)
    return policy_and_key[0].standing(user, policy_and_key[1]) if policy_and_key else STRANGER


def may_view(user: Visitor, scope: str) -> bool:
    return standing(user, scope).may_view


def viewers(people: Collection[int], scope: str) -> frozenset[int] | None:
    """Which of these users (ids) may view the scope; ``None`` if all may. The same answer as
    ``may_view`` for each, in few queries for all."""
    policy_and_key = POLICIES.of(scope)
    viewer_ids = (
        policy_and_key[0].viewers(people, policy_and_key[1]) if policy_and_key else frozenset()
    )
    if viewer_ids is None:
        return None
    active = User.objects.filter(pk__in=people, is_active=True)
    return frozenset(
        active.filter(Q(is_staff=True) | Q(pk__in=viewer_ids)).values_list("pk", flat=True)
    )


def may_direct(user: Visitor, scope: str) -> bool:
    return standing(user, scope).may_direct


def verify_directs(user: User | None, scope: str) -> None:
    """Refuse with ``director-only`` a user who does not direct the scope. ``None`` is the site
    itself, whose timed jobs may do everything."""
    if user is not None and not may_direct(user, scope):
        raise Refused(Refusal("director-only", "Only a director of the event may do that."))


def verify_may(may: bool, sentence: str) -> None:
    """Refuse with ``permission-denied`` unless the user may; the sentence says who may."""
    if not may:
        raise Refused(Refusal("permission-denied", sentence))


def verify_own(user: User, acting_user: User | None, *, or_office: bool = False) -> None:
    """Refuse with ``permission-denied`` everyone but the owner of the account ``user``;
    ``or_office`` also allows users who may change accounts in the admin. ``None`` is the site
    itself."""
    may = acting_user is None or acting_user.pk == user.pk
    may = may or (or_office and acting_user is not None and acting_user.has_perm(CHANGE_ACCOUNTS))
    verify_may(may, "Only the owner of the account may do that.")


def for_directors_of(thing: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a service whose ``acting_user`` must direct the scope of its argument ``thing``.
    Refused, before anything else: ``director-only``."""

    def guarded(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def verified(*arguments: P.args, **given: P.kwargs) -> R:
            named = cast(dict[str, Any], given)
            verify_directs(named["acting_user"], named[thing].scope)
            return act(*arguments, **given)

        return verified

    return guarded


def directors(scope: str) -> frozenset[int]:
    policy_and_key = POLICIES.of(scope)
    return policy_and_key[0].directors(policy_and_key[1]) if policy_and_key else frozenset()


def latest() -> list[tuple[str, str]]:
    return [(f"{kind}:{key}", name) for kind, policy in POLICIES for key, name in policy.latest()]


def way_back(scope: str) -> tuple[str, str] | None:
    """The name of what the scope names, and the address of its page."""
    policy_and_key = POLICIES.of(scope)
    return policy_and_key[0].way_back(policy_and_key[1]) if policy_and_key else None


def player(scope: str, card: int) -> str:
    """The address of a card's statistics in the scope; empty without a card or statistics."""
    policy_and_key = POLICIES.of(scope)
    return policy_and_key[0].player(policy_and_key[1], card) if policy_and_key and card else ""


def club(scope: str, team: int) -> str:
    policy_and_key = POLICIES.of(scope)
    return policy_and_key[0].club(policy_and_key[1], team) if policy_and_key else ""


def is_staff(user: Visitor) -> bool:
    """Whether the user is site staff, who may do everywhere what directors may, except by a token
    of narrow scope."""
    return bool(user.is_authenticated and user.is_staff) and usable(user, lambda: True)
