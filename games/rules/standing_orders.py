"""Standing orders: about which decisions a manager wants to be asked during play, and which take
their default.

Rules offer a decision wherever a manager *could* speak, some four hundred times a game; at a table
managers are not asked, but speak up. A side's standing orders say of each topic when its manager is
asked; elsewhere the usual answer is taken, and the manager may still speak up before the next
throw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from config.refusals import Refusal, refuse_all
from games.engine.system import System

LATE_INNINGS: Final = 3
"""How many innings at the end of regulation are late, with all after them: from the 7th of nine
on."""


class When(StrEnum):
    """When a manager is asked; ``NEVER``: the usual answer is taken, ``HOUSE``: that of the house's
    manager."""

    NEVER = "never"
    HOUSE = "house"
    LATE = "late"
    ALWAYS = "always"

    @property
    def words(self) -> str:
        """The words in which it is offered."""
        return {
            "never": "Never",
            "house": "The house decides",
            "late": "From the last three innings on",
            "always": "Always",
        }[self.value]


@dataclass(frozen=True)
class Topic:
    """Decisions that a manager sets together when choosing what to be asked about.

    ``decisions`` are their names in transcripts. ``usual`` is when a manager is asked who plays
    against the house and has not said otherwise.
    """

    key: str
    label: str
    decisions: tuple[str, ...]
    usual: When = When.NEVER


@dataclass(frozen=True)
class StandingOrders:
    """One side's, for one game system: when it is asked, by the topics' keys; ``third``: about
    everything while a runner is on third base."""

    topics: Sequence[Topic]
    when: Mapping[str, When]
    third: bool = False

    def about(self, decision: str, inning: int, innings: int, *, runner_on_third: bool) -> When:
        """What holds for this decision now: ``ALWAYS`` where the manager is asked, else ``NEVER``
        or ``HOUSE``. ``innings``: of a regulation game."""
        when = next(
            (self.when.get(topic.key) for topic in self.topics if decision in topic.decisions), None
        )
        if when is None or (self.third and runner_on_third):
            return When.ALWAYS
        if when is When.LATE:
            return When.ALWAYS if inning > innings - LATE_INNINGS else When.NEVER
        return when

    def as_json(self) -> dict[str, Any]:
        """Plain values of it, for JSON, which ``read_orders`` reads."""
        return {"when": {key: str(when) for key, when in self.when.items()}, "third": self.third}


def topics_of(system: System, named: Sequence[Topic]) -> tuple[Topic, ...]:
    """The topics of a system: those it names, and each other decision for itself."""
    known = {decision for topic in named for decision in topic.decisions}
    return (
        *named,
        *(
            Topic(decision.name, decision.question.rstrip("?"), (decision.name,))
            for decision in system.decisions
            if decision.name not in known
        ),
    )


def everything(topics: Sequence[Topic]) -> StandingOrders:
    """Orders to be asked about everything: the usual ones where another person plays."""
    return StandingOrders(topics, {topic.key: When.ALWAYS for topic in topics})


def usual(topics: Sequence[Topic]) -> StandingOrders:
    """Orders to be asked about what is worth a press: the usual ones against the house."""
    return StandingOrders(topics, {topic.key: topic.usual for topic in topics})


def read_orders(topics: Sequence[Topic], given: object) -> StandingOrders:
    """Orders from plain values. Refused: ``not-orders``, ``unknown-topic``, ``unknown-when``, each
    with its field as place. A topic that is left out is asked about."""
    if not isinstance(given, Mapping) or not isinstance(given.get("when", {}), Mapping):
        refuse_all([Refusal("not-orders", "Standing orders are a table of topics.", "when")])
    assert isinstance(given, Mapping)  # noqa: S101 - refused above
    third, when = given.get("third", False), given.get("when", {})
    keys = {topic.key for topic in topics}
    problems = [
        Refusal("unknown-topic", f"This game asks nothing about {str(key)[:40]!r}.", f"when.{key}")
        for key in when
        if key not in keys
    ]
    problems += [
        Refusal(
            "unknown-when",
            f"It is {', '.join(When)}, not {str(value)[:40]!r}.",
            f"when.{key}",
        )
        for key, value in when.items()
        if value not in list(When)
    ]
    if not isinstance(third, bool):
        problems.append(Refusal("not-orders", "It is true or false.", "third"))
    refuse_all(problems)
    return StandingOrders(topics, {key: When(value) for key, value in when.items()}, third)
