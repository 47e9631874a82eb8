"""The topic under which a person's notices are published."""

from __future__ import annotations

from collections.abc import Iterable

from config.live.services import publish
from config.people.scopes import Visitor

KIND = "person"


def person_topic(person: int) -> str:
    """The topic of a user, by id."""
    return f"{KIND}:{person}"


def may_watch(user: Visitor, key: str) -> bool:
    """Users watch their own topic and no other."""
    return user.is_authenticated and str(user.pk) == key


def tell(people: Iterable[int]) -> None:
    """Have the bells of these people ask again, once the caller's transaction is through."""
    publish(*(person_topic(person) for person in sorted(set(people))))
