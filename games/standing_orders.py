"""Whom an online game asks for the next decision, and which decisions take their default
unasked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import cast

from games.engine.decisions import ASKS_PEOPLE, Decision, Manager
from games.engine.dice import Dice
from games.engine.game import Game as GameInPlay
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.engine.table import first_legal
from games.models import ClubStandingOrders, Game, Series
from games.open_decisions import OpenDecisions, Question, decisions_of
from games.records import entries_before_suspension, reads_as_before, replay_with_managers
from games.resuming import allow_anew
from games.rules.standing_orders import (
    Level,
    StandingOrders,
    Topic,
    When,
    orders_at,
    read_orders,
    topics_of,
)
from games.systems.registry import GAME_SYSTEMS

Pair = tuple[StandingOrders, StandingOrders]
"""The standing orders of the visitors and of the home side."""


def topics_in(series: Series) -> tuple[Topic, ...]:
    """What managers can be asked in the games of a series, under its options."""
    system = series.system
    played = {decision.name for decision in system.decisions_in_play(series.settings)}
    named = GAME_SYSTEMS[system.key].topics
    return tuple(
        topic for topic in topics_of(system, named) if played.intersection(topic.decisions)
    )


def orders_in(game: Game) -> Pair:
    """The standing orders of both sides. What nobody has laid down: against the computer the level
    that the user who began the game has last chosen in any, at first what is important; everything
    where two people play. Asked of the database once."""
    if game.standing is None:
        game.standing = _orders_in(game)
    return cast(Pair, game.standing)


def is_against_computer(game: Game) -> bool:
    """Whether the computer manages a side of a game, and people the other."""
    return bool(game.away_managed) != bool(game.home_managed)


def _orders_in(game: Game) -> Pair:
    series = game.series
    topics = topics_in(series)
    everything = orders_at(Level.EVERYTHING, topics)
    if not topics:
        return everything, everything
    clubs = (game.away_id, game.home_id)
    rows = {
        row.team_id: row
        for row in ClubStandingOrders.objects.filter(event__key=series.scope, team_id__in=clubs)
        if "when" in row.orders
    }
    said = {team: read_orders(topics, _known(row.orders, topics)) for team, row in rows.items()}
    if not is_against_computer(game):
        return said.get(clubs[0], everything), said.get(clubs[1], everything)
    side = HOME if game.away_managed else AWAY
    row = rows.get(clubs[side])
    mine = said.get(clubs[side])
    if mine is None or mine.level is not None:
        last = last_level_row(game.created_by_id)
        if row is None or (last is not None and last.said_at > row.said_at):
            level = Level(last.orders["level"]) if last is not None else Level.IMPORTANT
            mine = orders_at(level, topics)
    assert mine is not None  # noqa: S101 - said, or settled just now
    return _against_computer(game, mine)


def set_level(game: Game, level: Level) -> None:
    """Have the side that plays against the computer asked so much, in the game in hand alone."""
    game.standing = _against_computer(game, orders_at(level, topics_in(game.series)))


def _against_computer(game: Game, mine: StandingOrders) -> Pair:
    others = orders_at(Level.EVERYTHING, mine.topics)
    mine = replace(mine, unasked=When.HOUSE)
    return (others, mine) if game.away_managed else (mine, others)


def last_level_row(user_id: int | None) -> ClubStandingOrders | None:
    """Where a user last chose how much to be asked, in whatever event."""
    if user_id is None:
        return None
    return (
        ClubStandingOrders.objects.filter(said_by=user_id, orders__level__in=list(Level))
        .order_by("-said_at")
        .first()
    )


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
    only speak up; ``acts``: before the computer manager decides otherwise than to leave things as
    they are."""

    question: Question
    about: When
    acts: bool = False

    @property
    def asked(self) -> bool:
        """Whether the manager is asked."""
        return self.about is When.ALWAYS


