"""Who may look at or direct what a scope names, such as "tournament:12".

The floors below do not know what their things belong to; the app that made them registers a policy
for its scope, so that one question has one answer on every page, in the API and on live topics.
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
    """What a user may do with what lies in a scope: look at it, run it."""

    may_view: bool
    may_direct: bool


CHANGE_ACCOUNTS: Final = "people.change_user"
"""The permission of the back office without which others' accounts are not touched."""

STRANGER: Final = Standing(may_view=False, may_direct=False)
STAFF: Final = Standing(may_view=True, may_direct=True)


class AccessPolicy(Protocol):
    """Answers for one kind of scope; ``key`` is what follows the colon."""

    def standing(self, user: Visitor, key: str) -> Standing:
        """Whether the user may look at what lies in the scope, and run it; staff are not asked
        about."""
        ...

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """Which of these people (ids of users) may look; ``None`` where everybody may."""
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

    def player(self, key: str, card: int) -> str:
        """The address of what the player of a card has done in it; empty where that is not kept."""
        ...

    def club(self, key: str, team: int) -> str:
        """The address of a club's page in it."""
        ...


POLICIES: Final[Kinds[AccessPolicy]] = Kinds()
"""Who answers for scopes, by their kind."""


def standing(user: Visitor, scope: str) -> Standing:
    """What the user may do with what lies in the scope."""
    if is_staff(user):
        return STAFF
    found = POLICIES.of(scope)
    return found[0].standing(user, found[1]) if found else STRANGER


def may_view(user: Visitor, scope: str) -> bool:
    """Whether the user may see what lies in the scope."""
    return standing(user, scope).may_view


def viewers(people: Collection[int], scope: str) -> frozenset[int] | None:
    """Which of these people (ids of users) may see what lies in the scope; ``None`` where
    everybody may. The same answer as ``may_view`` gives for each, in few queries for all."""
    found = POLICIES.of(scope)
    seeing = found[0].viewers(people, found[1]) if found else frozenset()
    if seeing is None:
        return None
    active = User.objects.filter(pk__in=people, is_active=True)
    return frozenset(
        active.filter(Q(is_staff=True) | Q(pk__in=seeing)).values_list("pk", flat=True)
    )


def may_direct(user: Visitor, scope: str) -> bool:
    """Whether the user directs it."""
    return standing(user, scope).may_direct


def verify_directs(user: User | None, scope: str) -> None:
    """Refuse with ``director-only`` a user who does not direct the scope. ``None`` is the house
    itself, whose timed jobs may do everything."""
    if user is not None and not may_direct(user, scope):
        raise Refused(Refusal("director-only", "Only a director of the event may do that."))


def verify_may(may: bool, sentence: str) -> None:
    """Refuse with ``permission-denied`` unless the user may; the sentence says who may."""
    if not may:
        raise Refused(Refusal("permission-denied", sentence))


def verify_own(user: User, acting_user: User | None, *, or_office: bool = False) -> None:
    """Refuse with ``permission-denied`` anyone but the owner of the account ``user``; ``or_office``
    lets in who may change accounts in the back office. ``None`` is the house itself."""
    may = acting_user is None or acting_user.pk == user.pk
    may = may or (or_office and acting_user is not None and acting_user.has_perm(CHANGE_ACCOUNTS))
    verify_may(may, "Only the owner of the account may do that.")


def for_directors_of(thing: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A service whose ``acting_user`` has to direct what its argument of that name lies in, which
    has a ``scope``. Refused, before anything else: ``director-only``."""

    def guarded(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def verified(*arguments: P.args, **given: P.kwargs) -> R:
            named = cast(dict[str, Any], given)
            verify_directs(named["acting_user"], named[thing].scope)
            return act(*arguments, **given)

        return verified

    return guarded


def directors(scope: str) -> frozenset[int]:
    """The ids of those who were made its directors."""
    found = POLICIES.of(scope)
    return found[0].directors(found[1]) if found else frozenset()


def latest() -> list[tuple[str, str]]:
    """The scopes that were made last, with their names."""
    return [(f"{kind}:{key}", name) for kind, policy in POLICIES for key, name in policy.latest()]


def way_back(scope: str) -> tuple[str, str] | None:
    """The name and the address of what the scope names."""
    found = POLICIES.of(scope)
    return found[0].way_back(found[1]) if found else None


def player(scope: str, card: int) -> str:
    """The address of what somebody with a card has done in what the scope names."""
    found = POLICIES.of(scope)
    return found[0].player(found[1], card) if found and card else ""


def club(scope: str, team: int) -> str:
    """The address of a club's page in what the scope names; empty where there are none."""
    found = POLICIES.of(scope)
    return found[0].club(found[1], team) if found else ""


def is_staff(user: Visitor) -> bool:
    """Staff of the house may do what a director may, everywhere, but by a token of narrow scope."""
    return bool(user.is_authenticated and user.is_staff) and usable(user, lambda: True)
