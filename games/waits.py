"""Which side of an online game is waited for, and how long: read, never run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from config.jobs.uptime import silences, silent_for
from config.people import scopes
from games.models import Game, GameWait
from games.rules.waits import WORDS, Patience, patience
from rosters.models import Team


@dataclass(frozen=True)
class Wait:
    """A side of a game under way that is to move, and since when."""

    row: GameWait
    game: Game
    side: int
    since: datetime
    patience: Patience

    @property
    def club(self) -> Team:
        """The club that is to move."""
        return self.game.home if self.side else self.game.away

    @property
    def other(self) -> Team:
        """The club that waits."""
        return self.game.away if self.side else self.game.home

    @property
    def is_long(self) -> bool:
        """Whether the other side may do something about it."""
        return self.patience >= Patience.HINT

    @property
    def words(self) -> str:
        """How long, in words that stay the same for a while; empty while it is short."""
        return WORDS[self.patience]


def wait_in(row: GameWait, game: Game, now: datetime) -> Wait | None:
    """The wait that a row of a game says; ``None`` while neither side has to move."""
    if row.side is None or row.since is None or not has_waits(game):
        return None
    waited = waited_for(row.since, now)
    return Wait(row, game, row.side, row.since, patience(waited, row.allowed))


def waited_for(since: datetime, now: datetime) -> timedelta:
    """How long somebody has waited while the site could be reached."""
    if now <= since:
        return timedelta()
    return now - since - silent_for(silences(since, now), since, now)


def has_waits(game: Game) -> bool:
    """Whether one side of a game may wait for the other now."""
    return game.status == Game.Status.IN_PROGRESS and is_decided_online(game)


def is_decided_online(game: Game) -> bool:
    """Whether people play both sides of a game online, and decide."""
    return (
        game.source == Game.Source.ONLINE
        and not (game.away_managed or game.home_managed)
        and bool(game.series.system.decisions_in_play(game.series.settings))
    )


def wait_row(game: Game) -> GameWait | None:
    """What is kept of waits in a game; ``None`` where nobody waits."""
    if not has_waits(game):
        return None
    return GameWait.objects.filter(game=game.pk).first()


@dataclass(frozen=True)
class ShownWait:
    """A wait as a user sees it, who speaks for some sides, with what the user may do about it."""

    wait: Wait | None
    waits: bool
    """The user's club waits for the other."""
    is_asked: bool
    """It is the user's club that is to move."""
    may_remind: bool
    may_call: bool
    may_suspend: bool
    """Without the other side's word."""
    may_offer: bool
    offered_by: Team | None
    """The other club offers to suspend the game."""
    own_offer: bool
    called: bool
    reminded: bool


def shown_wait(game: Game, speaks_for: frozenset[int]) -> ShownWait | None:
    """The wait in a game, for a page; ``None`` where nobody waits, or it is not under way."""
    row = wait_row(game)
    if row is None:
        return None
    wait = wait_in(row, game, timezone.now())
    own = next(iter(speaks_for)) if len(speaks_for) == 1 else None
    is_long = wait is not None and wait.is_long
    waits = wait is not None and own is not None and own != wait.side
    offered_by = None
    if row.offered_by is not None and own is not None and own != row.offered_by:
        offered_by = game.home if row.offered_by else game.away
    return ShownWait(
        wait if is_long else None,
        waits,
        is_asked=wait is not None and own == wait.side,
        may_remind=is_long
        and bool(speaks_for)
        and not waits_for_itself(wait, speaks_for)
        and row.reminded_at is None,
        may_call=is_long
        and waits
        and row.called_at is None
        and bool(scopes.directors(game.series.scope)),
        may_suspend=own is None or (waits and wait is not None and wait.patience >= Patience.ALONE),
        may_offer=own is not None and row.offered_by is None,
        offered_by=offered_by,
        own_offer=own is not None and own == row.offered_by,
        called=row.called_at is not None,
        reminded=row.reminded_at is not None,
    )


def waits_for_itself(wait: Wait | None, speaks_for: frozenset[int]) -> bool:
    """Whether somebody who speaks for these sides, and no other, is to move."""
    return wait is not None and speaks_for == {wait.side}