@dataclass(frozen=True)
class Word:
    """Who has to decide before a game goes on, as seen by a user who speaks for one side or both.

    ``heard`` are the user's questions in the order of the game, up to ``waits``: what the other
    side is asked and has to answer first; or up to what the computer manager will decide, or a
    manager in the middle of a play: what is asked after that hangs on it. ``dice`` are thrown next,
    for the side ``thrower``, where neither side speaks up.
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
    def free(self) -> tuple[Heard, ...]:
        """The questions on which the user may speak up without being asked."""
        return tuple(each for each in self.heard if not each.asked)

    @property
    def may_go_on(self) -> bool:
        """Whether the user may have play go on."""
        return self.waits is None or bool(self.asked)


def word_in(game: Game, speaking_for: Collection[int]) -> Word:
    """Who has the word in a game now."""
    now, every = _heard_in(game)
    heard: list[Heard] = []
    for each in every:
        if each.question.side in speaking_for:
            heard.append(each)
        elif each.asked:
            return Word(tuple(heard), each.question, None, now.thrower)
        if each.acts or (each.asked and each.question.decision.written):
            break
    return Word(tuple(heard), None, now.dice, now.thrower)


def _heard_in(game: Game) -> tuple[OpenDecisions, tuple[Heard, ...]]:
    """What is open in a game, and what of it managers are asked under its standing orders."""
    entries = entries_before_suspension(game.entries)
    known = game.listened
    if not isinstance(known, _Listened) or known.entries != (tuple(entries), orders_in(game)):
        if not reads_as_before(game):
            return OpenDecisions(), ()
        allow_anew(game)
        replay_listening(game, entries)
        known = game.listened
        assert isinstance(known, _Listened)  # noqa: S101 - as it was just stored
    return known.now, known.heard


def replay_listening(game: Game, entries: Sequence[str]) -> Record:
    """The record of a game with these entries, as ``replay_with_managers``. What its standing
    orders say of the decisions that are open then is kept for ``word_in``."""
    orders = orders_in(game)
    house = game.series.system.manager(game.series.settings)
    listeners = [_Listener(orders[side], house) for side in (AWAY, HOME)]
    managed = (game.away_managed, game.home_managed)
    at_table = [None if managed[side] else listeners[side] for side in (AWAY, HOME)]
    record = replay_with_managers(game, entries, listeners=at_table)
    now = decisions_of(record)
    notes = [iter(listener.notes) for listener in listeners]
    heard = tuple(Heard(question, *next(notes[question.side])) for question in now.questions)
    game.listened = _Listened((record.transcript, orders), now, heard)
    return record


@dataclass(frozen=True)
class _Listened:
    """What is open in a game with these entries under these orders."""

    entries: tuple[tuple[str, ...], Pair]
    now: OpenDecisions
    heard: tuple[Heard, ...]


class _OrderedManager(Manager):
    """Knows what a side's standing orders say in a game, and what the ``house``'s manager would."""

    def __init__(self, orders: StandingOrders, house: Manager) -> None:
        self.orders = orders
        self.house = house

    def about(self, game: GameInPlay, decision: Decision, mask: int) -> When:
        """When the side is asked, as the game stands: ``ALWAYS``, ``NEVER`` or ``HOUSE``."""
        return self.orders.about(
            decision.name, game, would_act=lambda: self.would_act(game, decision, mask)
        )

    def would_act(self, game: GameInPlay, decision: Decision, mask: int) -> bool:
        """Whether the computer manager would not leave things as they are."""
        choice = self.house.choose(game, decision, mask)
        return not mask & 1 or (bool(mask >> choice & 1) and choice != first_legal(mask))


class _Listener(_OrderedManager):
    """Leaves everything to people, and notes what they are asked."""

    def __init__(self, orders: StandingOrders, house: Manager) -> None:
        super().__init__(orders, house)
        self.notes: list[tuple[When, bool]] = []

    def choose(self, game: GameInPlay, decision: Decision, mask: int) -> int:
        """``ASKS_PEOPLE``."""
        about = self.about(game, decision, mask)
        by_house = about is When.HOUSE
        self.notes.append((about, by_house and self.would_act(game, decision, mask)))
        return ASKS_PEOPLE


class StandingManager(_OrderedManager):
    """Plays as a side's standing orders say: the default, the answer of the ``house``'s manager, or
    a question to the side itself.

    The next ``passes`` questions that are not the house's have been heard without an answer. One
    without a default is never left at its first: the side is asked, or the house's manager answers.
    """

    def __init__(self, orders: StandingOrders, house: Manager, passes: int = 0) -> None:
        super().__init__(orders, house)
        self.passes = passes

    def choose(self, game: GameInPlay, decision: Decision, mask: int) -> int:
        """The default, or ``ASKS_PEOPLE``."""
        about = self.about(game, decision, mask)
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
