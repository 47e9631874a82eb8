"""What is done about a wait in an online game, and how pages hear that one has become long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people import scopes
from config.people.models import User
from config.refusals import Refusal, Refused
from games.access import verify_scores
from games.engine.table import SUSPEND
from games.models import Game, GameWait
from games.rules.waits import HINT, Patience
from games.services.changes import BOTH_SIDES, locked_game
from games.services.scoring import enter, verify_suspension
from games.services.waits import keep_wait
from games.topics import game_topic, series_topic
from games.waits import Wait, wait_in, wait_row, waits_for_itself


def announce_waits() -> int:
    """Let pages say which waits have become long; how many. Games that were under way before waits
    were kept get theirs."""
    now = timezone.now()
    online = Game.objects.filter(status=Game.Status.IN_PROGRESS, source=Game.Source.ONLINE)
    for pk in online.filter(wait=None, series__called_off_at=None).values_list("pk", flat=True):
        with transaction.atomic():
            keep_wait(locked_game(pk))
    rows = GameWait.objects.filter(
        since__lte=now - HINT,
        announced__lt=Patience.LONG,
        game__status=Game.Status.IN_PROGRESS,
        game__series__called_off_at=None,
    )
    announced = 0
    for row in rows.select_related("game__series", "game__away", "game__home"):
        wait = wait_in(row, row.game, now)
        if wait is None or wait.patience <= row.announced:
            continue
        same = GameWait.objects.filter(pk=row.pk, since=row.since, announced=row.announced)
        with transaction.atomic():
            if same.update(announced=wait.patience):
                announced += 1
                publish(game_topic(row.game), series_topic(row.game.series))
    return announced


@dataclass(frozen=True)
class _Acting:
    """Who does something about a wait: the locked game, its row, and the sides spoken for."""

    game: Game
    row: GameWait
    speaks_for: frozenset[int]
    user: User
    now: datetime

    @property
    def long_wait(self) -> Wait:
        """A wait of the other side that is long enough. Refused: ``nobody-waits``,
        ``your-own-move``."""
        wait = wait_in(self.row, self.game, self.now)
        if wait is None or not wait.is_long:
            raise Refused(
                Refusal("nobody-waits", "Nobody has been waited for for 10 minutes in this game.")
            )
        if waits_for_itself(wait, self.speaks_for):
            raise Refused(Refusal("your-own-move", "The game waits for you."))
        return wait

    @property
    def side(self) -> int:
        """The one side that is spoken for. Refused: ``not-two-people``."""
        if len(self.speaks_for) != 1:
            raise Refused(
                Refusal("not-two-people", "You decide for both sides, and need to ask nobody.")
            )
        return next(iter(self.speaks_for))


def _remind(acting: _Acting) -> str:
    """Remind the side that is to move, once in a wait; ``reminded-already``."""
    wait = acting.long_wait
    if acting.row.reminded_at is not None:
        raise Refused(Refusal("reminded-already", f"{wait.club.name} has been reminded."))
    acting.row.reminded_at = acting.now
    return "game-reminded"


def _call_director(acting: _Acting) -> str:
    """Ask the director to look at it, once in a wait; ``called-already``, ``no-director``."""
    _ = acting.long_wait
    if acting.row.called_at is not None:
        raise Refused(Refusal("called-already", "The director has been asked."))
    if not scopes.directors(acting.game.series.scope):
        raise Refused(Refusal("no-director", "Nobody directs this game."))
    acting.row.called_at = acting.now
    return "director-called"


def _offer_suspension(acting: _Acting) -> str:
    """Offer the other side to suspend the game; it holds until something is entered.
    ``no-suspension`` (T33.0g), ``offered-already``."""
    verify_suspension(acting.game.series, [SUSPEND])
    if acting.row.offered_by == acting.side:
        raise Refused(Refusal("offered-already", "You offer that already."))
    if acting.row.offered_by is not None:
        return _accept_suspension(acting)
    acting.row.offered_by = acting.side
    return "suspension-offered"


def _accept_suspension(acting: _Acting) -> str:
    """Suspend the game as the other side offers; ``no-offer``."""
    if acting.row.offered_by is None or acting.row.offered_by == acting.side:
        raise Refused(Refusal("no-offer", "The other side has not offered it."))
    enter(acting.game, [SUSPEND], acting_user=acting.user, speaking_for=BOTH_SIDES)
    return ""


WAIT_ACTS: dict[str, Callable[[_Acting], str]] = {
    "remind": _remind,
    "call-director": _call_director,
    "offer-suspension": _offer_suspension,
    "accept-suspension": _accept_suspension,
}
"""What is done about a wait. Each gives the code for the log of what is to be stored."""


def act_on_wait(*, game_id: int, act: str, acting_user: User) -> Game:
    """Do one of ``WAIT_ACTS`` in an online game of two people. Refused: ``unknown-act``,
    ``not-your-game``, ``called-off``, ``game-void``, ``not-under-way``, ``not-two-people``, and
    what the act refuses."""
    with transaction.atomic():
        game = locked_game(game_id)
        rights = verify_scores(acting_user, game.series, game.number)
        if act not in WAIT_ACTS:
            raise Refused(Refusal("unknown-act", f"There is no such act: {act[:40]!r}.", "act"))
        row = wait_row(game)
        if game.status != Game.Status.IN_PROGRESS:
            raise Refused(Refusal("not-under-way", "The game is not under way."))
        if row is None:
            raise Refused(Refusal("not-two-people", "The game is not played online by two people."))
        acting = _Acting(game, row, rights.speaks_for, acting_user, timezone.now())
        code = WAIT_ACTS[act](acting)
        if code:
            row.save(update_fields=["reminded_at", "called_at", "offered_by"])
            log_action(code=code, actor=acting_user, scope=game.series.scope, subject=game)
            publish(game_topic(game), series_topic(game.series), game.series.scope)
        return game
