"""The computer's manager decides for a side whose time has run out."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from config.journal.services import log_action
from games.clocks import clock_of, has_run_out, side_on_the_clock
from games.engine.decisions import ASKS_PEOPLE, Decision, Manager
from games.engine.game import Game as GameInPlay
from games.engine.situation import AWAY, HOME
from games.engine.table import SIDE_NAMES
from games.models import Game, GameClock, Series
from games.records import answered_by, reads_as_before, replay_with_managers
from games.services.changes import locked_game, write
from games.services.clocks import keep_clock
from games.standing_orders import word_in


def settle_clock(game: Game) -> bool:
    """The computer's manager decides what a side of a locked game had no more time for; whether it
    had to. In the caller's transaction. Its decisions are entered like any answer."""
    settled = False
    while (side := _out_of_time(game)) is not None:
        _house_decides(game, side)
        settled = True
    return settled


def looked_at(game: Game) -> Game:
    """The game as it stands at this moment, after lapsed clocks have been settled."""
    clock = clock_of(game)
    if clock is None or not has_run_out(clock, timezone.now()):
        return game
    with transaction.atomic():
        series = Series.objects.locked().filter(pk=game.series_id, called_off_at=None).first()
        locked = Game.objects.filter(pk=game.pk).first()
        if series is None or locked is None:
            return game
        locked.stands_in(series)
        settle_clock(locked)
    return locked


def settle_clocks() -> int:
    """Settle every game whose time may be up; how many had something to be settled."""

    def settled(clock: GameClock) -> bool:
        locked = locked_game(clock.game_id)
        return settle_clock(locked)

    due = GameClock.objects.filter(
        due_at__lte=timezone.now(), game__status=Game.Status.IN_PROGRESS
    ).order_by("due_at")
    return sum(one_by_one("game clocks", due, settled))


def _out_of_time(game: Game) -> int | None:
    """The side that is asked and whose time is up."""
    clock = clock_of(game)
    if clock is None or clock.side is None or not has_run_out(clock, timezone.now()):
        return None
    if game.status != Game.Status.IN_PROGRESS or not reads_as_before(game):
        return None
    if side_on_the_clock(game) == clock.side:
        return clock.side
    # His people have said since that they are not to be asked; it runs for somebody else, or stops.
    keep_clock(game)
    return None


def _house_decides(game: Game, side: int) -> None:
    heard = word_in(game, (AWAY, HOME)).heard
    asked = next(at for at, each in enumerate(heard) if each.asked)
    before = [each.question.side for each in heard[:asked]]
    house = game.series.system.manager(game.series.settings)
    turn = _Turn(side)
    record = answered_by(
        game, [_StandIn(each, turn, house, before.count(each)) for each in (AWAY, HOME)]
    )
    entries = game.entries
    if len(record.transcript) == len(entries):
        # It left everything as usual, which has to be written, or it would be asked again.
        mine = word_in(game, (side,)).asked
        usual = [entry for question in mine for entry in question.usual.split()]
        record = replay_with_managers(game, entries, usual)
    said = " ".join(record.transcript[len(entries) :])
    GameClock.objects.filter(game=game.pk).update(
        ran_out=[
            *GameClock.objects.get(game=game.pk).ran_out,
            {"entry": len(entries) + 1, "side": side, "said": said},
        ]
    )
    log_action(
        code="clock-ran-out",
        actor=None,
        scope=game.series.scope,
        subject=game,
        new={"side": SIDE_NAMES[side], "entry": len(entries) + 1, "said": said},
    )
    write(game, record, acting_user=None)


@dataclass
class _Turn:
    """Whose turn it is to be decided for; over once somebody else is asked."""

    side: int
    over: bool = False


class _StandIn(Manager):
    """Decides for a side whose time is up; the questions before it, and what the other side was not
    asked, take their usual answer."""

    def __init__(self, side: int, turn: _Turn, house: Manager, passes: int) -> None:
        self.side = side
        self.turn = turn
        self.house = house
        self.passes = passes

    def choose(self, game: GameInPlay, decision: Decision, mask: int) -> int:
        """What the house says until another side is asked."""
        if self.turn.over:
            return ASKS_PEOPLE
        if self.passes:
            self.passes -= 1
            return 0
        if self.side == self.turn.side:
            return self.house.choose(game, decision, mask)
        self.turn.over = True
        return ASKS_PEOPLE
