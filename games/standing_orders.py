"""Whom an online game asks for the next decision, and which decisions take their default
unasked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from games.engine.decisions import ASKS_PEOPLE, Decision, Manager
from games.engine.dice import Dice
from games.engine.folds.moments import current_situation
from games.engine.game import Game as GameInPlay
from games.engine.situation import AWAY, HOME
from games.models import ClubStandingOrders, Game, Series
from games.open_decisions import Question, all_open_decisions
from games.records import record_of
from games.rules.standing_orders import (
    StandingOrders,
    Topic,
    When,
    everything,
    read_orders,
    topics_of,
    usual,
)
from games.systems.registry import GAME_SYSTEMS

Pair = tuple[StandingOrders, StandingOrders]
"""The standing orders of the visitors and of the home side."""

THIRD_BASE = 1 << 2


def topics_in(series: Series) -> tuple[Topic, ...]:
    """What managers can be asked in the games of a series, under its options."""
    system = series.system
    played = {decision.name for decision in system.decisions_in_play(series.settings)}
    named = GAME_SYSTEMS[system.key].topics
    return tuple(
        topic for topic in topics_of(system, named) if played.intersection(topic.decisions)
    )


def orders_in(game: Game) -> Pair:
    """The standing orders of both sides: what their people said, the usual ones against the house,
    and everything asked where two people play who have said nothing. Asked of the database once."""
    if game.standing is None:
        game.standing = _orders_in(game)
    return cast(Pair, game.standing)


def _orders_in(game: Game) -> Pair:
    series = game.series
    topics = topics_in(series)
    if not topics:
        return everything(topics), everything(topics)
    said = {
        row.team_id: read_orders(topics, _known(row.orders, topics))
        for row in ClubStandingOrders.objects.filter(
            event__key=series.scope, team_id__in=(game.away_id, game.home_id)
        )
        if "when" in row.orders
    }
    against_house = game.away_managed or game.home_managed
    unsaid = usual(topics) if against_house else everything(topics)
    return said.get(game.away_id, unsaid), said.get(game.home_id, unsaid)


HOUSE = "house"
"""Where a club's stored orders say whether the house may manage for it against who is there."""


def house_allowed(series: Series) -> frozenset[int]:
    """The clubs of a series, by id, whose people let the house manage for them in this event while
    they are away."""
    rows = ClubStandingOrders.objects.filter(
        event__key=series.scope, team_id__in=(series.home_id, series.away_id)
    )
    return frozenset(row.team_id for row in rows if row.orders.get(HOUSE) is True)


def _known(orders: dict[str, object], topics: Collection[Topic]) -> dict[str, object]:
    """Stored orders without topics that the game does not know (any more)."""
    keys = {topic.key for topic in topics}
    when = orders.get("when", {})
    assert isinstance(when, dict)  # noqa: S101 - as it was stored
    return {**orders, "when": {key: value for key, value in when.items() if key in keys}}


@dataclass(frozen=True)
class Heard:
    """A question to a manager at the table: ``about`` says whether the manager is asked, or may
    only speak up."""

    question: Question
    about: When

    @property
    def asked(self) -> bool:
        """Whether the manager is asked."""
        return self.about is When.ALWAYS


@dataclass(frozen=True)
class Word:
    """Who has to decide before a game goes on, as seen by a user who speaks for one side or both.

    ``heard`` are the user's questions in the order of the game, up to ``waits``: what the other
    side is asked and has to answer first. ``dice`` are thrown next, for the side ``thrower``, where
    neither side speaks up.
    """

    heard: tuple[Heard, ...]
    waits: Question | None
    dice: Dice | None
    thrower: int

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions that the user is asked."""
        return tuple(each.question for each in self.heard if each.asked)

    @property
    def free(self) -> tuple[Question, ...]:
        """The questions on which the user may speak up without being asked."""
        return tuple(each.question for each in self.heard if not each.asked)

    @property
    def may_go_on(self) -> bool:
        """Whether the user may have play go on."""
        return self.waits is None or bool(self.asked)


def word_in(game: Game, speaking_for: Collection[int]) -> Word:
    """Who has the word in a game now."""
    now = all_open_decisions(game)
    orders = orders_in(game)
    stands = current_situation(record_of(game))
    innings = game.series.system.law(game.series.settings).innings
    heard: list[Heard] = []
    for question in now.questions:
        about = orders[question.side].about(
            question.decision.name, stands.inning, innings, runner_on_third=bool(stands.runners[2])
        )
        if question.side in speaking_for:
            heard.append(Heard(question, about))
        elif about is When.ALWAYS:
            return Word(tuple(heard), question, None, now.thrower)
    return Word(tuple(heard), None, now.dice, now.thrower)


class StandingManager(Manager):
    """Plays as a side's standing orders say: the usual answer, that of the ``house``'s manager, or
    a question to the side itself.

    The next ``passes`` questions that are not the house's have been heard without an answer. One
    without a usual answer is never left at its first: the side is asked, or the house's manager
    answers.
    """

    def __init__(self, orders: StandingOrders, house: Manager, passes: int = 0) -> None:
        self.orders = orders
        self.house = house
        self.passes = passes

    def choose(self, game: GameInPlay, decision: Decision, mask: int) -> int:
        """The default, or ``ASKS_PEOPLE``."""
        about = self.orders.about(
            decision.name,
            game.inning,
            game.law.innings,
            runner_on_third=bool(game.bases & THIRD_BASE),
        )
        if about is When.HOUSE:
            return self.house.choose(game, decision, mask)
        has_usual = mask & 1
        if self.passes:
            self.passes -= 1
            if has_usual:
                return 0
        if not has_usual and about is When.NEVER:
            return self.house.choose(game, decision, mask)
        return ASKS_PEOPLE if about is When.ALWAYS else 0


def stand_ins(game: Game, orders: Pair, heard: Sequence[Heard] = ()) -> list[Manager | None]:
    """A manager for each side that people play: visitors and home side; what was ``heard`` is
    passed over."""
    house = game.series.system.manager(game.series.settings)
    passed = [each.question.side for each in heard if each.about is not When.HOUSE]
    return [
        None if managed else StandingManager(orders[side], house, passed.count(side))
        for side, managed in ((AWAY, game.away_managed), (HOME, game.home_managed))
    ]
