"""Standing orders: about which decisions a manager wants to be asked during play, and who takes the
others.

Rules offer a decision wherever a manager *could* speak, some four hundred times a game. A side's
standing orders say of each topic when its manager is asked; elsewhere the computer manager decides
as it would for that club, or the default is taken, and the manager may still speak up before the
next throw. Three levels say it of all topics at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from config.refusals import Refusal, refuse_all
from games.engine.game import Game
from games.engine.system import System

LATE_INNINGS: Final = 3
"""How many innings at the end of regulation are late, with all after them: from the 7th of nine
on."""


FIRST: Final = 0b001
SCORING_POSITION: Final = 0b110
THIRD: Final = 0b100
"""First base, second and third, and third, among the bases that are occupied."""


class When(StrEnum):
    """When a manager is asked. ``NEVER``: the default is taken; ``HOUSE``: the computer manager
    decides; ``KEY``: at key moments (``Topic.is_key``), and where the computer manager would not
    leave things as they are."""

    NEVER = "never"
    HOUSE = "house"
    LATE = "late"
    KEY = "key"
    ALWAYS = "always"

    @property
    def words(self) -> str:
        """The words in which it is offered."""
        return {
            "never": "Never: nothing special is done",
            "house": "Never: the computer decides",
            "late": "From the last three innings on",
            "key": "At key moments",
            "always": "Always",
        }[self.value]


class Level(StrEnum):
    """How much a manager is asked, over all topics."""

    EVERYTHING = "everything"
    IMPORTANT = "important"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        """The words in which it is offered."""
        return {
            "everything": "Everything",
            "important": "Important decisions",
            "nothing": "Nothing",
        }[self.value]


def is_late(game: Game) -> bool:
    """Whether a game is in the last innings of regulation, or beyond."""
    return game.inning > game.law.innings - LATE_INNINGS


def late_or_in_scoring_position(game: Game) -> bool:
    """Whether it is late, or a runner is on second or third."""
    return is_late(game) or bool(game.bases & SCORING_POSITION)


def late_or_on_base(game: Game) -> bool:
    """Whether it is late, or a runner is on base."""
    return is_late(game) or bool(game.bases)


def first_base_is_open(game: Game) -> bool:
    """Whether first base is open with a runner on second or third."""
    return not game.bases & FIRST and bool(game.bases & SCORING_POSITION)


@dataclass(frozen=True)
class Topic:
    """Decisions that a manager sets together when choosing what to be asked about.

    ``decisions`` are their names in transcripts. ``important`` is when a manager is asked who wants
    to be asked what is important; ``is_key`` says whether a game stands at a key moment. Of a topic
    with ``people_only`` the computer manager cannot know the answer.
    """

    key: str
    label: str
    decisions: tuple[str, ...]
    important: When = When.HOUSE
    is_key: Callable[[Game], bool] = late_or_in_scoring_position
    people_only: bool = False

    def at(self, level: Level) -> When:
        """When a manager is asked about it at a level."""
        if level is Level.EVERYTHING or self.people_only:
            return When.ALWAYS
        return self.important if level is Level.IMPORTANT else When.HOUSE


@dataclass(frozen=True)
class StandingOrders:
    """One side's, for one game system: when it is asked, by the topics' keys; ``third``: about
    everything while a runner is on third base; ``level`` where they are one of the three.
    ``unasked``: what holds before the late innings where a manager is asked in those."""

    topics: Sequence[Topic]
    when: Mapping[str, When]
    third: bool = False
    level: Level | None = None
    unasked: When = When.NEVER

    def about(self, decision: str, game: Game, *, would_act: Callable[[], bool]) -> When:
        """What holds for a decision in a game as it stands: ``ALWAYS`` where the manager is asked,
        else ``NEVER`` or ``HOUSE``. ``would_act``: whether the computer manager would not leave
        things as they are."""
        topic = next((topic for topic in self.topics if decision in topic.decisions), None)
        when = None if topic is None else self.when.get(topic.key)
        if topic is None or when is None or (self.third and game.bases & THIRD):
            return When.ALWAYS
        if when is When.LATE:
            return When.ALWAYS if is_late(game) else self.unasked
        if when is When.KEY:
            return When.ALWAYS if topic.is_key(game) or would_act() else When.HOUSE
        return when

    def as_json(self) -> dict[str, Any]:
        """Plain values of it, for JSON, which ``read_orders`` reads."""
        return {
            "when": {key: str(when) for key, when in self.when.items()},
            "third": self.third,
            "level": str(self.level) if self.level else None,
        }


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


def orders_at(level: Level, topics: Sequence[Topic]) -> StandingOrders:
    """Orders that ask as much as a level says."""
    return StandingOrders(topics, {topic.key: topic.at(level) for topic in topics}, level=level)


def read_orders(topics: Sequence[Topic], given: object) -> StandingOrders:
    """Orders from plain values. Refused: ``not-orders``, ``unknown-topic``, ``unknown-when``,
    ``unknown-level``, each with its field as place. A topic that is left out is asked about; with a
    ``level`` topics say nothing."""
    if not isinstance(given, Mapping) or not isinstance(given.get("when", {}), Mapping):
        refuse_all([Refusal("not-orders", "Standing orders are a table of topics.", "when")])
    assert isinstance(given, Mapping)  # noqa: S101 - refused above
    level = given.get("level")
    if level is not None:
        if level not in list(Level):
            sentence = f"It is {', '.join(Level)}, not {str(level)[:40]!r}."
            refuse_all([Refusal("unknown-level", sentence, "level")])
        return orders_at(Level(level), topics)
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
