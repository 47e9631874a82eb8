"""Registries by which lower apps ask questions that upper apps answer.

"tournament:12" names a thing: its kind stands before the colon, its key behind. A lower floor that
has to know something of it asks what is registered for the kind, and knows no more than that. A
``Question`` has one answer, whatever it is asked about.
"""

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

Answer = TypeVar("Answer")
Facts = ParamSpec("Facts")


def parted(name: str) -> tuple[str, str]:
    """The kind and the key of what "tournament:12" names."""
    kind, _, key = name.partition(":")
    return kind, key


class Kinds(Generic[Answer]):
    """Who answers one question, by the kind of thing it is asked about."""

    def __init__(self) -> None:
        self._answers: dict[str, Answer] = {}

    def __iter__(self) -> Iterator[tuple[str, Answer]]:
        return iter(self._answers.items())

    def register(self, kind: str, answer: Answer) -> None:
        """Ask ``answer`` about things of that kind, and nobody who registered before."""
        self._answers[kind] = answer

    def of(self, name: str) -> tuple[Answer, str] | None:
        """Who answers for what is so named, and its key; ``None`` where nobody does."""
        kind, key = parted(name)
        answer = self._answers.get(kind)
        return None if answer is None else (answer, key)


class Question(Generic[Facts, Answer]):
    """A question that one floor above answers. It is written as a function, which says what is so
    as long as nobody has registered."""

    def __init__(self, unanswered: Callable[Facts, Answer]) -> None:
        self._answer = unanswered

    def register(self, answer: Callable[Facts, Answer]) -> None:
        """Ask ``answer`` from now on."""
        self._answer = answer

    def __call__(self, *args: Facts.args, **kwargs: Facts.kwargs) -> Answer:
        return self._answer(*args, **kwargs)
